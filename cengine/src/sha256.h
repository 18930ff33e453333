/* SHA-256 (FIPS 180-4). */
#ifndef TWK_SHA256_H
#define TWK_SHA256_H

#include <stddef.h>

#define TWK_SHA256_HEX 64

/* The digest of `length` bytes in lower-case hexadecimal, and a NUL. */
void twk_sha256_hex(const char *data, size_t length, char hex[TWK_SHA256_HEX + 1]);

#endif
