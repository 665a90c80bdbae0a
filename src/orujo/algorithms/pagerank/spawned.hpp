// What comes in at each vertex in a step of PageRank, by additions that run as activities.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "orujo/algorithms/pagerank/pagerank.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::page_rank {

/// An addition for each edge, to other ranks, too, kept apart from others by any mechanism.
class spawned_additions {
public:
  /// What the edge with this place among the out-edges carries of a value.
  struct carried_share {
    const void* shares;
    double (*of)(const void* shares, double value, std::uint64_t edge);
  };

  /// Call: collective. Throws: as activity_map.
  spawned_additions(rank_team& team, const csr_graph& graph, const isolation_choice& isolation,
                    carried_share carried);
  spawned_additions(const spawned_additions&) = delete;
  spawned_additions& operator=(const spawned_additions&) = delete;
  ~spawned_additions();

  /// As those of pushed_sums.
  void take(std::span<const double> given);
  void sums_of(index_range part, double* sums) noexcept;

  /// Says what was in force, and what activities came to. Call: collective.
  void tell(pagerank_scores& of) const;

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

/// As pushed_sums, by such additions.
template <typename Shares>
class spawned_sums {
public:
  using share_type = Shares;

  /// Call: collective. Throws: as activity_map.
  spawned_sums(rank_team& team, const csr_graph& graph, const isolation_choice& isolation)
      : shares_(Shares::of_out_edges(team, graph)),
        additions_(team, graph, isolation, {&shares_, &carried}) {}

  void take(std::span<const double> given) { additions_.take(given); }
  void sums_of(index_range part, double* sums) noexcept { additions_.sums_of(part, sums); }
  void tell(pagerank_scores& of) const { additions_.tell(of); }

private:
  static double carried(const void* shares, double value, std::uint64_t edge) {
    return static_cast<const Shares*>(shares)->carried(value, edge);
  }

  Shares shares_;
  spawned_additions additions_;
};

}  // namespace orujo::page_rank
