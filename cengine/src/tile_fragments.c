#include "tile_fragments.h"

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

int64_t twk_slot_coordinate(const twk_lane_map *map, int64_t slot) {
    int64_t total = 0;
    int i;
    for (i = 0; i < map->count; i++) {
        const twk_term *term = &map->terms[i];
        if (!term->of_lane) {
            int64_t value = slot / term->divide;
            total += (term->modulo ? value % term->modulo : value) * term->times;
        }
    }
    return total;
}

/* Whether slots in groups of `run` lie side by side along the reduction in one row. */
static bool are_together(const twk_lane_map *free, const twk_lane_map *reduction, int64_t length, int64_t run) {
    int64_t slot;
    for (slot = 0; slot < length; slot++) {
        int64_t start = slot - slot % run;
        if (twk_slot_coordinate(reduction, slot) != twk_slot_coordinate(reduction, start) + slot % run ||
            twk_slot_coordinate(free, slot) != twk_slot_coordinate(free, start)) {
            return false;
        }
    }
    return true;
}

/* How many slots, a power of two, always lie side by side along the reduction in one row. */
static int64_t run_length(const twk_lane_map *free, const twk_lane_map *reduction, int64_t length) {
    int64_t run = length;
    while (run > 1 && !are_together(free, reduction, length, run)) {
        run /= 2;
    }
    return run;
}

twk_fragments twk_make_fragments(twk_builder *b, const twk_fragments_options *options) {
    const twk_atom *atom = options->atom;
    twk_fragments fragments;
    twk_node *row;
    twk_node *column;
    twk_node *lane_row;
    fragments.atom = atom;
    fragments.element = options->element;
    fragments.row_bytes = options->row_bytes;
    fragments.edge = options->rows_operand ? atom->m : atom->n;
    fragments.free = options->rows_operand ? &atom->row : &atom->column;
    fragments.run = run_length(fragments.free, &atom->reduction, atom->operand_length);
    fragments.count = (size_t)(options->warp_size / fragments.edge);
    row = twk_mul(b, options->warp, twk_constant(b, options->warp_size));
    lane_row = twk_lane_coordinate(b, fragments.free, options->lane);
    row = twk_add(b, row, lane_row);
    row = twk_mul(b, row, twk_constant(b, options->row_bytes));
    column = twk_lane_coordinate(b, &atom->reduction, options->lane);
    column = twk_mul(b, column, twk_constant(b, twk_type_bytes(options->element)));
    row = twk_add(b, row, column);
    fragments.address = twk_offset(b, options->lds, row);
    return fragments;
}

twk_node *twk_read_fragment(twk_builder *b, const twk_fragments *fragments, size_t atom_index, int64_t step) {
    const twk_atom *atom = fragments->atom;
    const twk_type *type = twk_vector((int)fragments->run, fragments->element);
    int64_t size = twk_type_bytes(fragments->element);
    int64_t row_align = fragments->row_bytes & -fragments->row_bytes;
    int64_t align = fragments->run * size < row_align ? fragments->run * size : row_align;
    twk_nodes parts = twk_new_nodes(b, (size_t)(atom->operand_length / fragments->run));
    size_t i;
    if (!parts.count) {
        return b->sink;
    }
    for (i = 0; i < parts.count; i++) {
        int64_t slot = (int64_t)i * fragments->run;
        int64_t row = (int64_t)atom_index * fragments->edge + twk_slot_coordinate(fragments->free, slot);
        int64_t column = step * atom->k + twk_slot_coordinate(&atom->reduction, slot);
        twk_node *moved = twk_constant(b, row * fragments->row_bytes + column * size);
        twk_node *place = twk_offset(b, fragments->address, moved);
        parts.at[i] = twk_load(b, type, place, align);
    }
    return twk_concatenate(b, parts);
}
