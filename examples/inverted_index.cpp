// In which files does each word stand? `inverted_index FILE... `; writes index-R-of-P.txt.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>
#include <string>

#include "orujo/frameworks/map_reduce/map_reduce.hpp"
#include "orujo/frameworks/map_reduce/result_files.hpp"
#include "orujo/frameworks/map_reduce/text_files.hpp"
#include "orujo/frameworks/map_reduce/words.hpp"
#include "orujo/runtime/main_program.hpp"

/// From each word to the files it stands in: a list, whose entries end in line breaks.
struct inverted_index {
  using key = std::string;
  using value = std::string;
  void map(const orujo::text_part& part, auto& emit) const {
    std::set<std::string_view> words;
    orujo::for_each_word(part.text,
                         [&](const char* at, std::size_t size) { words.emplace(at, size); });
    for (const std::string_view word : words) { emit(word, part.path + "\n"); }
  }
  static value combine(const value& a, const value& b) {
    if (a == b) { return a; }
    std::istringstream both(a + b);
    std::set<std::string> files;
    for (std::string file; std::getline(both, file);) { files.insert(file + "\n"); }
    return std::accumulate(files.begin(), files.end(), value());
  }
};

int main(int argc, char** argv) {
  return orujo::run_main({}, [&](orujo::rank_team& team) {
    orujo::require(argc > 1, "inverted_index needs one FILE or more");
    orujo::text_files texts(team, {argv + 1, argv + argc});
    orujo::hash_map<std::string, std::string> index(team);
    orujo::map_reduce(inverted_index{}, texts, index);
    orujo::write_results(index, "index.txt", [](std::string& text, auto word, std::string files) {
      std::replace(files.begin(), files.end(), '\n', ' ');
      text.append(word).append(" ").append(files, 0, files.size() - 1).append("\n");
    });
  });
}
