// Breadth-first search: top-down, bottom-up, direction-optimizing, and without levels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/activities/counts.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/level_search/facts.hpp"
#include "orujo/traversal/map_direction.hpp"
#include "orujo/worklists/work_history.hpp"
#include "orujo/worklists/work_order.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

enum class bfs_method : std::uint8_t {
  direction_optimizing,  ///< Levels go bottom-up while their frontier is large, else top-down.
  top_down,              ///< The frontier looks for vertices that are not reached yet.
  bottom_up,             ///< Vertices that are not reached yet look for the frontier.
  distributed_control,   ///< Each worker its nearest vertex first, no level and no barrier.
  marks                  ///< Operators mark vertices, kept apart by any mechanism.
};

/// What a search leaves behind.
enum class bfs_result : std::uint8_t { parents_and_depths, parents_only };

struct bfs_options {
  bfs_method method = bfs_method::direction_optimizing;
  /// A level goes bottom-up once the edges of its frontier are more than 1/alpha of those that no
  /// frontier has had yet.
  double alpha = 15;
  /// It goes top-down again once the frontier shrinks and has less than 1/beta of the vertices.
  double beta = 18;
  bfs_result result = bfs_result::parents_and_depths;
  /// Of distributed_control; a width of 0 of levels and buckets is 1. Empty: priority_per_worker:1.
  std::optional<work_order> order = {};
  isolation_choice isolation = {};  ///< Of marks.
  /// Of marks: which end of the edges looks for the other in a level. A pull needs no isolation.
  map_direction direction = map_direction::cheaper;
};

/// What one search did; the same on every rank.
struct bfs_facts {
  std::uint64_t reached = 0;    ///< Vertices, the source included.
  std::uint64_t depth_sum = 0;  ///< Of all reached vertices.
  std::uint32_t max_depth = 0;
  std::uint32_t bottom_up_levels = 0;  ///< 0 with distributed_control, as the following.
  std::uint32_t top_down_levels = 0;   ///< The last one of the search finds nothing.
};

/// A tree of shortest paths, spread over the ranks as the graph is: element i of the arrays is for
/// the owned vertex with the local number i.
struct bfs_tree {
  owned_values<vertex_id> parent;     ///< no_vertex where unreached; the source is its own parent.
  owned_values<std::uint32_t> depth;  ///< Hops from the source or `unreached`; empty if left out.
  bfs_facts facts;
};

/// Searches from `source` along out-edges.
/// Which of several shortest paths is kept depends on timing; depths and `facts` do not.
/// Call: collective. Throws on every rank: agreed_error for wrong use if `source` is no vertex, if
/// an option makes no sense, or if the method is bottom_up and the graph is directed and was built
/// without in-edges (direction_optimizing then stays top-down); memory_error if it will not fit.
/// Cost: O(V + E) work; messages of 12 bytes, at most one for each ghost, and a bit for each ghost
/// and bottom-up level. distributed_control: the same if labels come in the order of depths, more
/// the later they come; at most a message of 16 bytes for each ghost besides. marks: that of
/// top_down, and of the mechanism. Memory: see bfs_search.
[[nodiscard]] bfs_tree bfs(rank_team& team, const csr_graph& graph, vertex_id source,
                           const bfs_options& options = {});
void bfs(rank_team& team, const csr_graph& graph, std::same_as<local_vertex> auto source,
         const bfs_options& options = {}) = delete;

/// Searches one after the other in the same memory, as benchmarks and sampling algorithms do.
class bfs_search {
public:
  /// Call: collective. Throws: as bfs(). `team` and `graph` outlive the object.
  /// Memory: for each owned vertex 8 bytes for parents, 4 for depths, up to 8 for frontiers; three
  /// bits for each owned vertex and ghost. distributed_control: 16 for each owned vertex, 12 for
  /// each ghost, and the items under way. marks: 16 for each owned vertex, 1 for each ghost.
  bfs_search(rank_team& team, const csr_graph& graph, const bfs_options& options = {});
  bfs_search(bfs_search&&) noexcept;
  bfs_search& operator=(bfs_search&&) noexcept;
  ~bfs_search();

  /// Searches from `source`; the tree is valid until the next call. With a `target` it ends behind
  /// the target's level, if it has levels: vertices that are farther away are then unreached, and
  /// `facts` are about the others.
  /// Call: collective. Throws: agreed_error for wrong use on every rank if `source` is no vertex,
  /// or `target` neither one nor no_vertex.
  const bfs_tree& run(vertex_id source, vertex_id target = no_vertex);

  /// The tree of the last search; the object is then spent.
  [[nodiscard]] bfs_tree take_tree() &&;

  /// What the last search of distributed_control did, summed over the ranks; of other methods
  /// nothing is counted, all is 0. Call: collective.
  [[nodiscard]] work_statistics work() const;

  /// The same worker by worker, and over time if the setting work_samples asks for it; of other
  /// methods empty. Call: collective.
  [[nodiscard]] work_history history() const;

  /// What the activities of the last search by marks came to, on all ranks; of other methods
  /// nothing. Call: collective.
  [[nodiscard]] std::optional<activity_counts> activities() const;

  void describe(report_card& card) const;

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

}  // namespace orujo
