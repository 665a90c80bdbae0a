// Counts the words of a text on all ranks: `word_count [FILE]`. Words are messages of any length.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/base/hash.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/reducing_record_channel.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

constexpr std::string_view sample =
    "the cat and the dog and the mouse saw the moon and the stars over the hill";

/// In front of each word: how many of it.
struct times {
  std::uint64_t count;
};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// Calls `take(word)` for each word that begins in part `part` of `parts` of `text`.
template <typename Take>
void for_each_word(std::string_view text, std::size_t part, std::size_t parts, Take take) {
  std::size_t at = text.size() * part / parts;
  const std::size_t last = text.size() * (part + 1) / parts;
  while (at > 0 && at < last && is_letter(text[at - 1])) { ++at; }  // it began in the part before
  for (std::size_t end = at; at < last; at = end + 1) {
    for (end = at; end < text.size() && is_letter(text[end]); ++end) {}
    if (end > at) { take(text.substr(at, end - at)); }
  }
}

using word_counts = std::unordered_map<std::string, std::uint64_t>;
using ranking = std::vector<std::pair<std::uint64_t, std::string>>;

/// The ten greatest.
ranking best_of(ranking all) {
  std::sort(all.rbegin(), all.rend());
  all.resize(std::min<std::size_t>(all.size(), 10));
  return all;
}

/// Each rank tells rank 0 its ten most frequent words: the ten of all are among them.
void print_most_frequent(orujo::rank_team& team, const word_counts& counts) {
  ranking own;
  for (const auto& [word, count] : counts) { own.emplace_back(count, word); }
  ranking all;
  std::mutex lock;
  auto to_first = orujo::make_record_channel<times>(team, [&](const orujo::record<times>& word) {
    const std::lock_guard guard(lock);
    all.emplace_back(word.head.count, word.text());
  });
  orujo::run_short_epoch(team, [&](orujo::worker& self) {
    for (const auto& [count, word] : best_of(std::move(own))) {
      to_first.send(self, orujo::rank_id{0}, {count}, std::string_view(word));
    }
  });
  for (const auto& [count, word] : best_of(std::move(all))) {
    std::printf("%8llu %s\n", static_cast<unsigned long long>(count), word.c_str());
  }
}

void count_words(orujo::rank_team& team, std::string_view text) {
  word_counts counts;  // of the words that this rank owns
  std::mutex lock;     // several workers of a rank may handle words at once
  const auto add = [&](const orujo::record<times>& word) {
    const std::lock_guard guard(lock);
    counts[std::string(word.text())] += word.head.count;
  };
  // Counts of one word are added up in a small cache before they travel.
  const orujo::sum_of_heads sums{[](times& kept, const times& more) { kept.count += more.count; }};
  orujo::reducing_record_channel<times, decltype(add), decltype(sums)> words(team, add, sums,
                                                                             {.name = "words"});
  orujo::run_epoch(team, [&](orujo::worker& self) {
    auto out = words.from(self);
    const auto workers = static_cast<std::size_t>(team.num_workers());
    const auto ranks = static_cast<std::size_t>(team.size());
    const auto rank = static_cast<std::size_t>(orujo::index_of(team.rank()));
    const std::size_t part = rank * workers + static_cast<std::size_t>(self.index());
    for_each_word(text, part, ranks * workers, [&](std::string_view word) {
      out.send(static_cast<orujo::rank_id>(orujo::hash_bytes(word) % ranks), {1}, word);
    });
  });
  print_most_frequent(team, counts);
}

}  // namespace

int main(int argc, char** argv) {
  std::string text(sample);
  if (argc > 1) {
    std::ifstream file(argv[1], std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "word_count: cannot read %s\n", argv[1]);
      return 3;
    }
    text.assign(std::istreambuf_iterator<char>(file), {});
  }
  orujo::run_team({}, [&](orujo::rank_team& team) { count_words(team, text); });
}
