/* Work items: which tile of which phase of which group a workgroup computes, and in what order they are handed out. */
#ifndef TWK_CONV_WORK_ITEM_H
#define TWK_CONV_WORK_ITEM_H

#include "ir/builder.h"
#include "spec/problem.h"

/* What one workgroup does: its group, its phase, and the first row and column of its output tile. */
typedef struct twk_work_item {
    twk_node *group;
    twk_node *phase;
    twk_node *origin_m;
    twk_node *origin_n;
} twk_work_item;

/* Tiles of one phase along m and n. */
int64_t twk_tiles_m(const twk_spec *spec, const twk_gemm_shape *shape);
int64_t twk_tiles_n(const twk_spec *spec, const twk_gemm_shape *shape);

/* The work item of this workgroup: all phases and tiles along x of the grid, groups along y. */
twk_work_item twk_make_work_item(twk_builder *b, const twk_spec *spec, const twk_gemm_shape *shape);

#endif
