#include "tile_fragments.h"

#include "tile_lanes.h"
#include "tile_place.h"

twk_node *twk_lane_coordinate(twk_builder *b, const twk_lane_map *map, twk_node *lane) {
    twk_node *total = twk_constant(b, 0);
    int i;
    for (i = 0; i < map->count; i++) {
        const twk_term *term = &map->terms[i];
        twk_node *value;
        if (!term->of_lane) {
            continue;
        }
        value = twk_udiv(b, lane, twk_constant(b, term->divide));
        if (term->modulo) {
            value = twk_urem(b, value, twk_constant(b, term->modulo));
        }
        value = twk_mul(b, value, twk_constant(b, term->times));
        total = twk_add(b, total, value);
    }
    return total;
}

/* Runs of slots in a lane's operand. */
static size_t runs(const twk_fragments *fragments) {
    return (size_t)(fragments->of.atom->operand_length / fragments->run);
}

/* Reduction index of a run at one step, but for what depends on the lane. */
static int64_t reduction_offset(const twk_fragments *fragments, int64_t step, size_t run) {
    const twk_atom *atom = fragments->of.atom;
    return step * atom->k + twk_slot_coordinate(&atom->reduction, (int64_t)run * fragments->run);
}

bool twk_make_fragments(twk_builder *b, twk_fragments *fragments, const twk_fragment_setting *setting) {
    const twk_atom *atom = setting->atom;
    const twk_tile_layout *layout = &setting->layout;
    const twk_lane_map *free = setting->rows_operand ? &atom->row : &atom->column;
    twk_node *lane_free;
    twk_node *lane_k;
    twk_node *warp_free;
    size_t i;
    fragments->of = *setting;
    fragments->edge = setting->rows_operand ? atom->m : atom->n;
    fragments->free = free;
    fragments->run = twk_run_length(free, &atom->reduction, atom->operand_length);
    fragments->steps = layout->tile_k / atom->k;
    fragments->count = (size_t)(setting->warp_size / fragments->edge);
    warp_free = twk_mul(b, setting->warp, twk_constant(b, setting->warp_size));
    lane_free = twk_lane_coordinate(b, layout->k_outer ? &atom->transposed_column : free, setting->lane);
    lane_free = twk_add(b, warp_free, lane_free);
    lane_k = twk_lane_coordinate(b, layout->k_outer ? &atom->transposed_row : &atom->reduction, setting->lane);
    fragments->addresses = twk_new_nodes(b, layout->swizzle ? (size_t)fragments->steps * runs(fragments) : 1);
    for (i = 0; i < fragments->addresses.count; i++) {
        size_t of_step = runs(fragments);
        int64_t start = layout->swizzle ? reduction_offset(fragments, (int64_t)(i / of_step), i % of_step) : 0;
        twk_node *k = twk_add(b, lane_k, twk_constant(b, start));
        twk_node *place = twk_element_place(b, layout, lane_free, k);
        fragments->addresses.at[i] = twk_offset(b, setting->lds, place);
    }
    return !b->arena->failed;
}

/* A fragment from an M-outer tile: runs along its rows. */
static void read_rows(twk_builder *b, const twk_fragments *fragments, size_t atom_index, int64_t step, int64_t stage,
                      twk_nodes parts) {
    const twk_fragment_setting *of = &fragments->of;
    const twk_tile_layout *layout = &of->layout;
    const twk_type *type = twk_vector((int)fragments->run, of->element);
    int64_t bytes = twk_type_bytes(type);
    int64_t row_align = twk_row_align(layout);
    size_t i;
    for (i = 0; i < parts.count; i++) {
        int64_t slot = (int64_t)i * fragments->run;
        int64_t row = (int64_t)atom_index * fragments->edge + twk_slot_coordinate(fragments->free, slot);
        int64_t column = layout->swizzle ? 0 : reduction_offset(fragments, step, i);
        int64_t within = row * twk_row_bytes(layout) + column * layout->element_bytes;
        twk_node *base = fragments->addresses.at[layout->swizzle ? (size_t)step * parts.count + i : 0];
        twk_node *place = twk_offset(b, base, twk_constant(b, stage * of->stage_bytes + within));
        parts.at[i] =
            twk_load(b, type, place, bytes < row_align ? bytes : row_align, of->staged ? stage : TWK_NO_SCOPE);
    }
}

/* A fragment from a K-outer tile: transposed reads, each `transposed_step` rows further. */
static void read_transposed(twk_builder *b, const twk_fragments *fragments, size_t atom_index, int64_t step,
                            int64_t stage, twk_nodes parts) {
    const twk_fragment_setting *of = &fragments->of;
    const twk_tile_layout *layout = &of->layout;
    const twk_type *type = twk_vector(of->atom->operand_length / (int)parts.count, of->element);
    size_t i;
    for (i = 0; i < parts.count; i++) {
        int64_t row = step * of->atom->k + (int64_t)i * of->atom->transposed_step;
        int64_t column = (int64_t)atom_index * fragments->edge;
        int64_t within = row * twk_row_bytes(layout) + column * layout->element_bytes;
        twk_node *moved = twk_constant(b, stage * of->stage_bytes + within);
        twk_node *place = twk_offset(b, fragments->addresses.at[0], moved);
        parts.at[i] = b->target->read_transposed(b, place, type, of->staged ? stage : TWK_NO_SCOPE);
    }
}

twk_node *twk_read_fragment(twk_builder *b, const twk_fragments *fragments, size_t atom_index, int64_t step,
                            int64_t stage) {
    bool k_outer = fragments->of.layout.k_outer;
    int64_t elements = k_outer ? b->function->arch->transposed_read : fragments->run;
    twk_nodes parts = twk_new_nodes(b, (size_t)(fragments->of.atom->operand_length / elements));
    if (!parts.count) {
        return b->sink;
    }
    if (k_outer) {
        read_transposed(b, fragments, atom_index, step, stage, parts);
    } else {
        read_rows(b, fragments, atom_index, step, stage, parts);
    }
    return twk_concatenate(b, parts);
}
