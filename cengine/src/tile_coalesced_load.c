#include "tile_coalesced_load.h"

#include <string.h>

/* What the free indices of this thread contribute to offset and predicate. */
static bool make_free_parts(twk_builder *b, twk_loader *loader, twk_nodes free) {
    const twk_tensor_map *map = &loader->of.map;
    size_t i;
    loader->free_parts = twk_arena_take(b->arena, free.count, sizeof *loader->free_parts);
    if (!loader->free_parts) {
        return false;
    }
    for (i = 0; i < free.count; i++) {
        twk_node *index = twk_add(b, loader->of.origin, free.at[i]);
        const twk_digit_values values = twk_split(b, &map->first, index);
        loader->free_parts[i] = twk_evaluate(b, map, &map->first, values.at, true, loader->of.exact_free);
    }
    return true;
}

/* Where this thread's first vectors start along the reduction, and the steps from tile to tile. */
static bool make_cursor(twk_builder *b, twk_loader *loader, twk_nodes reduction) {
    const twk_digits *digits = &loader->of.map.second;
    size_t width = (size_t)digits->count;
    size_t i;
    loader->cursor = twk_new_nodes(b, reduction.count * width);
    if (!loader->cursor.at) {
        return false;
    }
    for (i = 0; i < reduction.count; i++) {
        const twk_digit_values values = twk_split(b, digits, reduction.at[i]);
        memcpy(loader->cursor.at + i * width, values.at, width * sizeof values.at[0]);
    }
    loader->steps = twk_split(b, digits, twk_constant(b, loader->of.tile_k));
    return true;
}

/* Local indices times the bytes from one to the next. */
static twk_nodes scale(twk_builder *b, twk_nodes indices, int64_t bytes) {
    twk_nodes scaled = twk_new_nodes(b, indices.count);
    size_t i;
    for (i = 0; i < scaled.count; i++) {
        scaled.at[i] = twk_mul(b, indices.at[i], twk_constant(b, bytes));
    }
    return scaled;
}

/* Where each vector of this thread goes in LDS. */
static bool make_addresses(twk_builder *b, twk_loader *loader, twk_nodes free, twk_nodes reduction) {
    twk_nodes row_offsets = scale(b, free, loader->of.row_bytes);
    twk_nodes column_offsets = scale(b, reduction, twk_type_bytes(loader->of.element));
    size_t i;
    loader->addresses = twk_new_nodes(b, loader->count);
    if (b->arena->failed) {
        return false;
    }
    for (i = 0; i < loader->count; i++) {
        twk_node *moved =
            twk_add(b, row_offsets.at[loader->places[i].row], column_offsets.at[loader->places[i].column]);
        loader->addresses.at[i] = twk_offset(b, loader->of.lds, moved);
    }
    return true;
}

bool twk_make_loader(twk_builder *b, twk_loader *loader, const twk_loader_options *options) {
    bool turned = options->contiguous_free;
    int64_t rows = turned ? options->tile_k : options->tile_free;
    int64_t columns = turned ? options->tile_free : options->tile_k;
    const twk_slots slots = twk_share(b, options->thread, rows, columns, options->vector, options->threads);
    twk_nodes free = turned ? slots.columns : slots.rows;
    twk_nodes reduction = turned ? slots.rows : slots.columns;
    size_t i;
    loader->of = *options;
    loader->count = slots.count;
    loader->places = slots.places;
    for (i = 0; turned && i < slots.count; i++) {
        const twk_slot slot = {slots.places[i].column, slots.places[i].row};
        loader->places[i] = slot;
    }
    return !b->arena->failed && make_free_parts(b, loader, free) && make_cursor(b, loader, reduction) &&
           make_addresses(b, loader, free, reduction);
}

twk_nodes twk_fetch(twk_builder *b, const twk_loader *loader, twk_nodes cursor) {
    const twk_tensor_map *map = &loader->of.map;
    const twk_type *type = twk_vector((int)loader->of.vector, loader->of.element);
    size_t width = (size_t)map->second.count;
    size_t count = cursor.count / width;
    twk_place_part *parts = twk_arena_take(b->arena, count, sizeof *parts);
    twk_nodes fetched = twk_new_nodes(b, loader->count);
    size_t i;
    if (b->arena->failed) {
        return fetched;
    }
    for (i = 0; i < count; i++) {
        parts[i] = twk_evaluate(b, map, &map->second, cursor.at + i * width, false, loader->of.exact_reduction);
    }
    for (i = 0; i < fetched.count; i++) {
        const twk_slot slot = loader->places[i];
        const twk_place place = twk_combine(b, map, &loader->free_parts[slot.row], &parts[slot.column]);
        fetched.at[i] = b->target->load(b, loader->of.tensor, place.offset, place.valid, type);
    }
    return fetched;
}

twk_nodes twk_next_cursor(twk_builder *b, const twk_loader *loader, twk_nodes cursor) {
    const twk_digits *digits = &loader->of.map.second;
    twk_nodes moved = twk_new_nodes(b, cursor.count);
    size_t width = (size_t)digits->count;
    size_t i;
    for (i = 0; i < moved.count; i += width) {
        const twk_digit_values values = twk_advance(b, digits, cursor.at + i, &loader->steps);
        memcpy(moved.at + i, values.at, width * sizeof values.at[0]);
    }
    return moved;
}

/* Write the elements of a vector to consecutive rows. */
static void scatter(twk_builder *b, const twk_loader *loader, twk_node *value, twk_node *address) {
    int64_t index;
    for (index = 0; index < loader->of.vector; index++) {
        twk_node *element = twk_extract(b, value, index);
        twk_node *place = twk_offset(b, address, twk_constant(b, index * loader->of.row_bytes));
        twk_store(b, element, place, twk_type_bytes(loader->of.element));
    }
}

void twk_commit(twk_builder *b, const twk_loader *loader, twk_nodes fetched) {
    int64_t bytes = loader->of.vector * twk_type_bytes(loader->of.element);
    int64_t row_align = loader->of.row_bytes & -loader->of.row_bytes;
    size_t i;
    for (i = 0; i < fetched.count; i++) {
        if (loader->of.contiguous_free) {
            scatter(b, loader, fetched.at[i], loader->addresses.at[i]);
        } else {
            twk_store(b, fetched.at[i], loader->addresses.at[i], bytes < row_align ? bytes : row_align);
        }
    }
}
