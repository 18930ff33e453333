#include "conv/work_item.h"

#include "machine/interface.h"

/* The work item of a workgroup, where the machine deals workgroups out over chiplets in turn.
 *
 * Chiplet c gets workgroups c, c + chiplets, ...; it is given neighbouring items: as many as it has workgroups, those
 * of the first total % chiplets being one more. */
static twk_node *deal_back(twk_builder *b, twk_node *index, int64_t total, int64_t chiplets) {
    int64_t longer = total % chiplets;
    if (chiplets == 1) {
        return index;
    }
    twk_node *chiplet = twk_urem(b, index, twk_constant(b, chiplets));
    twk_node *turn = twk_udiv(b, index, twk_constant(b, chiplets));
    twk_node *start = twk_mul(b, chiplet, twk_constant(b, total / chiplets));
    if (longer) {
        twk_node *few = twk_compare(b, TWK_PREDICATE_ULT, chiplet, twk_constant(b, longer));
        twk_node *before = twk_select(b, few, chiplet, twk_constant(b, longer));
        start = twk_add(b, start, before);
    }
    return twk_add(b, start, turn);
}

/* The index-th tile: `group` rows of tiles are walked together, column by column. */
static void walk_tiles(twk_builder *b, const twk_plan *plan, twk_node *index, twk_tile *tile) {
    int64_t group = plan->spec.tile_group;
    twk_node *in_band = twk_constant(b, group * plan->tiles_n);
    twk_node *height = twk_constant(b, group);
    if (group == 1) {
        tile->m = twk_udiv(b, index, in_band);
        tile->n = twk_urem(b, index, in_band);
        return;
    }
    twk_node *band = twk_udiv(b, index, in_band);
    twk_node *within = twk_urem(b, index, in_band);
    twk_node *first = twk_mul(b, band, height);
    if (plan->tiles_m % group) {
        twk_node *left = twk_sub(b, twk_constant(b, plan->tiles_m), first);
        twk_node *shorter = twk_compare(b, TWK_PREDICATE_ULT, left, height);
        height = twk_select(b, shorter, left, height);
    }
    tile->m = twk_urem(b, within, height);
    tile->m = twk_add(b, first, tile->m);
    tile->n = twk_udiv(b, within, height);
}

twk_tile twk_grid_tile(twk_builder *b, const twk_plan *plan) {
    const twk_spec *spec = &plan->spec;
    int64_t tiles = plan->tiles_m * plan->tiles_n;
    bool phased = plan->shape.phases != 1;
    twk_tile tile;
    twk_comment(b, "work item: group, phase, tile");
    twk_node *index = b->machine->workgroup(b, 0);
    twk_node *slices = twk_constant(b, plan->slices);
    twk_node *row = plan->kernels[0].grid[1] > 1 ? b->machine->workgroup(b, 1) : twk_constant(b, 0);
    tile.group = twk_udiv(b, row, slices);
    tile.slice = twk_urem(b, row, slices);
    index = deal_back(b, index, plan->kernels[0].grid[0], spec->chiplets);
    tile.phase = phased ? twk_udiv(b, index, twk_constant(b, tiles)) : twk_constant(b, 0);
    twk_node *in_phase = phased ? twk_urem(b, index, twk_constant(b, tiles)) : index;
    walk_tiles(b, plan, in_phase, &tile);
    tile.m = twk_mul(b, tile.m, twk_constant(b, spec->tile_m));
    tile.n = twk_mul(b, tile.n, twk_constant(b, spec->tile_n));
    return tile;
}

twk_work_item twk_whole_reduction(twk_builder *b, const twk_gemm_shape *shape, twk_tile tile, twk_node *reduction) {
    twk_node *always = twk_constant_of(b, 1, TWK_I1);
    const twk_work_item item = {tile, twk_constant(b, 0), reduction, shape->k_unit, always, always, NULL};
    return item;
}

twk_work_item twk_slice_of_reduction(twk_builder *b, const twk_plan *plan, twk_tile tile, twk_node *reduction) {
    bool exact = plan->shape.k_unit % (plan->slice_step * plan->slices) == 0;
    twk_node *step = twk_constant(b, plan->slice_step);
    twk_node *slices = twk_constant(b, plan->slices);
    twk_node *turns = twk_add(b, reduction, twk_constant(b, plan->slice_step - 1));
    turns = twk_udiv(b, turns, step);
    twk_node *each = twk_add(b, turns, twk_constant(b, plan->slices - 1));
    each = twk_udiv(b, each, slices);
    twk_node *begin = twk_mul(b, tile.slice, each);
    twk_node *inside = twk_compare(b, TWK_PREDICATE_ULT, begin, turns);
    begin = twk_select(b, inside, begin, turns);
    twk_work_item item;
    item.tile = tile;
    item.iterations = twk_mul(b, each, twk_constant(b, plan->slice_step / plan->spec.tile_k));
    item.first = twk_compare(b, TWK_PREDICATE_EQ, tile.slice, twk_constant(b, 0));
    item.last = twk_compare(b, TWK_PREDICATE_EQ, tile.slice, twk_constant(b, plan->slices - 1));
    item.k_begin = twk_mul(b, begin, step);
    item.k_end = reduction;
    item.k_unit = exact ? plan->slice_step : 1;
    return item;
}

twk_node *twk_trip_count(twk_builder *b, const twk_work_item *item, int64_t tile_k) {
    if (item->iterations) {
        return item->iterations;
    }
    twk_node *length = twk_sub(b, item->k_end, item->k_begin);
    twk_node *raised = twk_add(b, length, twk_constant(b, tile_k - 1));
    return twk_udiv(b, raised, twk_constant(b, tile_k));
}
