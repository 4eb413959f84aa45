// A growing buffer with room for what is put next.
#pragma once
#include <string_view>
#include "lines.h"

class Output {
    char *base = nullptr, *at = nullptr;
    size_t capacity = 0;

    void grow(size_t more) {
        size_t used = size();
        capacity = 2 * capacity + more + 4096;
        base = static_cast<char *>(realloc(base, capacity));
        if (!base) fail("memory");
        at = base + used;
    }

public:
    size_t size() const { return at - base; }
    void clear() { at = base; }
    std::string_view view() const { return {base, size()}; }
    void put(std::string_view text) {
        if (size() + text.size() > capacity) grow(text.size());
        memcpy(at, text.data(), text.size());
        at += text.size();
    }
    void put(char c) {
        if (size() == capacity) grow(1);
        *at++ = c;
    }
    void drop_last() { at--; }
    void insert(size_t position, std::string_view text) {
        if (size() + text.size() > capacity) grow(text.size());
        memmove(base + position + text.size(), base + position, size() - position);
        memcpy(base + position, text.data(), text.size());
        at += text.size();
    }
    void flush() {
        for (char *from = base; from < at;) {
            ssize_t count = write(1, from, at - from);
            if (count <= 0) fail("write");
            from += count;
        }
        clear();
    }
};
