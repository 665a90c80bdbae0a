// Shortest paths from one source along weighted edges, under any order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/activities/counts.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/traced_path.hpp"
#include "orujo/worklists/work_history.hpp"
#include "orujo/worklists/work_order.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

/// The whole distance of a vertex to which no path leads.
inline constexpr std::uint64_t no_distance = std::numeric_limits<std::uint64_t>::max();

struct sssp_options {
  /// Empty: what suits the graph and the team: buckets, or priority_per_worker where barriers would
  /// cost more than the work that is done in vain without them. A width of 0 is chosen, too: of
  /// buckets and priority_per_worker from weights and degrees, of levels 1.
  std::optional<work_order> order = {};
  /// Relaxations run as activities, kept apart so, in rounds: `order` is then empty.
  std::optional<isolation_choice> activities = {};
  bool reduces = true;  ///< Whether a distance is not sent if one at least as short was before.
};

/// What was found; the same on every rank, order, number of ranks and workers.
struct sssp_facts {
  std::uint64_t reached = 0;  ///< Vertices, the source included.
  /// Whole sums are exact up to 2^64; of real weights the sum depends on P in its last digits.
  exact_number max_distance = 0;
  exact_number distance_sum = 0;
};

/// Distances from the source, spread over the ranks as the graph is: element i is for the owned
/// vertex with the local number i. One of the arrays is empty.
struct sssp_distances {
  owned_values<std::uint64_t> whole;  ///< Whole weights or none (each edge is 1 long); no_distance.
  owned_values<double> real;          ///< Real weights; infinity where there is no path.
  sssp_facts facts;

  /// Whether a path leads to an owned vertex.
  [[nodiscard]] bool reaches(local_vertex v) const noexcept {
    return whole.empty() ? real[v] < std::numeric_limits<double>::infinity()
                         : whole[v] != no_distance;
  }

  /// The distance of an owned vertex, whatever the weights; infinity where there is no path. Whole
  /// ones are exact up to 2^53.
  [[nodiscard]] double distance(local_vertex v) const noexcept {
    if (!reaches(v)) { return std::numeric_limits<double>::infinity(); }
    return whole.empty() ? real[v] : static_cast<double>(whole[v]);
  }

  void reaches(std::same_as<vertex_id> auto) const = delete;
  void distance(std::same_as<vertex_id> auto) const = delete;
};

/// Searches again and again in the same memory.
class sssp_search {
public:
  /// Call: collective. Throws: as label_correcting, or as mechanism_in_force() with activities; on
  /// every rank agreed_error for wrong use if there are an order and activities, for bad input if a
  /// weight is negative, or weights are so large that a sum of real ones could become infinite.
  /// Cost: a look at each weight and degree.
  /// Memory: 12 to 16 bytes for each owned vertex, 4 or 8 for each ghost, and the items under way.
  sssp_search(rank_team& team, const csr_graph& graph, const sssp_options& options = {});
  sssp_search(sssp_search&&) noexcept;
  sssp_search& operator=(sssp_search&&) noexcept;
  ~sssp_search();

  /// Searches from `source`; the result is valid until the next call.
  /// Whole distances are computed in 32 bits, and again in 64 if one does not fit.
  /// Call: collective. Throws on every rank: agreed_error for wrong use if `source` is no vertex,
  /// for bad input if a whole distance is beyond 2^63-1.
  const sssp_distances& run(vertex_id source);

  /// Searches for the distance of `target`: that is right, and so are those of all vertices that
  /// are nearer; others, and what is counted of them, need not be. Nobody searches behind the
  /// target; with several ranks and an order without phases, only the rank that owns it knows where
  /// that is. Call, throws: as run(), of either vertex.
  const sssp_distances& run_to(vertex_id source, vertex_id target);

  /// The vertices on a shortest path to `target` after run_to(source, target), both included, the
  /// same on every rank; nothing if there is none. Which one it is may depend on the run where
  /// there are several. Call: collective; the graph has in-edges, if it is directed.
  /// Cost: a look at the in-edges of each vertex on the path, a broadcast for each step from a rank
  /// to another one, and the distances of all ghosts once.
  [[nodiscard]] std::vector<vertex_id> path(const path_ends& ends) const;

  /// What the last run did, summed over the ranks. Call: collective.
  [[nodiscard]] work_statistics work() const;

  /// The same worker by worker, and over time if the setting work_samples asks for it.
  /// Call: collective.
  [[nodiscard]] work_history history() const;

  /// What the activities of the last search came to, on all ranks; nothing if relaxations are none.
  /// Call: collective.
  [[nodiscard]] std::optional<activity_counts> activities() const;

  /// The order in force; with activities it says nothing.
  [[nodiscard]] const work_order& order() const noexcept;

  /// The result of the last run; the object is then spent.
  [[nodiscard]] sssp_distances take_distances() &&;

  void describe(report_card& card) const;

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

/// The shortest distances from `source` along out-edges; no weight may be negative. Distances are
/// the same for every order, number of ranks and workers, and in every run. Call: collective.
/// Throws: as sssp_search and its run(). Cost: O(E) to O(E log V) under strict and narrow buckets;
/// more the wider the buckets, the most for unordered.
[[nodiscard]] sssp_distances sssp(rank_team& team, const csr_graph& graph, vertex_id source,
                                  const sssp_options& options = {});
void sssp(rank_team& team, const csr_graph& graph, std::same_as<local_vertex> auto source,
          const sssp_options& options = {}) = delete;

}  // namespace orujo
