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

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

using namespace orujo;

struct bench_options {
  int workers = 2;
  std::uint64_t words = std::uint64_t{1} << 20;
  std::uint64_t operators = std::uint64_t{1} << 20;
  int trials = 5;
};

/// Reads K words, and adds what they make to the first.
template <std::size_t K>
struct sum_into_first {
  struct arguments {
    std::array<std::uint32_t, K> places;
  };
  static constexpr bool is_cautious = true;

  std::uint64_t* words;

  template <typename Access>
  void act(Access& access, const arguments& at) const {
    std::uint64_t sum = 1;
    for (const std::uint32_t each : at.places) { sum += access.read(words[each]) & 1U; }
    access.write(words[at.places[0]], access.read(words[at.places[0]]) + sum);
  }
  template <typename Visit>
  void touches(const arguments& at, Visit visit) const {
    for (const std::uint32_t each : at.places) { visit(&words[each]); }
  }
};

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

struct bench_plan {
  int trials;
  std::size_t coarsen;  // operators in an activity
};

struct measured {
  double millions = 0;
  double aborts_per_1000 = 0;
};

template <typename Mechanism, typename Op>
measured measure(rank_team& team, const Op& op, const bench_plan& how,
                 const std::vector<std::vector<typename Op::arguments>>& all) {
  measured best;
  for (int trial = 0; trial < how.trials; ++trial) {
    activity_runner<Op, Mechanism> runner(team, op, {.coarsen = how.coarsen});
    const auto begun = std::chrono::steady_clock::now();
    team.on_workers(
        [&](worker& self) { runner.run(self, all[static_cast<std::size_t>(self.index())]); });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    const activity_counts counts = runner.counts();
    const double millions = static_cast<double>(counts.operators) / took.count() / 1e6;
    if (millions <= best.millions) { continue; }
    best = {millions, 1000 * static_cast<double>(counts.aborts()) /
                          static_cast<double>(std::max<std::uint64_t>(1, counts.activities))};
  }
  return best;
}

template <typename Arguments, typename Draw>
std::vector<std::vector<Arguments>> drawn(const bench_options& how, Draw draw) {
  std::vector<std::vector<Arguments>> all(static_cast<std::size_t>(how.workers));
  for (std::size_t w = 0; w < all.size(); ++w) {
    random_stream random(1, w);
    for (std::uint64_t i = 0; i < how.operators; ++i) { all[w].push_back(draw(random)); }
  }
  return all;
}

template <std::size_t K>
std::vector<std::vector<typename sum_into_first<K>::arguments>> drawn_sums(
    const bench_options& how) {
  return drawn<typename sum_into_first<K>::arguments>(how, [&](random_stream& random) {
    typename sum_into_first<K>::arguments at;
    for (std::uint32_t& each : at.places) {
      each = static_cast<std::uint32_t>(random.below(how.words));
    }
    return at;
  });
}

constexpr std::array<std::size_t, 4> sizes = {1, 4, 16, 64};

template <typename Mechanism, std::size_t K>
void print_sums(rank_team& team, const bench_options& how, std::uint64_t* words) {
  const auto all = drawn_sums<K>(how);
  measured last;
  for (const std::size_t size : sizes) {
    last = measure<Mechanism>(team, sum_into_first<K>{words}, {how.trials, size}, all);
    std::printf(" %.1f |", last.millions);
  }
  std::printf(" %.2f |", last.aborts_per_1000);
}

template <typename Mechanism>
void print_row(rank_team& team, const bench_options& how, const char* name, std::uint64_t* words) {
  std::printf("| %s |", name);
  print_sums<Mechanism, 1>(team, how, words);
  print_sums<Mechanism, 4>(team, how, words);
  print_sums<Mechanism, 8>(team, how, words);
  std::printf("\n");
  std::fflush(stdout);
}

template <typename Op>
void print_words(rank_team& team, const bench_options& how, const char* name, const Op& op) {
  const auto all = drawn<std::uint32_t>(how, [&](random_stream& random) {
    return static_cast<std::uint32_t>(random.below(how.words));
  });
  std::printf("%s: %.1f M operators/s\n", name,
              measure<mechanisms::atomic_words>(team, op, {how.trials, 1}, all).millions);
}

void print_all(rank_team& team, const bench_options& how) {
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
  bench_options how;
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
