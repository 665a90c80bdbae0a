// Connected components, of a directed graph the weakly connected ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/joining/afforest.hpp"
#include "orujo/traversal/joining/component_sizes.hpp"
#include "orujo/worklists/work_history.hpp"
#include "orujo/worklists/work_order.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

enum class components_method : std::uint8_t {
  afforest,             ///< Trees joined along a few edges of each vertex; most others are skipped.
  label_propagation,    ///< Vertices tell their neighbours the least id they know, in no order.
  distributed_control,  ///< The same, each worker the least id first; or under another order.
  shiloach_vishkin,     ///< Trees hook to each other along all edges and are made flat, in rounds.
  bfs_then_sv  ///< A search from a vertex of high degree, then shiloach_vishkin for the rest.
};

/// Whether the method is one of a component_search: vertices tell each other labels.
[[nodiscard]] constexpr bool is_told(components_method method) noexcept {
  return method == components_method::label_propagation ||
         method == components_method::distributed_control;
}

struct components_options {
  components_method method = components_method::afforest;
  between_ranks joining = between_ranks::automatic;
  /// Of distributed_control; a width of 0 is chosen: of levels 1, of buckets from V. Empty:
  /// priority_per_worker.
  std::optional<work_order> order = {};
  /// With labels told from vertex to vertex: whether one is not sent if one as low was before.
  bool reduces = true;
};

/// What was found and how; the same on every rank.
struct components_facts {
  std::uint64_t components = 0;
  components_method method = components_method::afforest;
  /// Rounds in which afforest joined the ranks' pieces, or in which trees hooked to each other.
  std::uint32_t merge_rounds = 0;
  /// Vertices whose edges were looked at only in the sample, or only by the search before.
  std::uint64_t skipped_vertices = 0;
};

/// Labels, spread over the ranks as the graph is: element i is for the owned vertex with the local
/// number i.
struct component_labels {
  owned_values<vertex_id> label;  ///< The least vertex of the vertex's component.
  components_facts facts;

  void describe(report_card& card) const;
};

/// Labels each vertex with the least vertex of its component. The labels are the same for every
/// method, number of ranks and workers, and in every run.
/// Call: collective. Throws on every rank: agreed_error for wrong use if the method is
/// label_propagation or distributed_control and the graph is directed and was built without
/// in-edges, or if the order is not of distributed_control; memory_error. Cost: afforest O(V + E)
/// at worst, often much less than E, and a few values for each ghost; the rounds between ranks are
/// at most logarithmic in the vertices. shiloach_vishkin and bfs_then_sv O(E) for each round, of
/// which there are O(log² V) at worst and mostly three or four; a value for each ghost and round.
/// label_propagation O(E * longest path) labels told at worst, distributed_control often O(E), but
/// on paths that change from worker to worker as many as vertices squared. Memory: 16 to 24 bytes
/// for each owned vertex, 8 for each ghost; what component_search and bfs() need.
[[nodiscard]] component_labels components(rank_team& team, const csr_graph& graph,
                                          const components_options& options = {});

/// Labels components by what vertices tell each other, again and again in the same memory: the
/// methods label_propagation and distributed_control.
class component_search {
public:
  /// Call: collective. Throws: as components(). Memory: 16 to 24 bytes for each owned vertex, 4 or
  /// 8 for each ghost, and the items under way.
  component_search(rank_team& team, const csr_graph& graph, const components_options& options);
  component_search(component_search&&) noexcept;
  component_search& operator=(component_search&&) noexcept;
  ~component_search();

  /// Labels each vertex; the result is valid until the next call. Call: collective.
  const component_labels& run();

  /// What the last run did, summed over the ranks. Call: collective.
  [[nodiscard]] work_statistics work() const;

  /// The same worker by worker, and over time if the setting work_samples asks for it.
  /// Call: collective.
  [[nodiscard]] work_history history() const;

  /// The result of the last run; the object is then spent.
  [[nodiscard]] component_labels take_labels() &&;

  void describe(report_card& card) const;

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

}  // namespace orujo
