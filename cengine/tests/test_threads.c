/* Threads that emit at once get what one alone gets: run it under a thread sanitizer to see that nothing is
 * shared. */
#include <pthread.h>

#include "check.h"

#define THREADS 4
#define ROUNDS 20

/* Text of each spec as one thread alone gets it. */
typedef struct expected {
    twk_result *results[SPEC_COUNT];
    int differences[THREADS];
} expected;

typedef struct worker {
    expected *expected;
    int index;
} worker;

static void *emit_all(void *argument) {
    worker *worker = argument;
    int round;
    for (round = 0; round < ROUNDS; round++) {
        int i = (round + worker->index) % SPEC_COUNT;
        twk_result *result;
        twk_status status = twk_emit(specs[i], strlen(specs[i]), "llvm22", NULL, &result);
        if (status != TWK_OK || strcmp(twk_result_part(result, TWK_TEXT, NULL),
                                       twk_result_part(worker->expected->results[i], TWK_TEXT, NULL)) != 0) {
            worker->expected->differences[worker->index]++;
        }
        twk_release(result);
    }
    return NULL;
}

int main(void) {
    checks checks = {0, 0};
    expected expected;
    worker workers[THREADS];
    pthread_t threads[THREADS];
    int started[THREADS];
    int i;
    memset(&expected, 0, sizeof expected);
    for (i = 0; i < SPEC_COUNT; i++) {
        CHECK(&checks, twk_emit(specs[i], strlen(specs[i]), "llvm22", NULL, &expected.results[i]) == TWK_OK);
    }
    for (i = 0; i < THREADS; i++) {
        workers[i].expected = &expected;
        workers[i].index = i;
        started[i] = pthread_create(&threads[i], NULL, emit_all, &workers[i]) == 0;
        CHECK(&checks, started[i]);
    }
    for (i = 0; i < THREADS; i++) {
        CHECK(&checks, started[i] && pthread_join(threads[i], NULL) == 0);
        CHECK(&checks, expected.differences[i] == 0);
    }
    for (i = 0; i < SPEC_COUNT; i++) {
        twk_release(expected.results[i]);
    }
    return finish(&checks, "threads");
}
