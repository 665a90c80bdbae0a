// In which files does each word stand? `inverted_index FILE... `; writes index-R-of-P.txt.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "orujo/frameworks/map_reduce/map_reduce.hpp"
#include "orujo/frameworks/map_reduce/result_files.hpp"
#include "orujo/frameworks/map_reduce/text_files.hpp"
#include "orujo/frameworks/map_reduce/words.hpp"
#include "orujo/runtime/main_program.hpp"

/// From each word to the files it stands in; without combine, all values of a key come together.
struct inverted_index {
  using key = std::string;
  using value = std::string;

  template <typename Emit>
  void map(const orujo::text_part& part, Emit& emit) const {
    orujo::for_each_word(part.text, [&](const char* begin, std::size_t length) {
      emit({begin, length}, part.path);
    });
  }
  std::string reduce(std::string_view /*word*/, std::span<const std::string> files) const {
    std::vector<std::string> sorted(files.begin(), files.end());
    std::sort(sorted.begin(), sorted.end());
    std::string line;
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (const std::string& file : sorted) { line += " " + file; }
    return line;
  }
};

int main(int argc, char** argv) {
  return orujo::run_main({}, [&](orujo::rank_team& team) {
    orujo::require(argc > 1, "inverted_index needs one FILE or more");
    orujo::text_files texts(team, {argv + 1, argv + argc});
    orujo::hash_map<std::string, std::string> index(team);
    orujo::map_reduce(inverted_index{}, texts, index);
    orujo::write_results(index, "index.txt", [](std::string& text, auto word, const auto& files) {
      text.append(word).append(files).append("\n");
    });
  });
}
