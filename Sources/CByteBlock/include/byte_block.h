// 64 bytes, compared at once: one bit for each, the first byte lowest.
//
// Processors have an instruction that gathers a comparison into bits. Swift's vectors cannot say it and need three times as many.
// All functions read exactly 64 bytes from `start`, which need not be aligned.

#ifndef BYTE_BLOCK_H
#define BYTE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef int8_t byte_block __attribute__((ext_vector_type(64)));
typedef bool byte_block_bits __attribute__((ext_vector_type(64)));

/// The bytes equal to `byte`.
static inline uint64_t byte_block_equal(const uint8_t *start, uint8_t byte) {
    byte_block bytes;
    memcpy(&bytes, start, sizeof bytes);
    const byte_block_bits bits = __builtin_convertvector(bytes == (byte_block)(int8_t)byte, byte_block_bits);
    uint64_t gathered;
    memcpy(&gathered, &bits, sizeof gathered);
    return gathered;
}

/// The bytes that are less than `limit` when read as signed numbers: those above 0x7F are negative.
static inline uint64_t byte_block_less(const uint8_t *start, int8_t limit) {
    byte_block bytes;
    memcpy(&bytes, start, sizeof bytes);
    const byte_block_bits bits = __builtin_convertvector(bytes < (byte_block)limit, byte_block_bits);
    uint64_t gathered;
    memcpy(&gathered, &bits, sizeof gathered);
    return gathered;
}

#endif
