// Borůvka's rounds (1926), with vertices spread over the ranks.
//
// A round begins with flat trees: the parent of each vertex is a root, and each rank knows the
// parents of its ghosts. Every vertex finds the least edge of its row that leads out of its tree.
// The least of a tree is gathered at a word of its root, which names the vertex that has it; a root
// of another rank has such a word here, too, and what is there at the end is offered to its owner.
// Then each root hooks to the tree that its edge leads to. All trees choose by the same strict
// order, so a cycle of them has two roots that chose one edge: the lesser of them stays a root.
//
// Where edges have weights, rounds go along the light edges of each vertex first, sorted: what is
// joined by them would be joined by no heavier one. Then along all edges of what is left.
//
// One tree does not choose, as all others that touch it do: that of the hub, a vertex with the most
// edges, which stays its root. Soon it often has most vertices, and their rows need not be looked
// at, where most looks would be in vain.
//
// A root that hooks is never a root again. So the forest's edges are kept by the vertices that
// hooked along them, until all trees are whole.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/spanning_forest/round_joining.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "orujo/algorithms/spanning_forest/forest_order.hpp"
#include "orujo/algorithms/spanning_forest/hooked_roots.hpp"
#include "orujo/algorithms/spanning_forest/least_ways.hpp"
#include "orujo/algorithms/spanning_forest/light_rows.hpp"
#include "orujo/algorithms/spanning_forest/local_trees.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/busiest_vertex.hpp"
#include "orujo/traversal/flat_trees.hpp"
#include "orujo/traversal/open_rows.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo {

namespace {

using connectivity::flat_trees;
using connectivity::open_rows;

/// Weights are their keys, of 32 bits or 64; 1 without weights.
template <typename Key>
class tree_joiner {
  using least_ways = connectivity::least_ways<Key>;
  using light_rows = orujo::light_rows<Key>;

public:
  tree_joiner(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        trees_(team, graph),
        ways_(team, graph, trees_),
        taken_(graph.num_local()),
        rows_(team, graph),
        roots_(team, graph, trees_, ways_),
        looks_(team) {}
  tree_joiner(const tree_joiner&) = delete;
  tree_joiner& operator=(const tree_joiner&) = delete;

  spanning_forest run(const forest_options& options) {
    spanning_forest forest;
    if (options.method == forest_method::activities) {
      start_with(options.isolation, forest);
    } else {
      start();
    }
    join_along_light_edges();
    join_along_all_edges();
    forest.facts.rounds += rounds_;
    forest.facts.offers = all_sum(team_, ways_.offers_made());
    forest.edges = forest_in_order(team_, graph_, taken_edges());
    return forest;
  }

private:
  /// Each vertex is a tree.
  void start() {
    trees_.over_owned([&](local_vertex v) { trees_.set_parent(v, graph_.global(v)); });
    trees_.update_ghosts();
    hub_ = busiest_vertex(team_, graph_);
  }

  /// Trees are what activities can make of the edges between vertices of this rank.
  void start_with(const isolation_choice& choice, spanning_forest& forest) {
    constexpr auto reach = operator_reach::several_elements;
    const mechanism_kind isolation = mechanism_in_force(team_, choice, reach);
    const local_trees found = join_by_activities(team_, graph_, isolation, choice.coarsen);
    trees_.over_owned([&](local_vertex v) {
      trees_.set_parent(v, graph_.global(found.roots[v]));
      if (!found.is_root(v)) { taken_[v] = found.edge_of(graph_, v); }
    });
    trees_.update_ghosts();
    hub_ = root_of_busiest();
    is_whole_ = team_.size() == 1;
    forest.facts.rounds = all_max(team_, found.rounds);
    forest.facts.activities = all_reduce(team_, found.counts, plus_counts);
    forest.isolation = isolation_row(isolation, choice);
  }

  [[nodiscard]] vertex_id root_of_busiest() {
    const vertex_id busiest = busiest_vertex(team_, graph_);
    if (busiest == no_vertex) { return no_vertex; }
    const bool is_here = graph_.owns(busiest);
    return all_max(team_, is_here ? trees_.parent(graph_.local(busiest)) : vertex_id{0});
  }

  /// With weights, most trees grow large along light edges, and others need not be looked at.
  void join_along_light_edges() {
    if (is_whole_ || graph_.stored_weights() == weight_type::none) { return; }
    light_rows light(team_, graph_);
    open_rows_outside_hub();
    join([&](worker& self, shared_loop& loop) {
      std::uint64_t rows = 0;
      rows_.look_at_each(
          self, loop, [&](local_vertex v) { fetch_light(light, v); },
          [&](local_vertex v) {
            ++rows;
            return look_at_light(light, v);
          });
      looks_.add(self, rows, rows);  // most looks end at the lightest edge that is left
    });
    is_whole_ = light.have_all();
  }

  void join_along_all_edges() {
    if (is_whole_) { return; }
    open_rows_outside_hub();
    if (graph_.stored_weights() == weight_type::none) {
      join_along_rows([](std::uint64_t /*arc*/) { return Key{1}; });
      return;
    }
    with_weight_type(graph_.stored_weights(), [&]<typename T>(std::type_identity<T>) {
      if constexpr (std::is_same_v<weight_key<T>, Key>) {
        const T* const weights = graph_.out_edges().weights.template as<T>().data();
        join_along_rows([weights](std::uint64_t arc) { return key_of(weights[arc]); });
      }
    });
  }

  template <typename KeyAt>
  void join_along_rows(KeyAt key_at) {
    join([&](worker& self, shared_loop& loop) {
      std::uint64_t rows = 0;
      std::uint64_t edges = 0;
      rows_.look_at_each(
          self, loop, [&](local_vertex v) { rows_.fetch_targets(v); },
          [&](local_vertex v) {
            const std::uint64_t first = graph_.out_edges().offsets[v];
            ++rows;
            edges += graph_.out_edges().degree(v);
            return look_at(v, [&](std::size_t i) { return key_at(first + i); });
          });
      looks_.add(self, rows, edges);
    });
  }

  void open_rows_outside_hub() {
    rows_.open([&](local_vertex v) { return trees_.parent(v) != hub_; });
    roots_.list();
  }

  /// Joins trees in rounds, in which `look(self, loop)` looks at this worker's part of the rows,
  /// until no tree has a way out there.
  template <typename Look>
  void join(Look look) {
    while (all_sum(team_, std::uint64_t{roots_.size()}) > 1) {
      ways_.begin_round();
      shared_loop loop = rows_.loop();
      team_.on_workers([&](worker& self) { look(self, loop); });
      rows_.close();
      ways_.tell_owners();
      roots_.choose();
      if (!roots_.hook(hub_, taken_.span())) { break; }
      ++rounds_;
      trees_.flatten();
    }
    rows_.clear();
  }

  // --- looking at rows -------------------------------------------------------------------------

  void fetch_light(const light_rows& light, local_vertex v) const noexcept {
    const auto left = light.left(v);
    if (left.empty()) { return; }
    trees_.prefetch(left.front().target);
    ways_.prefetch(trees_.parent(v));
  }

  /// As look_at(), along the light edges of `v`. Those inside the tree are skipped for ever.
  bool look_at_light(light_rows& light, local_vertex v) {
    const vertex_id root = trees_.parent(v);
    if (root == hub_) { return false; }
    const auto place = ways_.place_of(root);
    const Key least = ways_.least_weight(place);
    const auto left = light.left(v);
    std::size_t inside = 0;
    while (inside < left.size() && trees_.parent(left[inside].target) == root) { ++inside; }
    light.skip(v, inside);
    if (inside == left.size()) { return false; }
    const auto [weight, target] = left[inside];
    if (weight <= least) { ways_.lower(place, {.vertex = v, .target = target, .weight = weight}); }
    return true;
  }

  /// Brings the least edge out of v's tree in v's row to the root. Edges heavier than one that the
  /// root knows are left out. Returns whether an edge may lead out of the tree.
  template <typename WeightAt>
  bool look_at(local_vertex v, WeightAt weight_at) {
    const vertex_id root = trees_.parent(v);
    if (root == hub_) { return false; }
    const auto place = ways_.place_of(root);
    Key least = ways_.least_weight(place);
    const std::span<const local_vertex> row = graph_.out_edges().row(v);
    std::size_t found = row.size();
    bool may_lead_out = false;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Key weight = weight_at(i);
      const bool is_heavier = weight > least;
      may_lead_out = may_lead_out || is_heavier;
      if (is_heavier) { continue; }
      // Of one vertex, the edge to the lesser neighbour is before the other. Rows ascend, but
      // ghosts are behind owned vertices.
      const bool is_tie = found < row.size() && weight == least;
      if (is_tie &&
          (graph_.is_owned(row[i]) || graph_.global(row[i]) >= graph_.global(row[found]))) {
        continue;
      }
      if (trees_.parent(row[i]) == root) { continue; }
      least = weight;
      found = i;
    }
    if (found == row.size()) { return may_lead_out; }
    ways_.lower(place, {.vertex = v, .target = row[found], .weight = least});
    return true;
  }

  // --- the result ------------------------------------------------------------------------------

  /// Those of vertices that hooked, moved to the front.
  [[nodiscard]] std::span<const forest_edge> taken_edges() {
    std::size_t count = 0;
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      if (!trees_.is_root(v)) { taken_[count++] = taken_[v]; }
    }
    return taken_.span().first(count);
  }

  rank_team& team_;
  const csr_graph& graph_;
  flat_trees trees_;
  least_ways ways_;
  huge_array<forest_edge> taken_;  // of each vertex that has hooked
  vertex_id hub_ = no_vertex;
  std::uint32_t rounds_ = 0;
  bool is_whole_ = false;  // no edge leads out of any tree
  open_rows rows_;
  hooked_roots<Key> roots_;
  edge_metrics looks_;
};

}  // namespace

spanning_forest join_in_rounds(rank_team& team, const csr_graph& graph,
                               const forest_options& options) {
  const bool wide = bytes_of(graph.stored_weights()) == sizeof(std::uint64_t);
  const std::uint64_t light = wide ? light_rows<std::uint64_t>::bytes_per_vertex
                                   : light_rows<std::uint32_t>::bytes_per_vertex;
  const std::uint64_t for_activities = options.method == forest_method::activities ? 40U : 0U;
  const std::uint64_t for_rounds = team.size() > 1 ? 240U : 136U;
  require_room(team, graph, "a spanning forest",
               {.per_vertex = light + for_activities + for_rounds, .per_ghost = 8});
  return wide ? tree_joiner<std::uint64_t>(team, graph).run(options)
              : tree_joiner<std::uint32_t>(team, graph).run(options);
}

}  // namespace orujo
