#include "tile/loader.h"

#include <string.h>

/* What an index of the free axis contributes to offset and predicate. */
static twk_place_part free_part(twk_builder *b, const twk_loader *loader, twk_node *index, bool copies) {
    const twk_tensor_map *map = loader->map;
    const twk_digit_values values = twk_split(b, &map->first, index);
    twk_place_part part = twk_evaluate(b, map, &map->first, values.at, true, loader->exact_free);
    if (loader->free.of.count < TWK_CONDITIONS_HELD) {
        return part;
    }
    part = twk_enclose(b, part);
    twk_node *folded = part.valid ? b->machine->folded(b, loader->tensor, part.offset, part.valid, copies) : NULL;
    if (folded) {
        part.offset = folded;
        part.valid = NULL;
    }
    return part;
}

/* What the free indices of this thread contribute. */
static bool make_free_parts(twk_builder *b, twk_loader *loader, twk_node *origin, bool copies) {
    size_t count = loader->free.of.count;
    loader->free_parts = twk_arena_take(b->arena, count, sizeof *loader->free_parts);
    if (!loader->free_parts) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (i && i % TWK_TOGETHER == 0) {
            b->machine->hold_schedule(b);
        }
        twk_node *index = twk_add(b, origin, loader->free.of.at[i]);
        loader->free_parts[i] = free_part(b, loader, index, copies);
    }
    return true;
}

/* Where this thread's first vectors start along the reduction, and the steps from tile to tile. */
static bool make_cursor(twk_builder *b, twk_loader *loader, twk_node *k_begin) {
    const twk_digits *digits = &loader->map->second;
    const twk_indices *reduction = &loader->reduction;
    size_t width = (size_t)digits->count;
    loader->cursor_digits = reduction->period * width;
    loader->cursor = twk_new_nodes(b, loader->cursor_digits + (loader->length != NULL));
    if (!loader->cursor.at) {
        return false;
    }
    for (size_t i = 0; i < reduction->period; i++) {
        twk_node *start = twk_add(b, k_begin, reduction->of.at[i]);
        const twk_digit_values values = twk_split(b, digits, start);
        memcpy(loader->cursor.at + i * width, values.at, width * sizeof values.at[0]);
    }
    if (loader->length) {
        loader->cursor.at[loader->cursor_digits] = loader->length;
    }
    loader->steps = twk_split(b, digits, twk_constant(b, loader->plan->layout.tile_k));
    if (reduction->of.count > reduction->period) {
        loader->apart = twk_split(b, digits, twk_constant(b, reduction->apart));
    }
    return true;
}

/* What a loader takes from its kernel. */
static void take_kernel(twk_builder *b, twk_loader *loader, const twk_kernel *kernel, int operand) {
    const twk_plan *plan = kernel->plan;
    const twk_work_item *item = &kernel->item;
    int64_t computing = plan->pipeline->roles ? plan->computing_warps : 0;
    loader->plan = &plan->operands[operand];
    loader->tensor = kernel->tensors[operand];
    loader->map = &kernel->maps[operand];
    loader->element = twk_element_of(kernel, operand);
    loader->stage_bytes = plan->stage_bytes;
    loader->exact_free = plan->exact[operand];
    loader->exact_reduction = twk_has_exact_reduction(b, kernel);
    bool to_the_end = loader->exact_reduction || twk_same(item->k_end, kernel->reduction);
    loader->length = to_the_end ? NULL : twk_sub(b, item->k_end, item->k_begin);
    loader->thread = twk_sub(b, kernel->who.thread, twk_constant(b, computing * plan->arch->wave_size));
    loader->warp = twk_sub(b, kernel->who.warp, twk_constant(b, computing));
    loader->lds = twk_operand_lds(b, kernel, operand);
}

bool twk_make_loader(twk_builder *b, twk_loader *loader, const twk_kernel *kernel, int operand, bool copies) {
    const twk_tile *tile = &kernel->item.tile;
    twk_comment(b, twk_format(b->arena, "loader of %s", kernel->plan->tensors[operand].name));
    take_kernel(b, loader, kernel, operand);
    twk_slots slots = twk_share(b, loader->thread, &loader->plan->tile);
    bool turned = loader->plan->contiguous_free;
    if (copies && loader->plan->layout.swizzle_group && !twk_permute(b, &loader->plan->layout, &slots)) {
        return false;
    }
    loader->count = slots.count;
    loader->places = slots.places;
    loader->free = turned ? slots.columns : slots.rows;
    loader->reduction = turned ? slots.rows : slots.columns;
    for (size_t i = 0; turned && i < slots.count; i++) {
        const twk_slot slot = {slots.places[i].column, slots.places[i].row};
        loader->places[i] = slot;
    }
    return !b->arena->failed && make_free_parts(b, loader, operand == TWK_OPERAND_A ? tile->m : tile->n, copies) &&
           make_cursor(b, loader, kernel->item.k_begin);
}

twk_tile_places twk_start_tile(twk_builder *b, const twk_loader *loader, twk_nodes cursor) {
    size_t width = (size_t)loader->map->second.count;
    size_t count = loader->reduction.of.count;
    twk_tile_places tile = {0};
    tile.loader = loader;
    tile.digits = twk_new_nodes(b, count * width);
    tile.parts = twk_arena_take(b->arena, count, sizeof *tile.parts);
    tile.at = twk_arena_take(b->arena, loader->count, sizeof *tile.at);
    if (!b->arena->failed) {
        memcpy(tile.digits.at, cursor.at, loader->cursor_digits * sizeof cursor.at[0]);
        tile.left = loader->length ? cursor.at[loader->cursor_digits] : NULL;
    }
    return tile;
}

/* What an index of the reduction contributes, its digits derived first where the cursor does not have them. */
static void make_part(twk_builder *b, twk_tile_places *tile, size_t number) {
    const twk_loader *loader = tile->loader;
    const twk_tensor_map *map = loader->map;
    size_t width = (size_t)map->second.count;
    twk_node **values = tile->digits.at + number * width;
    if (number >= loader->reduction.period) {
        twk_node **before = values - loader->reduction.period * width;
        const twk_digit_values derived = twk_advance(b, &map->second, before, &loader->apart);
        memcpy(values, derived.at, width * sizeof derived.at[0]);
    }
    tile->parts[number] = twk_evaluate(b, map, &map->second, values, false, loader->exact_reduction || tile->left);
    if (tile->left) {
        tile->parts[number].valid = twk_compare(b, TWK_PREDICATE_SLT, loader->reduction.of.at[number], tile->left);
    }
}

bool twk_place_group(twk_builder *b, twk_tile_places *tile) {
    const twk_loader *loader = tile->loader;
    size_t known = tile->group.columns;
    if (b->arena->failed || !twk_next_group(loader->places, loader->count, &tile->group)) {
        return false;
    }
    if (tile->group.first) {
        b->machine->hold_schedule(b);
    }
    for (size_t i = known; i < tile->group.columns; i++) {
        make_part(b, tile, i);
    }
    for (size_t i = tile->group.first; i < tile->group.end; i++) {
        const twk_slot slot = loader->places[i];
        tile->at[i] = twk_combine_parts(b, loader->map, &loader->free_parts[slot.row], &tile->parts[slot.column]);
    }
    return true;
}

void twk_claim_multiples(const twk_loader *loader, twk_nodes cursor) {
    int64_t vector = loader->plan->tile.vector;
    size_t width = (size_t)loader->map->second.count;
    for (size_t i = 0; !loader->plan->contiguous_free && i < loader->cursor_digits; i += width) {
        cursor.at[i + width - 1]->divisor = (int32_t)(vector & -vector);
    }
}

twk_nodes twk_next_cursor(twk_builder *b, const twk_loader *loader, twk_nodes cursor) {
    const twk_digits *digits = &loader->map->second;
    twk_nodes moved = twk_new_nodes(b, cursor.count);
    size_t width = (size_t)digits->count;
    size_t left = loader->cursor_digits;
    for (size_t i = 0; i < moved.count && i < left; i += width) {
        const twk_digit_values values = twk_advance(b, digits, cursor.at + i, &loader->steps);
        memcpy(moved.at + i, values.at, width * sizeof values.at[0]);
    }
    if (left < moved.count) {
        moved.at[left] = twk_sub(b, cursor.at[left], twk_constant(b, loader->plan->layout.tile_k));
    }
    return moved;
}
