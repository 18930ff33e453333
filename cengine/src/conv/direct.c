#include "conv/direct.h"

#include <string.h>

#include "conv/views.h"

enum { A = TWK_OPERAND_A, B = TWK_OPERAND_B, D = TWK_OPERAND_D };

/* What a thread has to do: `tensors` and `maps` of A, B and D, the types of their elements, its `column`, its pixels, the
 * length of k, and where the filters of its workgroup begin. */
typedef struct work {
    twk_builder *b;
    const twk_plan *plan;
    const twk_direct_plan *direct;
    const twk_tensor *tensors;
    const twk_chain *chain;
    twk_node *group;
    const twk_type *elements[TWK_OPERAND_COUNT];
    twk_tensor_map maps[TWK_OPERAND_COUNT];
    twk_node *thread;
    twk_node *column;
    twk_node *pixels[TWK_DIRECT_PIXELS];
    twk_node *reduction;
    twk_node *base;
} work;

static twk_node *constant(const work *w, int64_t value) {
    return twk_constant(w->b, value);
}

static twk_node *scaled(const work *w, twk_node *value, int64_t factor) {
    return twk_mul(w->b, value, constant(w, factor));
}

/* The last digit of a number, which loses it: what is left stands in its place. */
static twk_node *take_digit(const work *w, twk_node **number, int64_t extent) {
    twk_node *digit = twk_urem(w->b, *number, constant(w, extent));
    *number = twk_udiv(w->b, *number, constant(w, extent));
    return digit;
}

/* Where a filter's element lies in LDS, by its number in memory. */
static twk_node *filter_place(const work *w, twk_node *number) {
    const twk_problem *problem = &w->plan->spec.problem;
    int64_t filters = twk_group_k(problem);
    int64_t channels = twk_group_c(problem);
    int64_t taps = 1;
    for (int64_t axis = 0; axis < twk_rank(problem); axis++) {
        taps *= problem->filter.at[axis];
    }
    twk_node *channel = take_digit(w, &number, channels);
    twk_node *tap = take_digit(w, &number, taps);
    twk_node *filter = take_digit(w, &number, filters);
    twk_node *place = scaled(w, tap, filters);
    place = twk_add(w->b, place, filter);
    place = scaled(w, place, channels);
    place = twk_add(w->b, place, channel);
    place = scaled(w, place, w->plan->spec.groups_per_tile);
    return twk_add(w->b, place, number);
}

/* Bring the filters of all groups to LDS; they follow each other in memory. */
static void store_filters(const work *w) {
    twk_builder *b = w->b;
    int64_t count = w->direct->lds_bytes / TWK_DWORD_BYTES;
    const twk_type *element = w->elements[B];
    twk_comment(b, "filters");
    twk_loop *loop = twk_begin_loop(b, constant(w, twk_divide_up(count, TWK_DIRECT_THREADS)), twk_no_nodes);
    if (!loop) {
        return;
    }
    twk_node *first = scaled(w, loop->index, TWK_DIRECT_THREADS);
    twk_node *index = twk_add(b, first, w->thread);
    twk_branch *branch = NULL;
    if (count % TWK_DIRECT_THREADS) {
        twk_node *inside = twk_compare(b, TWK_PREDICATE_ULT, index, constant(w, count));
        branch = twk_begin_if(b, inside);
    }
    twk_node *offset = scaled(w, index, twk_type_bytes(element));
    offset = twk_add(b, w->base, offset);
    twk_node *loaded = b->machine->load(b, w->tensors[B], offset, NULL, element);
    twk_node *place = filter_place(w, index);
    twk_node *value = twk_cast(b, TWK_OP_FPEXT, loaded, TWK_FLOAT);
    twk_node *moved = scaled(w, place, TWK_DWORD_BYTES);
    twk_node *address = twk_offset(b, b->function->lds, moved);
    twk_store(b, value, address, TWK_DWORD_BYTES, TWK_NO_SCOPE);
    if (branch) {
        twk_begin_else(b, branch, twk_no_nodes);
        twk_end_if(b, branch, twk_no_nodes);
    }
    twk_end_loop(b, loop, twk_no_nodes);
    b->machine->barrier(b);
}

/* Elements of one access, where so many follow each other from a multiple of their number on. */
static int64_t width_of(int64_t count, const twk_type *type) {
    return twk_smaller(count & -count, TWK_VECTOR_BYTES / twk_type_bytes(type));
}

/* Elements of A that follow each other, in fp32. */
static void load_run(const work *w, twk_place from, twk_nodes values) {
    twk_builder *b = w->b;
    const twk_type *element = w->elements[A];
    int64_t count = (int64_t)values.count;
    int64_t width = width_of(count, element);
    for (int64_t first = 0; first < count; first += width) {
        twk_node *offset = twk_add(b, from.offset, constant(w, first * twk_type_bytes(element)));
        twk_node *loaded = b->machine->load(b, w->tensors[A], offset, from.valid, twk_vector((int)width, element));
        for (int64_t i = 0; i < width; i++) {
            twk_node *value = twk_extract(b, loaded, i);
            values.at[first + i] = twk_cast(b, TWK_OP_FPEXT, value, TWK_FLOAT);
        }
    }
}

/* Where the filters of this thread's groups lie in LDS for a tap, that of the first filter and channel. */
static twk_node *tap_address(const work *w, twk_node *const *cursor) {
    twk_builder *b = w->b;
    const twk_problem *problem = &w->plan->spec.problem;
    int64_t apart = twk_group_c(problem) * twk_type_bytes(w->elements[B]);
    int64_t each = twk_group_k(problem) * twk_group_c(problem) * w->plan->spec.groups_per_tile;
    const twk_place_part part = twk_evaluate(b, &w->maps[B], &w->maps[B].second, cursor, true, true);
    twk_node *moved = twk_sub(b, part.offset, w->base);
    twk_node *tap = twk_udiv(b, moved, constant(w, apart));
    twk_node *place = scaled(w, tap, each);
    twk_node *own = scaled(w, w->column, w->direct->groups);
    place = twk_add(b, place, own);
    place = scaled(w, place, TWK_DWORD_BYTES);
    return twk_offset(b, b->function->lds, place);
}

/* Add to the totals what one output of each group has of one input, of all pixels; their filters follow each other in LDS. */
static void add_products(const work *w, const twk_nodes *values, twk_node *address, int64_t output, int64_t input,
                         twk_node **totals) {
    const twk_direct_plan *direct = w->direct;
    int64_t width = width_of(direct->groups, TWK_FLOAT);
    const twk_type *type = twk_vector((int)width, TWK_FLOAT);
    twk_node *weights = NULL;
    for (int64_t group = 0; group < direct->groups; group++) {
        if (group % width == 0) {
            twk_node *place = twk_offset(w->b, address, constant(w, group * TWK_DWORD_BYTES));
            weights = twk_load(w->b, type, place, twk_type_bytes(type), TWK_NO_SCOPE);
        }
        twk_node *weight = twk_extract(w->b, weights, group % width);
        for (int64_t pixel = 0; pixel < TWK_DIRECT_PIXELS; pixel++) {
            twk_node **total = &totals[(pixel * direct->groups + group) * direct->outputs + output];
            twk_node *value = values[pixel].at[group * direct->inputs + input];
            *total = TWK_CALL(w->b, TWK_FMA_F32, value, weight, *total);
        }
    }
}

/* Add one tap to the totals: those of a pixel after each other, of each its groups with their outputs. */
static void add_tap(const work *w, const twk_place_part *parts, twk_node *const *cursor, twk_node *const *filters,
                    twk_node **totals) {
    twk_builder *b = w->b;
    const twk_direct_plan *direct = w->direct;
    bool forward = w->plan->spec.direction == TWK_DIRECTION_FORWARD;
    int64_t channels = twk_group_c(&w->plan->spec.problem);
    twk_nodes values[TWK_DIRECT_PIXELS];
    const twk_place_part tap = twk_evaluate(b, &w->maps[A], &w->maps[A].second, cursor, false, true);
    for (int pixel = 0; pixel < TWK_DIRECT_PIXELS; pixel++) {
        const twk_place place = twk_combine_parts(b, &w->maps[A], &parts[pixel], &tap);
        values[pixel] = twk_new_nodes(b, (size_t)(direct->groups * direct->inputs));
        load_run(w, place, values[pixel]);
    }
    twk_node *address = tap_address(w, filters);
    for (int64_t output = 0; output < direct->outputs; output++) {
        for (int64_t input = 0; input < direct->inputs && !b->arena->failed; input++) {
            int64_t row = forward ? output * channels + input : input * channels + output;
            int64_t further = row * w->plan->spec.groups_per_tile * TWK_DWORD_BYTES;
            twk_node *place = twk_offset(b, address, constant(w, further));
            add_products(w, values, place, output, input, totals);
        }
    }
}

/* Each total over all taps; none where memory runs out. */
static twk_nodes add_taps(const work *w) {
    twk_builder *b = w->b;
    const twk_direct_plan *direct = w->direct;
    const twk_digits *image = &w->maps[A].second;
    const twk_digits *filter = &w->maps[B].second;
    size_t image_digits = (size_t)image->count;
    size_t digits = image_digits + (size_t)filter->count;
    size_t count = (size_t)(TWK_DIRECT_PIXELS * direct->groups * direct->outputs);
    int64_t run = direct->groups * direct->inputs;
    twk_place_part parts[TWK_DIRECT_PIXELS];
    twk_comment(b, "pixels");
    for (int pixel = 0; pixel < TWK_DIRECT_PIXELS; pixel++) {
        const twk_digit_values at = twk_split(b, &w->maps[A].first, w->pixels[pixel]);
        parts[pixel] = twk_evaluate(b, &w->maps[A], &w->maps[A].first, at.at, true, w->plan->exact[A]);
        parts[pixel] = twk_enclose(b, parts[pixel]);
    }
    twk_node *tap = constant(w, direct->inputs * w->plan->spec.groups_per_tile);
    twk_node *start = scaled(w, w->column, run);
    const twk_digit_values cursor = twk_split(b, image, start);
    const twk_digit_values filters = twk_split(b, filter, constant(w, 0));
    const twk_digit_values image_steps = twk_split(b, image, tap);
    const twk_digit_values filter_steps = twk_split(b, filter, tap);
    twk_nodes state = twk_new_nodes(b, digits + count);
    twk_nodes following = twk_new_nodes(b, digits + count);
    if (b->arena->failed) {
        return twk_no_nodes;
    }
    memcpy(state.at, cursor.at, image_digits * sizeof state.at[0]);
    memcpy(state.at + image_digits, filters.at, (digits - image_digits) * sizeof state.at[0]);
    twk_node *zero = twk_zero(b, TWK_FLOAT);
    for (size_t i = digits; i < state.count; i++) {
        state.at[i] = zero;
    }
    twk_comment(b, "taps");
    twk_node *trips = twk_udiv(b, w->reduction, tap);
    twk_loop *loop = twk_begin_loop(b, trips, state);
    if (!loop) {
        return twk_no_nodes;
    }
    twk_node **carried = loop->carried.at;
    carried[image_digits - 1]->divisor = (int32_t)(run & -run);
    memcpy(following.at + digits, carried + digits, count * sizeof carried[0]);
    add_tap(w, parts, carried, carried + image_digits, following.at + digits);
    const twk_digit_values next = twk_advance(b, image, carried, &image_steps);
    const twk_digit_values next_filter = twk_advance(b, filter, carried + image_digits, &filter_steps);
    memcpy(following.at, next.at, image_digits * sizeof carried[0]);
    memcpy(following.at + image_digits, next_filter.at, (digits - image_digits) * sizeof carried[0]);
    twk_end_loop(b, loop, following);
    const twk_nodes totals = {loop->carried.at + digits, count};
    return b->arena->failed ? twk_no_nodes : totals;
}

/* Load what the chain reads of some channels of this thread, from one on. */
static void load_channels(const work *w, int64_t first, int64_t width, twk_loaded *loaded) {
    int64_t each = w->direct->groups * w->direct->outputs;
    if (w->chain->by_channel) {
        twk_node *start = scaled(w, w->group, w->direct->columns * each);
        twk_node *within = scaled(w, w->column, each);
        start = twk_add(w->b, start, within);
        start = twk_add(w->b, start, constant(w, first));
        twk_load_channels(w->b, w->chain, start, NULL, width, loaded);
    }
}

/* Send the totals of each pixel through the chain, and store them where they belong. */
static void store_outputs(const work *w, twk_nodes totals) {
    twk_builder *b = w->b;
    const twk_tensor_map *map = &w->maps[D];
    int64_t each = w->direct->groups * w->direct->outputs;
    int64_t width = width_of(each, w->elements[D]);
    twk_comment(b, "outputs");
    twk_node *start = scaled(w, w->column, each);
    const twk_digit_values columns = twk_split(b, &map->second, start);
    const twk_place_part column = twk_evaluate(b, map, &map->second, columns.at, true, true);
    twk_loaded channels[TWK_DIRECT_CHANNELS];
    for (int64_t first = 0; first < each; first += width) {
        load_channels(w, first, width, &channels[first / width]);
    }
    for (int64_t pixel = 0; pixel < TWK_DIRECT_PIXELS && totals.count; pixel++) {
        const twk_digit_values at = twk_split(b, &map->first, w->pixels[pixel]);
        const twk_place_part row = twk_evaluate(b, map, &map->first, at.at, false, w->plan->exact[A]);
        const twk_place place = twk_combine_parts(b, map, &row, &column);
        for (int64_t first = 0; first < each && !b->arena->failed; first += width) {
            const twk_nodes run = {totals.at + pixel * each + first, (size_t)width};
            twk_loaded loaded = channels[first / width];
            twk_place at_first = place;
            at_first.offset = twk_add(b, place.offset, constant(w, first * twk_type_bytes(w->elements[D])));
            twk_load_operands(b, w->chain, TWK_STAGE_OPERAND_ELEMENT, at_first, width, &loaded);
            twk_node *value = twk_run_chain(b, w->chain, run, &loaded);
            b->machine->store(b, w->tensors[D], at_first.offset, at_first.valid, value);
        }
    }
}

void twk_direct(twk_builder *b, const twk_plan *plan, const twk_tensor *tensors, const twk_chain *chain,
                const int64_t element_bytes[TWK_TENSOR_COUNT]) {
    const twk_gemm_shape *shape = &plan->shape;
    const twk_direct_plan *direct = &plan->direct;
    bool phased = shape->phases != 1;
    work w;
    w.b = b;
    w.plan = plan;
    w.direct = direct;
    w.tensors = tensors;
    w.chain = chain;
    for (int operand = A; operand <= D; operand++) {
        w.elements[operand] = twk_element_types[plan->tensors[operand].type].element;
    }
    twk_comment(b, "work item: group, phase, pixels");
    twk_node *index = b->machine->workgroup(b, 0);
    twk_node *group = shape->groups > 1 ? b->machine->workgroup(b, 1) : constant(&w, 0);
    w.group = group;
    twk_node *tiles = constant(&w, twk_divide_up(shape->m, direct->pixels));
    twk_node *phase = phased ? twk_udiv(b, index, tiles) : constant(&w, 0);
    twk_node *tile = phased ? twk_urem(b, index, tiles) : index;
    w.reduction = twk_make_maps(b, shape, element_bytes, group, phase, w.maps);
    twk_comment(b, "thread, column and row");
    w.thread = b->machine->thread(b);
    w.column = twk_urem(b, w.thread, constant(&w, direct->columns));
    twk_node *row = twk_udiv(b, w.thread, constant(&w, direct->columns));
    twk_node *first = scaled(&w, tile, direct->pixels);
    first = twk_add(b, first, row);
    for (int64_t i = 0; i < TWK_DIRECT_PIXELS; i++) {
        w.pixels[i] = twk_add(b, first, constant(&w, i * direct->rows));
    }
    w.base = scaled(&w, group, shape->b.group * element_bytes[shape->b.tensor]);
    store_filters(&w);
    if (!b->arena->failed) {
        const twk_nodes totals = add_taps(&w);
        store_outputs(&w, totals);
    }
}
