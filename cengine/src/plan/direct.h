/* A convolution without matrix atoms: how threads share pixels and groups of few channels. */
#ifndef TWK_PLAN_DIRECT_H
#define TWK_PLAN_DIRECT_H

#include "spec/problem.h"
#include "spec/spec.h"

/* How a workgroup shares its outputs: `columns` threads are side by side along the channels of its groups, `rows` along the
 * pixels, of which it has `pixels`.
 *
 * A thread has `groups` of its own, of which it reads `inputs` channels each and writes `outputs`, for TWK_DIRECT_PIXELS
 * pixels that are `rows` apart. `lds_bytes` hold the filters of all groups of the workgroup in fp32. */
typedef struct twk_direct_plan {
    int64_t groups;
    int64_t columns;
    int64_t rows;
    int64_t inputs;
    int64_t outputs;
    int64_t lds_bytes;
    int64_t pixels;
} twk_direct_plan;

/* Whether a field of a spec is about atoms. */
bool twk_is_about_atoms(const twk_field *field);

/* Whether the direction and the channels are such that a kernel without atoms can be had. */
bool twk_fits_direct(const twk_spec *spec);

/* What multiplies, where the spec leaves it open: no atoms where groups have few channels, unless some field is about
 * them. */
twk_method twk_choose_method(const twk_spec *spec);

/* Groups of a workgroup without atoms, where the spec leaves it open: as many as are side by side and whose filters fit. */
int64_t twk_choose_direct_groups(const twk_spec *spec);

/* The groups that are left, halved until what they take is within a limit; 0 where that cannot be. */
int64_t twk_largest_fitting(int64_t groups, int64_t taken, int64_t limit);

/* The plan of a spec whose workgroups have so many groups. */
twk_direct_plan twk_plan_direct(const twk_spec *spec, int64_t together);

#endif
