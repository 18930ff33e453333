#include "tile/fragments.h"

#include "tile/place.h"

/* Where a read starts, in rows and columns of the tile, but for what depends on the lane. */
typedef struct position {
    int64_t row;
    int64_t column;
} position;

/* Where one read of an atom's fragment at one step starts. */
static position read_position(const twk_fragments *fragments, int64_t atom_index, int64_t step, int64_t read) {
    const twk_operand_read *how = &fragments->plan->read;
    int64_t free = atom_index * fragments->edge;
    int64_t k = step * fragments->kernel->plan->atom->k;
    position at;
    at.row = fragments->plan->layout.k_outer ? k : free;
    at.row += twk_coordinate_at(&how->from->row, 0, read * how->elements);
    at.column = fragments->plan->layout.k_outer ? free : k;
    at.column += twk_coordinate_at(&how->from->column, 0, read * how->elements);
    return at;
}

/* The position from which a constant leads to a read: where rows are permuted, one that is permuted alike. */
static position base_of(const twk_fragments *fragments, position at) {
    const position permuted = {at.row % TWK_SWIZZLE_ROWS, at.column};
    const position first = {0, 0};
    return fragments->plan->layout.swizzle_group ? permuted : first;
}

/* The address of a base in the first stage. */
static twk_node **address_of(const twk_fragments *fragments, position base) {
    int64_t columns = twk_row_elements(&fragments->plan->layout);
    return &fragments->addresses.at[fragments->plan->layout.swizzle_group ? base.row * columns + base.column : 0];
}

/* Compute the address of a base, unless it is known. */
static void add_address(twk_builder *b, twk_fragments *fragments, twk_node *lane_free, twk_node *lane_k,
                        position base) {
    const twk_tile_layout *layout = &fragments->plan->layout;
    twk_node **address = address_of(fragments, base);
    if (*address) {
        return;
    }
    twk_node *free = twk_add(b, lane_free, twk_constant(b, layout->k_outer ? base.column : base.row));
    twk_node *k = twk_add(b, lane_k, twk_constant(b, layout->k_outer ? base.row : base.column));
    twk_node *place = twk_element_place(b, layout, free, k);
    *address = twk_offset(b, fragments->lds, place);
}

/* Compute the addresses that the reads start from. */
static void add_addresses(twk_builder *b, twk_fragments *fragments, twk_node *lane_free, twk_node *lane_k) {
    for (int64_t atom_index = 0; atom_index < (int64_t)fragments->count; atom_index++) {
        for (int64_t step = 0; step < fragments->steps; step++) {
            for (int64_t read = 0; read < (int64_t)fragments->reads; read++) {
                const position at = read_position(fragments, atom_index, step, read);
                add_address(b, fragments, lane_free, lane_k, base_of(fragments, at));
            }
        }
    }
}

bool twk_make_fragments(twk_builder *b, twk_fragments *fragments, const twk_kernel *kernel, int operand) {
    const twk_plan *plan = kernel->plan;
    const twk_operand_plan *own = &plan->operands[operand];
    const twk_tile_layout *layout = &own->layout;
    const twk_read *from = own->read.from;
    bool rows = operand == TWK_OPERAND_A;
    int length = rows ? plan->atom->a.length : plan->atom->b.length;
    int64_t part = plan->warp_tile[operand];
    size_t bases = layout->swizzle_group ? (size_t)(TWK_SWIZZLE_ROWS * twk_row_elements(layout)) : 1;
    fragments->kernel = kernel;
    fragments->plan = own;
    fragments->type = twk_vector((int)own->read.elements, twk_element_of(kernel, operand));
    fragments->edge = rows ? plan->atom->m : plan->atom->n;
    fragments->reads = (size_t)(length / own->read.elements);
    fragments->steps = layout->tile_k / plan->atom->k;
    fragments->count = (size_t)(part / fragments->edge);
    fragments->lds = twk_operand_lds(b, kernel, operand);
    fragments->addresses = twk_new_nodes(b, bases);
    if (b->arena->failed) {
        return false;
    }
    for (size_t i = 0; i < bases; i++) {
        fragments->addresses.at[i] = NULL;
    }
    twk_node *warp_free = twk_mul(b, rows ? kernel->who.warp_m : kernel->who.warp_n, twk_constant(b, part));
    twk_node *lane_free = twk_lane_coordinate(b, layout->k_outer ? &from->column : &from->row, kernel->who.lane);
    lane_free = twk_add(b, warp_free, lane_free);
    twk_node *lane_k = twk_lane_coordinate(b, layout->k_outer ? &from->row : &from->column, kernel->who.lane);
    add_addresses(b, fragments, lane_free, lane_k);
    return !b->arena->failed;
}

twk_node *twk_read_fragment(twk_builder *b, const twk_fragments *fragments, size_t atom_index, int64_t step,
                            int64_t stage) {
    const twk_operand_plan *plan = fragments->plan;
    const twk_tile_layout *layout = &plan->layout;
    int64_t align = twk_access_align(layout, twk_type_bytes(fragments->type));
    int64_t scope = twk_is_staged(fragments->kernel) ? stage : TWK_NO_SCOPE;
    int64_t start = stage * fragments->kernel->plan->stage_bytes;
    twk_nodes parts = twk_new_nodes(b, fragments->reads);
    if (!parts.count) {
        return b->sink;
    }
    for (size_t i = 0; i < parts.count; i++) {
        const position at = read_position(fragments, (int64_t)atom_index, step, (int64_t)i);
        const position base = base_of(fragments, at);
        int64_t within =
            (at.row - base.row) * twk_row_bytes(layout) + (at.column - base.column) * layout->element_bytes;
        twk_node *place = twk_offset(b, *address_of(fragments, base), twk_constant(b, start + within));
        parts.at[i] = b->machine->reads[plan->read.from->kind](b, fragments->type, place, align, scope);
    }
    return twk_concatenate(b, parts);
}
