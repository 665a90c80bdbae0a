// Operators that read four random words and write none: do they get in each other's way?
//
//   bench_activities_readers [--workers W] [--words N] [--operators N] [--trials T] [--csv FILE]
//
// By 1 … W workers under each mechanism, in activities of M operators; `speedup` is over one
// worker.
//
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "activities/random_sums.hpp"
#include "activities/result_table.hpp"
#include "orujo/activities/choice/mechanism_table.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

using namespace orujo;
using namespace orujo::bench;

struct read_four {
  struct arguments {
    std::array<std::uint32_t, 4> places;
  };
  static constexpr bool is_cautious = true;

  std::uint64_t* words;

  template <typename Access>
  std::uint64_t act(Access& access, const arguments& at) const {
    std::uint64_t sum = 0;
    for (const std::uint32_t each : at.places) { sum += access.read(words[each]); }
    return sum;
  }
  template <typename Visit>
  void touches(const arguments& at, Visit visit) const {
    for (const std::uint32_t each : at.places) { visit(&words[each]); }
  }
};

template <typename Mechanism>
void add_rows(rank_team& team, result_table& table, const std::string& name,
              const sum_options& how) {
  std::vector<std::uint64_t> words(how.words, 1);
  for (const std::size_t coarsen : {1U, 16U}) {
    double alone = 0;
    for (int workers = 1; workers <= how.workers; ++workers) {
      sum_options shape = how;
      shape.workers = workers;
      const auto all = drawn_places<read_four::arguments>(shape);
      const measured best =
          measure<Mechanism>(team, read_four{words.data()}, {how.trials, coarsen}, all);
      if (workers == 1) { alone = best.millions; }
      table.add({name, std::to_string(workers), std::to_string(coarsen), shown(best.millions),
                 shown(best.millions / alone, 2), shown(best.per_1000(best.counts.aborts()), 2)});
    }
  }
}

}  // namespace

int main(int count, char** words) try {
  sum_options how;
  std::string csv;
  CLI::App program("Operators that only read");
  program.add_option("--workers", how.workers);
  program.add_option("--words", how.words, "Of 8 bytes");
  program.add_option("--operators", how.operators, "Of each worker");
  program.add_option("--trials", how.trials);
  program.add_option("--csv", csv);
  CLI11_PARSE(program, count, words);
  orujo::launch_options shape{.ranks = 1, .workers = how.workers};
  orujo::run_team(shape, [&](orujo::rank_team& team) {
    result_table table(
        {"isolation", "workers", "M", "M operators/s", "speedup", "given up per 1000"}, csv);
    activities::for_each_mechanism([&](const auto& row) {
      using mechanism = typename std::remove_cvref_t<decltype(row.tag)>::type;
      if constexpr (activities::serves<mechanism>(operator_reach::several_elements)) {
        if (!is_available(row.kind) || row.kind == mechanism_kind::serial) { return; }
        add_rows<mechanism>(team, table, std::string(row.name), how);
      }
    });
  });
} catch (const std::exception& problem) {
  std::fprintf(stderr, "readers: %s\n", problem.what());
  return 2;
}
