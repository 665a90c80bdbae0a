// What isolation costs: operators that read a few random words and write one, under each mechanism.
//
//   bench_activities_mechanisms [--workers W] [--words N] [--operators N] [--trials T]
//
// Each worker runs its own operators, all at once. Prints a Markdown table: million operators per
// second of all workers together, the best trial, by how many words an operator reads (K) and how
// many operators an activity has (M); and the attempts that were given up for each 1000 activities,
// of the last column.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/mechanisms.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "activities/random_sums.hpp"
#include "orujo/base/random.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

using namespace orujo;
using namespace orujo::bench;

struct add_one {
  using element = std::uint64_t;
  using arguments = std::uint32_t;
  std::uint64_t* words;
  [[nodiscard]] element& place(arguments at) const { return words[at]; }
  [[nodiscard]] static element amount(arguments /*at*/) { return 1; }
};

/// The same as a function of the word, for compare-and-swap.
struct step_one {
  using element = std::uint64_t;
  using arguments = std::uint32_t;
  std::uint64_t* words;
  [[nodiscard]] element& place(arguments at) const { return words[at]; }
  static void act(element& value, arguments /*at*/) { ++value; }
};

constexpr std::array<std::size_t, 4> sizes = {1, 4, 16, 64};

template <typename Mechanism, std::size_t K>
void print_sums(rank_team& team, const sum_options& how, std::uint64_t* words) {
  const auto all = drawn_places<typename sum_into_first<K>::arguments>(how);
  measured last;
  for (const std::size_t size : sizes) {
    last = measure<Mechanism>(team, sum_into_first<K>{words}, {how.trials, size}, all);
    std::printf(" %.1f |", last.millions);
  }
  std::printf(" %.2f |", last.per_1000(last.counts.aborts()));
}

template <typename Mechanism>
void print_row(rank_team& team, const sum_options& how, const char* name, std::uint64_t* words) {
  std::printf("| %s |", name);
  print_sums<Mechanism, 1>(team, how, words);
  print_sums<Mechanism, 4>(team, how, words);
  print_sums<Mechanism, 8>(team, how, words);
  std::printf("\n");
  std::fflush(stdout);
}

template <typename Op>
void print_words(rank_team& team, const sum_options& how, const char* name, const Op& op) {
  const auto all = drawn<std::uint32_t>(how, [&](random_stream& random) {
    return static_cast<std::uint32_t>(random.below(how.words));
  });
  std::printf("%s: %.1f M operators/s\n", name,
              measure<mechanisms::atomic_words>(team, op, {how.trials, 1}, all).millions);
}

void print_all(rank_team& team, const sum_options& how) {
  std::vector<std::uint64_t> words(how.words, 0);
  std::printf("| mechanism |");
  for (const int reads : {1, 4, 8}) {
    for (const std::size_t size : sizes) { std::printf(" K=%d M=%zu |", reads, size); }
    std::printf(" given up |");
  }
  std::printf("\n|%s\n",
              [] {
                std::string line = " --- |";
                for (int i = 0; i < 15; ++i) { line += " --- |"; }
                return line;
              }()
                  .c_str());
  if (how.workers == 1) { print_row<mechanisms::serial>(team, how, "serial", words.data()); }
  print_row<mechanisms::striped_locks>(team, how, "lock", words.data());
  print_row<mechanisms::global_lock>(team, how, "global", words.data());
  print_row<mechanisms::flat_combining>(team, how, "combine", words.data());
  print_row<mechanisms::norec>(team, how, "stm", words.data());
  print_row<mechanisms::tl2>(team, how, "tl2", words.data());
  if (mechanisms::rtm_unit::is_available()) {
    print_row<mechanisms::hardware_transactions>(team, how, "htm", words.data());
    print_row<mechanisms::elision>(team, how, "elide", words.data());
  }
  print_words(team, how, "atomic, accumulate", add_one{words.data()});
  print_words(team, how, "atomic, compare-and-swap", step_one{words.data()});
}

}  // namespace

int main(int count, char** words) try {
  sum_options how;
  CLI::App program("What isolation of small operators costs");
  program.add_option("--workers", how.workers);
  program.add_option("--words", how.words, "Of 8 bytes");
  program.add_option("--operators", how.operators, "Of each worker");
  program.add_option("--trials", how.trials);
  CLI11_PARSE(program, count, words);
  orujo::launch_options shape;
  shape.ranks = 1;
  shape.workers = how.workers;
  orujo::run_team(shape, [&](orujo::rank_team& team) { print_all(team, how); });
} catch (const std::exception& problem) {
  std::fprintf(stderr, "mechanisms: %s\n", problem.what());
  return 2;
}
