// All workers join vertices along their least edges; one joins what is left, edge by edge.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/spanning_forest/ordered_joining.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/graph/memory_need.hpp"
#include "orujo/graph/weight_type.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/joining/disjoint_forest.hpp"
#include "orujo/traversal/shared_work.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo {

namespace {

constexpr std::uint64_t no_open_arc = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t vertices_per_chunk = 4096;

/// Weights are of type T; all are 1 if the graph has none.
template <stored_weight T>
class order_joiner {
  using key_type = weight_key<T>;

public:
  order_joiner(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        weights_(graph.stored_weights() == weight_type::none
                     ? nullptr
                     : graph.out_edges().weights.template as<T>().data()),
        least_(graph.num_local()),
        trees_(team, graph.num_local()),
        is_taken_(graph.out_edges().targets.size()),
        left_(static_cast<std::size_t>(team.num_workers())),
        looks_(team),
        hooked_(team) {}

  huge_array<forest_edge> run() {
    choose_least();
    hook();
    list_left();
    team_.transport().check();
    if (weights_ != nullptr) { sort_left(); }
    join_left();
    huge_array<forest_edge> edges = taken_in_order();
    hooked_.add(team_.worker_at(0), edges.size());
    return edges;
  }

private:
  /// An edge between two trees. Those of equal weight are in the order of their arcs, which ascend
  /// by lesser end, then by greater end.
  struct edge {
    key_type weight;
    local_vertex root;
    local_vertex other_root;
    std::uint64_t arc;
  };
  using edge_list = std::vector<edge>;

  [[nodiscard]] key_type weight(std::uint64_t arc) const noexcept {
    return weights_ == nullptr ? key_type{1} : key_of(weights_[arc]);
  }
  [[nodiscard]] local_vertex target(std::uint64_t arc) const noexcept {
    return graph_.out_edges().targets[arc];
  }
  [[nodiscard]] index_range row(std::size_t v) const noexcept {
    const auto& offsets = graph_.out_edges().offsets;
    return {offsets[v], offsets[v + 1]};
  }

  template <typename Visit>
  void over_vertices(Visit visit) {
    parallel_for(team_, graph_.num_local(), vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t v = first; v < last; ++v) {
                     visit(static_cast<local_vertex>(v));
                   }
                 });
  }

  /// Of the lightest edges of a row, that to the first neighbour comes first.
  void choose_least() {
    over_vertices([&](local_vertex v) {
      std::uint64_t least = no_open_arc;
      const index_range arcs = row(v);
      for (std::uint64_t arc = arcs.first; arc < arcs.last; ++arc) {
        if (target(arc) == v) { continue; }
        if (least == no_open_arc || weight(arc) < weight(least)) { least = arc; }
      }
      least_[v] = least;
      trees_.reset(v);
    });
    looks_.add(team_.worker_at(0), graph_.num_local(), graph_.out_edges().targets.size());
  }

  /// All choose by one order, so that the only cycles are two vertices that chose each other.
  void hook() {
    over_vertices([&](local_vertex v) {
      if (least_[v] == no_open_arc) { return; }
      const local_vertex other = target(least_[v]);
      const bool is_mutual = least_[other] != no_open_arc && target(least_[other]) == v;
      if (other < v && is_mutual) { return; }
      take(v, least_[v]);
      trees_.link(v, other);
    });
  }

  /// Marks an edge at its lesser end.
  void take(local_vertex source, std::uint64_t arc) {
    const local_vertex other = target(arc);
    if (source > other) { arc = arc_between(other, source); }
    is_taken_[arc] = 1;
  }

  /// The lightest one.
  [[nodiscard]] std::uint64_t arc_between(local_vertex source, local_vertex other) const noexcept {
    const index_range arcs = row(source);
    const local_vertex* const targets = graph_.out_edges().targets.data();
    std::uint64_t arc = static_cast<std::uint64_t>(
        std::lower_bound(targets + arcs.first, targets + arcs.last, other) - targets);
    for (std::uint64_t next = arc + 1; next < arcs.last && target(next) == other; ++next) {
      if (weight(next) < weight(arc)) { arc = next; }
    }
    return arc;
  }

  /// Each worker lists those of its share of the vertices.
  void list_left() {
    for_each_share(team_, graph_.num_local(), [&](worker& self, index_range share) {
      edge_list& mine = left_[static_cast<std::size_t>(self.index())].edges;
      for (std::size_t i = share.first; i < share.last; ++i) {
        const auto v = static_cast<local_vertex>(i);
        list_row(v, mine);
      }
    });
  }

  void list_row(local_vertex v, edge_list& into) {
    const local_vertex root = trees_.find(v);
    const index_range arcs = row(v);
    for (std::uint64_t arc = arcs.first; arc < arcs.last; ++arc) {
      if (!(v < target(arc))) { continue; }
      const local_vertex other_root = trees_.find(target(arc));
      if (root != other_root) { into.push_back({weight(arc), root, other_root, arc}); }
    }
  }

  [[nodiscard]] static bool is_before(const edge& a, const edge& b) noexcept {
    return a.weight != b.weight ? a.weight < b.weight : a.arc < b.arc;
  }

  void sort_left() {
    team_.on_workers([&](worker& self) {
      edge_list& mine = left_[static_cast<std::size_t>(self.index())].edges;
      std::sort(mine.begin(), mine.end(), is_before);
    });
  }

  /// Takes those of all lists in order.
  void join_left() {
    std::vector<std::span<const edge>> lists;
    for (const worker_list& each : left_) { lists.emplace_back(each.edges); }
    const auto comes_later = [](std::span<const edge> a, std::span<const edge> b) {
      return a.empty() || (!b.empty() && is_before(b.front(), a.front()));
    };
    for (;;) {
      const auto first = std::min_element(lists.begin(), lists.end(),
                                          [&](auto a, auto b) { return comes_later(b, a); });
      if (first->empty()) { break; }
      join(first->front());
      *first = first->subspan(1);
    }
  }

  void join(const edge& along) {
    const local_vertex root = trees_.find(along.root);
    const local_vertex other = trees_.find(along.other_root);
    if (root == other) { return; }
    trees_.set_parent(std::max(root, other), std::min(root, other));  // nobody else joins trees
    is_taken_[along.arc] = 1;
  }

  huge_array<forest_edge> taken_in_order() {
    std::vector<std::size_t> first(static_cast<std::size_t>(team_.num_workers()) + 1);
    for_each_share(team_, graph_.num_local(), [&](worker& self, index_range share) {
      const auto& offsets = graph_.out_edges().offsets;
      const std::uint8_t* const marks = is_taken_.data();
      first[static_cast<std::size_t>(self.index()) + 1] = static_cast<std::size_t>(
          std::count(marks + offsets[share.first], marks + offsets[share.last], 1));
    });
    for (std::size_t w = 1; w < first.size(); ++w) { first[w] += first[w - 1]; }
    huge_array<forest_edge> edges(first.back());
    for_each_share(team_, graph_.num_local(), [&](worker& self, index_range share) {
      std::size_t next = first[static_cast<std::size_t>(self.index())];
      for (std::size_t v = share.first; v < share.last; ++v) {
        const index_range arcs = row(v);
        for (std::uint64_t arc = arcs.first; arc < arcs.last; ++arc) {
          if (is_taken_[arc] == 0) { continue; }
          edges[next++] = {
              graph_.global(static_cast<local_vertex>(v)), graph_.global(target(arc)),
              weights_ == nullptr ? exact_number{1} : static_cast<exact_number>(weights_[arc])};
        }
      }
    });
    return edges;
  }

  struct alignas(cache_line_bytes) worker_list {
    edge_list edges;
  };

  rank_team& team_;
  const csr_graph& graph_;
  const T* weights_;                 // of arcs; none if all are 1
  huge_array<std::uint64_t> least_;  // of each vertex its least arc
  connectivity::disjoint_forest trees_;
  huge_array<std::uint8_t> is_taken_;  // of each arc
  std::vector<worker_list> left_;      // edges between trees, of each worker
  edge_metrics looks_;
  hook_metric hooked_;
};

}  // namespace

bool is_joined_in_order(const rank_team& team, const csr_graph& graph,
                        forest_method method) noexcept {
  // With more edges rounds along the light ones are faster: six arcs is where they were even.
  constexpr std::uint64_t few_arcs = 6;
  const bool is_sparse = graph.facts().num_arcs <= few_arcs * graph.num_vertices();
  return team.size() == 1 &&
         (method == forest_method::in_order || (method == forest_method::automatic && is_sparse));
}

spanning_forest join_in_order(rank_team& team, const csr_graph& graph) {
  require_room(team, graph, "a spanning forest",
               {.per_vertex = 12 + sizeof(forest_edge), .per_edge = 13});
  spanning_forest forest;
  with_weight_type(graph.stored_weights(), [&]<typename T>(std::type_identity<T>) {
    forest.edges = order_joiner<T>(team, graph).run();
  });
  forest.facts.rounds = 1;
  forest.in_order = true;
  return forest;
}

}  // namespace orujo
