// Checks betweenness by counting again, edge by edge.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "orujo/algorithms/betweenness/betweenness.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What holds for the scores of betweenness(), and for no others.
enum class betweenness_property : std::uint8_t {
  score_is_number,  ///< A score is finite and not negative.
  score_is_right,   ///< It equals what the definition gives, within one billionth of itself.
};

/// One property that does not hold, with the counterexample of lowest vertex.
struct betweenness_violation {
  betweenness_property property;
  std::uint64_t count;  ///< Counterexamples in the whole graph.
  vertex_id vertex;
  double score;
  double expected;

  /// A sentence for people; vertices by their dense numbers.
  [[nodiscard]] std::string text() const;
};

/// The scores to check (element i for the owned vertex with the local number i), and what they were
/// asked to be.
struct betweenness_claim {
  std::span<const double> score;
  std::span<const vertex_id> sources;
  const betweenness_options& options;
};

/// The properties that the scores lack, the same on every rank; none if they are right. Computes
/// them again along out-edges, one source and one edge after the other. Shares no code with
/// betweenness().
/// Call: collective. Throws: usage_error on every rank if the number of scores is wrong on any.
/// Cost: for each source two looks at every edge by one worker of each rank, a message for each
/// edge to a ghost, and a value for each ghost and level. Memory: 36 bytes for each owned vertex, 8
/// for each ghost.
[[nodiscard]] std::vector<betweenness_violation> verify_betweenness(rank_team& team,
                                                                    const csr_graph& graph,
                                                                    const betweenness_claim& claim);

}  // namespace orujo
