#include "tile_sharing.h"

#include "tile_place.h"

/* Room for some rows, columns and vectors. */
static bool reserve(twk_builder *b, twk_slots *slots, int64_t rows, int64_t columns, int64_t count) {
    slots->rows = twk_new_nodes(b, (size_t)rows);
    slots->columns = twk_new_nodes(b, (size_t)columns);
    slots->places = twk_arena_take(b->arena, (size_t)count, sizeof *slots->places);
    slots->count = slots->places ? (size_t)count : 0;
    return !b->arena->failed;
}

/* The vectors of a row divide the threads: a row each, all at one column. */
static void share_rows(twk_builder *b, twk_slots *slots, twk_node *thread, int64_t per_row, int64_t vector,
                       int64_t threads) {
    twk_node *first_row = twk_udiv(b, thread, twk_constant(b, per_row));
    twk_node *column = twk_urem(b, thread, twk_constant(b, per_row));
    int64_t rows_apart = threads / per_row;
    size_t i;
    for (slots->repeat = 1; (int64_t)slots->repeat * rows_apart % TWK_SWIZZLE_ROWS; slots->repeat++) {
    }
    for (i = 0; i < slots->count; i++) {
        slots->rows.at[i] = twk_add(b, first_row, twk_constant(b, (int64_t)i * rows_apart));
        slots->places[i].row = i;
        slots->places[i].column = 0;
    }
    slots->columns.at[0] = twk_mul(b, column, twk_constant(b, vector));
}

/* The threads divide the vectors of a row: every row, at the same columns in each. */
static void share_columns(twk_builder *b, twk_slots *slots, twk_node *thread, int64_t vector, int64_t threads) {
    twk_node *first_column = twk_mul(b, thread, twk_constant(b, vector));
    size_t in_row = slots->columns.count;
    size_t i;
    slots->repeat = TWK_SWIZZLE_ROWS;
    for (i = 0; i < in_row; i++) {
        slots->columns.at[i] = twk_add(b, first_column, twk_constant(b, (int64_t)i * threads * vector));
    }
    for (i = 0; i < slots->rows.count; i++) {
        slots->rows.at[i] = twk_constant(b, (int64_t)i);
    }
    for (i = 0; i < slots->count; i++) {
        slots->places[i].row = i / in_row;
        slots->places[i].column = i % in_row;
    }
}

/* Neither: a row and a column each. */
static void share_each(twk_builder *b, twk_slots *slots, twk_node *thread, int64_t per_row, int64_t vector,
                       int64_t threads) {
    size_t i;
    slots->repeat = slots->count;
    for (i = 0; i < slots->count; i++) {
        twk_node *index = twk_add(b, thread, twk_constant(b, (int64_t)i * threads));
        twk_node *row = twk_udiv(b, index, twk_constant(b, per_row));
        twk_node *column = twk_urem(b, index, twk_constant(b, per_row));
        slots->rows.at[i] = row;
        slots->columns.at[i] = twk_mul(b, column, twk_constant(b, vector));
        slots->places[i].row = i;
        slots->places[i].column = i;
    }
}

twk_slots twk_share(twk_builder *b, twk_node *thread, int64_t rows, int64_t columns, int64_t vector, int64_t threads) {
    int64_t per_row = columns / vector;
    int64_t count = rows * per_row / threads;
    twk_slots slots = {{NULL, 0}, {NULL, 0}, 0, NULL, 1};
    if (threads % per_row == 0) {
        if (reserve(b, &slots, count, 1, count)) {
            share_rows(b, &slots, thread, per_row, vector, threads);
        }
    } else if (per_row % threads == 0) {
        if (reserve(b, &slots, rows, per_row / threads, count)) {
            share_columns(b, &slots, thread, vector, threads);
        }
    } else if (reserve(b, &slots, count, count, count)) {
        share_each(b, &slots, thread, per_row, vector, threads);
    }
    return slots;
}

bool twk_permute(twk_builder *b, const twk_tile_layout *layout, twk_slots *slots) {
    size_t alike = slots->repeat < slots->rows.count ? slots->repeat : slots->rows.count;
    size_t given = slots->columns.count;
    size_t *known = twk_arena_take(b->arena, alike * given, sizeof *known);
    twk_nodes columns = twk_new_nodes(b, alike * given);
    size_t i;
    if (b->arena->failed) {
        return false;
    }
    for (i = 0; i < alike * given; i++) {
        known[i] = columns.count;
    }
    columns.count = 0;
    for (i = 0; i < slots->count; i++) {
        twk_slot *place = &slots->places[i];
        size_t *number = &known[place->row % slots->repeat * given + place->column];
        if (*number == alike * given) {
            *number = columns.count++;
            columns.at[*number] =
                twk_swizzled_column(b, layout, slots->rows.at[place->row], slots->columns.at[place->column]);
        }
        place->column = *number;
    }
    slots->columns = columns;
    return true;
}
