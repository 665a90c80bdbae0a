// Whether two vertices are connected.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/activities/counts.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/traced_path.hpp"

namespace orujo {

/// From where a vertex was reached first.
enum class st_colour : std::uint8_t { white, of_source, of_target };

/// What was found. `colour` has a value for each owned vertex, by local number; the rest is the
/// same on every rank.
struct st_answer {
  owned_values<std::uint8_t> colour;  ///< As st_colour has them. Where `connected`, who was
                                      ///< coloured before that was known depends on timing.
  bool connected = false;
  std::uint32_t rounds = 0;         ///< Each goes one edge farther from both.
  std::uint64_t coloured = 0;       ///< Vertices from which edges were followed.
  activity_counts activities = {};  ///< Of all ranks.
  report_card choices = {};         ///< What was in force.

  void describe(report_card& card) const;
};

/// Searches from both ends at once, round by round, each with a colour of its own; where the
/// colours meet, the ends are connected, and nothing more is looked at. Operators that colour a
/// vertex run as activities, kept apart as `isolation` says; what they found there says whether the
/// searches have met. A vertex is connected to itself. Call: collective. Throws on every rank:
/// agreed_error for wrong use if the graph is directed, if an end is no vertex, or as
/// mechanism_in_force(); memory_error. Cost: O(V + E) at most, a barrier for each round, and a
/// message for each edge between ranks. Memory: 5 bytes for each owned vertex.
[[nodiscard]] st_answer st_connectivity(rank_team& team, const csr_graph& graph,
                                        const path_ends& ends,
                                        const isolation_choice& isolation = {});

}  // namespace orujo
