// How near each vertex is to all others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

struct closeness_options {
  /// The number of vertices that the sources were drawn from: sums over the sources stand for sums
  /// over so many. Others reach nobody, as vertices without out-edges do. 0: for themselves.
  std::uint64_t candidates = 0;
  /// Called after each source with the number of those done. Call: on every rank, by worker 0.
  std::function<void(std::uint64_t)> on_source = {};
};

/// What was done; the same on every rank.
struct closeness_facts {
  std::uint64_t sources = 0;
  std::uint64_t pairs = 0;         ///< Of a source and another vertex that it reaches.
  std::uint64_t distance_sum = 0;  ///< Of these.
  std::uint32_t max_distance = 0;
  std::uint64_t edges_reached = 0;  ///< Out of reached vertices, all sources together.
};

/// Scores, spread over the ranks as the graph is: element i is for the owned vertex with the local
/// number i.
struct closeness_scores {
  /// The sum of 1 / d over the vertices from which a path of d > 0 hops leads here.
  owned_values<double> harmonic;
  /// With r of n vertices from which a path leads here, and f hops from all of them together:
  /// r / f, times r / (n - 1), which counts how many they are (Wasserman and Faust). 0 if r is 0.
  owned_values<double> closeness;
  closeness_facts facts;

  void describe(report_card& card) const;
};

/// Both from a breadth-first search of each of `sources`, all vertices or some that were drawn
/// (Eppstein and Wang, 2001). Distances of directed graphs are those of paths that lead to a
/// vertex, as in NetworkX. Weights are not used. Sums are added in the order of the sources: scores
/// are the same, bit for bit, for every number of ranks and workers, and in every run.
/// Call: collective; the same sources on every rank. Throws on every rank: agreed_error for wrong
/// use if a source is no vertex; memory_error; interrupted_error between two sources. Cost: for
/// each source a bfs_search, and a look at each owned vertex. Memory: 40 bytes for each owned
/// vertex, and that of bfs_search.
[[nodiscard]] closeness_scores closeness(rank_team& team, const csr_graph& graph,
                                         std::span<const vertex_id> sources,
                                         const closeness_options& options = {});

}  // namespace orujo
