#include "tile/async_load.h"

bool twk_make_async_loader(twk_builder *b, twk_loader *loader, const twk_kernel *kernel, int operand) {
    if (!twk_make_loader(b, loader, kernel, operand, true)) {
        return false;
    }
    loader->chunk_bytes = loader->plan->tile.vector * loader->plan->layout.element_bytes;
    loader->first_place = b->machine->chunk_place(b, loader->lds, loader->thread, loader->warp, loader->chunk_bytes);
    return true;
}

void twk_load_async(twk_builder *b, const twk_loader *loader, twk_nodes cursor, int64_t stage) {
    twk_tile_places tile = twk_start_tile(b, loader, cursor);
    int64_t apart = loader->plan->tile.threads * loader->chunk_bytes;
    int64_t dwords = loader->chunk_bytes / TWK_DWORD_BYTES;
    while (twk_place_group(b, &tile)) {
        for (size_t i = tile.group.first; i < tile.group.end; i++) {
            twk_node *moved = twk_constant(b, stage * loader->stage_bytes + (int64_t)i * apart);
            twk_node *place = twk_offset(b, loader->first_place, moved);
            b->machine->load_to_shared(b, loader->tensor, tile.at[i].offset, tile.at[i].valid, dwords, place, stage);
        }
    }
}
