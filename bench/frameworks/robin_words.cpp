// Counts the words of a text with threads and maps of C++: `FILE THREADS`. Prints the seconds, how
// many different words there are, and how many in all.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#if __has_include(<tsl/robin_map.h>)
#include <tsl/robin_map.h>
#else
#include <unordered_map>
#endif

#include "orujo/graph/io/mapped_file.hpp"

namespace {

#if __has_include(<tsl/robin_map.h>)
using word_map = tsl::robin_map<std::string_view, std::uint64_t>;
#else
using word_map = std::unordered_map<std::string_view, std::uint64_t>;
#endif

bool separates(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\f' || letter == '\r';
}

/// Where part `part` of `parts` begins: behind what separates two words.
std::size_t begin_of(std::string_view text, std::size_t part, std::size_t parts) {
  std::size_t at = text.size() * part / parts;
  while (at > 0 && at < text.size() && !separates(text[at - 1])) { ++at; }
  return at;
}

void count_words_in(std::string_view text, word_map& counts) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && !separates(text[at])) { continue; }
    if (at > begin) { ++counts[text.substr(begin, at - begin)]; }
    begin = at + 1;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) { return 2; }
  const std::size_t threads = std::stoul(argv[2]);
  const auto start = std::chrono::steady_clock::now();
  const orujo::io::mapped_file file(argv[1]);
  std::vector<word_map> maps(threads);
  {
    std::vector<std::jthread> running;
    for (std::size_t i = 0; i < threads; ++i) {
      const std::size_t begin = begin_of(file.bytes(), i, threads);
      const std::size_t end = begin_of(file.bytes(), i + 1, threads);
      running.emplace_back(count_words_in, file.bytes().substr(begin, end - begin),
                           std::ref(maps[i]));
    }
  }
  for (std::size_t i = 1; i < threads; ++i) {
    for (const auto& [word, count] : maps[i]) { maps[0][word] += count; }
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::uint64_t words = 0;
  for (const auto& [word, count] : maps[0]) { words += count; }
  std::printf("%f %zu %zu\n", taken.count(), maps[0].size(), std::size_t{words});
}
