#include "tile_async_load.h"

#define DWORD_BYTES 4

bool twk_make_async_loader(twk_builder *b, twk_async_loader *loader, const twk_loader_setting *setting) {
    if (!twk_make_loader(b, &loader->common, setting, true)) {
        return false;
    }
    loader->chunk_bytes = setting->vector * setting->layout.element_bytes;
    loader->first_place =
        b->target->chunk_place(b, setting->lds, setting->thread, setting->warp, loader->chunk_bytes);
    return true;
}

void twk_load_async(twk_builder *b, const twk_async_loader *loader, twk_nodes cursor, int64_t stage) {
    const twk_loader_setting *of = &loader->common.of;
    const twk_place *places = twk_tensor_places(b, &loader->common, cursor);
    int64_t apart = of->threads * loader->chunk_bytes;
    size_t i;
    for (i = 0; places && i < loader->common.count; i++) {
        twk_node *moved = twk_constant(b, stage * of->stage_bytes + (int64_t)i * apart);
        twk_node *place = twk_offset(b, loader->first_place, moved);
        b->target->load_to_shared(b, of->tensor, places[i].offset, places[i].valid, loader->chunk_bytes / DWORD_BYTES,
                                  place, stage);
    }
}
