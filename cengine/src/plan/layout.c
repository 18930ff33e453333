#include "plan/layout.h"

#include "spec/problem.h"

/* Most banks of LDS; bytes that a bank gives a clock. */
#define BANK_LIMIT 64

bool twk_vector_fits(int64_t rows, int64_t columns, int64_t run, int64_t threads, int64_t vector) {
    int64_t vectors = rows * columns / vector;
    return run % vector == 0 && columns % vector == 0 && vectors >= threads && vectors % threads == 0;
}

int64_t twk_vector_width(int64_t rows, int64_t columns, int64_t run, int64_t threads, int64_t element_bytes) {
    int64_t vector = TWK_VECTOR_BYTES / element_bytes;
    while (vector > 0 && !twk_vector_fits(rows, columns, run, threads, vector)) {
        vector /= 2;
    }
    return vector;
}

twk_shared_vectors twk_share_vectors(int64_t rows, int64_t columns, int64_t vector, int64_t threads) {
    int64_t per_row = columns / vector;
    int64_t count = rows * per_row / threads;
    int64_t turn = per_row / twk_greatest_common_divisor(per_row, threads);
    int64_t period = turn < count ? turn : count;
    const twk_shared_vectors by_row = {count, period, false, period, turn * threads / per_row};
    const twk_shared_vectors by_column = {rows, per_row / threads, true, 1, 1};
    return per_row % threads == 0 && per_row > threads ? by_column : by_row;
}

int64_t twk_rows_alike(int64_t period, int64_t apart) {
    return period * (TWK_SWIZZLE_ROWS / twk_greatest_common_divisor(TWK_SWIZZLE_ROWS, apart));
}

int64_t twk_chunk_dwords(int64_t rows, int64_t columns, int64_t run, int64_t threads, int64_t element_bytes,
                         int64_t widths) {
    int64_t dwords = TWK_WIDEST_CHUNK;
    while (dwords > 0) {
        int64_t elements = TWK_DWORD_BYTES * dwords / element_bytes;
        if (widths >> dwords & 1 && elements && twk_vector_fits(rows, columns, run, threads, elements)) {
            break;
        }
        dwords--;
    }
    return dwords;
}

int64_t twk_row_elements(const twk_tile_layout *layout) {
    return layout->k_outer ? layout->free : layout->tile_k;
}

int64_t twk_row_bytes(const twk_tile_layout *layout) {
    return (twk_row_elements(layout) + layout->pad) * layout->element_bytes;
}

int64_t twk_access_align(const twk_tile_layout *layout, int64_t bytes) {
    int64_t of_rows = twk_row_bytes(layout) & -twk_row_bytes(layout);
    return bytes < of_rows ? bytes : of_rows;
}

int64_t twk_tile_bytes(const twk_tile_layout *layout) {
    return (layout->k_outer ? layout->tile_k : layout->free) * twk_row_bytes(layout);
}

/* Different dwords that one group of lanes asks for: those that fill every bank once, and one more a lane where an
 * access is not aligned to a dword. */
#define DWORD_LIMIT (BANK_LIMIT + TWK_LANE_LIMIT)

/* The dwords that each bank gives: a list a bank, of places in `dwords`; -1 ends it. */
typedef struct bank_uses {
    int64_t dwords[DWORD_LIMIT];
    int following[DWORD_LIMIT];
    int used;
    int last[BANK_LIMIT];
    int counts[BANK_LIMIT];
} bank_uses;

/* Note that a dword is asked for; returns how many its bank then gives. */
static int use_dword(bank_uses *uses, int64_t dword, int64_t banks) {
    int64_t bank = dword % banks;
    for (int i = uses->last[bank]; i >= 0; i = uses->following[i]) {
        if (uses->dwords[i] == dword) {
            return uses->counts[bank];
        }
    }
    uses->dwords[uses->used] = dword;
    uses->following[uses->used] = uses->last[bank];
    uses->last[bank] = uses->used++;
    return ++uses->counts[bank];
}

/* Extra clocks that one LDS access of a warp takes. The lanes are served in groups that could fill every bank once;
 * a bank gives one dword a clock. */
static int64_t bank_conflicts(const int64_t *addresses, int64_t count, int64_t access_bytes, int64_t banks) {
    int64_t group = banks * TWK_DWORD_BYTES / access_bytes;
    int64_t extra = 0;
    for (int64_t first = 0; first < count; first += group) {
        bank_uses uses;
        int most = 1;
        uses.used = 0;
        for (int64_t dword = 0; dword < banks; dword++) {
            uses.counts[dword] = 0;
            uses.last[dword] = -1;
        }
        for (int64_t lane = first; lane < first + group && lane < count; lane++) {
            /* NOLINTNEXTLINE(clang-analyzer-security.ArrayBound): lanes are counted from 0. */
            int64_t last = (addresses[lane] + access_bytes - 1) / TWK_DWORD_BYTES;
            for (int64_t dword = addresses[lane] / TWK_DWORD_BYTES; dword <= last; dword++) {
                int given = use_dword(&uses, dword, banks);
                most = given > most ? given : most;
            }
        }
        extra += most - 1;
    }
    return extra;
}

twk_quantity twk_swizzled(const twk_evaluator *of, const twk_tile_layout *layout, twk_quantity row,
                          twk_quantity column) {
    int64_t group = layout->swizzle_group;
    int shift = layout->swizzle_shift;
    twk_formula_step turn = shift >= 0 ? TWK_FORMULA_DIVIDE : TWK_FORMULA_MUL;
    if (!group) {
        return column;
    }
    twk_quantity index = twk_apply_number(of, TWK_FORMULA_REMAINDER, row, TWK_SWIZZLE_ROWS);
    index = twk_apply_number(of, turn, index, (int64_t)1 << (shift >= 0 ? shift : -shift));
    index = twk_apply_number(of, TWK_FORMULA_REMAINDER, index, twk_row_elements(layout) / group);
    twk_quantity at = twk_apply_number(of, TWK_FORMULA_DIVIDE, column, group);
    at = twk_apply(of, TWK_FORMULA_XOR, at, index);
    at = twk_apply_number(of, TWK_FORMULA_MUL, at, group);
    column = twk_apply_number(of, TWK_FORMULA_REMAINDER, column, group);
    return twk_apply(of, TWK_FORMULA_ADD, at, column);
}

const twk_read *twk_find_read(const twk_arch *arch, const twk_operand *operand, bool k_outer, int64_t element_bytes,
                              int64_t atoms) {
    for (size_t i = 0; i < operand->count; i++) {
        const twk_read *read = &operand->reads[i];
        int64_t needed = element_bytes * (read->kind == TWK_READ_LOAD ? 1 : read->elements);
        if (read->k_outer == k_outer && needed > 0 && needed <= arch->reads[read->kind] && atoms % read->atoms == 0) {
            return read;
        }
    }
    return NULL;
}

twk_operand_read twk_read_of(const twk_arch *arch, const twk_operand *operand, int lanes, const twk_tile_layout *layout,
                             int64_t atoms) {
    twk_operand_read read = {arch, lanes, NULL, 0};
    read.from = twk_find_read(arch, operand, layout->k_outer, layout->element_bytes, atoms);
    if (read.from) {
        int64_t most = arch->reads[read.from->kind] / layout->element_bytes;
        read.elements = read.from->kind == TWK_READ_MATRIX ? most : twk_smaller(read.from->elements, most);
    }
    return read;
}

/* A search for the layout of a tile whose read takes the fewest extra clocks: where each lane's starts, and the best of
 * those that were tried. */
typedef struct search {
    const twk_operand_read *read;
    twk_quantity rows[TWK_LANE_LIMIT];
    twk_quantity columns[TWK_LANE_LIMIT];
    twk_tile_layout best;
    int64_t fewest;
} search;

static void begin_search(search *of, const twk_operand_read *read) {
    of->read = read;
    of->fewest = INT64_MAX;
    for (int lane = 0; lane < read->lanes; lane++) {
        of->rows[lane].number = twk_coordinate_at(&read->from->row, lane, 0);
        of->columns[lane].number = twk_coordinate_at(&read->from->column, lane, 0);
    }
}

/* Try a layout; true where none can be better. */
static bool try_layout(search *of, const twk_tile_layout *layout) {
    const twk_operand_read *read = of->read;
    int64_t access_bytes = read->elements * layout->element_bytes;
    int64_t banks = access_bytes > TWK_DWORD_BYTES ? read->arch->lds_wide_read_banks : read->arch->lds_banks;
    int64_t addresses[TWK_LANE_LIMIT];
    for (int lane = 0; lane < read->lanes; lane++) {
        twk_quantity column = twk_swizzled(&twk_integers, layout, of->rows[lane], of->columns[lane]);
        addresses[lane] = of->rows[lane].number * twk_row_bytes(layout) + column.number * layout->element_bytes;
    }
    int64_t conflicts = bank_conflicts(addresses, read->lanes, access_bytes, banks);
    if (conflicts < of->fewest) {
        of->fewest = conflicts;
        of->best = *layout;
    }
    return conflicts == 0;
}

void twk_pad_rows(const twk_operand_read *read, twk_tile_layout *layout) {
    search of;
    begin_search(&of, read);
    while (layout->pad <= TWK_MOST_PAD && !try_layout(&of, layout)) {
        layout->pad += read->elements;
    }
    *layout = of.best;
}

void twk_permute_rows(const twk_operand_read *read, twk_tile_layout *layout, int64_t group) {
    /* In the order of preference. */
    static const int shifts[] = TWK_SWIZZLE_SHIFTS;
    search of;
    begin_search(&of, read);
    layout->swizzle_group = group;
    for (size_t i = 0; i < sizeof shifts / sizeof shifts[0]; i++) {
        layout->swizzle_shift = shifts[i];
        if (try_layout(&of, layout)) {
            break;
        }
    }
    *layout = of.best;
}
