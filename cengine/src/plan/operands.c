#include "plan/operands.h"

#define BYTE_BITS 8

int64_t twk_element_bytes(twk_data_type type) {
    return twk_element_types[type].bits / BYTE_BITS;
}

void twk_share_tile(twk_shared_tile *tile, int64_t asked) {
    const twk_shared_vectors none = {0, 0, false, 0, 0};
    tile->vector = asked ? asked : tile->widest;
    int64_t step = tile->vector ? tile->vector : 1;
    tile->accesses = twk_divide_up(tile->rows * tile->columns, step * tile->threads);
    tile->shared = none;
    if (twk_vector_fits(tile->rows, tile->columns, step, tile->threads, step)) {
        tile->shared = twk_share_vectors(tile->rows, tile->columns, step, tile->threads);
    }
}

/* The widest load of a tile in elements; 0 where it cannot be shared out. */
static int64_t widest_load(const twk_spec *spec, const twk_shared_tile *tile) {
    int64_t element = twk_element_bytes(spec->in_type);
    if (spec->loader == TWK_LOADER_ASYNC) {
        int64_t widths = twk_arches[spec->arch].dma_widths;
        int64_t dwords = twk_chunk_dwords(tile->rows, tile->columns, tile->run, tile->threads, element, widths);
        return dwords * TWK_DWORD_BYTES / element;
    }
    return twk_vector_width(tile->rows, tile->columns, tile->run, tile->threads, element);
}

/* Whether the groups of a row are a power of two, two or more. */
static bool admits_swizzle(const twk_operand_plan *plan) {
    int64_t columns = twk_row_elements(&plan->layout);
    return plan->swizzle_group > 0 && (columns & (columns - 1)) == 0 && columns >= 2 * plan->swizzle_group;
}

/* Whether rows are to be permuted that admit it. */
static bool permutes(const twk_spec *spec) {
    switch (spec->swizzle) {
    case TWK_SWIZZLE_AUTO:
        return spec->loader == TWK_LOADER_ASYNC;
    case TWK_SWIZZLE_NONE:
        break;
    case TWK_SWIZZLE_XOR:
        return true;
    }
    return false;
}

/* Whether tiles that are contiguous along their free axis stay so in LDS. */
static bool keeps_k_outer(twk_k_outer asked) {
    switch (asked) {
    case TWK_K_OUTER_AUTO:
    case TWK_K_OUTER_OFF:
        break;
    case TWK_K_OUTER_ON:
        return true;
    }
    return false;
}

void twk_plan_operand(const twk_spec *spec, const twk_atom *atom, const twk_gemm_shape *shape, int operand, bool packed,
                      int64_t atoms, twk_operand_plan *plan) {
    bool first = operand == TWK_OPERAND_A;
    const twk_tensor_view *view = first ? &shape->a : &shape->b;
    bool turned = view->contiguous_first;
    bool k_outer = turned && keeps_k_outer(spec->k_outer);
    int64_t free = first ? spec->tile_m : spec->tile_n;
    int64_t pad = first ? spec->lds_pad_a : spec->lds_pad_b;
    const twk_tile_layout layout = {free, spec->tile_k, k_outer, pad < 0 ? 0 : pad, twk_element_bytes(spec->in_type), 0,
                                    0};
    plan->tile.operand = first ? "a" : "b";
    plan->tile.rows = turned ? spec->tile_k : free;
    plan->tile.columns = turned ? free : spec->tile_k;
    plan->tile.run = view->run;
    plan->tile.widest = widest_load(spec, &plan->tile);
    twk_share_tile(&plan->tile, first ? spec->vector_a : spec->vector_b);
    plan->contiguous_free = turned;
    plan->checked = view->checked;
    plan->read = twk_read_of(&twk_arches[spec->arch], first ? &atom->a : &atom->b, atom->lanes, &layout, atoms);
    plan->swizzle_group = plan->read.elements;
    while (turned == k_outer && plan->swizzle_group > 0 && plan->swizzle_group < plan->tile.vector) {
        plan->swizzle_group *= 2;
    }
    plan->layout = layout;
    if (permutes(spec) && admits_swizzle(plan)) {
        twk_permute_rows(&plan->read, &plan->layout, plan->swizzle_group);
    } else if (pad < 0 && !packed) {
        twk_pad_rows(&plan->read, &plan->layout);
    }
}
