#include "sha256.h"

#include <stdint.h>
#include <string.h>

#define BLOCK 64

/* FIPS 180-4, 4.2.2. */
static const uint32_t round_constants[64] = {
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u,
    0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u,
    0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau,
    0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u,
    0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u,
    0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u,
    0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,
    0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u,
};

static uint32_t rotate(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

/* FIPS 180-4, 6.2.2. */
static void add_block(uint32_t state[8], const unsigned char *block) {
    uint32_t w[64];
    uint32_t s[8];
    for (size_t t = 0; t < 16; t++) {
        const unsigned char *word = block + 4 * t;
        w[t] = (uint32_t)word[0] << 24 | (uint32_t)word[1] << 16 | (uint32_t)word[2] << 8 | (uint32_t)word[3];
    }
    for (size_t t = 16; t < 64; t++) {
        uint32_t low = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t high = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = high + w[t - 7] + low + w[t - 16];
    }
    memcpy(s, state, sizeof s);
    for (size_t t = 0; t < 64; t++) {
        uint32_t choose = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t first =
            s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) + choose + round_constants[t] + w[t];
        uint32_t second = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + majority;
        memmove(s + 1, s, 7 * sizeof s[0]);
        s[4] += first;
        s[0] = first + second;
    }
    for (size_t t = 0; t < 8; t++) {
        state[t] += s[t];
    }
}

void twk_sha256_hex(const char *data, size_t length, char hex[TWK_SHA256_HEX + 1]) {
    static const char digits[] = "0123456789abcdef";
    uint32_t state[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
                         0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
    const unsigned char *at = (const unsigned char *)data;
    unsigned char last[2 * BLOCK] = {0};
    size_t rest = length % BLOCK;
    size_t padded = rest < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    uint64_t bits = (uint64_t)length * 8;
    size_t i;
    for (i = 0; i + BLOCK <= length; i += BLOCK) {
        add_block(state, at + i);
    }
    if (rest) {
        memcpy(last, at + i, rest);
    }
    last[rest] = 0x80;
    for (i = 0; i < 8; i++) {
        last[padded - 1 - i] = (unsigned char)(bits >> (8 * i) & 0xff);
    }
    for (i = 0; i < padded; i += BLOCK) {
        add_block(state, last + i);
    }
    for (i = 0; i < TWK_SHA256_HEX; i++) {
        hex[i] = digits[state[i / 8] >> (28 - 4 * (i % 8)) & 0xf];
    }
    hex[TWK_SHA256_HEX] = '\0';
}
