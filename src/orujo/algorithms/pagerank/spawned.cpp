// Spawns an addition along each out-edge.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/pagerank/spawned.hpp"

#include <utility>

#include "orujo/base/huge_memory.hpp"
#include "orujo/traversal/activity_map.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo::page_rank {

namespace {

/// "Here is more for you." Fire-and-forget, always succeeds.
struct addition {
  using value_type = double;
  using arguments = edge_arguments<double>;
  using element = double;

  double* sums;
  const std::span<const double>* given;  // what each vertex gives in this step
  spawned_additions::carried_share carried;

  [[nodiscard]] double value_of(local_vertex source) const { return (*given)[source]; }
  [[nodiscard]] double along(double value, std::uint64_t edge) const {
    return carried.of(carried.shares, value, edge);
  }
  [[nodiscard]] double& place(const arguments& each) const { return sums[each.target]; }
  [[nodiscard]] static double amount(const arguments& each) { return each.value; }
};

}  // namespace

class spawned_additions::implementation {
public:
  implementation(rank_team& team, const csr_graph& graph, const isolation_choice& isolation,
                 carried_share carried)
      : sums(graph.num_local()),
        all(team, graph),
        add(team, graph, addition{sums.data(), &given, carried},
            {.isolation = isolation, .name = "PageRank"}) {
    for_each_share(team, graph.num_local(), [&](worker& self, index_range share) {
      vertex_lane& lane = all.lane(self);
      for (std::size_t v = share.first; v < share.last; ++v) {
        lane.add(static_cast<local_vertex>(v));
      }
    });
    all.gather();
  }

  huge_array<double> sums;
  std::span<const double> given;
  frontier all;
  activity_map<addition> add;
};

spawned_additions::spawned_additions(rank_team& team, const csr_graph& graph,
                                     const isolation_choice& isolation, carried_share carried)
    : implementation_(std::make_unique<implementation>(team, graph, isolation, carried)) {}
spawned_additions::~spawned_additions() = default;

void spawned_additions::take(std::span<const double> given) {
  implementation_->given = given;
  implementation_->add(implementation_->all);
}

void spawned_additions::sums_of(index_range part, double* sums) noexcept {
  huge_array<double>& all = implementation_->sums;
  for (std::size_t v = part.first; v < part.last; ++v) {
    sums[v - part.first] = std::exchange(all[v], 0.0);
  }
}

void spawned_additions::tell(pagerank_scores& of) const {
  of.activities = implementation_->add.counts_of_all();
  implementation_->add.describe(of.choices);
}

}  // namespace orujo::page_rank
