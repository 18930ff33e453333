#include "tile/coalesced_load.h"

#include "tile/place.h"

bool twk_make_coalesced_loader(twk_builder *b, twk_loader *loader, const twk_kernel *kernel, int operand) {
    const twk_tile_layout *layout = &kernel->plan->operands[operand].layout;
    if (!twk_make_loader(b, loader, kernel, operand, false)) {
        return false;
    }
    loader->scatters = loader->plan->contiguous_free && !layout->k_outer;
    loader->spread = loader->scatters && layout->swizzle_group ? (size_t)loader->plan->tile.vector : 1;
    loader->addresses = twk_new_nodes(b, loader->count * loader->spread);
    for (size_t i = 0; i < loader->addresses.count; i++) {
        const twk_slot slot = loader->places[i / loader->spread];
        twk_node *element = twk_constant(b, (int64_t)(i % loader->spread));
        twk_node *free = twk_add(b, loader->free.of.at[slot.row], element);
        twk_node *place = twk_element_place(b, layout, free, loader->reduction.of.at[slot.column]);
        loader->addresses.at[i] = twk_offset(b, loader->lds, place);
    }
    return !b->arena->failed;
}

twk_nodes twk_fetch(twk_builder *b, const twk_loader *loader, twk_nodes cursor) {
    const twk_type *type = twk_vector((int)loader->plan->tile.vector, loader->element);
    twk_tile_places tile = twk_start_tile(b, loader, cursor);
    twk_nodes fetched = twk_new_nodes(b, loader->count);
    while (twk_place_group(b, &tile)) {
        for (size_t i = tile.group.first; i < tile.group.end; i++) {
            fetched.at[i] = b->machine->load(b, loader->tensor, tile.at[i].offset, tile.at[i].valid, type);
        }
    }
    return fetched;
}

/* Write the elements of a vector to consecutive rows. */
static void scatter(twk_builder *b, const twk_loader *loader, twk_node *value, twk_node *const *addresses,
                    int64_t start) {
    int64_t row_bytes = twk_row_bytes(&loader->plan->layout);
    for (int64_t index = 0; index < loader->plan->tile.vector; index++) {
        twk_node *element = twk_extract(b, value, index);
        bool own = loader->spread > 1;
        twk_node *moved = twk_constant(b, own ? start : start + index * row_bytes);
        twk_node *place = twk_offset(b, addresses[own ? index : 0], moved);
        twk_store(b, element, place, loader->plan->layout.element_bytes, TWK_NO_SCOPE);
    }
}

void twk_commit(twk_builder *b, const twk_loader *loader, twk_nodes fetched, int64_t stage) {
    int64_t bytes = loader->plan->tile.vector * loader->plan->layout.element_bytes;
    int64_t align = twk_access_align(&loader->plan->layout, bytes);
    int64_t start = stage * loader->stage_bytes;
    for (size_t i = 0; i < fetched.count; i++) {
        twk_node *const *addresses = loader->addresses.at + i * loader->spread;
        if (loader->scatters) {
            scatter(b, loader, fetched.at[i], addresses, start);
        } else {
            twk_node *place = twk_offset(b, addresses[0], twk_constant(b, start));
            twk_store(b, fetched.at[i], place, align, TWK_NO_SCOPE);
        }
    }
}
