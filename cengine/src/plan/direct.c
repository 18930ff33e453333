#include "plan/direct.h"

bool twk_is_about_atoms(const twk_field *field) {
    return field->group == TWK_GROUP_SPEC && !field->without_atoms;
}

/* Channels of a group, of inputs and outputs the more. */
static int64_t most_channels(const twk_spec *spec) {
    return twk_larger(twk_group_c(&spec->problem), twk_group_k(&spec->problem));
}

bool twk_fits_direct(const twk_spec *spec) {
    return spec->direction != TWK_DIRECTION_WGRAD && most_channels(spec) <= TWK_DIRECT_CHANNELS;
}

twk_method twk_choose_method(const twk_spec *spec) {
    bool open = spec->problem.groups > 1 && twk_fits_direct(spec);
    for (size_t i = 0; i < TWK_FIELD_COUNT; i++) {
        const twk_field *field = &twk_fields[i];
        open = open && (!twk_is_about_atoms(field) || twk_field_value(spec, field) == field->default_value);
    }
    if (spec->method != TWK_METHOD_AUTO) {
        return spec->method;
    }
    return open ? TWK_METHOD_DIRECT : TWK_METHOD_ATOMS;
}

/* Groups of a thread, as many as have few enough channels and divide those of the workgroup. */
static int64_t groups_of_thread(const twk_spec *spec, int64_t together) {
    int64_t groups = 1;
    while (together % (2 * groups) == 0 && 2 * groups * most_channels(spec) <= TWK_DIRECT_CHANNELS) {
        groups *= 2;
    }
    return groups;
}

/* Bytes of the filters of so many groups in fp32. */
static int64_t filter_bytes(const twk_problem *problem, int64_t groups) {
    int64_t elements = twk_product(groups, twk_group_k(problem));
    for (int64_t axis = 0; axis < twk_rank(problem); axis++) {
        elements = twk_product(elements, problem->filter.at[axis]);
    }
    return twk_product(twk_product(elements, twk_group_c(problem)), TWK_DWORD_BYTES);
}

int64_t twk_choose_direct_groups(const twk_spec *spec) {
    const twk_problem *problem = &spec->problem;
    int64_t together = 1;
    while (problem->groups % (2 * together) == 0 &&
           2 * together / groups_of_thread(spec, 2 * together) <= TWK_DIRECT_COLUMNS &&
           filter_bytes(problem, 2 * together) <= TWK_DIRECT_LDS_BYTES) {
        together *= 2;
    }
    return together;
}

int64_t twk_largest_fitting(int64_t groups, int64_t taken, int64_t limit) {
    while (taken > limit) {
        if (groups % 2) {
            return 0;
        }
        groups /= 2;
        taken /= 2;
    }
    return groups;
}

twk_direct_plan twk_plan_direct(const twk_spec *spec, int64_t together) {
    bool forward = spec->direction == TWK_DIRECTION_FORWARD;
    twk_direct_plan plan;
    plan.groups = groups_of_thread(spec, together);
    plan.columns = together / plan.groups;
    plan.rows = twk_larger(TWK_DIRECT_THREADS / plan.columns, 1);
    plan.inputs = forward ? twk_group_c(&spec->problem) : twk_group_k(&spec->problem);
    plan.outputs = forward ? twk_group_k(&spec->problem) : twk_group_c(&spec->problem);
    plan.lds_bytes = filter_bytes(&spec->problem, together);
    plan.pixels = plan.rows * TWK_DIRECT_PIXELS;
    return plan;
}
