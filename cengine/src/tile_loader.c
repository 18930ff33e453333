#include "tile_loader.h"

#include <string.h>

/* What the free indices of this thread contribute to offset and predicate. */
static bool make_free_parts(twk_builder *b, twk_loader *loader) {
    const twk_tensor_map *map = &loader->of.map;
    size_t i;
    loader->free_parts = twk_arena_take(b->arena, loader->free.count, sizeof *loader->free_parts);
    if (!loader->free_parts) {
        return false;
    }
    for (i = 0; i < loader->free.count; i++) {
        twk_node *index = twk_add(b, loader->of.origin, loader->free.at[i]);
        const twk_digit_values values = twk_split(b, &map->first, index);
        loader->free_parts[i] = twk_evaluate(b, map, &map->first, values.at, true, loader->of.exact_free);
    }
    return true;
}

/* Where this thread's first vectors start along the reduction, and the steps from tile to tile. */
static bool make_cursor(twk_builder *b, twk_loader *loader) {
    const twk_digits *digits = &loader->of.map.second;
    size_t width = (size_t)digits->count;
    size_t i;
    loader->cursor = twk_new_nodes(b, loader->reduction.count * width);
    if (!loader->cursor.at) {
        return false;
    }
    for (i = 0; i < loader->reduction.count; i++) {
        const twk_digit_values values = twk_split(b, digits, loader->reduction.at[i]);
        memcpy(loader->cursor.at + i * width, values.at, width * sizeof values.at[0]);
    }
    loader->steps = twk_split(b, digits, twk_constant(b, loader->of.layout.tile_k));
    return true;
}

bool twk_make_loader(twk_builder *b, twk_loader *loader, const twk_loader_setting *setting, bool in_order) {
    twk_slots slots =
        twk_share(b, setting->thread, setting->rows, setting->columns, setting->vector, setting->threads);
    bool turned = setting->contiguous_free;
    size_t i;
    if (in_order && setting->layout.swizzle_group && !twk_permute(b, &setting->layout, &slots)) {
        return false;
    }
    loader->of = *setting;
    loader->count = slots.count;
    loader->places = slots.places;
    loader->free = turned ? slots.columns : slots.rows;
    loader->reduction = turned ? slots.rows : slots.columns;
    for (i = 0; turned && i < slots.count; i++) {
        const twk_slot slot = {slots.places[i].column, slots.places[i].row};
        loader->places[i] = slot;
    }
    return !b->arena->failed && make_free_parts(b, loader) && make_cursor(b, loader);
}

twk_place *twk_tensor_places(twk_builder *b, const twk_loader *loader, twk_nodes cursor) {
    const twk_tensor_map *map = &loader->of.map;
    size_t width = (size_t)map->second.count;
    size_t count = cursor.count / width;
    twk_place_part *parts = twk_arena_take(b->arena, count, sizeof *parts);
    twk_place *places = twk_arena_take(b->arena, loader->count, sizeof *places);
    size_t i;
    if (b->arena->failed) {
        return NULL;
    }
    for (i = 0; i < count; i++) {
        parts[i] = twk_evaluate(b, map, &map->second, cursor.at + i * width, false, loader->of.exact_reduction);
    }
    for (i = 0; i < loader->count; i++) {
        const twk_slot slot = loader->places[i];
        places[i] = twk_combine(b, map, &loader->free_parts[slot.row], &parts[slot.column]);
    }
    return places;
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
