// Groups of vertices with many edges inside, and few between them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

enum class communities_method : std::uint8_t {
  leiden,             ///< Maximises modularity; no community is disconnected.
  label_propagation,  ///< Vertices follow most of their neighbours.
  cdlp,               ///< The same in fixed rounds, as LDBC Graphalytics defines it.
};

struct communities_options {
  communities_method method = communities_method::leiden;
  /// Of leiden: the higher, the smaller are communities; and of the modularity that is told.
  double resolution = 1;
  /// Of leiden: from the graph up, at most; by default 2. Of label_propagation: rounds, at most; by
  /// default 100. Of cdlp: rounds, exactly; by default 10.
  std::optional<std::uint64_t> iterations = {};
  /// Of leiden: another iteration goes on only if its first moves raise modularity by so much.
  double tolerance = 4e-4;
  /// What is drawn: the order of vertices, and which of equally good communities is taken. Nothing
  /// in cdlp.
  std::uint64_t seed = 1;
};

/// What was found, and what it took; the same on every rank.
struct communities_facts {
  double modularity = 0;  ///< With the resolution of the options.
  std::uint64_t communities = 0;
  std::uint64_t largest = 0;  ///< Vertices of the largest one.
  std::uint64_t iterations = 0;
  std::uint64_t levels = 0;  ///< Of leiden, in the last iteration.
  std::uint64_t moves = 0;   ///< Changes of community, of vertices of all levels.
};

/// Spread over the ranks as the graph is: element i is for the owned vertex with the local number
/// i.
struct community_labels {
  /// The least vertex of the community. Of cdlp the label itself, a vertex that need not be in it.
  owned_values<vertex_id> label;
  communities_facts facts;

  void describe(report_card& card) const;
};

/// Communities by one of three methods:
/// - leiden (Traag, Waltman and van Eck, 2019): each community is connected inside.
/// - label_propagation (Raghavan, Albert and Kumara, 2007), with weights.
/// - cdlp: in each round all vertices at once take the least of the labels that most of their
///   neighbours have; first labels are the vertices. Weights are not used.
/// Weights, where the graph has some, say how much an edge counts; they are rounded to 2^-58 of
/// their possible sum if they are not whole. Directions do not count: a neighbour that edges join
/// both ways counts twice, as parallel edges do. A loop counts in the degree of its vertex, twice,
/// and so in the modularity, which is that of NetworkX. A vertex without edges is a community.
/// Where nothing weighs anything, modularity is 0. All results are the same for every number of
/// ranks and workers, and in every run.
/// Call: collective. Throws on every rank: agreed_error for wrong use if a weight is negative, if a
/// directed graph has no in-edges, or if there are 2^32 vertices; memory_error; interrupted_error.
/// Cost: of leiden, mostly 5 to 20 looks at each edge; of the others one in each round. With
/// several ranks, besides, of leiden and label_propagation 12 bytes for each move, to all ranks, in
/// up to 512 sub-rounds a round. Memory: about 100 bytes for each owned vertex and 12 for each
/// edge; of these 40 for each vertex of all ranks on each rank, and all of the second level's
/// graph.
[[nodiscard]] community_labels communities(rank_team& team, const csr_graph& graph,
                                           const communities_options& options = {});

}  // namespace orujo
