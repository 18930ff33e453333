/* An emission gets by with the stack that twinkern.h states: each spec runs on a stack painted beforehand, and what it
 * overwrote is measured. Sanitizers enlarge frames, so a program that was built with them proves nothing here. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl*): the C library reads it. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <sys/mman.h>

#include "check.h"

#define STACK_BYTES (1 << 18)
#define PAINT 0xA5

static void *emit_one(void *argument) {
    const char *spec = argument;
    twk_result *result;
    twk_status status = twk_emit(spec, strlen(spec), "llvm22", NULL, &result);
    twk_release(result);
    return status == TWK_OK || status == TWK_REFUSED ? argument : NULL;
}

/* Bytes of stack that a thread used which ran `emit_one`, the thread's own part of it included. */
static long used_by(checks *checks, const char *spec, unsigned char *stack) {
    char copy[4096];
    pthread_attr_t attributes;
    pthread_t thread;
    void *returned = NULL;
    long untouched = 0;
    memcpy(copy, spec, strlen(spec) + 1);
    memset(stack, PAINT, STACK_BYTES);
    CHECK(checks, pthread_attr_init(&attributes) == 0);
    CHECK(checks, pthread_attr_setstack(&attributes, stack, STACK_BYTES) == 0);
    CHECK(checks, pthread_create(&thread, &attributes, emit_one, copy) == 0 && pthread_join(thread, &returned) == 0);
    CHECK(checks, returned == copy);
    pthread_attr_destroy(&attributes);
    while (untouched < STACK_BYTES && stack[untouched] == PAINT) {
        untouched++;
    }
    return STACK_BYTES - untouched;
}

int main(void) {
    checks checks = {0, 0};
    void *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    long most = 0;
    int i;
    CHECK(&checks, stack != MAP_FAILED);
    for (i = 0; i < SPEC_COUNT && stack != MAP_FAILED; i++) {
        long used = used_by(&checks, specs[i], stack);
        most = used > most ? used : most;
    }
    printf("stack: at most %ld bytes\n", most);
    CHECK(&checks, most > 0 && most <= TWK_STACK_BYTES);
    return finish(&checks, "stack");
}
