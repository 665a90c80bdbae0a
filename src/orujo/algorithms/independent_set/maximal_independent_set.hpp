// Maximal independent sets: no two vertices are neighbours, and none can be added.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

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

struct independent_set_options {
  /// On one rank: prefix by prefix, which looks at few edges. Otherwise, and on several ranks, as
  /// `how` says.
  bool by_prefixes = true;
  dag_options how = {};
  vertex_order order = vertex_order::random;
  std::uint64_t seed = 1;  ///< Of vertex_order::random.
};

/// A set of vertices, spread over the ranks as the graph is: element i is for the owned vertex with
/// the local number i.
struct independent_set {
  owned_values<std::uint8_t> contains;  ///< 1 or 0.
  std::uint64_t size = 0;               ///< Vertices in the set; the same on every rank.
  std::uint64_t prefixes = 0;           ///< How many were decided one after the other, if any.
  std::uint64_t rounds = 0;             ///< Those that all workers took to decide them.
  work_statistics work = {};            ///< Of all ranks; not of prefixes.
  work_history history = {};            ///< Worker by worker.
  report_card choices = {};             ///< What was in force.

  void describe(report_card& card) const;
};

/// The lexicographically first maximal independent set of an undirected graph in the order that the
/// options say: a vertex is in it unless a neighbour before it is. The set is the same for every
/// method, number of ranks and workers, and in every run.
/// Call: collective. Throws on every rank: agreed_error for wrong use if the graph is directed;
/// memory_error. Cost: that of vertex_priorities(), and of oriented_graph and dag_correcting; by
/// prefixes O(V) and a few looks at each edge of a vertex that is undecided when its prefix comes.
/// Memory by prefixes: at most 28 bytes for each vertex, besides the priorities.
[[nodiscard]] independent_set maximal_independent_set(rank_team& team, const csr_graph& graph,
                                                      const independent_set_options& options = {});

}  // namespace orujo
