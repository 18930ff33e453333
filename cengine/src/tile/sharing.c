#include "tile/sharing.h"

#include "tile/place.h"

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

bool twk_next_group(const twk_slot *places, size_t count, twk_slot_group *group) {
    group->first = group->end;
    group->end = count - group->first < TWK_TOGETHER ? count : group->first + TWK_TOGETHER;
    for (size_t i = group->first; i < group->end; i++) {
        group->rows = larger(group->rows, places[i].row + 1);
        group->columns = larger(group->columns, places[i].column + 1);
    }
    return group->first < count;
}

/* Indices that go on from the first `period`, `apart` more each time round. */
static void spread(twk_builder *b, twk_indices *indices, size_t period, int64_t apart) {
    indices->period = period;
    indices->apart = apart;
    for (size_t i = period; i < indices->of.count; i++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a period is 1 at least. */
        twk_node *moved = twk_constant(b, (int64_t)(i / period) * apart);
        indices->of.at[i] = twk_add(b, indices->of.at[i % period], moved);
    }
}

/* The threads divide a row: every row, at the same columns in each. */
static void share_columns(twk_builder *b, twk_slots *slots, twk_node *thread, const twk_shared_tile *tile) {
    size_t in_row = slots->columns.of.count;
    slots->columns.of.at[0] = twk_mul(b, thread, twk_constant(b, tile->vector));
    spread(b, &slots->columns, 1, tile->threads * tile->vector);
    slots->rows.of.at[0] = twk_constant(b, 0);
    spread(b, &slots->rows, 1, 1);
    for (size_t i = 0; i < slots->count; i++) {
        slots->places[i].row = i / in_row;
        slots->places[i].column = i % in_row;
    }
}

/* A row for each vector; the columns come back. */
static void share_rows(twk_builder *b, twk_slots *slots, twk_node *thread, const twk_shared_tile *tile) {
    int64_t per_row = tile->columns / tile->vector;
    size_t period = slots->columns.of.count;
    for (size_t i = 0; i < period; i++) {
        twk_node *index = twk_add(b, thread, twk_constant(b, (int64_t)i * tile->threads));
        slots->rows.of.at[i] = twk_udiv(b, index, twk_constant(b, per_row));
        slots->columns.of.at[i] = twk_urem(b, index, twk_constant(b, per_row));
    }
    spread(b, &slots->rows, period, tile->shared.apart);
    for (size_t i = 0; i < period; i++) {
        slots->columns.of.at[i] = twk_mul(b, slots->columns.of.at[i], twk_constant(b, tile->vector));
    }
    spread(b, &slots->columns, period, 0);
    for (size_t i = 0; i < slots->count; i++) {
        slots->places[i].row = i;
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a row has a vector. */
        slots->places[i].column = i % period;
    }
}

twk_slots twk_share(twk_builder *b, twk_node *thread, const twk_shared_tile *tile) {
    const twk_shared_vectors shared = tile->shared;
    size_t count = (size_t)(shared.whole_rows ? shared.rows * shared.columns : shared.rows);
    twk_slots slots = {{{NULL, 0}, 1, 0}, {{NULL, 0}, 1, 0}, count, NULL};
    slots.rows.of = twk_new_nodes(b, (size_t)shared.rows);
    slots.columns.of = twk_new_nodes(b, (size_t)shared.columns);
    slots.places = twk_arena_take(b->arena, count, sizeof *slots.places);
    if (b->arena->failed) {
        slots.count = 0;
    } else if (shared.whole_rows) {
        share_columns(b, &slots, thread, tile);
    } else {
        share_rows(b, &slots, thread, tile);
    }
    return slots;
}

bool twk_permute(twk_builder *b, const twk_tile_layout *layout, twk_slots *slots) {
    size_t repeat = (size_t)twk_rows_alike((int64_t)slots->rows.period, slots->rows.apart);
    size_t alike = repeat < slots->rows.of.count ? repeat : slots->rows.of.count;
    size_t given = slots->columns.of.count;
    size_t *known = twk_arena_take(b->arena, alike * given, sizeof *known);
    twk_nodes columns = twk_new_nodes(b, alike * given);
    if (b->arena->failed) {
        return false;
    }
    for (size_t i = 0; i < alike * given; i++) {
        known[i] = columns.count;
    }
    columns.count = 0;
    for (size_t i = 0; i < slots->count; i++) {
        twk_slot *place = &slots->places[i];
        size_t *number = &known[place->row % repeat * given + place->column];
        if (*number == alike * given) {
            *number = columns.count++;
            columns.at[*number] =
                twk_swizzled_column(b, layout, slots->rows.of.at[place->row], slots->columns.of.at[place->column]);
        }
        place->column = *number;
    }
    slots->columns.of = columns;
    slots->columns.period = columns.count;
    return true;
}
