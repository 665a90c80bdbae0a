// Connected components, of a directed graph the weakly connected ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

enum class components_method : std::uint8_t {
  afforest,           ///< Trees joined along a few edges of each vertex; most others are skipped.
  label_propagation,  ///< Vertices tell their neighbours the least id they know, in no order.
};

/// How afforest joins the pieces that the ranks have found.
enum class between_ranks : std::uint8_t {
  automatic,  ///< Each rank alone, once what is left to join fits into its share of memory.
  rounds,     ///< All ranks together to the end, in rounds.
};

struct components_options {
  components_method method = components_method::afforest;
  between_ranks joining = between_ranks::automatic;
};

/// What was found and how; the same on every rank.
struct components_facts {
  std::uint64_t components = 0;
  components_method method = components_method::afforest;
  std::uint32_t merge_rounds = 0;      ///< Rounds in which the ranks' pieces were joined.
  std::uint64_t skipped_vertices = 0;  ///< Whose edges were looked at only in the sample.
};

/// Labels, spread over the ranks as the graph is: element i is for the owned vertex with the local
/// number i.
struct component_labels {
  huge_array<vertex_id> label;  ///< The least vertex of the vertex's component.
  components_facts facts;

  void describe(report_card& card) const;
};

/// Labels each vertex with the least vertex of its component. The labels are the same for every
/// method, number of ranks and workers, and in every run.
/// Call: collective. Throws on every rank: agreed_error for wrong use if the method is
/// label_propagation and the graph is directed and was built without in-edges; memory_error. Cost:
/// afforest O(V + E) at worst, often much less than E, and a few values for each ghost; the rounds
/// between ranks are at most logarithmic in the vertices. label_propagation O(E * longest path)
/// messages at worst. Memory: 16 bytes for each owned vertex, 8 for each ghost.
[[nodiscard]] component_labels components(rank_team& team, const csr_graph& graph,
                                          const components_options& options = {});

/// How large the components are.
struct component_sizes {
  std::uint64_t components = 0;
  std::uint64_t largest = 0;               ///< Vertices of the largest.
  vertex_id label_of_largest = no_vertex;  ///< Of several, the least.
};

/// Counts the vertices of each component from the labels of all vertices.
/// Call: collective. Cost: O(V), and one value for each label that a rank has vertices of.
[[nodiscard]] component_sizes measure_components(rank_team& team, const csr_graph& graph,
                                                 std::span<const vertex_id> label);

}  // namespace orujo
