#include "tile/fragments.h"

#include "tile/place.h"

/* Where a read starts, in rows and columns of the tile, but for what depends on the lane. */
typedef struct position {
    int64_t row;
    int64_t column;
} position;

/* Where one read of an atom's fragment at one step starts. */
static position read_position(const twk_fragments *fragments, int64_t atom_index, int64_t step, int64_t read) {
    const twk_operand_read *how = &fragments->of.read;
    int64_t free = atom_index * fragments->edge;
    int64_t k = step * fragments->of.atom->k;
    position at;
    at.row = fragments->of.layout.k_outer ? k : free;
    at.row += twk_coordinate_at(&how->from->row, 0, read * how->elements);
    at.column = fragments->of.layout.k_outer ? free : k;
    at.column += twk_coordinate_at(&how->from->column, 0, read * how->elements);
    return at;
}

/* The position from which a constant leads to a read: where rows are permuted, one that is permuted alike. */
static position base_of(const twk_fragments *fragments, position at) {
    const position permuted = {at.row % TWK_SWIZZLE_ROWS, at.column};
    const position first = {0, 0};
    return fragments->of.layout.swizzle_group ? permuted : first;
}

/* The address of a base in the first stage. */
static twk_node **address_of(const twk_fragments *fragments, position base) {
    int64_t columns = twk_row_elements(&fragments->of.layout);
    return &fragments->addresses.at[fragments->of.layout.swizzle_group ? base.row * columns + base.column : 0];
}

/* Compute the address of a base, unless it is known. */
static void add_address(twk_builder *b, twk_fragments *fragments, twk_node *lane_free, twk_node *lane_k,
                        position base) {
    const twk_tile_layout *layout = &fragments->of.layout;
    twk_node **address = address_of(fragments, base);
    if (*address) {
        return;
    }
    twk_node *free = twk_add(b, lane_free, twk_constant(b, layout->k_outer ? base.column : base.row));
    twk_node *k = twk_add(b, lane_k, twk_constant(b, layout->k_outer ? base.row : base.column));
    twk_node *place = twk_element_place(b, layout, free, k);
    *address = twk_offset(b, fragments->of.lds, place);
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

bool twk_make_fragments(twk_builder *b, twk_fragments *fragments, const twk_fragment_setting *setting) {
    const twk_atom *atom = setting->atom;
    const twk_tile_layout *layout = &setting->layout;
    const twk_read *from = setting->read.from;
    int length = setting->rows_operand ? atom->a.length : atom->b.length;
    size_t bases = layout->swizzle_group ? (size_t)(TWK_SWIZZLE_ROWS * twk_row_elements(layout)) : 1;
    fragments->of = *setting;
    fragments->edge = setting->rows_operand ? atom->m : atom->n;
    fragments->reads = (size_t)(length / setting->read.elements);
    fragments->steps = layout->tile_k / atom->k;
    fragments->count = (size_t)(setting->warp_size / fragments->edge);
    fragments->addresses = twk_new_nodes(b, bases);
    if (b->arena->failed) {
        return false;
    }
    for (size_t i = 0; i < bases; i++) {
        fragments->addresses.at[i] = NULL;
    }
    twk_node *warp_free = twk_mul(b, setting->warp, twk_constant(b, setting->warp_size));
    twk_node *lane_free = twk_lane_coordinate(b, layout->k_outer ? &from->column : &from->row, setting->lane);
    lane_free = twk_add(b, warp_free, lane_free);
    twk_node *lane_k = twk_lane_coordinate(b, layout->k_outer ? &from->row : &from->column, setting->lane);
    add_addresses(b, fragments, lane_free, lane_k);
    return !b->arena->failed;
}

twk_node *twk_read_fragment(twk_builder *b, const twk_fragments *fragments, size_t atom_index, int64_t step,
                            int64_t stage) {
    const twk_fragment_setting *of = &fragments->of;
    const twk_tile_layout *layout = &of->layout;
    const twk_type *type = twk_vector((int)of->read.elements, of->element);
    int64_t align = twk_access_align(layout, twk_type_bytes(type));
    twk_nodes parts = twk_new_nodes(b, fragments->reads);
    if (!parts.count) {
        return b->sink;
    }
    for (size_t i = 0; i < parts.count; i++) {
        const position at = read_position(fragments, (int64_t)atom_index, step, (int64_t)i);
        const position base = base_of(fragments, at);
        int64_t within =
            (at.row - base.row) * twk_row_bytes(layout) + (at.column - base.column) * layout->element_bytes;
        twk_node *moved = twk_constant(b, stage * of->stage_bytes + within);
        twk_node *place = twk_offset(b, *address_of(fragments, base), moved);
        parts.at[i] = b->machine->reads[of->read.from->kind](b, type, place, align, of->staged ? stage : TWK_NO_SCOPE);
    }
    return twk_concatenate(b, parts);
}
