#include "tile/output_chain.h"

#include <string.h>

#include "tile/fragments.h"
#include "tile/place.h"
#include "tile/sharing.h"

twk_output_tile twk_make_output_tile(const twk_kernel *kernel, const twk_stage *stages, size_t stage_count) {
    twk_output_tile tile;
    tile.kernel = kernel;
    tile.tensor = kernel->tensors[TWK_OPERAND_D];
    tile.map = &kernel->maps[TWK_OPERAND_D];
    tile.element = twk_element_of(kernel, TWK_OPERAND_D);
    tile.stages = stages;
    tile.stage_count = stage_count;
    return tile;
}

/* An index that is so many further than one of a lane's corner. */
static twk_node *index_of(twk_builder *b, twk_node *origin, twk_node *corner, int64_t further) {
    twk_node *first = twk_add(b, origin, corner);
    return twk_add(b, first, twk_constant(b, further));
}

twk_node *twk_element_m(twk_builder *b, const twk_element *element) {
    return index_of(b, element->tile->kernel->item.tile.m, element->row, element->down);
}

twk_node *twk_element_n(twk_builder *b, const twk_element *element) {
    return index_of(b, element->tile->kernel->item.tile.n, element->column, element->right);
}

/* What an m (of_rows) or n contributes to the place in the output; n also brings the base. */
static twk_place_part index_part(twk_builder *b, const twk_output_tile *tile, bool of_rows, twk_node *index) {
    const twk_digits *digits = of_rows ? &tile->map->first : &tile->map->second;
    bool exact = tile->kernel->plan->exact[of_rows ? TWK_OPERAND_A : TWK_OPERAND_B];
    const twk_digit_values values = twk_split(b, digits, index);
    return twk_evaluate(b, tile->map, digits, values.at, !of_rows, exact);
}

/* This lane's corner of the tile, from which `next_element` goes on: row and column of slot 0 of the warp's first atom,
 * but for what depends on the slot. */
static twk_element warp_corner(twk_builder *b, const twk_output_tile *tile) {
    twk_element at = {tile, NULL, NULL, NULL, 0, 0, 0};
    at.row = twk_mul(b, tile->kernel->who.warp_m, twk_constant(b, tile->kernel->plan->warp_tile[TWK_OPERAND_A]));
    twk_node *of_lane = twk_lane_coordinate(b, &tile->kernel->plan->atom->d.row, tile->kernel->who.lane);
    at.row = twk_add(b, at.row, of_lane);
    at.column = twk_mul(b, tile->kernel->who.warp_n, twk_constant(b, tile->kernel->plan->warp_tile[TWK_OPERAND_B]));
    of_lane = twk_lane_coordinate(b, &tile->kernel->plan->atom->d.column, tile->kernel->who.lane);
    at.column = twk_add(b, at.column, of_lane);
    return at;
}

/* Go to one of the elements that this lane holds; false after the last. */
static bool next_element(twk_element *element, twk_nodes accumulators, size_t number) {
    const twk_output_tile *tile = element->tile;
    const twk_atom *atom = tile->kernel->plan->atom;
    int64_t across = tile->kernel->plan->warp_tile[TWK_OPERAND_B] / atom->n;
    int64_t index = (int64_t)number / atom->d.length;
    int64_t slot = (int64_t)number % atom->d.length;
    size_t each = (size_t)atom->d.length / twk_pieces(atom, TWK_PASSED_C);
    if (number / each >= accumulators.count) {
        return false;
    }
    element->accumulator = accumulators.at[number / each];
    element->slot = (int64_t)(number % each);
    element->down = index / across * atom->m + twk_coordinate_at(&atom->d.row, 0, slot);
    element->right = index % across * atom->n + twk_coordinate_at(&atom->d.column, 0, slot);
    return true;
}

/* An element's value after all stages, in the output's type. */
static twk_node *finished(twk_builder *b, const twk_element *element) {
    const twk_output_tile *tile = element->tile;
    twk_node *value = twk_extract(b, element->accumulator, element->slot);
    for (size_t i = 0; i < tile->stage_count; i++) {
        value = tile->stages[i](b, element, value);
    }
    return twk_cast(b, TWK_OP_FPTRUNC, value, tile->element);
}

/* Room for the part of each index from 0 to `count`, none of them made yet; NULL where memory runs out. */
static twk_place_part *new_parts(twk_builder *b, int64_t count) {
    twk_place_part *parts = twk_arena_take(b->arena, (size_t)count, sizeof *parts);
    if (parts) {
        memset(parts, 0, (size_t)count * sizeof *parts);
    }
    return parts;
}

/* Write a scalar or vector to the output, or add it to what is there. */
static void put(twk_builder *b, const twk_output_tile *tile, twk_place place, twk_node *value) {
    if (!twk_adds(&tile->kernel->plan->spec)) {
        b->machine->store(b, tile->tensor, place.offset, place.valid, value);
        return;
    }
    for (int64_t index = 0; index < value->type->lanes; index++) {
        twk_node *offset = twk_add(b, place.offset, twk_constant(b, index * twk_type_bytes(tile->element)));
        twk_node *element = twk_extract(b, value, index);
        b->machine->add(b, tile->tensor, offset, place.valid, element);
    }
}

/* Store each element by itself. */
static void store_direct(twk_builder *b, const twk_output_tile *tile, twk_nodes accumulators) {
    twk_element element = warp_corner(b, tile);
    twk_node *first_m = twk_add(b, tile->kernel->item.tile.m, element.row);
    twk_node *first_n = twk_add(b, tile->kernel->item.tile.n, element.column);
    twk_place_part *rows = new_parts(b, tile->kernel->plan->warp_tile[TWK_OPERAND_A]);
    twk_place_part *columns = new_parts(b, tile->kernel->plan->warp_tile[TWK_OPERAND_B]);
    for (size_t i = 0; !b->arena->failed && next_element(&element, accumulators, i); i++) {
        twk_place_part *row = &rows[element.down];
        twk_place_part *column = &columns[element.right];
        if (!row->offset) {
            twk_node *index = twk_add(b, first_m, twk_constant(b, element.down));
            *row = index_part(b, tile, true, index);
        }
        if (!column->offset) {
            twk_node *index = twk_add(b, first_n, twk_constant(b, element.right));
            *column = index_part(b, tile, false, index);
        }
        twk_place place = twk_combine_parts(b, tile->map, row, column);
        twk_node *value = finished(b, &element);
        put(b, tile, place, value);
    }
}

/* Where a row and a column of the tile that is shuffled lie in LDS. */
static twk_node *shuffled_place(twk_builder *b, const twk_output_tile *tile, twk_node *row, twk_node *column) {
    int64_t size = twk_type_bytes(tile->element);
    twk_node *row_offset = twk_mul(b, row, twk_constant(b, tile->kernel->plan->shuffled_row_bytes));
    twk_node *column_offset = twk_mul(b, column, twk_constant(b, size));
    twk_node *moved = twk_add(b, row_offset, column_offset);
    return twk_offset(b, tile->kernel->lds, moved);
}

/* Slots of a lane's accumulator that follow each other along a row: pairs do, or none. */
static size_t slots_in_a_row(const twk_atom *atom) {
    for (int64_t slot = 0; slot < atom->d.length; slot += 2) {
        if (twk_coordinate_at(&atom->d.row, 0, slot + 1) != twk_coordinate_at(&atom->d.row, 0, slot) ||
            twk_coordinate_at(&atom->d.column, 0, slot + 1) != twk_coordinate_at(&atom->d.column, 0, slot) + 1) {
            return 1;
        }
    }
    return 2;
}

/* Write the elements to LDS as a row-major tile. The pipeline has left LDS free: a barrier stands between its last read
 * and this. */
static void shuffle_through_lds(twk_builder *b, const twk_output_tile *tile, twk_nodes accumulators) {
    twk_element element = warp_corner(b, tile);
    int64_t size = twk_type_bytes(tile->element);
    twk_node *address = shuffled_place(b, tile, element.row, element.column);
    size_t run = slots_in_a_row(tile->kernel->plan->atom);
    twk_nodes values = twk_new_nodes(b, run);
    for (size_t i = 0; values.count && next_element(&element, accumulators, i); i++) {
        values.at[i % run] = finished(b, &element);
        if (i % run + 1 == run) {
            int64_t first = element.right - (int64_t)run + 1;
            int64_t further = element.down * tile->kernel->plan->shuffled_row_bytes + first * size;
            twk_node *value = twk_concatenate(b, values);
            twk_node *place = twk_offset(b, address, twk_constant(b, further));
            twk_store(b, value, place, twk_type_bytes(value->type), TWK_NO_SCOPE);
        }
    }
}

/* The parts of the rows or columns that a thread stores to, from one up to another. */
static void make_parts(twk_builder *b, const twk_output_tile *tile, bool of_rows, const twk_indices *indices,
                       twk_place_part *parts, size_t from, size_t to) {
    twk_node *origin = of_rows ? tile->kernel->item.tile.m : tile->kernel->item.tile.n;
    for (size_t i = from; i < to; i++) {
        twk_node *index = twk_add(b, origin, indices->of.at[i]);
        parts[i] = index_part(b, tile, of_rows, index);
    }
}

/* Store one vector of the tile in LDS. */
static void store_vector(twk_builder *b, const twk_output_tile *tile, twk_node *row, twk_node *column,
                         const twk_place_part *row_part, const twk_place_part *column_part) {
    const twk_type *type = twk_vector((int)tile->kernel->plan->output.vector, tile->element);
    twk_node *address = shuffled_place(b, tile, row, column);
    twk_node *value = twk_load(b, type, address, twk_type_bytes(type), TWK_NO_SCOPE);
    const twk_place place = twk_combine_parts(b, tile->map, row_part, column_part);
    put(b, tile, place, value);
}

/* Store the tile that was shuffled through LDS, in vectors along its rows. */
static void store_shuffled(twk_builder *b, const twk_output_tile *tile) {
    twk_slot_group group = {0, 0, 0, 0};
    twk_slot_group known = group;
    b->machine->barrier(b);
    twk_comment(b, "epilogue: wide stores");
    twk_slots slots = twk_share(b, tile->kernel->who.thread, &tile->kernel->plan->output);
    twk_place_part *rows = new_parts(b, (int64_t)slots.rows.of.count);
    twk_place_part *columns = new_parts(b, (int64_t)slots.columns.of.count);
    while (!b->arena->failed && twk_next_group(slots.places, slots.count, &group)) {
        if (group.first) {
            b->machine->hold_schedule(b);
        }
        make_parts(b, tile, true, &slots.rows, rows, known.rows, group.rows);
        make_parts(b, tile, false, &slots.columns, columns, known.columns, group.columns);
        known = group;
        for (size_t i = group.first; i < group.end; i++) {
            const twk_slot slot = slots.places[i];
            store_vector(b, tile, slots.rows.of.at[slot.row], slots.columns.of.at[slot.column], &rows[slot.row],
                         &columns[slot.column]);
        }
    }
}

/* How the output leaves: each element by itself, from the lane that accumulated it; or through LDS, in vectors along the
 * rows of the output. `leave` by the threads that hold accumulators, then, if it has one, `finish` by all. */
typedef struct sink_steps {
    void (*leave)(twk_builder *b, const twk_output_tile *tile, twk_nodes accumulators);
    void (*finish)(twk_builder *b, const twk_output_tile *tile);
} sink_steps;

/* The sink of a tile's epilogue; a plan has none that is open. */
static sink_steps steps_of(const twk_output_tile *tile) {
    sink_steps steps = {store_direct, NULL};
    switch (tile->kernel->plan->spec.epilogue) {
    case TWK_EPILOGUE_AUTO:
    case TWK_EPILOGUE_DIRECT:
        break;
    case TWK_EPILOGUE_CSHUFFLE:
        steps.leave = shuffle_through_lds;
        steps.finish = store_shuffled;
        break;
    }
    return steps;
}

void twk_leave(twk_builder *b, const twk_output_tile *tile, twk_nodes accumulators) {
    twk_comment(b, "epilogue");
    steps_of(tile).leave(b, tile, accumulators);
}

void twk_finish(twk_builder *b, const twk_output_tile *tile) {
    const sink_steps steps = steps_of(tile);
    if (steps.finish) {
        steps.finish(b, tile);
    }
}
