// Looks at the labels of all edges, then floods along them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/components/verify.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

using component_findings = property_findings<components_property>;

class component_checker {
public:
  component_checker(rank_team& team, const csr_graph& graph, const component_labels& result)
      : team_(team),
        graph_(graph),
        labels_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        reached_(labels_.size()) {
    std::copy(result.label.begin(), result.label.end(), labels_.begin());
    ghost_values<vertex_id>(team, graph).update(labels_.span());
  }

  component_findings run(std::uint64_t components) {
    flood_from_names();
    team_.on_workers([&](worker& self) {
      component_findings mine;
      const index_range share = even_share(graph_.num_local(), self.index(), team_.num_workers());
      for (std::size_t v = share.first; v < share.last; ++v) {
        check_vertex(static_cast<local_vertex>(v), mine);
      }
      const std::lock_guard guard(mutex_);
      found_.merge(mine);
    });
    return with_facts(merged_everywhere(team_, found_), components);
  }

private:
  /// A vertex to flood from, as its owner numbers it.
  using flood_message = local_vertex;

  template <typename Visit>
  void for_each_neighbour(local_vertex v, Visit visit) const {
    for (const local_vertex target : graph_.out_edges().row(v)) { visit(target); }
    if (!graph_.directed()) { return; }
    for (const local_vertex source : graph_.in_edges().row(v)) { visit(source); }
  }

  [[nodiscard]] bool is_name(local_vertex v) const { return labels_[v] == graph_.global(v); }

  /// Whether this call is the first to reach `v`. Relaxed: only one worker goes on from there, and
  /// the epoch's end publishes the marks.
  [[nodiscard]] bool reach(local_vertex v) {
    return std::atomic_ref<std::uint8_t>(reached_[v]).exchange(1, std::memory_order_relaxed) == 0;
  }

  void flood_from_names() {
    auto floods = make_channel<flood_message>(
        team_, [&](message_sender<flood_message>& out, const flood_message& v) { flood(v, out); },
        {.how = deliver::later});
    run_epoch(team_, [&](worker& self) {
      auto out = floods.from(self);
      const index_range share = even_share(graph_.num_local(), self.index(), team_.num_workers());
      for (std::size_t v = share.first; v < share.last; ++v) {
        if (is_name(static_cast<local_vertex>(v))) { flood(static_cast<local_vertex>(v), out); }
      }
    });
  }

  /// Goes everywhere from owned vertex `start` along edges between equal labels.
  void flood(local_vertex start, message_sender<flood_message>& out) {
    if (!reach(start)) { return; }
    std::vector<local_vertex> waiting = {start};
    while (!waiting.empty()) {
      const local_vertex v = waiting.back();
      waiting.pop_back();
      for_each_neighbour(v, [&](local_vertex next) {
        if (labels_[next] != labels_[v] || !reach(next)) { return; }
        if (graph_.is_owned(next)) {
          waiting.push_back(next);
        } else {
          const csr_graph::remote_vertex place = graph_.remote(next);
          out.send(place.owner, place.local);
        }
      });
    }
  }

  void check_vertex(local_vertex v, component_findings& mine) const {
    const vertex_id id = graph_.global(v);
    if (labels_[v] > id) { mine.add(components_property::label_is_not_greater, id, labels_[v]); }
    if (reached_[v] == 0) { mine.add(components_property::label_is_reached, id, labels_[v]); }
    for_each_neighbour(v, [&](local_vertex next) {
      if (labels_[next] != labels_[v]) {
        mine.add(components_property::edge_joins_equals, id, graph_.global(next));
      }
    });
  }

  [[nodiscard]] component_findings with_facts(component_findings found, std::uint64_t components) {
    std::uint64_t names = 0;
    for (local_vertex v = 0; v < graph_.num_local(); ++v) { names += is_name(v) ? 1U : 0U; }
    if (all_sum(team_, names) != components) {
      found.add(components_property::facts_add_up, no_vertex);
    }
    return found;
  }

  rank_team& team_;
  const csr_graph& graph_;
  huge_array<vertex_id> labels_;      // ghosts, too
  huge_array<std::uint8_t> reached_;  // of a ghost: its owner was told
  std::mutex mutex_;
  component_findings found_;
};

}  // namespace

std::vector<components_violation> verify_components(rank_team& team, const csr_graph& graph,
                                                    const component_labels& result) {
  require(all_min(team, result.label.size() == graph.num_local() ? 1 : 0) == 1,
          "verify_components: there is not one label for each vertex");
  require(!graph.directed() || &graph.in_edges() != &graph.out_edges(),
          "verify_components: a directed graph needs its in-edges; build it with them");
  const component_findings found =
      component_checker(team, graph, result).run(result.facts.components);
  return found.violations();
}

std::string sentence(components_property property, vertex_id vertex, vertex_id other) {
  switch (property) {
    case components_property::label_is_not_greater:
      return fmt::format("vertex {} has the label {}, which is greater", vertex, other);
    case components_property::edge_joins_equals:
      return fmt::format("{} and {} have different labels, and there is an edge", vertex, other);
    case components_property::label_is_reached:
      return fmt::format("vertex {} has the label {}, and no path leads there", vertex, other);
    case components_property::facts_add_up: break;
  }
  return "the number of components is wrong";
}

}  // namespace orujo
