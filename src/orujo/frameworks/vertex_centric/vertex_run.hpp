// What a run of a vertex program did, iteration by iteration.
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

struct vertex_run_options {
  std::uint64_t max_iterations = std::numeric_limits<std::uint64_t>::max();
};

namespace vertex_programs {

/// Adds up what ranks have counted of their own. Call: collective.
void add_over_ranks(rank_team& team, vertex_run& run);

}  // namespace vertex_programs

}  // namespace orujo
