// Checks PageRank scores against their definition.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "orujo/algorithms/pagerank/pagerank.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What holds for scores that are close to PageRank, and for no others.
enum class pagerank_property : std::uint8_t {
  score_is_positive,    ///< A score is a number above 0; with a personalisation, 0 is one, too.
  sum_is_one,           ///< The scores of all vertices add up to 1, within one millionth.
  step_changes_little,  ///< A step of the power iteration changes them by at most twice the
                        ///< tolerance.
};

/// One property that does not hold.
struct pagerank_violation {
  pagerank_property property;
  vertex_id vertex;  ///< The lowest of which it does not hold, if it is about one; else no_vertex.
  double value;      ///< Its score; else the sum of all, or how much they change all together.

  /// A sentence for people; vertices by their dense numbers.
  [[nodiscard]] std::string text() const;
};

/// The properties that `score` (element i for the owned vertex with the local number i) lacks, the
/// same on every rank; none if it is right. Makes one step as it is defined, in which vertices
/// without out-edges hand out what they hold to all, or as the personalisation says. Shares no code
/// with pagerank(). Call: collective. Throws: usage_error on every rank if the number of scores is
/// wrong on any. Cost: as two iterations. Memory: 8 bytes for each owned vertex and ghost.
[[nodiscard]] std::vector<pagerank_violation> verify_pagerank(rank_team& team,
                                                              const csr_graph& graph,
                                                              std::span<const double> score,
                                                              const pagerank_options& options = {});

}  // namespace orujo
