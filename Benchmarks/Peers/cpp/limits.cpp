// Physical limits on a file in memory, MB/s, median of the rounds. usage: limits FILE [ROUNDS]
#include <algorithm>
#include <chrono>
#include <functional>
#include "lines.h"

using namespace simdjson;

static double megabytes_per_second(size_t bytes, int rounds, const std::function<void()> &body) {
    std::vector<double> seconds;
    for (int round = 0; round <= rounds; round++) {
        auto start = std::chrono::steady_clock::now();
        body();
        std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        if (round > 0) seconds.push_back(taken.count());
    }
    std::sort(seconds.begin(), seconds.end());
    return double(bytes) / 1e6 / seconds[seconds.size() / 2];
}

int main(int argc, char **argv) {
    if (argc < 2) fail("usage: limits FILE [ROUNDS]");
    int rounds = argc > 2 ? atoi(argv[2]) : 5;
    padded_string text;
    if (padded_string::load(argv[1]).get(text)) fail("read");
    const char *data = text.data();
    size_t size = text.size();

    std::vector<char> copy(1 << 20);
    printf("memcpy %.0f\n", megabytes_per_second(size, rounds, [&] {
        for (size_t at = 0; at < size; at += copy.size()) {
            memcpy(copy.data(), data + at, std::min(copy.size(), size - at));
            asm volatile("" ::"r"(copy.data()) : "memory");
        }
    }));

    dom::parser parser;
    printf("dom %.0f\n", megabytes_per_second(size, rounds, [&] {
        for (size_t at = 0; at < size;) {
            auto stop = static_cast<const char *>(memchr(data + at, '\n', size - at));
            size_t length = (stop ? stop : data + size) - (data + at);
            if (length && parser.parse(data + at, length, false).error()) fail("parse");
            at += length + 1;
        }
    }));

    printf("parse_many %.0f\n", megabytes_per_second(size, rounds, [&] {
        dom::document_stream stream;
        if (parser.parse_many(text).get(stream)) fail("parse_many");
        for (auto document : stream)
            if (document.error()) fail("parse_many");
    }));
}
