#include "tile_layout.h"

/* Bytes of the widest global access. */
#define VECTOR_BYTES 16

bool twk_vector_fits(int64_t rows, int64_t columns, int64_t run, int64_t threads, int64_t vector) {
    int64_t vectors = rows * columns / vector;
    return run % vector == 0 && columns % vector == 0 && vectors >= threads && vectors % threads == 0;
}

int64_t twk_vector_width(int64_t rows, int64_t columns, int64_t run, int64_t threads, int64_t element_bytes) {
    int64_t vector = VECTOR_BYTES / element_bytes;
    while (vector > 0 && !twk_vector_fits(rows, columns, run, threads, vector)) {
        vector /= 2;
    }
    return vector;
}

int64_t twk_default_pad(int64_t tile_k, int64_t operand_length) {
    return tile_k / operand_length % 2 == 0 ? operand_length : 0;
}

int64_t twk_tile_bytes(int64_t rows, int64_t tile_k, int64_t pad, int64_t element_bytes) {
    return rows * (tile_k + pad) * element_bytes;
}
