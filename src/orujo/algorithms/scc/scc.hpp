// Strongly connected components: vertices that paths lead between both ways.
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

struct scc_options {
  /// One rank alone searches what is left once it has at most this many vertices and edges
  /// together. Empty: any number if there is one rank, else 4,194,304. The same on every rank.
  std::optional<std::uint64_t> serial_size = {};
};

/// What was found and how; the same on every rank. The first three are also the same for every
/// team and option.
struct scc_facts {
  std::uint64_t components = 0;
  std::uint64_t largest = 0;         ///< Vertices of the largest component.
  std::uint64_t nontrivial = 0;      ///< Components of more than one vertex.
  std::uint64_t trimmed = 0;         ///< Vertices taken away as no path comes or goes on.
  std::uint64_t from_pivot = 0;      ///< Vertices of the component that was searched for first.
  std::uint64_t searched_alone = 0;  ///< Vertices left to one rank.
  std::uint32_t colour_rounds = 0;   ///< In which colours were told from vertex to vertex.
};

/// Labels, spread over the ranks as the graph is: element i is for the owned vertex with the local
/// number i.
struct scc_labels {
  owned_values<vertex_id> label;  ///< The least vertex of the vertex's component.
  scc_facts facts;

  void describe(report_card& card) const;
};

/// Labels each vertex with the least vertex of its strongly connected component. The labels are the
/// same for every number of ranks and workers, every option, and in every run. An undirected graph
/// has its connected components. Loops and parallel edges change nothing.
/// Call: collective. Throws on every rank: agreed_error for wrong use if the graph is directed and
/// was built without in-edges; memory_error. Cost: O(V + E) for trimming, the searches from a
/// pivot, and what one rank alone searches; if more is left than that, O(left * longest path) looks
/// at edges for each round of colours, of which there are mostly few, and at worst as many as
/// components. Messages of 16 bytes: at most one for each ghost and direction in the searches, one
/// for each edge between ranks and direction in trimming; in a round of colours one for each time
/// that the colour of a ghost falls, and 4 bytes for each vertex that gets its label. With several
/// ranks trimming and the searches take a barrier for each time that a path changes ranks.
/// Memory: 13 bytes for each owned vertex and 1 for each ghost; where colours are told, 13 and 8
/// more; 40 for each vertex that the only rank searches, 100 and 12 for each edge on the one of
/// several that does.
[[nodiscard]] scc_labels scc(rank_team& team, const csr_graph& graph,
                             const scc_options& options = {});

}  // namespace orujo
