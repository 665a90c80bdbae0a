// Shortest paths by relaxations that run as activities, round by round.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/activities/counts.hpp"
#include "orujo/algorithms/sssp/functions.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Searches from one source after the other: `Paths` is whole_paths<std::uint64_t> or real_paths.
/// In a round each vertex whose distance fell in the one before relaxes the edges out of it, as
/// R. Bellman and L. Ford: fire-and-forget operators, which fail where they do not help. Cost: O(E)
/// for each edge of the longest path at worst. Memory: 24 bytes for each owned vertex, 8 for each
/// ghost.
template <typename Paths>
class relaxing_search {
public:
  /// Call: collective. Throws on every rank: as mechanism_in_force(); memory_error.
  relaxing_search(rank_team& team, const csr_graph& graph, const isolation_choice& isolation);
  relaxing_search(const relaxing_search&) = delete;
  relaxing_search& operator=(const relaxing_search&) = delete;
  ~relaxing_search();

  /// Call: collective; the source is a vertex.
  void run(const Paths& paths);

  /// The distances of owned vertices. Call: after run().
  [[nodiscard]] std::span<const typename Paths::label_type> labels() const noexcept;
  /// Of the last search, on all ranks. Call: collective.
  [[nodiscard]] activity_counts counts() const;
  void describe(report_card& card) const;

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

}  // namespace orujo
