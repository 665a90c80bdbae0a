// Vertex colouring: neighbours get different colours, few of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/activities/counts.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/dag_correcting/state.hpp"
#include "orujo/traversal/vertex_order.hpp"
#include "orujo/worklists/work_history.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

struct colour_options {
  dag_options how = {};
  vertex_order order = vertex_order::largest_first;
  std::uint64_t seed = 1;  ///< Of vertex_order::random, and of activities.
  /// Vertices take colours by activities, kept apart so, and some are recoloured at random, see
  /// recoloured(); `how` and `order` then say nothing.
  std::optional<isolation_choice> activities = {};
};

/// Colours from 0, spread over the ranks as the graph is: element i is for the owned vertex with
/// the local number i.
struct colouring {
  owned_values<std::uint32_t> colour;
  std::uint32_t colours = 0;        ///< How many there are; the same on every rank.
  work_statistics work = {};        ///< Of all ranks.
  work_history history = {};        ///< Worker by worker.
  report_card choices = {};         ///< What was in force.
  std::uint32_t rounds = 0;         ///< Of activities.
  activity_counts activities = {};  ///< Of all ranks.

  void describe(report_card& card) const;
};

/// The Grundy (greedy) colouring of an undirected graph: in the order that the options say, each
/// vertex gets the lowest colour that no neighbour before it has. The colours are the same for
/// every method, number of ranks and workers, and in every run; at most one more than the highest
/// degree, with smallest_last than the degeneracy. With activities it is another colouring, and not
/// always the same: also of at most one more colour than the highest degree. Call: collective.
/// Throws on every rank: agreed_error for wrong use if the graph is directed; memory_error. Cost:
/// that of vertex_priorities(), of oriented_graph and of dag_correcting.
[[nodiscard]] colouring colour(rank_team& team, const csr_graph& graph,
                               const colour_options& options = {});

}  // namespace orujo
