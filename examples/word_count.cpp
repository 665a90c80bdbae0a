// Counts the words of a text on all ranks: `word_count [FILE]`.
// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

#include "orujo/containers/counting_set.hpp"
#include "orujo/runtime/main_program.hpp"

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
/// Counts each word that begins in part `part` of `parts` of `text`.
void count_part(std::string_view text, std::size_t part, std::size_t parts, auto words) {
  std::size_t at = text.size() * part / parts;
  const std::size_t last = text.size() * (part + 1) / parts;
  while (at > 0 && at < last && is_letter(text[at - 1])) { ++at; }  // it began in the part before
  for (std::size_t end = at; at < last; at = end + 1) {
    for (end = at; end < text.size() && is_letter(text[end]); ++end) {}
    if (end > at) { words.async_add(text.substr(at, end - at)); }
  }
}

int main(int argc, char** argv) {
  std::string text = "the cat and the dog and the mouse saw the moon over the hill";
  std::ifstream file(argc > 1 ? argv[1] : "/dev/null", std::ios::binary);
  if (argc > 1) { text.assign(std::istreambuf_iterator<char>(file), {}); }
  return orujo::run_main({}, [&](orujo::rank_team& team) {
    orujo::require(!file.fail(), "word_count: cannot read the file");
    orujo::counting_set<std::string> words(team);
    orujo::run_epoch(team, [&](orujo::worker& self) {
      const int part = orujo::index_of(team.rank()) * team.num_workers() + self.index();
      const int parts = team.size() * team.num_workers();
      count_part(text, std::size_t(part), std::size_t(parts), words.from(self));
    });
    for (const auto& [word, count] : words.top(10)) {
      if (orujo::index_of(team.rank()) == 0) { std::printf("%8zu %s\n", count, word.c_str()); }
    }
  });
}
