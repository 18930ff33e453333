/* What every test program shares: checks that count, specs to emit, and an allocator that counts and fails on
 * demand. */
#ifndef TWK_TESTS_CHECK_H
#define TWK_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "twinkern.h"

/* Results of one program's checks. */
typedef struct checks {
    int passed;
    int failed;
} checks;

#define CHECK(checks, condition) note(checks, (condition) != 0, #condition, __FILE__, __LINE__)

static inline void note(checks *checks, int holds, const char *condition, const char *file, int line) {
    if (holds) {
        checks->passed++;
    } else {
        checks->failed++;
        printf("%s:%d: %s does not hold\n", file, line, condition);
    }
}

/* Say what was checked; the exit status. */
static inline int finish(const checks *checks, const char *what) {
    printf("%s: %d checks passed, %d failed\n", what, checks->passed, checks->failed);
    return checks->failed ? 1 : 0;
}

/* Specs whose kernels, together, use every part of the engine. */
static const char *const specs[] = {
    "{\"problem\":{\"n\":2,\"c\":64,\"k\":64,\"input\":[12,10],\"filter\":[3,3],\"pad_before\":[1,1],"
    "\"pad_after\":[1,1]},\"direction\":\"forward\"}",
    "{\"problem\":{\"n\":2,\"c\":64,\"k\":64,\"input\":[9,9],\"filter\":[3,3],\"stride\":[2,3]},"
    "\"direction\":\"dgrad\",\"in_type\":\"bf16\",\"epilogue\":\"direct\",\"arch\":\"gfx942\"}",
    "{\"problem\":{\"n\":2,\"c\":12,\"k\":20,\"groups\":4,\"input\":[5,6,7],\"filter\":[2,1,3]},"
    "\"direction\":\"wgrad\",\"out_type\":\"fp32\"}",
    "{\"problem\":{\"n\":2,\"c\":64,\"k\":256,\"input\":[7],\"filter\":[3]},\"direction\":\"wgrad\","
    "\"pipeline\":\"ring\",\"loader\":\"async\",\"stages\":3,\"warps_per_unit\":2,\"chiplets\":8,\"tile_group\":3,"
    "\"tile_m\":64,\"tile_n\":64,\"tile_k\":32}",
    "{\"problem\":{\"n\":2,\"c\":32,\"k\":32,\"input\":[7],\"filter\":[3]},\"direction\":\"forward\","
    "\"pipeline\":\"async\",\"arch\":\"gfx1250\",\"unroll\":\"full\"}",
    "{\"problem\":{\"n\":2,\"c\":32,\"k\":32,\"input\":[7],\"filter\":[3]},\"direction\":\"dgrad\","
    "\"pipeline\":\"wavelet\",\"swizzle\":\"xor\",\"accumulation_registers\":\"none\"}",
    "{\"problem\":{\"n\":2,\"c\":32,\"k\":32,\"input\":[7],\"filter\":[3]},\"direction\":\"wgrad\","
    "\"pipeline\":\"compv4\",\"arch\":\"gfx1250\",\"in_type\":\"bf16\"}",
    "{\"problem\":{\"n\":2,\"c\":32,\"k\":32,\"input\":[7],\"filter\":[3]},\"direction\":\"wgrad\","
    "\"arch\":\"sm_90\",\"split_k\":11,\"tile_m\":32,\"tile_n\":32,\"tile_k\":32}",
    "{\"problem\":{\"n\":1,\"c\":16,\"k\":16,\"groups\":4,\"input\":[6,6],\"filter\":[3,3]},\"direction\":\"wgrad\","
    "\"arch\":\"gfx942\",\"split_k\":2,\"combine\":\"atomic\",\"out_type\":\"fp32\"}",
    "{\"problem\":{\"n\":1,\"c\":16,\"k\":16,\"groups\":4,\"input\":[6,6],\"filter\":[3,3],\"stride\":[2,1]},"
    "\"direction\":\"dgrad\",\"arch\":\"sm_90\",\"method\":\"direct\",\"bias\":\"on\",\"activation\":\"clamp\"}",
    "{\"problem\":{\"n\":1,\"c\":16,\"k\":24,\"input\":[5,5],\"filter\":[3,3]},\"direction\":\"forward\","
    "\"scale\":\"on\",\"bias\":\"on\",\"residual\":\"add\",\"activation\":\"gelu\",\"epilogue\":\"cshuffle\"}",
    "{\"problem\":{\"n\":1,\"c\":16,\"k\":24,\"input\":[5,5],\"filter\":[3,3]},\"direction\":\"forward\","
    "\"split_k\":2,\"bias\":\"on\",\"second_residual\":\"multiply\",\"activation\":\"leaky_relu\"}",
};
enum { SPEC_COUNT = sizeof specs / sizeof specs[0] };

/* Memory from malloc, of which one allocation may fail. */
typedef struct counter {
    long calls;     /* of allocate */
    long live;      /* allocations not yet released */
    long fail_at;   /* the call that fails, from 1; 0 for none */
    int fail_after; /* whether all later calls fail as well */
} counter;

static inline void *counting_allocate(void *user, size_t size) {
    counter *counter = user;
    void *memory;
    counter->calls++;
    if (counter->fail_at &&
        (counter->calls == counter->fail_at || (counter->fail_after && counter->calls > counter->fail_at))) {
        return NULL;
    }
    memory = malloc(size);
    if (memory) {
        memset(memory, 0xa5, size);
        counter->live++;
    }
    return memory;
}

static inline void counting_release(void *user, void *memory) {
    counter *counter = user;
    counter->live--;
    free(memory);
}

static inline twk_allocator counting_allocator(counter *counter) {
    const twk_allocator allocator = {counting_allocate, counting_release, counter};
    return allocator;
}

#endif
