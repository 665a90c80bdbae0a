// How many of a vertex's neighbours are neighbours of each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What was found; the same on every rank.
struct clustering_facts {
  std::uint64_t triangles = 0;
  std::uint64_t wedges = 0;  ///< Pairs of neighbours of one vertex.
  double average = 0;        ///< Of the coefficients of all vertices.
  double transitivity = 0;   ///< Of all wedges, the share that a third edge closes; 0 without any.
};

/// Coefficients, spread over the ranks as the graph is: element i is for the owned vertex with the
/// local number i.
struct clustering_coefficients {
  /// Of the pairs of neighbours, the share that are neighbours; 0 with fewer than two.
  owned_values<double> coefficient;
  clustering_facts facts;
  report_card choices = {};  ///< What was in force.

  void describe(report_card& card) const;
};

/// Which edges join the neighbours of a vertex.
enum class clustering_rule : std::uint8_t {
  undirected,  ///< Edges both ways: pairs of neighbours that are joined.
  /// By direction, as LDBC Graphalytics' LCC: a vertex of which d are neighbours, whatever the
  /// direction, has d * (d - 1) ordered pairs of them, of which edges lead from the first to the
  /// second. Of an undirected graph the same as above.
  directed
};

/// Local clustering coefficients (Watts and Strogatz, 1998) of a graph, their average,
/// and the transitivity (Newman, 2003). Loops and parallel edges make no difference. The
/// coefficients are the same for every number of ranks and workers, and in every run; the average
/// differs in its last digits between numbers of ranks. By the directed rule the transitivity is
/// the share of the ordered pairs of neighbours, of all vertices, from the first to the second of
/// which an edge leads. Call: collective. Throws on every rank: agreed_error for wrong use if the
/// graph is directed and the rule is not, or it was built without in-edges; memory_error. Cost:
/// that of triangles_by_vertex(), and a look at each edge. Memory: besides, 8 bytes for each owned
/// vertex.
[[nodiscard]] clustering_coefficients clustering(
    rank_team& team, const csr_graph& graph, clustering_rule rule = clustering_rule::undirected);

}  // namespace orujo
