/* The JSON entry under any bytes: `make c-fuzz` drives it by libFuzzer, `make c-test` by the main below.
 *
 * Whatever the bytes are, the engine answers with a program or a refusal, and a program is that of its own resolved
 * spec. Anything else aborts, as a sanitizer does.
 *
 * The main, where TWK_FUZZ_MAIN is defined: `fuzz_json COUNT LAST FILE...` runs each file as it is, then COUNT copies
 * with some bytes changed, the same in every run. LAST is a file that holds the bytes in work, for when they crash it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract_gen.h"
#include "twinkern.h"

/* Above what the engine reads (16384), so that the limit is met too. */
#define LONGEST_INPUT 16500

static void require(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "fuzz_json: %s\n", what);
        abort();
    }
}

static size_t length_of(const twk_result *result, twk_part part) {
    size_t length;
    twk_result_part(result, part, &length);
    return length;
}

/* Whether two results have the same part. */
static int same_part(const twk_result *left, const twk_result *right, twk_part part) {
    return length_of(left, part) == length_of(right, part) &&
           !memcmp(twk_result_part(left, part, NULL), twk_result_part(right, part, NULL), length_of(left, part));
}

/* What must hold of a status and its result, whatever was asked. */
static void check_answer(twk_status status, const twk_result *result) {
    require(status == TWK_OK || status == TWK_REFUSED, "neither accepted nor refused");
    require(result != NULL, "no result");
    require((status == TWK_REFUSED) == (twk_violation_count(result) > 0), "a refusal has violations, and only it");
    require(status != TWK_OK || length_of(result, TWK_NAME) > 0, "what is accepted has a name");
    require((length_of(result, TWK_NAME) > 0) == (length_of(result, TWK_RESOLVED) > 0), "a name without a spec");
}

/* One flavour: the program of `data` is that of its resolved spec. */
static void check_flavor(const char *data, size_t size, const char *flavor, const twk_result *explained) {
    twk_result *emitted;
    twk_result *again;
    const twk_status status = twk_emit(data, size, flavor, NULL, &emitted);
    check_answer(status, emitted);
    if (status == TWK_OK) {
        require(length_of(emitted, TWK_TEXT) > 0 && length_of(emitted, TWK_MANIFEST) > 0, "an empty program");
        require(same_part(emitted, explained, TWK_NAME) && same_part(emitted, explained, TWK_RESOLVED),
                "emitted otherwise than explained");
        require(twk_emit(twk_result_part(emitted, TWK_RESOLVED, NULL), length_of(emitted, TWK_RESOLVED), flavor, NULL,
                         &again) == TWK_OK,
                "the resolved spec is refused");
        require(same_part(emitted, again, TWK_TEXT) && same_part(emitted, again, TWK_MANIFEST),
                "the resolved spec gives another program");
        twk_release(again);
    }
    twk_release(emitted);
}

/* NOLINTNEXTLINE(misc-use-internal-linkage): libFuzzer calls it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = size ? (const char *)data : "";
    twk_result *explained;
    twk_status status;
    int i;
    if (size > LONGEST_INPUT) {
        return 0;
    }
    status = twk_explain(text, size, NULL, &explained);
    check_answer(status, explained);
    for (i = 0; i < TWK_FLAVOR_COUNT; i++) {
        check_flavor(text, size, twk_flavors[i], explained);
    }
    twk_release(explained);
    return 0;
}

#ifdef TWK_FUZZ_MAIN

/* Marsaglia's xorshift64; the state is never 0. */
static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static size_t below(uint64_t *state, size_t limit) {
    return (size_t)(next_random(state) % limit);
}

/* Change `data`, of `*size` bytes in a buffer of LONGEST_INPUT: one to four edits of a byte, a run or a digit. */
static void mutate(uint8_t *data, size_t *size, uint64_t *random) {
    static const char bytes[] = "{}[]:,\"0123456789-.e \n\\x\x7f";
    size_t edits = 1 + below(random, 4);
    while (edits-- && *size) {
        const size_t at = below(random, *size);
        const size_t rest = *size - at;
        const size_t run = 1 + below(random, rest < 16 ? rest : 16);
        switch (below(random, 5)) {
        case 0: /* any byte */
            data[at] = (uint8_t)next_random(random);
            break;
        case 1: /* a byte that JSON is made of */
            data[at] = (uint8_t)bytes[below(random, sizeof bytes - 1)];
            break;
        case 2: /* another digit, where there is one */
            data[at] = (uint8_t)(data[at] >= '0' && data[at] <= '9' ? '0' + (int)below(random, 10) : data[at]);
            break;
        case 3: /* a run left out */
            memmove(data + at, data + at + run, rest - run);
            *size -= run;
            break;
        default: /* a run twice */
            if (*size + run <= LONGEST_INPUT) {
                memmove(data + at + run, data + at, rest);
                *size += run;
            }
        }
    }
}

/* Run bytes in a buffer of just their size, where a sanitizer sees a read behind the end. */
static void run_exactly(const uint8_t *data, size_t size, const char *last) {
    uint8_t *exact = malloc(size ? size : 1);
    FILE *file = fopen(last, "wb");
    require(exact && file, "no memory, or the file of the last input cannot be written");
    fwrite(data, 1, size, file);
    fclose(file);
    memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

int main(int count, char **arguments) {
    static const uint64_t start = 0x9e3779b97f4a7c15u;
    uint8_t *original = malloc(LONGEST_INPUT);
    uint8_t *changed = malloc(LONGEST_INPUT);
    uint64_t random = start;
    long runs = 0;
    int i;
    require(original && changed, "no memory");
    if (count < 4) {
        fprintf(stderr, "usage: fuzz_json COUNT LAST FILE...\n");
        return 2;
    }
    for (i = 3; i < count; i++) {
        long left = strtol(arguments[1], NULL, 10);
        FILE *file = fopen(arguments[i], "rb");
        size_t length;
        if (!file) {
            fprintf(stderr, "fuzz_json: %s cannot be read\n", arguments[i]);
            return 2;
        }
        length = fread(original, 1, LONGEST_INPUT, file);
        fclose(file);
        run_exactly(original, length, arguments[2]);
        for (runs++; left-- > 0; runs++) {
            size_t size = length;
            memcpy(changed, original, length);
            mutate(changed, &size, &random);
            run_exactly(changed, size, arguments[2]);
        }
    }
    free(original);
    free(changed);
    printf("fuzz_json: %ld inputs from %d files\n", runs, count - 3);
    return 0;
}

#endif
