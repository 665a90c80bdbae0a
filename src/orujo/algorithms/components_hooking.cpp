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
#include "orujo/algorithms/components_hooking.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "orujo/algorithms/bfs.hpp"
#include "orujo/algorithms/components_merge.hpp"
#include "orujo/algorithms/components_names.hpp"
#include "orujo/algorithms/row_prefetch.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::connectivity {

namespace {

constexpr std::size_t vertices_per_chunk = 4096;

/// "Your root is connected to the tree of `least`."
struct hook {
  vertex_id least;
  local_vertex root;  ///< As its owner numbers it.
};

/// The trees of all ranks, of which this one holds its vertices.
class flat_trees {
public:
  flat_trees(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        parents_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        least_told_(graph.num_local()),
        kept_rows_(static_cast<std::size_t>(team.num_workers())),
        ghosts_(team, graph),
        hooks_(team, receiver{this}, {.name = "hooks"}) {}
  flat_trees(const flat_trees&) = delete;
  flat_trees& operator=(const flat_trees&) = delete;

  /// Each vertex is a tree.
  void start() {
    start_with([](local_vertex /*v*/) { return false; }, no_vertex);
  }

  /// Vertices with `is_reached(v)` are one tree with root `least`, and no edge leads out of it.
  template <typename IsReached>
  void start_with(IsReached is_reached, vertex_id least) {
    over_owned([&](local_vertex v) {
      parents_[v] = is_reached(v) ? least : graph_.global(v);
      least_told_[v] = graph_.global(v);
    });
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      if (graph_.out_edges().degree(v) > 0 && !is_reached(v)) { rows_.push_back(v); }
    }
    ghosts_.update(parents_.span());
  }

  /// Joins all trees that edges connect. Returns the number of rounds.
  std::uint32_t join() {
    std::uint32_t rounds = 0;
    while (true) {
      look_at_rows();
      if (!hook_roots()) { return rounds; }
      ++rounds;
      flatten();
      ghosts_.update(parents_.span());
    }
  }

  /// The roots of the owned vertices.
  [[nodiscard]] component_labels labels() {
    component_labels result;
    result.facts.components =
        write_labels(team_, graph_, result.label, [&](local_vertex v) { return parents_[v]; });
    return result;
  }

private:
  struct receiver {
    flat_trees* owner;
    void operator()(const hook& told) const noexcept { owner->lower(told.root, told.least); }
  };
  using channel_type = channel<hook, receiver>;

  [[nodiscard]] bool is_root(local_vertex v) const noexcept {
    return parents_[v] == graph_.global(v);
  }

  template <typename Visit>
  void over_owned(Visit visit) {
    parallel_for(team_, graph_.num_local(), vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t v = first; v < last; ++v) {
                     visit(static_cast<local_vertex>(v));
                   }
                 });
  }

  // --- hooking ---------------------------------------------------------------------------------

  void look_at_rows() {
    shared_loop loop(rows_.size(), vertices_per_chunk / 16);
    run_epoch(team_, [&](worker& self) {
      auto out = hooks_.from(self);
      auto& kept = kept_rows_[static_cast<std::size_t>(self.index())];
      for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
        for (std::size_t i = part.first; i < part.last; ++i) {
          fetch_ahead(i, part.last);
          if (look_at(out, rows_[i])) { kept.push_back(rows_[i]); }
        }
      }
    });
    rows_.clear();
    for (auto& kept : kept_rows_) {
      rows_.insert(rows_.end(), kept.begin(), kept.end());
      kept.clear();
    }
  }

  void fetch_ahead(std::size_t i, std::size_t last) const noexcept {
    if (i + rows_ahead >= last) { return; }
    const adjacency& out = graph_.out_edges();
    prefetch_to_read(out.targets.data() + out.offsets[rows_[i + rows_ahead]]);
  }

  /// Tells roots of the lesser ones at v's edges: of an undirected graph v's root only, as the
  /// other end of each edge has it in its row. Returns whether an edge leads out of v's tree.
  bool look_at(channel_type::sender& out, local_vertex v) {
    const vertex_id root = parents_[v];
    vertex_id least = root;
    bool leads_out = false;
    for (const local_vertex target : graph_.out_edges().row(v)) {
      const vertex_id other = parents_[target];
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
    over_owned([&](local_vertex v) {
      if (!is_root(v) || least_told_[v] >= parents_[v]) { return; }
      parents_[v] = least_told_[v];
      has_hooked.store(true, std::memory_order_relaxed);  // read after the workers have met
    });
    return all_max(team_, has_hooked.load() ? 1 : 0) > 0;
  }

  // --- shortcutting ----------------------------------------------------------------------------

  void flatten() {
    do {
      over_owned([&](local_vertex v) { jump_here(v); });
    } while (team_.size() > 1 && jump_to_other_ranks());
  }

  /// Makes the parent of `v` a root, or a vertex of another rank.
  void jump_here(local_vertex v) noexcept {
    // relaxed: other workers shorten the same ways, and each vertex on them leads to the same end
    const auto parent_of = [&](local_vertex at) {
      return std::atomic_ref<vertex_id>(parents_[at]).load(std::memory_order_relaxed);
    };
    const vertex_id first = parent_of(v);
    vertex_id above = first;
    while (graph_.owns(above)) {
      const vertex_id next = parent_of(graph_.local(above));
      if (next == above) { break; }
      above = next;
    }
    if (above == first) { return; }
    std::atomic_ref<vertex_id>(parents_[v]).store(above, std::memory_order_relaxed);
  }

  /// Replaces parents of other ranks by theirs. Returns whether that has changed any, on any rank.
  bool jump_to_other_ranks() {
    const std::vector<vertex_id> wanted = remote_parents();
    const std::vector<vertex_id> above = fetch_from_owners(
        team_, graph_.partition(), parents_.span().first(graph_.num_local()), wanted);
    over_owned([&](local_vertex v) {
      if (graph_.owns(parents_[v])) { return; }
      const auto at = std::lower_bound(wanted.begin(), wanted.end(), parents_[v]);
      parents_[v] = above[static_cast<std::size_t>(at - wanted.begin())];
    });
    return all_max(team_, above == wanted ? 0 : 1) > 0;
  }

  /// Those of owned vertices, ascending. Most vertices in a row have the same.
  [[nodiscard]] std::vector<vertex_id> remote_parents() const {
    std::vector<vertex_id> found;
    for (const vertex_id parent : parents_.span().first(graph_.num_local())) {
      if (graph_.owns(parent) || (!found.empty() && found.back() == parent)) { continue; }
      found.push_back(parent);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  rank_team& team_;
  const csr_graph& graph_;
  huge_array<vertex_id> parents_;  // of owned vertices and ghosts
  huge_array<vertex_id> least_told_;
  std::vector<local_vertex> rows_;  // which may have an edge between two trees
  std::vector<std::vector<local_vertex>> kept_rows_;
  ghost_values<vertex_id> ghosts_;
  channel_type hooks_;
};

struct search_start {
  std::uint64_t degree;
  vertex_id vertex;
};

/// The vertex with the most out-edges; of several, the least.
vertex_id busiest_vertex(rank_team& team, const csr_graph& graph) {
  search_start most{0, no_vertex};
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const std::uint64_t degree = graph.out_edges().degree(v);
    if (degree > most.degree) { most = {degree, graph.global(v)}; }
  }
  return all_reduce(team, most,
                    [](const search_start& a, const search_start& b) {
                      return a.degree != b.degree ? (a.degree > b.degree ? a : b)
                                                  : (a.vertex < b.vertex ? a : b);
                    })
      .vertex;
}

}  // namespace

component_labels label_by_hooking(rank_team& team, const csr_graph& graph) {
  flat_trees trees(team, graph);
  trees.start();
  const std::uint32_t rounds = trees.join();
  component_labels result = trees.labels();
  result.facts.method = components_method::shiloach_vishkin;
  result.facts.merge_rounds = rounds;
  return result;
}

component_labels label_by_search_and_hooking(rank_team& team, const csr_graph& graph) {
  flat_trees trees(team, graph);
  std::uint64_t reached = 0;
  if (const vertex_id source = busiest_vertex(team, graph); source != no_vertex) {
    const bfs_tree tree = bfs(team, graph, source, {.result = bfs_result::parents_only});
    const auto is_reached = [&](local_vertex v) { return tree.parent[v] != no_vertex; };
    vertex_id least = no_vertex;
    for (local_vertex v = graph.num_local(); v-- > 0;) {
      if (is_reached(v)) { least = graph.global(v); }
    }
    trees.start_with(is_reached, all_min(team, least));
    reached = tree.facts.reached;
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
