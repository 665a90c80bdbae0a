// What a run of a vertex program did, iteration by iteration.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

#include "orujo/base/report_card.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// One iteration, of all ranks.
struct iteration_facts {
  std::uint64_t active = 0;      ///< Vertices that applied what they had heard.
  std::uint64_t scattering = 0;  ///< Those of them that told their neighbours.
  std::uint64_t edges = 0;       ///< Along which something was told or looked for.
  std::uint64_t messages = 0;    ///< Values sent to other ranks.
  std::uint64_t bytes = 0;       ///< Of these.
  double seconds = 0;            ///< On this rank.
  bool pulled = false;           ///< Whether vertices looked at what their neighbours tell.
};

/// The same on every rank, but for the times.
struct vertex_run {
  std::vector<iteration_facts> iterations;
  /// Whether it ended because no vertex was active, or because the program stopped it, and not at
  /// the most iterations allowed.
  bool converged = false;

  void describe(report_card& card) const;
};

/// When what a vertex tells is in the totals of neighbours on its own rank.
enum class vertex_hearing : std::uint8_t {
  next_iteration,  ///< All vertices change at once: the same in every run.
  at_once,         ///< Those that apply later in an iteration have it: fewer iterations.
};

struct vertex_run_options {
  std::uint64_t max_iterations = std::numeric_limits<std::uint64_t>::max();
  vertex_hearing hearing = vertex_hearing::next_iteration;  ///< Of a vertex_engine.
};

namespace vertex_programs {

/// Adds up what ranks have counted of their own. Call: collective.
void add_over_ranks(rank_team& team, vertex_run& run);

/// Calls `iterate(facts)`, which notes what it does and returns whether the run has converged,
/// until it has, or as often as is allowed. Call: collective. Throws: what it throws; peer_failed,
/// interrupted_error.
template <typename Iterate>
void run_iterations(rank_team& team, vertex_run& run, std::uint64_t most, Iterate iterate) {
  using clock = std::chrono::steady_clock;
  while (!run.converged && run.iterations.size() < most) {
    team.transport().check();
    const clock::time_point began = clock::now();
    iteration_facts facts;
    run.converged = iterate(facts);
    facts.seconds = std::chrono::duration<double>(clock::now() - began).count();
    run.iterations.push_back(facts);
  }
  add_over_ranks(team, run);
}

}  // namespace vertex_programs

}  // namespace orujo
