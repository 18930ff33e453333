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
    for (size_t atom_index = 0; atom_index < fragments->count; atom_index += fragments->read_atoms) {
        for (int64_t step = 0; step < fragments->steps; step++) {
            for (int64_t read = 0; read < (int64_t)fragments->reads; read++) {
                const position at = read_position(fragments, (int64_t)atom_index, step, read);
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
    int64_t given = twk_smaller(from->elements, own->read.elements);
    fragments->type = twk_vector((int)given, twk_element_of(kernel, operand));
    fragments->read_atoms = (size_t)from->atoms;
    fragments->pieces = twk_pieces(plan->atom, rows ? TWK_PASSED_A : TWK_PASSED_B);
    fragments->edge = rows ? plan->atom->m : plan->atom->n;
    fragments->reads = (size_t)twk_divide_up(length, given);
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

size_t twk_pieces(const twk_atom *atom, twk_passed_kind kind) {
    size_t pieces = 0;
    for (size_t i = 0; i < twk_intrinsics[atom->intrinsic].count; i++) {
        pieces += atom->arguments[i].kind == kind;
    }
    return pieces;
}

/* A piece in the form that an atom takes. */
static twk_node *converted(twk_builder *b, const twk_atom *atom, twk_node *piece) {
    if (atom->convert == TWK_INTRINSIC_COUNT) {
        return piece;
    }
    twk_node *plain = twk_cast(b, TWK_OP_BITCAST, piece, TWK_FLOAT);
    return TWK_CALL(b, atom->convert, plain);
}

/* The pieces of the atoms that the reads from one on give, one after another. */
static void read_pieces(twk_builder *b, const twk_fragments *fragments, size_t atom_index, int64_t step, int64_t stage,
                        twk_node **pieces) {
    const twk_operand_plan *plan = fragments->plan;
    const twk_tile_layout *layout = &plan->layout;
    int64_t scope = twk_is_staged(fragments->kernel) ? stage : TWK_NO_SCOPE;
    int64_t start = stage * fragments->kernel->plan->stage_bytes;
    size_t wanted = fragments->pieces * fragments->read_atoms;
    twk_nodes parts = twk_no_nodes;
    for (size_t i = 0; i < fragments->reads && !b->arena->failed; i++) {
        const position at = read_position(fragments, (int64_t)atom_index, step, (int64_t)i);
        const position base = base_of(fragments, at);
        int64_t within =
            (at.row - base.row) * twk_row_bytes(layout) + (at.column - base.column) * layout->element_bytes;
        twk_node *place = twk_offset(b, *address_of(fragments, base), twk_constant(b, start + within));
        twk_node *read = b->machine->reads[plan->read.from->kind](b, fragments->type, place, layout, scope);
        const twk_nodes members = twk_members(b, read);
        parts = i ? parts : twk_new_nodes(b, fragments->reads * members.count);
        for (size_t k = 0; k < members.count && parts.count; k++) {
            parts.at[i * members.count + k] = members.at[k];
        }
    }
    for (size_t i = 0; i < wanted && !b->arena->failed; i++) {
        const twk_nodes share = {parts.at + i * (parts.count / wanted), parts.count / wanted};
        twk_node *piece = twk_concatenate(b, share);
        pieces[i] = converted(b, fragments->kernel->plan->atom, piece);
    }
}

twk_nodes twk_read_fragments(twk_builder *b, const twk_fragments *fragments, int64_t step, int64_t stage) {
    twk_nodes found = twk_new_nodes(b, fragments->count * fragments->pieces);
    for (size_t i = 0; found.count && i < fragments->count; i += fragments->read_atoms) {
        read_pieces(b, fragments, i, step, stage, found.at + i * fragments->pieces);
    }
    return b->arena->failed ? twk_no_nodes : found;
}

void twk_multiply(twk_builder *b, const twk_atom *atom, twk_node *const *row, twk_node *const *column,
                  twk_node **sums) {
    size_t count = twk_intrinsics[atom->intrinsic].count;
    twk_node *const *left[] = {row, column, sums};
    twk_node *passed[TWK_PASSED_LIMIT];
    for (size_t i = 0; i < count; i++) {
        const twk_passed *as = &atom->arguments[i];
        passed[i] = as->kind == TWK_PASSED_CONSTANT ? twk_constant_of(b, as->value, as->type)
                                                    : twk_cast(b, TWK_OP_BITCAST, *left[as->kind]++, as->type);
    }
    twk_node *call = twk_call(b, atom->intrinsic, passed, count);
    const twk_nodes members = twk_members(b, call);
    for (size_t i = 0; i < members.count; i++) {
        sums[i] = members.at[i];
    }
}
