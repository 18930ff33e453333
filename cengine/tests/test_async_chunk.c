/* The geometry of the async loader: known widths, the rules that every choice keeps, and what is refused. */
#include "check.h"

#define NONE 0

static const int64_t classic[] = {4, 3, 1};

static int64_t choose(checks *checks, int64_t block, int64_t rows, int64_t columns, int64_t contig) {
    int64_t dwords = -1;
    CHECK(checks, twk_async_chunk_dwords(rows, columns, block, 2, contig, classic, 3, &dwords) == TWK_OK);
    return dwords;
}

/* Tiles of 16-bit elements, worked out by hand. */
static void check_known(checks *checks) {
    static const struct {
        int64_t block;
        int64_t rows;
        int64_t columns;
        int64_t contig;
        int64_t dwords;
    } known[] = {
        {256, 16, 64, 0, 1},    {256, 32, 32, 0, 1},    {256, 32, 48, 0, 3},     {256, 32, 64, 0, 4},
        {256, 32, 96, 0, 3},    {256, 64, 32, 0, 4},    {256, 64, 48, 0, 3},     {256, 64, 64, 0, 4},
        {256, 64, 96, 6, 3},    {256, 64, 96, 12, 3},   {256, 64, 96, 0, 4},     {256, 64, 128, 0, 4},
        {256, 16, 16, 0, NONE}, {128, 32, 48, 0, 3},    {512, 64, 96, 0, 3},     {512, 32, 48, 0, NONE},
        {256, 64, 64, 2, 1},    {256, 64, 64, 4, 1},    {256, 64, 64, 6, 1},     {256, 64, 64, 12, 1},
        {256, 64, 64, 8, 4},    {256, 64, 64, 16, 4},   {256, 64, 64, 24, 4},    {256, 64, 64, 64, 4},
        {256, 64, 64, 1, NONE}, {256, 64, 64, 3, NONE}, {256, 64, 64, 63, NONE},
    };
    size_t i;
    for (i = 0; i < sizeof known / sizeof known[0]; i++) {
        CHECK(checks,
              choose(checks, known[i].block, known[i].rows, known[i].columns, known[i].contig) == known[i].dwords);
    }
}

/* Whether chunks of some dwords stay in one row and one run, and cover the tile in whole passes. */
static int is_admitted(int64_t block, int64_t rows, int64_t columns, int64_t bytes, int64_t contig, int64_t dwords) {
    int64_t elements = 4 * dwords / bytes;
    int64_t chunks = rows * columns / elements;
    return columns % elements == 0 && (!contig || contig % elements == 0) && chunks >= block && chunks % block == 0;
}

/* Over many geometries: what is chosen is admitted, and nothing wider is. */
static void check_rules(checks *checks) {
    static const int64_t blocks[] = {32, 64, 256, 512, 1024};
    static const int64_t sizes[] = {1, 16, 24, 32, 48, 64, 96, 128, 512};
    static const int64_t runs[] = {0, 1, 2, 6, 8, 12, 64, 512};
    const size_t count = sizeof sizes / sizeof sizes[0];
    size_t i;
    int64_t bytes;
    for (i = 0; i < 5 * count * count * 8; i++) {
        int64_t block = blocks[i % 5];
        int64_t rows = sizes[i / 5 % count];
        int64_t columns = sizes[i / 5 / count % count];
        int64_t contig = runs[i / 5 / count / count];
        for (bytes = 1; bytes <= 4; bytes *= 2) {
            int64_t chosen = -1;
            int64_t best = 0;
            int64_t dwords;
            for (dwords = 1; dwords <= 4; dwords++) {
                best = dwords != 2 && is_admitted(block, rows, columns, bytes, contig, dwords) ? dwords : best;
            }
            CHECK(checks, twk_async_chunk_dwords(rows, columns, block, bytes, contig, classic, 3, &chosen) == TWK_OK);
            CHECK(checks, chosen == best);
        }
    }
}

static void check_refused(checks *checks) {
    static const int64_t low[] = {0};
    static const int64_t high[] = {4, 5};
    static const int64_t rising[] = {1, 2, 4};
    const int64_t limit = (int64_t)1 << 20;
    int64_t dwords = 7;
    CHECK(checks, twk_async_chunk_dwords(0, 64, 256, 2, 0, classic, 3, &dwords) == TWK_INVALID_ARGUMENT);
    CHECK(checks, twk_async_chunk_dwords(64, -1, 256, 2, 0, classic, 3, &dwords) == TWK_INVALID_ARGUMENT);
    CHECK(checks, twk_async_chunk_dwords(64, limit + 1, 256, 2, 0, classic, 3, &dwords) == TWK_INVALID_ARGUMENT);
    CHECK(checks, twk_async_chunk_dwords(64, 64, 0, 2, 0, classic, 3, &dwords) == TWK_INVALID_ARGUMENT);
    CHECK(checks, twk_async_chunk_dwords(64, 64, INT64_MAX, 2, 0, classic, 3, &dwords) == TWK_INVALID_ARGUMENT);
    CHECK(checks, twk_async_chunk_dwords(64, 64, 256, 3, 0, classic, 3, &dwords) == TWK_INVALID_ARGUMENT);
    CHECK(checks, twk_async_chunk_dwords(64, 64, 256, 2, -1, classic, 3, &dwords) == TWK_INVALID_ARGUMENT);
    CHECK(checks, twk_async_chunk_dwords(64, 64, 256, 2, limit + 1, classic, 3, &dwords) == TWK_INVALID_ARGUMENT);
    CHECK(checks, twk_async_chunk_dwords(64, 64, 256, 2, 0, low, 1, &dwords) == TWK_INVALID_ARGUMENT);
    CHECK(checks, twk_async_chunk_dwords(64, 64, 256, 2, 0, high, 2, &dwords) == TWK_INVALID_ARGUMENT);
    CHECK(checks, twk_async_chunk_dwords(64, 64, 256, 2, 0, NULL, 1, &dwords) == TWK_INVALID_ARGUMENT);
    CHECK(checks, twk_async_chunk_dwords(64, 64, 256, 2, 0, classic, 3, NULL) == TWK_INVALID_ARGUMENT);
    CHECK(checks, dwords == 7);
    CHECK(checks, twk_async_chunk_dwords(64, 64, 256, 2, 0, rising, 3, &dwords) == TWK_OK && dwords == 4);
    CHECK(checks, twk_async_chunk_dwords(limit, limit, limit, 1, limit, rising, 3, &dwords) == TWK_OK && dwords == 4);
    CHECK(checks, twk_async_chunk_dwords(64, 64, 256, 2, 0, NULL, 0, &dwords) == TWK_OK && dwords == NONE);
}

int main(void) {
    checks checks = {0, 0};
    check_known(&checks);
    check_rules(&checks);
    check_refused(&checks);
    return finish(&checks, "async chunk");
}
