// Widest paths from one source: how much gets through along one path, under any order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>

#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/worklists/work_history.hpp"
#include "orujo/worklists/work_order.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

struct widest_options {
  /// Empty: what suits the graph. A width of 0 is chosen, too: of buckets and priority_per_worker
  /// from the widest edge, of levels 1.
  std::optional<work_order> order = {};
  bool reduces = true;  ///< Whether a width is not sent if one at least as large was before.
};

/// What was found; the same on every rank, order, number of ranks and workers.
struct widest_facts {
  std::uint64_t reached = 0;   ///< Vertices that something gets to, the source included.
  exact_number narrowest = 0;  ///< The least width of these; 0 if there is only the source.
  exact_number width_sum = 0;  ///< Without the source. Of real ones, the last digits depend on P.
};

/// Widths of the widest paths from the source, spread over the ranks as the graph is: element i is
/// for the owned vertex with the local number i. One of the arrays is empty. The source has the
/// largest number.
///
/// Where no weight is negative, nothing gets through an edge of weight 0, and the width 0 means no
/// path or none without such an edge. Else a width of 0 is one like others, and without a path it
/// is the least number there is.
struct path_widths {
  owned_values<std::int64_t> whole;  ///< Whole weights or none (each edge is 1 wide).
  owned_values<double> real;         ///< Real weights.
  std::int64_t no_whole = 0;         ///< What stands in `whole` where nothing gets to.
  double no_real = 0;                ///< The same in `real`.
  vertex_id source = no_vertex;
  widest_facts facts;

  /// Whether something gets to an owned vertex.
  [[nodiscard]] bool reaches(local_vertex v) const noexcept {
    return whole.empty() ? real[v] != no_real : whole[v] != no_whole;
  }

  void reaches(std::same_as<vertex_id> auto) const = delete;
};

/// Searches again and again in the same memory.
class widest_search {
public:
  /// Call: collective. Throws: as label_correcting. Cost: a look at each weight.
  /// Memory: 20 to 32 bytes for each owned vertex, 4 or 8 for each ghost, and the items under way.
  widest_search(rank_team& team, const csr_graph& graph, const widest_options& options = {});
  widest_search(widest_search&&) noexcept;
  widest_search& operator=(widest_search&&) noexcept;
  ~widest_search();

  /// Searches from `source`; the result is valid until the next call.
  /// Call: collective. Throws on every rank: agreed_error for wrong use if `source` is no vertex.
  const path_widths& run(vertex_id source);

  /// What the last run did, summed over the ranks. Call: collective.
  [[nodiscard]] work_statistics work() const;

  /// The same worker by worker, and over time if the setting work_samples asks for it.
  /// Call: collective.
  [[nodiscard]] work_history history() const;

  /// The result of the last run; the object is then spent.
  [[nodiscard]] path_widths take_widths() &&;

  void describe(report_card& card) const;

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

/// The width of the widest path from `source` to each vertex along out-edges: the weight of its
/// narrowest edge. Widths are the same for every order, number of ranks and workers, and run.
/// Call: collective. Throws: as widest_search and its run(). Cost: O(E) to O(E log V) under strict
/// and narrow buckets; more the wider the buckets, the most for unordered.
[[nodiscard]] path_widths widest(rank_team& team, const csr_graph& graph, vertex_id source,
                                 const widest_options& options = {});
void widest(rank_team& team, const csr_graph& graph, std::same_as<local_vertex> auto source,
            const widest_options& options = {}) = delete;

}  // namespace orujo
