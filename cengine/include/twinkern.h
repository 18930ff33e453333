/* twinkern: GPU convolution kernels as LLVM IR text.
 *
 * One call reads a spec in JSON and gives a result: the module text, a manifest that says how to launch it, and
 * what was deduced; or the reasons why there is none. The library keeps no state, prints nothing, and reads no
 * environment; any number of threads may call it at once. Every string it hands out is NUL-terminated, lives as
 * long as its result, and is plain ASCII. Same input, same bytes, on every machine.
 * No call needs more than TWK_STACK_BYTES of stack. */
#ifndef TWINKERN_H
#define TWINKERN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#define TWK_API __attribute__((visibility("default")))
#else
#define TWK_API
#endif

/* Stack that suffices for any call, that of the allocator aside. */
#define TWK_STACK_BYTES 32768

#ifdef __cplusplus
extern "C" {
#endif

typedef enum twk_status {
    TWK_OK = 0,               /* there is a kernel */
    TWK_REFUSED = 1,          /* the input breaks a rule: see the violations */
    TWK_OUT_OF_MEMORY = 2,    /* the allocator returned NULL; nothing is left allocated */
    TWK_INVALID_ARGUMENT = 3, /* a pointer that must not be NULL was NULL, or a number is out of range */
    TWK_INTERNAL = 4          /* a bug: the kernel failed our own verifier; see TWK_ERROR */
} twk_status;

/* Where memory comes from. `allocate` returns NULL or memory aligned for any object; `release` gets only what
 * `allocate` returned, never NULL. Both get `user` as it is here. All memory of a result is released by
 * twk_release. */
typedef struct twk_allocator {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory);
    void *user;
} twk_allocator;

typedef struct twk_result twk_result;

/* The strings of a result. One that does not exist (the text of a refused spec) is empty. */
typedef enum twk_part {
    TWK_TEXT = 0,     /* the module, in LLVM assembly */
    TWK_MANIFEST = 1, /* how to launch it, in JSON */
    TWK_ASKED = 2,    /* the spec as read, defaults filled in, in canonical JSON */
    TWK_RESOLVED = 3, /* the spec with every automatic field chosen, in canonical JSON */
    TWK_NAME = 4,     /* the name of the kernel */
    TWK_ERROR = 5     /* what went wrong inside, for TWK_INTERNAL */
} twk_part;

/* Emit the kernel that a spec asks for.
 *
 * `spec_json` holds `length` bytes of JSON, at most 16384, nested at most 8 deep, and need not end in NUL.
 * `flavor` is the dialect of LLVM to print, such as "llvm22". A NULL `allocator` means malloc and free.
 * `*result` is set to a result, to be released by the caller, for TWK_OK, TWK_REFUSED and TWK_INTERNAL, and to
 * NULL otherwise. */
TWK_API twk_status twk_emit(const char *spec_json, size_t length, const char *flavor, const twk_allocator *allocator,
                            twk_result **result);

/* Say what twk_emit would do, without emitting: the violations, or the resolved spec, the name
 * and the manifest. */
TWK_API twk_status twk_explain(const char *spec_json, size_t length, const twk_allocator *allocator,
                               twk_result **result);

/* One string of a result; its bytes are counted in `*length` where `length` is not NULL. Never NULL for a result
 * and a part that exist; NULL otherwise. */
TWK_API const char *twk_result_part(const twk_result *result, twk_part part, size_t *length);

/* How many rules were broken; then, for each index below, the rule's stable code, its class ("hardware",
 * "not_implemented" or "invalid") and the message. NULL for an index out of range. */
TWK_API size_t twk_violation_count(const twk_result *result);
TWK_API const char *twk_violation_code(const twk_result *result, size_t index);
TWK_API const char *twk_violation_class(const twk_result *result, size_t index);
TWK_API const char *twk_violation_message(const twk_result *result, size_t index);

/* The geometry of the async loader, which brings a [rows][columns] tile from global memory to LDS without registers:
 * dwords of the chunk with which `block` threads do so.
 *
 * `*dwords` is set to the widest of the `width_count` widths (each 1 to 4, in any order) whose chunk stays in one row,
 * stays in one run of `contig` elements that is contiguous in memory (0: the row is the run), and shares the tile out
 * in whole passes of all threads; to 0 where there is none. Rows, columns, threads and run are 1 to 1048576, an
 * element has 1, 2 or 4 bytes; TWK_INVALID_ARGUMENT otherwise, with `*dwords` as it was. */
TWK_API twk_status twk_async_chunk_dwords(int64_t rows, int64_t columns, int64_t block, int64_t element_bytes,
                                          int64_t contig, const int64_t *widths, size_t width_count, int64_t *dwords);

/* Give back all memory of a result; NULL is allowed. */
TWK_API void twk_release(twk_result *result);

/* SHA-256 of the tables that this library was built from, in hexadecimal: engines with equal digests print equal
 * text. */
TWK_API const char *twk_contract_digest(void);

/* SHA-256 of the sources that this library was built from, in hexadecimal, as python/twinkern/source_digest.py computes
 * it; "unknown" where the build did not say, by -DTWK_SOURCE_DIGEST=<digest>. */
TWK_API const char *twk_source_digest(void);

/* Rises when a declaration in this header changes its meaning; the shared library's SOVERSION. */
TWK_API int twk_abi_version(void);

/* The release, as "major.minor.patch". */
TWK_API const char *twk_version(void);

#ifdef __cplusplus
}
#endif

#endif
