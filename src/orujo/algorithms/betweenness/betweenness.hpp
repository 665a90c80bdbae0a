// Betweenness: the share of shortest paths that lead through each vertex.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

enum class betweenness_method : std::uint8_t {
  direction_optimizing,  ///< Each step between levels starts at the side with fewer edges.
  pull,                  ///< The level that receives reads its neighbours: no conflicts.
  push,                  ///< The level that gives adds to its neighbours.
};

/// What the score of a vertex counts.
enum class betweenness_scale : std::uint8_t {
  /// Over all targets t and the given sources s: the share of shortest s-t paths through it, s and
  /// t apart. Brandes calls it the dependency of the sources.
  dependency,
  /// Pairs of the whole graph: the dependency times candidates / sources; of undirected graphs half
  /// of it, as both directions of a pair were counted. Exact if every vertex was a source.
  pairs,
  /// `pairs` divided by the number of pairs without the vertex: from 0 to 1.
  normalized,
};

struct betweenness_options {
  betweenness_method method = betweenness_method::direction_optimizing;
  betweenness_scale scale = betweenness_scale::pairs;
  /// Number of vertices that the sources were drawn from; 0: all. Others depend on nothing, as
  /// vertices without out-edges do. Not used for `dependency`.
  std::uint64_t candidates = 0;
  /// Called after each source with the number of those done. Call: on every rank, by worker 0.
  std::function<void(std::uint64_t)> on_source = {};
};

/// What was done; the same on every rank.
struct betweenness_facts {
  std::uint64_t sources = 0;
  std::uint64_t edges_reached = 0;  ///< Out of reached vertices, all sources together.
  std::uint64_t depth_sum = 0;      ///< Of reached vertices, all sources together.
  std::uint32_t max_depth = 0;
  std::uint64_t pushed_levels = 0;
  std::uint64_t pulled_levels = 0;
  std::uint64_t thin_sources = 0;  ///< Whose levels were so thin that one worker went through them.
  betweenness_method method = betweenness_method::direction_optimizing;
};

/// Scores, spread over the ranks as the graph is: element i is for the owned vertex with the local
/// number i.
struct betweenness_scores {
  owned_values<double> score;
  betweenness_facts facts;

  void describe(report_card& card) const;
};

/// Betweenness by Brandes (2001), one breadth-first search for each of `sources`, then two walks
/// over its levels: down, to count shortest paths, and up, to add up dependencies. Sources count
/// as often as they are given. Weights are not used; parallel edges are paths of their own.
///
/// - Numbers of paths are exact up to 2^53; beyond, and in dependencies, doubles are rounded.
/// - With `pull` and P ranks, scores are the same, bit for bit, for every number of workers and in
///   every run. Otherwise the order of additions, and so the last digits, depend on timing as soon
///   as there are several workers or ranks.
///
/// Call: collective; the same sources on every rank. Throws on every rank: agreed_error for wrong
/// use if a source is no vertex, if there are more candidates than vertices, if the graph is
/// directed, was built without in-edges and the method is not direction_optimizing, or if there are
/// more than 10^308 shortest paths between two vertices; memory_error; interrupted_error between
/// two sources.
/// Cost: for each source a search and at most two looks at each edge, for most graphs few; 8 bytes
/// for each ghost and walk. Memory: 36 bytes for each owned vertex, 24 for each ghost, 40 more for
/// each ghost if there are several ranks; and that of bfs_search. On one rank, if there are at most
/// 8 arcs for each vertex, 20 bytes more for each vertex and 4 for each edge.
[[nodiscard]] betweenness_scores betweenness(rank_team& team, const csr_graph& graph,
                                             std::span<const vertex_id> sources,
                                             const betweenness_options& options = {});

}  // namespace orujo
