#include "tile/output_chain.h"

#include <string.h>

#include "tile/fragments.h"
#include "tile/place.h"
#include "tile/sharing.h"

/* An element of the output on its way: a slot of an accumulator, `down` and `right` of this lane's corner of the tile. */
typedef struct element {
    const twk_output_tile *tile;
    twk_node *row;
    twk_node *column;
    twk_node *accumulator;
    int64_t slot;
    int64_t down;
    int64_t right;
} element;

twk_output_tile twk_make_output_tile(const twk_kernel *kernel, const twk_chain *chain) {
    twk_output_tile tile;
    tile.kernel = kernel;
    tile.tensor = kernel->tensors[TWK_OPERAND_D];
    tile.map = &kernel->maps[TWK_OPERAND_D];
    tile.element = twk_element_of(kernel, TWK_OPERAND_D);
    tile.shuffled = chain->late ? TWK_FLOAT : tile.element;
    tile.chain = chain;
    return tile;
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
static element warp_corner(twk_builder *b, const twk_output_tile *tile) {
    element at = {tile, NULL, NULL, NULL, 0, 0, 0};
    at.row = twk_mul(b, tile->kernel->who.warp_m, twk_constant(b, tile->kernel->plan->warp_tile[TWK_OPERAND_A]));
    twk_node *of_lane = twk_lane_coordinate(b, &tile->kernel->plan->atom->d.row, tile->kernel->who.lane);
    at.row = twk_add(b, at.row, of_lane);
    at.column = twk_mul(b, tile->kernel->who.warp_n, twk_constant(b, tile->kernel->plan->warp_tile[TWK_OPERAND_B]));
    of_lane = twk_lane_coordinate(b, &tile->kernel->plan->atom->d.column, tile->kernel->who.lane);
    at.column = twk_add(b, at.column, of_lane);
    return at;
}

/* Go to one of the elements that this lane holds; false after the last. */
static bool next_element(element *at, twk_nodes accumulators, size_t number) {
    const twk_output_tile *tile = at->tile;
    const twk_atom *atom = tile->kernel->plan->atom;
    int64_t across = tile->kernel->plan->warp_tile[TWK_OPERAND_B] / atom->n;
    int64_t index = (int64_t)number / atom->d.length;
    int64_t slot = (int64_t)number % atom->d.length;
    size_t each = (size_t)atom->d.length / twk_pieces(atom, TWK_PASSED_C);
    if (number / each >= accumulators.count) {
        return false;
    }
    at->accumulator = accumulators.at[number / each];
    at->slot = (int64_t)(number % each);
    at->down = index / across * atom->m + twk_coordinate_at(&atom->d.row, 0, slot);
    at->right = index % across * atom->n + twk_coordinate_at(&atom->d.column, 0, slot);
    return true;
}

/* Load what the chain reads of the channels from an n on. */
static void load_channels(twk_builder *b, const twk_output_tile *tile, twk_node *index, int64_t width,
                          twk_loaded *loaded) {
    const twk_plan *plan = tile->kernel->plan;
    twk_node *n = twk_constant(b, plan->shape.n);
    if (tile->chain->by_channel) {
        twk_node *valid = plan->exact[TWK_OPERAND_B] ? NULL : twk_compare(b, TWK_PREDICATE_ULT, index, n);
        twk_node *channel = twk_mul(b, tile->kernel->item.tile.group, n);
        channel = twk_add(b, channel, index);
        twk_load_channels(b, tile->chain, channel, valid, width, loaded);
    }
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
        twk_node *part = twk_extract(b, value, index);
        b->machine->add(b, tile->tensor, offset, place.valid, part);
    }
}

/* Store each element by itself. */
static void store_direct(twk_builder *b, const twk_output_tile *tile, twk_nodes accumulators) {
    element at = warp_corner(b, tile);
    twk_node *first_m = twk_add(b, tile->kernel->item.tile.m, at.row);
    twk_node *first_n = twk_add(b, tile->kernel->item.tile.n, at.column);
    twk_place_part *rows = new_parts(b, tile->kernel->plan->warp_tile[TWK_OPERAND_A]);
    twk_place_part *columns = new_parts(b, tile->kernel->plan->warp_tile[TWK_OPERAND_B]);
    twk_loaded *channels = twk_new_loaded(b, (size_t)tile->kernel->plan->warp_tile[TWK_OPERAND_B]);
    twk_nodes one = twk_new_nodes(b, 1);
    for (size_t i = 0; !b->arena->failed && next_element(&at, accumulators, i); i++) {
        twk_place_part *row = &rows[at.down];
        twk_place_part *column = &columns[at.right];
        if (!row->offset) {
            twk_node *index = twk_add(b, first_m, twk_constant(b, at.down));
            *row = index_part(b, tile, true, index);
        }
        if (!column->offset) {
            twk_node *index = twk_add(b, first_n, twk_constant(b, at.right));
            *column = index_part(b, tile, false, index);
            load_channels(b, tile, index, 1, &channels[at.right]);
        }
        twk_place place = twk_combine_parts(b, tile->map, row, column);
        twk_loaded loaded = channels[at.right];
        twk_load_operands(b, tile->chain, TWK_STAGE_OPERAND_ELEMENT, place, 1, &loaded);
        one.at[0] = twk_extract(b, at.accumulator, at.slot);
        twk_node *value = twk_run_chain(b, tile->chain, one, &loaded);
        put(b, tile, place, value);
    }
}

/* Where a row and a column of the tile that is shuffled lie in LDS. */
static twk_node *shuffled_place(twk_builder *b, const twk_output_tile *tile, twk_node *row, twk_node *column) {
    int64_t size = twk_type_bytes(tile->shuffled);
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
    const twk_loaded none = {{NULL}};
    element at = warp_corner(b, tile);
    int64_t size = twk_type_bytes(tile->shuffled);
    twk_node *address = shuffled_place(b, tile, at.row, at.column);
    size_t run = slots_in_a_row(tile->kernel->plan->atom);
    twk_nodes values = twk_new_nodes(b, run);
    for (size_t i = 0; values.count && next_element(&at, accumulators, i); i++) {
        values.at[i % run] = twk_extract(b, at.accumulator, at.slot);
        if (i % run + 1 == run) {
            int64_t first = at.right - (int64_t)run + 1;
            int64_t further = at.down * tile->kernel->plan->shuffled_row_bytes + first * size;
            twk_node *value =
                tile->chain->late ? twk_concatenate(b, values) : twk_run_chain(b, tile->chain, values, &none);
            twk_node *place = twk_offset(b, address, twk_constant(b, further));
            twk_store(b, value, place, twk_type_bytes(value->type), TWK_NO_SCOPE);
        }
    }
}

/* The parts of the rows or columns that a thread stores to, from one up to another, and what the chain reads of their
 * `channels`. */
static void make_parts(twk_builder *b, const twk_output_tile *tile, bool of_rows, const twk_indices *indices,
                       twk_place_part *parts, twk_loaded *channels, size_t from, size_t to) {
    twk_node *origin = of_rows ? tile->kernel->item.tile.m : tile->kernel->item.tile.n;
    for (size_t i = from; i < to; i++) {
        twk_node *index = twk_add(b, origin, indices->of.at[i]);
        parts[i] = index_part(b, tile, of_rows, index);
        if (channels) {
            load_channels(b, tile, index, tile->kernel->plan->output.vector, &channels[i]);
        }
    }
}

/* The elements of a thread's vector that lie in LDS from an address on, in fp32. */
static twk_nodes read_shuffled(twk_builder *b, const twk_output_tile *tile, twk_node *address) {
    twk_nodes found = twk_new_nodes(b, (size_t)tile->kernel->plan->output.vector);
    size_t width = (size_t)twk_smaller((int64_t)found.count, TWK_VECTOR_BYTES / TWK_DWORD_BYTES);
    for (size_t first = 0; first < found.count; first += width) {
        const twk_type *type = twk_vector((int)width, TWK_FLOAT);
        twk_node *place = twk_offset(b, address, twk_constant(b, (int64_t)first * TWK_DWORD_BYTES));
        twk_node *loaded = twk_load(b, type, place, twk_type_bytes(type), TWK_NO_SCOPE);
        for (size_t i = 0; i < width; i++) {
            found.at[first + i] = twk_extract(b, loaded, (int64_t)i);
        }
    }
    return found;
}

/* What a thread knows of the vectors that it stores: parts of their rows and columns, what the chain reads of the channels
 * of each column; where each vector goes and all that the chain reads for it, where it goes through that. */
typedef struct stored_vectors {
    twk_slots slots;
    twk_place_part *rows;
    twk_place_part *columns;
    twk_loaded *channels;
    twk_place *places;
    twk_loaded *operands;
} stored_vectors;

/* Store one vector of the tile in LDS. */
static void store_vector(twk_builder *b, const twk_output_tile *tile, const stored_vectors *of, size_t number) {
    const twk_slot slot = of->slots.places[number];
    const twk_type *type = twk_vector((int)tile->kernel->plan->output.vector, tile->element);
    twk_node *address = shuffled_place(b, tile, of->slots.rows.of.at[slot.row], of->slots.columns.of.at[slot.column]);
    if (tile->chain->late) {
        const twk_nodes values = read_shuffled(b, tile, address);
        if (values.count) {
            twk_node *value = twk_run_chain(b, tile->chain, values, &of->operands[number]);
            put(b, tile, of->places[number], value);
        }
        return;
    }
    twk_node *value = twk_load(b, type, address, twk_type_bytes(type), TWK_NO_SCOPE);
    const twk_place place = twk_combine_parts(b, tile->map, &of->rows[slot.row], &of->columns[slot.column]);
    put(b, tile, place, value);
}

/* Store the tile that was shuffled through LDS, in vectors along its rows; of what goes through the chain first, operands
 * come before all that is stored with them. */
static void store_shuffled(twk_builder *b, const twk_output_tile *tile) {
    twk_slot_group group = {0, 0, 0, 0};
    twk_slot_group known = group;
    stored_vectors of;
    int64_t width = tile->kernel->plan->output.vector;
    b->machine->barrier(b);
    twk_comment(b, "epilogue: wide stores");
    of.slots = twk_share(b, tile->kernel->who.thread, &tile->kernel->plan->output);
    of.rows = new_parts(b, (int64_t)of.slots.rows.of.count);
    of.columns = new_parts(b, (int64_t)of.slots.columns.of.count);
    of.channels = twk_new_loaded(b, of.slots.columns.of.count);
    of.places = twk_arena_take(b->arena, of.slots.count, sizeof *of.places);
    of.operands = twk_new_loaded(b, of.slots.count);
    while (!b->arena->failed && twk_next_group(of.slots.places, of.slots.count, &group)) {
        if (group.first) {
            b->machine->hold_schedule(b);
        }
        make_parts(b, tile, true, &of.slots.rows, of.rows, NULL, known.rows, group.rows);
        make_parts(b, tile, false, &of.slots.columns, of.columns, of.channels, known.columns, group.columns);
        known = group;
        for (size_t i = group.first; tile->chain->late && i < group.end; i++) {
            const twk_slot slot = of.slots.places[i];
            of.places[i] = twk_combine_parts(b, tile->map, &of.rows[slot.row], &of.columns[slot.column]);
            of.operands[i] = of.channels[slot.column];
            twk_load_operands(b, tile->chain, TWK_STAGE_OPERAND_ELEMENT, of.places[i], width, &of.operands[i]);
        }
        for (size_t i = group.first; i < group.end; i++) {
            store_vector(b, tile, &of, i);
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
