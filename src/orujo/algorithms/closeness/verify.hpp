// Checks closeness against the definition.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "orujo/algorithms/closeness/closeness.hpp"

namespace orujo {

enum class closeness_kind : std::uint8_t { harmonic, classic };

/// A score that is not what the definition gives, within one billionth of it. Plain data.
struct closeness_violation {
  closeness_kind score;
  std::uint64_t count;  ///< Such scores in the whole graph.
  vertex_id vertex;     ///< The first of them.
  double found;
  double expected;

  /// A sentence for people; vertices by their dense numbers.
  [[nodiscard]] std::string text() const;
};

/// The scores to check, and what they were made from.
struct closeness_claim {
  std::span<const double> harmonic;
  std::span<const double> closeness;
  std::span<const vertex_id> sources;
  const closeness_options& options;
};

/// The scores that are wrong, the same on every rank; none if all are right. Searches again, one
/// source and one edge after the other, and shares no code with closeness().
/// Call: collective. Throws: usage_error on every rank if the number of scores is wrong on any.
/// Cost: for each source a look at every edge by one worker of each rank, and a message for each
/// edge to a ghost. Memory: 33 bytes for each owned vertex.
[[nodiscard]] std::vector<closeness_violation> verify_closeness(rank_team& team,
                                                                const csr_graph& graph,
                                                                const closeness_claim& claim);

}  // namespace orujo
