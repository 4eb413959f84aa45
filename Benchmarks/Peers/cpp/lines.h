// Reads the standard input in blocks and hands out lines with simdjson's padding behind them.
#pragma once
#include <simdjson.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

[[noreturn]] inline void fail(const char *what) {
    fprintf(stderr, "error: %s\n", what);
    exit(2);
}

class Lines {
    static constexpr size_t block = 256 << 10;
    std::vector<char> buffer = std::vector<char>(2 * block + simdjson::SIMDJSON_PADDING);
    size_t start = 0, end = 0;
    bool at_end = false;

public:
    /// Calls `line(pointer, length, readable)` for each line, and `idle()` after each block.
    template <class Line, class Idle>
    void each(Line line, Idle idle) {
        while (!at_end) {
            memmove(buffer.data(), buffer.data() + start, end - start);
            end -= start;
            start = 0;
            if (buffer.size() < end + block + simdjson::SIMDJSON_PADDING) buffer.resize(2 * buffer.size());
            ssize_t count = read(0, buffer.data() + end, block);
            if (count < 0) fail("read");
            at_end = count == 0;
            end += count;
            while (start < end) {
                char *from = buffer.data() + start;
                char *stop = static_cast<char *>(memchr(from, '\n', end - start));
                if (!stop) {
                    if (!at_end) break;
                    stop = buffer.data() + end;
                }
                line(from, size_t(stop - from), buffer.size() - start);
                start += stop - from + 1;
            }
            if (start > end) start = end;
            idle();
        }
    }
};
