// Operators on elements of another rank, C of them in a message.
//
//   mpirun -n 2 bench_activities_remote [--operators N] [--trials T] [--csv FILE]
//
// After figure 5 of M. Besta and T. Hoefler, *Accelerating irregular computations with hardware
// transactional memory and active messages*, HPDC 2015: rank 0 marks elements of rank 1, or adds to
// them; what has been spawned leaves after each C operators, and runs there in activities of C.
// Beside it: bench_activities_mpi_remote, the same by one-sided MPI. Without a launcher both ranks
// are threads of one process.
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "activities/result_table.hpp"
#include "orujo/activities/activity_channel.hpp"
#include "orujo/activities/choice/mechanism_table.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/transport/launcher.hpp"

namespace {

using namespace orujo;
using bench::shown;

constexpr std::uint64_t words_of_rank = std::uint64_t{1} << 20U;

struct marking {
  using element = std::uint64_t;
  using arguments = std::uint32_t;
  std::uint64_t* words;
  [[nodiscard]] element& place(arguments at) const { return words[at]; }
  static operator_verdict act(element& value, arguments /*at*/) {
    if (value != 0) { return operator_verdict::failed; }
    value = 1;
    return operator_verdict::done;
  }
};

struct accumulating {
  using element = std::uint64_t;
  using arguments = std::uint32_t;
  std::uint64_t* words;
  [[nodiscard]] element& place(arguments at) const { return words[at]; }
  [[nodiscard]] static element amount(arguments /*at*/) { return 1; }
};

struct remote_options {
  std::uint64_t operators = std::uint64_t{1} << 18U;
  std::size_t coalesced = 1;  // operators in a message
  int trials = 5;
  std::string csv;
};

/// Seconds until all operators have run.
template <typename Mechanism, typename Op>
double timed(rank_team& team, const Op& op, const remote_options& how) {
  activity_channel<Op, Mechanism> spawned(team, op, {.coarsen = how.coalesced, .coalesce = 1});
  static_cast<void>(all_sum(team, 1));  // all ranks are here
  const auto begun = std::chrono::steady_clock::now();
  run_epoch(team, [&](worker& self) {
    if (team.rank() != rank_id{0} || self.index() != 0) { return; }
    random_stream random(1, 0);
    for (std::uint64_t i = 0; i < how.operators; ++i) {
      spawned.spawn(self, rank_id{1}, static_cast<std::uint32_t>(random.below(words_of_rank)));
    }
  });
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  return took.count();
}

template <typename Mechanism, typename Op>
double best_ns(rank_team& team, const Op& op, const remote_options& how) {
  double best = 1e300;
  for (int trial = 0; trial < how.trials; ++trial) {
    std::fill_n(op.words, words_of_rank, 0);
    best = std::min(best, timed<Mechanism>(team, op, how));
  }
  return 1e9 * best / static_cast<double>(how.operators);
}

/// `table`: of rank 0.
template <typename Op>
void measure(rank_team& team, bench::result_table* table, const Op& op, const remote_options& how) {
  const char* const work = accumulating_operator<Op> ? "accumulate" : "mark";
  for (const auto kind : {mechanism_kind::atomic, mechanism_kind::htm}) {
    if (!is_available(kind)) { continue; }
    double ns = 0;
    with_mechanism<Op>(
        kind, [&](auto tag) { ns = best_ns<typename decltype(tag)::type>(team, op, how); });
    if (table == nullptr) { continue; }
    table->add({work, "activities under " + std::string(name_of(kind)),
                std::to_string(how.coalesced), shown(ns)});
  }
}

}  // namespace

int main(int count, char** words) try {
  remote_options how;
  CLI::App program("Operators on elements of another rank");
  program.add_option("--operators", how.operators);
  program.add_option("--trials", how.trials);
  program.add_option("--csv", how.csv);
  CLI11_PARSE(program, count, words);
  orujo::launch_options shape{.ranks = orujo::detect_launcher().present() ? 0 : 2, .workers = 1};
  orujo::run_team(shape, [&](orujo::rank_team& team) {
    orujo::require_everywhere(team.size() == 2, "this takes two ranks");
    std::vector<std::uint64_t> elements(words_of_rank, 0);
    const std::vector<std::string> columns = {"work", "by", "C", "ns"};
    std::optional<orujo::bench::result_table> table;
    if (team.rank() == orujo::rank_id{0}) { table.emplace(columns, how.csv); }
    // Large messages first: the buffers of many small ones would push others out of the caches.
    remote_options now = how;  // ranks may be threads that share `how`
    for (now.coalesced = 256; now.coalesced > 0; now.coalesced /= 2) {
      measure(team, table ? &*table : nullptr, marking{elements.data()}, now);
      measure(team, table ? &*table : nullptr, accumulating{elements.data()}, now);
    }
  });
} catch (const std::exception& problem) {
  std::fprintf(stderr, "remote: %s\n", problem.what());
  return 2;
}
