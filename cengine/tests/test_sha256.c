/* SHA-256 against the examples of FIPS 180-4 and NIST's test vectors, and at every length around a block's end. */
#include "sha256.h"

#include "check.h"

#define LONG_LENGTH 1000000

/* The digest of digests of all lengths up to 200 of one repeated byte, from another implementation. */
static const char all_lengths[] = "eb555248bd20c7831e511d4461b42c9b084e3a64b44d57b00051172f8afe03ff";

static int digest_is(const char *data, size_t length, const char *expected) {
    char hex[TWK_SHA256_HEX + 1];
    twk_sha256_hex(data, length, hex);
    return strcmp(hex, expected) == 0;
}

int main(void) {
    checks checks = {0, 0};
    char *long_input = malloc(LONG_LENGTH);
    char digests[201 * TWK_SHA256_HEX + 1];
    size_t length;
    CHECK(&checks, digest_is("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    CHECK(&checks, digest_is("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    CHECK(&checks, digest_is("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
                             "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
    CHECK(&checks, long_input != NULL);
    if (long_input) {
        memset(long_input, 'a', LONG_LENGTH);
        CHECK(&checks,
              digest_is(long_input, LONG_LENGTH, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
        for (length = 0; length <= 200; length++) {
            twk_sha256_hex(long_input, length, digests + length * TWK_SHA256_HEX);
        }
        CHECK(&checks, digest_is(digests, (size_t)201 * TWK_SHA256_HEX, all_lengths));
    }
    free(long_input);
    return finish(&checks, "sha256");
}
