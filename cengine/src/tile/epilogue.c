#include "tile/epilogue.h"

#include <string.h>

#include "tile/fragments.h"
#include "tile/lanes.h"
#include "tile/sharing.h"

/* Row and column of a place in a tile. */
typedef struct corner {
    twk_node *row;
    twk_node *column;
} corner;

/* What an m (of_rows) or n contributes to the place in the output; n also brings the base. */
static twk_place_part index_part(twk_builder *b, const twk_output_tile *tile, bool of_rows, twk_node *index) {
    const twk_digits *digits = of_rows ? &tile->map->first : &tile->map->second;
    bool exact = of_rows ? tile->exact_m : tile->exact_n;
    const twk_digit_values values = twk_split(b, digits, index);
    return twk_evaluate(b, tile->map, digits, values.at, !of_rows, exact);
}

/* Row and column in the tile of this lane's slot 0 of the warp's first atom, but for what depends on the slot. */
static corner warp_corner(twk_builder *b, const twk_output_tile *tile) {
    corner at;
    twk_node *of_lane;
    at.row = twk_mul(b, tile->warp_m, twk_constant(b, tile->warp_rows));
    of_lane = twk_lane_coordinate(b, &tile->atom->result_row, tile->lane);
    at.row = twk_add(b, at.row, of_lane);
    at.column = twk_mul(b, tile->warp_n, twk_constant(b, tile->warp_columns));
    of_lane = twk_lane_coordinate(b, &tile->atom->result_column, tile->lane);
    at.column = twk_add(b, at.column, of_lane);
    return at;
}

/* How far one slot of an accumulator is from the warp's corner. */
typedef struct distance {
    int64_t down;
    int64_t right;
} distance;

static distance slot_distance(const twk_output_tile *tile, size_t accumulator, int64_t slot) {
    const twk_atom *atom = tile->atom;
    int64_t across = tile->warp_columns / atom->n;
    distance far;
    far.down = (int64_t)accumulator / across * atom->m + twk_slot_coordinate(&atom->result_row, slot);
    far.right = (int64_t)accumulator % across * atom->n + twk_slot_coordinate(&atom->result_column, slot);
    return far;
}

/* One slot of an accumulator in the output's type. */
static twk_node *cast_slot(twk_builder *b, const twk_output_tile *tile, twk_node *accumulator, int64_t slot) {
    twk_node *value = twk_extract(b, accumulator, slot);
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

void twk_store_direct(twk_builder *b, const twk_output_tile *tile, twk_nodes accumulators) {
    corner at = warp_corner(b, tile);
    twk_place_part *rows = new_parts(b, tile->warp_rows);
    twk_place_part *columns = new_parts(b, tile->warp_columns);
    size_t i;
    int64_t slot;
    if (b->arena->failed) {
        return;
    }
    at.row = twk_add(b, tile->origin_m, at.row);
    at.column = twk_add(b, tile->origin_n, at.column);
    for (i = 0; i < accumulators.count; i++) {
        for (slot = 0; slot < tile->atom->result_length; slot++) {
            const distance far = slot_distance(tile, i, slot);
            twk_place_part *row = &rows[far.down];
            twk_place_part *column = &columns[far.right];
            twk_place place;
            twk_node *value;
            if (!row->offset) {
                twk_node *index = twk_add(b, at.row, twk_constant(b, far.down));
                *row = index_part(b, tile, true, index);
            }
            if (!column->offset) {
                twk_node *index = twk_add(b, at.column, twk_constant(b, far.right));
                *column = index_part(b, tile, false, index);
            }
            place = twk_combine(b, tile->map, row, column);
            value = cast_slot(b, tile, accumulators.at[i], slot);
            b->machine->store(b, tile->tensor, place.offset, place.valid, value);
        }
    }
}

void twk_shuffle_through_lds(twk_builder *b, const twk_output_tile *tile, twk_node *lds, twk_nodes accumulators) {
    const corner at = warp_corner(b, tile);
    int64_t size = twk_type_bytes(tile->element);
    int64_t row_bytes = tile->tile_n * size;
    twk_node *row_offset = twk_mul(b, at.row, twk_constant(b, row_bytes));
    twk_node *column_offset = twk_mul(b, at.column, twk_constant(b, size));
    twk_node *moved = twk_add(b, row_offset, column_offset);
    twk_node *address = twk_offset(b, lds, moved);
    size_t i;
    int64_t slot;
    for (i = 0; i < accumulators.count; i++) {
        for (slot = 0; slot < tile->atom->result_length; slot++) {
            const distance far = slot_distance(tile, i, slot);
            twk_node *value = cast_slot(b, tile, accumulators.at[i], slot);
            twk_node *place = twk_offset(b, address, twk_constant(b, far.down * row_bytes + far.right * size));
            twk_store(b, value, place, size, TWK_NO_SCOPE);
        }
    }
}

/* The parts of the rows or columns that a thread stores to, from one up to another. */
static void make_parts(twk_builder *b, const twk_output_tile *tile, bool of_rows, const twk_indices *indices,
                       twk_place_part *parts, size_t from, size_t to) {
    twk_node *origin = of_rows ? tile->origin_m : tile->origin_n;
    size_t i;
    for (i = from; i < to; i++) {
        twk_node *index = twk_add(b, origin, indices->of.at[i]);
        parts[i] = index_part(b, tile, of_rows, index);
    }
}

/* Store one vector of the tile in LDS. */
static void store_vector(twk_builder *b, const twk_output_tile *tile, twk_node *lds, const twk_type *type,
                         twk_node *row, twk_node *column, const twk_place_part *row_part,
                         const twk_place_part *column_part) {
    int64_t size = twk_type_bytes(tile->element);
    twk_node *row_offset = twk_mul(b, row, twk_constant(b, tile->tile_n * size));
    twk_node *column_offset = twk_mul(b, column, twk_constant(b, size));
    twk_node *moved = twk_add(b, row_offset, column_offset);
    twk_node *address = twk_offset(b, lds, moved);
    twk_node *value = twk_load(b, type, address, twk_type_bytes(type), TWK_NO_SCOPE);
    const twk_place place = twk_combine(b, tile->map, row_part, column_part);
    b->machine->store(b, tile->tensor, place.offset, place.valid, value);
}

void twk_store_shuffled(twk_builder *b, const twk_output_tile *tile, twk_node *lds, twk_node *thread, int64_t threads,
                        int64_t vector) {
    const twk_type *type = twk_vector((int)vector, tile->element);
    const twk_slots slots = twk_share(b, thread, tile->tile_m, tile->tile_n, vector, threads);
    twk_place_part *rows = new_parts(b, (int64_t)slots.rows.of.count);
    twk_place_part *columns = new_parts(b, (int64_t)slots.columns.of.count);
    twk_slot_group group = {0, 0, 0, 0};
    size_t known_rows = 0;
    size_t known_columns = 0;
    size_t i;
    while (!b->arena->failed && twk_next_group(slots.places, slots.count, &group)) {
        if (group.first) {
            b->machine->hold_schedule(b);
        }
        make_parts(b, tile, true, &slots.rows, rows, known_rows, group.rows);
        make_parts(b, tile, false, &slots.columns, columns, known_columns, group.columns);
        known_rows = group.rows;
        known_columns = group.columns;
        for (i = group.first; i < group.end; i++) {
            const twk_slot slot = slots.places[i];
            store_vector(b, tile, lds, type, slots.rows.of.at[slot.row], slots.columns.of.at[slot.column],
                         &rows[slot.row], &columns[slot.column]);
        }
    }
}
