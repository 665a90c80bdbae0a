// Relaxes the edges out of vertices whose distance fell, until none falls.
//
// Invariant: between rounds a vertex that is not in the frontier has told its targets the distance
// that it has.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/sssp/activities.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/base/no_value.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/activity_map.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace {

/// "You are at most so far away."
template <typename Paths>
struct relaxation {
  using distance = typename Paths::label_type;
  using value_type = distance;
  using arguments = edge_arguments<distance>;
  using element = distance;

  const csr_graph* graph;
  const Paths* const* paths;  // of the search that runs
  distance* known;
  const distance* told;  // what vertices in the frontier tell; no operator changes it
  distance* of_ghosts;   // the least that their owners were told

  [[nodiscard]] distance value_of(local_vertex source) const { return told[source]; }
  [[nodiscard]] distance along(distance from, std::uint64_t edge) const {
    if ((*paths)->stops_at(from)) { return Paths::unreached; }
    const weight_view& weights = graph->out_edges().weights;
    using weight = typename Paths::weight_type;
    return Paths::along(from, weights.empty() ? weight{1} : weights.at<weight>(edge));
  }
  [[nodiscard]] bool matters(const arguments& each) const {
    return each.value < isolation::atomic::load(known[each.target]);
  }
  [[nodiscard]] bool tells(local_vertex ghost, distance value) const {
    return isolation::atomic::lower(of_ghosts[ghost - graph->num_local()], value);
  }
  [[nodiscard]] distance& place(const arguments& each) const { return known[each.target]; }
  static std::optional<no_value> act(distance& now, const arguments& each) {
    if (!(each.value < now)) { return std::nullopt; }
    now = each.value;
    return no_value{};
  }
  static void returned(vertex_lane& next, const arguments& each, no_value) {
    next.add(each.target);
  }
};

}  // namespace

template <typename Paths>
class relaxing_search<Paths>::implementation {
public:
  using distance = typename Paths::label_type;

  implementation(rank_team& team, const csr_graph& graph, const isolation_choice& isolation)
      : team_(team),
        graph_(graph),
        known_(with_room(team, graph)),
        told_(graph.num_local()),
        of_ghosts_(graph.num_ghosts()),
        fell_(team, graph),
        active_(team, graph),
        relax_(team, graph,
               {.graph = &graph,
                .paths = &paths_,
                .known = known_.data(),
                .told = told_.data(),
                .of_ghosts = of_ghosts_.data()},
               {.isolation = isolation, .name = "relaxations"}) {}

  void run(const Paths& paths) {
    before_ = relax_.counts();
    paths_ = &paths;
    std::fill(known_.begin(), known_.end(), Paths::unreached);
    std::fill(told_.begin(), told_.end(), Paths::unreached);
    std::fill(of_ghosts_.begin(), of_ghosts_.end(), Paths::unreached);
    frontier* fell = &fell_;
    frontier* active = &active_;
    if (graph_.owns(paths.source)) {
      known_[graph_.local(paths.source)] = 0;
      fell->lane(team_.worker_at(0)).add(graph_.local(paths.source));
    }
    for (; fell->gather(); std::swap(fell, active)) {
      take_once(*fell, *active);
      active->gather();
      relax_(*active);
    }
  }

  [[nodiscard]] activity_counts counts() const { return relax_.counts_of_all(before_); }
  [[nodiscard]] std::span<const distance> labels() const noexcept { return known_.span(); }
  [[nodiscard]] const activity_map<relaxation<Paths>>& relax() const noexcept { return relax_; }

private:
  [[nodiscard]] static huge_array<distance> with_room(rank_team& team, const csr_graph& graph) {
    require_room(team, graph, "sssp", {.per_vertex = 24, .per_ghost = 8});
    return huge_array<distance>(graph.num_local());
  }

  /// Adds each vertex of `fell` to the lanes of `active`, however often it is there.
  void take_once(const frontier& fell, frontier& active) {
    const std::span<const local_vertex> vertices = fell.vertices();
    for_each_share(team_, vertices.size(), [&](worker& self, index_range share) {
      vertex_lane& lane = active.lane(self);
      for (std::size_t i = share.first; i < share.last; ++i) {
        const local_vertex v = vertices[i];
        if (isolation::atomic::lower(told_[v], known_[v])) { lane.add(v); }
      }
    });
  }

  rank_team& team_;
  const csr_graph& graph_;
  const Paths* paths_ = nullptr;
  huge_array<distance> known_;
  huge_array<distance> told_;
  huge_array<distance> of_ghosts_;
  frontier fell_;
  frontier active_;
  activity_map<relaxation<Paths>> relax_;
  activity_counts before_;  // the last search
};

template <typename Paths>
relaxing_search<Paths>::relaxing_search(rank_team& team, const csr_graph& graph,
                                        const isolation_choice& isolation)
    : implementation_(std::make_unique<implementation>(team, graph, isolation)) {}
template <typename Paths>
relaxing_search<Paths>::~relaxing_search() = default;

template <typename Paths>
void relaxing_search<Paths>::run(const Paths& paths) {
  implementation_->run(paths);
}

template <typename Paths>
std::span<const typename Paths::label_type> relaxing_search<Paths>::labels() const noexcept {
  return implementation_->labels();
}

template <typename Paths>
activity_counts relaxing_search<Paths>::counts() const {
  return implementation_->counts();
}

template <typename Paths>
void relaxing_search<Paths>::describe(report_card& card) const {
  card.add(report_section::algorithm, {"order of work", "rounds of relaxations", {}});
  implementation_->relax().describe(card);
}

template class relaxing_search<whole_paths<std::uint64_t>>;
template class relaxing_search<real_paths>;

}  // namespace orujo
