// Hooking and shortcutting (Shiloach and Vishkin 1982), with vertices spread over the ranks.
//
// A round begins with flat trees: the parent of each vertex is a root, and each rank knows the
// parents of its ghosts. Hooking tells the greater of the two roots at each edge of the lesser one,
// and a root becomes a child of the least that it was told of. Shortcutting makes all trees flat
// again: a vertex jumps along parents of its own rank, and asks the owners of others.
//
// A parent is less than its child, so there is no cycle, and the root of a tree is its least
// vertex. An edge inside a tree stays inside for ever: rows that have no other are not looked at
// again. Every other edge tells a root in each round, so when no root was told anything, all is
// joined. As parents do not change while edges are looked at, the rounds are the same for every
// team. They are O(log² V) (Liu and Tarjan 2019).
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/components/hooking.hpp"

#include <algorithm>
#include <atomic>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/busiest_vertex.hpp"
#include "orujo/traversal/depth_search.hpp"
#include "orujo/traversal/flat_trees.hpp"
#include "orujo/traversal/joining/names.hpp"
#include "orujo/traversal/open_rows.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo::connectivity {

namespace {

/// "Your root is connected to the tree of `least`."
struct hook {
  vertex_id least;
  local_vertex root;  ///< As its owner numbers it.
};

/// Trees that hook to each other.
class hooked_trees {
public:
  hooked_trees(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        trees_(team, graph),
        least_told_(graph.num_local()),
        rows_(team, graph),
        looks_(team),
        hooked_(team),
        hooks_(team, receiver{this}, {.name = "hooks"}) {}
  hooked_trees(const hooked_trees&) = delete;
  hooked_trees& operator=(const hooked_trees&) = delete;

  /// Each vertex is a tree.
  void start() {
    start_with([](local_vertex /*v*/) { return false; }, no_vertex);
  }

  /// Vertices with `is_reached(v)` are one tree with root `least`, and no edge leads out of it.
  template <typename IsReached>
  void start_with(IsReached is_reached, vertex_id least) {
    trees_.over_owned([&](local_vertex v) {
      trees_.set_parent(v, is_reached(v) ? least : graph_.global(v));
      least_told_[v] = graph_.global(v);
    });
    rows_.open([&](local_vertex v) { return !is_reached(v); });
    trees_.update_ghosts();
  }

  /// Joins all trees that edges connect. Returns the number of rounds.
  std::uint32_t join() {
    std::uint32_t rounds = 0;
    while (true) {
      look_at_rows();
      if (!hook_roots()) { return rounds; }
      ++rounds;
      trees_.flatten();
    }
  }

  /// The roots of the owned vertices.
  [[nodiscard]] component_labels labels() {
    component_labels result;
    result.facts.components =
        write_labels(team_, graph_, result.label, [&](local_vertex v) { return trees_.parent(v); });
    return result;
  }

private:
  struct receiver {
    hooked_trees* owner;
    void operator()(const hook& told) const noexcept { owner->lower(told.root, told.least); }
  };
  using channel_type = channel<hook, receiver>;

  void look_at_rows() {
    shared_loop loop = rows_.loop();
    run_epoch(team_, [&](worker& self) {
      auto out = hooks_.from(self);
      std::uint64_t rows = 0;
      std::uint64_t edges = 0;
      rows_.look_at_each(
          self, loop, [&](local_vertex v) { rows_.fetch_targets(v); },
          [&](local_vertex v) {
            ++rows;
            edges += graph_.out_edges().degree(v);
            return look_at(out, v);
          });
      looks_.add(self, rows, edges);
    });
    rows_.close();
  }

  /// Tells roots of the lesser ones at v's edges: of an undirected graph v's root only, as the
  /// other end of each edge has it in its row. Returns whether an edge leads out of v's tree.
  bool look_at(channel_type::sender& out, local_vertex v) {
    const vertex_id root = trees_.parent(v);
    vertex_id least = root;
    bool leads_out = false;
    for (const local_vertex target : graph_.out_edges().row(v)) {
      const vertex_id other = trees_.parent(target);
      leads_out = leads_out || other != root;
      least = std::min(least, other);
      if (graph_.directed() && other > root) { tell(out, other, root); }
    }
    if (least < root) { tell(out, root, least); }
    return leads_out;
  }

  void tell(channel_type::sender& out, vertex_id root, vertex_id least) {
    if (graph_.owns(root)) { return lower(graph_.local(root), least); }
    const rank_id owner = graph_.owner(root);
    const vertex_id first = graph_.partition().first(owner);
    out.send(owner, {.least = least, .root = static_cast<local_vertex>(root - first)});
  }

  void lower(local_vertex root, vertex_id least) noexcept {
    std::atomic_ref<vertex_id> place(least_told_[root]);
    // relaxed: the end of the epoch publishes it
    vertex_id known = place.load(std::memory_order_relaxed);
    while (least < known && !place.compare_exchange_weak(known, least, std::memory_order_relaxed)) {
    }
  }

  /// Makes each root that was told of a lesser one its child. Returns whether any rank has one.
  bool hook_roots() {
    std::atomic<bool> has_hooked{false};
    trees_.over_owned([&](local_vertex v) {
      if (!trees_.is_root(v) || least_told_[v] >= trees_.parent(v)) { return; }
      trees_.set_parent(v, least_told_[v]);
      hooked_.add(this_worker());
      has_hooked.store(true, std::memory_order_relaxed);  // read after the workers have met
    });
    return all_max(team_, has_hooked.load() ? 1 : 0) > 0;
  }

  rank_team& team_;
  const csr_graph& graph_;
  flat_trees trees_;
  huge_array<vertex_id> least_told_;
  open_rows rows_;
  edge_metrics looks_;
  hook_metric hooked_;
  channel_type hooks_;
};

}  // namespace

component_labels label_by_hooking(rank_team& team, const csr_graph& graph) {
  hooked_trees trees(team, graph);
  trees.start();
  const std::uint32_t rounds = trees.join();
  component_labels result = trees.labels();
  result.facts.method = components_method::shiloach_vishkin;
  result.facts.merge_rounds = rounds;
  return result;
}

component_labels label_by_search_and_hooking(rank_team& team, const csr_graph& graph) {
  hooked_trees trees(team, graph);
  std::uint64_t reached = 0;
  if (const vertex_id source = busiest_vertex(team, graph); source != no_vertex) {
    depth_search search(team, graph, "components");
    const depth_map& found = search.run(source);
    const auto is_reached = [&](local_vertex v) { return found.depth[v] != unreached; };
    vertex_id least = no_vertex;
    for (local_vertex v = graph.num_local(); v-- > 0;) {
      if (is_reached(v)) { least = graph.global(v); }
    }
    trees.start_with(is_reached, all_min(team, least));
    reached = found.facts.reached;
  } else {
    trees.start();
  }
  const std::uint32_t rounds = trees.join();
  component_labels result = trees.labels();
  result.facts.method = components_method::bfs_then_sv;
  result.facts.merge_rounds = rounds;
  result.facts.skipped_vertices = reached;
  return result;
}

}  // namespace orujo::connectivity
