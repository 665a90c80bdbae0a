// Each rank looks at the edges of its vertices, and asks the owners of parents about tree edges.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/bfs/verify.hpp"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <span>

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

using bfs_findings = property_findings<bfs_property>;

/// "My vertex `child` says that your vertex `parent` is its parent."
struct tree_edge {
  local_vertex parent;  ///< As its owner numbers it.
  std::uint32_t child_depth;
  vertex_id child;
};

class checker {
public:
  checker(rank_team& team, const csr_graph& graph, const path_ends& ends, const bfs_tree& tree)
      : team_(team),
        graph_(graph),
        source_(ends.source),
        last_level_(graph.owns(ends.target) ? tree.depth[graph.local(ends.target)] : unreached),
        tree_(tree),
        tree_edges_(team, handler{this}) {}

  bfs_findings run() {
    spread_depths();
    last_level_ = all_min(team_, last_level_);
    run_epoch(team_, [&](worker& self) {
      bfs_findings mine;
      const index_range share = even_share(graph_.num_local(), self.index(), team_.num_workers());
      auto out = tree_edges_.from(self);
      for (std::size_t v = share.first; v < share.last; ++v) {
        check_vertex(static_cast<local_vertex>(v), mine, out);
      }
      keep(mine);
    });
    check_facts();
    return merged_everywhere(team_, found_);
  }

private:
  struct handler {
    checker* owner;
    void operator()(const tree_edge& edge) const { owner->check_tree_edge(edge); }
  };
  using tree_edge_channel = channel<tree_edge, handler>;

  /// Depths of owned vertices and, told by their owners, of ghosts.
  void spread_depths() {
    depths_ = huge_array<std::uint32_t>(std::size_t{graph_.num_local()} + graph_.num_ghosts());
    std::copy(tree_.depth.begin(), tree_.depth.end(), depths_.begin());
    ghost_values<std::uint32_t>(team_, graph_).update(depths_.span());
  }

  void keep(const bfs_findings& more) {
    const std::lock_guard guard(mutex_);
    found_.merge(more);
  }

  void check_vertex(local_vertex v, bfs_findings& mine, tree_edge_channel::sender& out) {
    const vertex_id id = graph_.global(v);
    const vertex_id parent = tree_.parent[v];
    const bool is_reached = depths_[v] != unreached;
    const bool is_root = depths_[v] == 0 && parent == id;
    if (is_root != (id == source_)) { mine.add(bfs_property::source_is_root, id); }
    if (is_reached != (parent != no_vertex) ||
        (parent != no_vertex && parent >= graph_.num_vertices())) {
      mine.add(bfs_property::parent_is_vertex, id, parent);
    } else if (is_reached && id != source_) {
      const rank_id owner = graph_.owner(parent);
      const vertex_id first = graph_.partition().first(owner);
      out.send(owner, {static_cast<local_vertex>(parent - first), depths_[v], id});
    }
    if (depths_[v] < last_level_) { check_edges(v, mine); }
  }

  void check_edges(local_vertex v, bfs_findings& mine) const {
    for (const local_vertex target : graph_.out_edges().row(v)) {
      if (depths_[target] == unreached) {
        mine.add(bfs_property::neighbours_are_reached, graph_.global(v), graph_.global(target));
      } else if (depths_[target] > depths_[v] + 1) {
        mine.add(bfs_property::edge_spans_one_level, graph_.global(v), graph_.global(target));
      }
    }
  }

  void check_tree_edge(const tree_edge& edge) {
    const vertex_id parent = graph_.global(edge.parent);
    bfs_findings mine;
    if (!has_edge(edge.parent, edge.child)) {
      mine.add(bfs_property::parent_is_neighbour, edge.child, parent);
    }
    // An unreached parent has the largest depth there is, hence no child one deeper.
    if (edge.child_depth == 0 || depths_[edge.parent] != edge.child_depth - 1) {
      mine.add(bfs_property::depth_follows_parent, edge.child, parent);
    }
    if (!mine.empty()) { keep(mine); }
  }

  [[nodiscard]] bool has_edge(local_vertex from, vertex_id to) const {
    const auto row = graph_.out_edges().row(from);
    if (graph_.owns(to)) { return std::binary_search(row.begin(), row.end(), graph_.local(to)); }
    // Within a row ghosts ascend, by local number and so by id.
    const auto at = std::lower_bound(row.begin(), row.end(), to, [&](local_vertex a, vertex_id b) {
      return graph_.is_owned(a) || graph_.global(a) < b;
    });
    return at != row.end() && graph_.global(*at) == to;
  }

  void check_facts() {
    struct sums {
      std::uint64_t reached = 0;
      std::uint64_t depth_sum = 0;
      std::uint64_t max_depth = 0;
    };
    sums own;
    for (const std::uint32_t depth : tree_.depth) {
      if (depth == unreached) { continue; }
      ++own.reached;
      own.depth_sum += depth;
      own.max_depth = std::max<std::uint64_t>(own.max_depth, depth);
    }
    const sums all = all_reduce(team_, own, [](const sums& a, const sums& b) {
      return sums{a.reached + b.reached, a.depth_sum + b.depth_sum,
                  std::max(a.max_depth, b.max_depth)};
    });
    const bfs_facts& facts = tree_.facts;
    const bool add_up = facts.reached == all.reached && facts.depth_sum == all.depth_sum &&
                        facts.max_depth == all.max_depth;
    if (!add_up && index_of(team_.rank()) == 0) {
      found_.add(bfs_property::facts_add_up, no_vertex);
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  vertex_id source_;
  std::uint32_t last_level_;  // whose vertices need not lead on; `unreached`: there is none
  const bfs_tree& tree_;
  huge_array<std::uint32_t> depths_;
  std::mutex mutex_;
  bfs_findings found_;
  tree_edge_channel tree_edges_;
};

}  // namespace

std::string sentence(bfs_property property, vertex_id vertex, vertex_id other) {
  switch (property) {
    case bfs_property::source_is_root:
      return fmt::format("vertex {} is a root and not the source, or the other way round", vertex);
    case bfs_property::parent_is_vertex:
      return other == no_vertex ? fmt::format("vertex {} has a depth and no parent", vertex)
                                : fmt::format(
                                      "vertex {} has the parent {}, which is no vertex, "
                                      "or has no depth",
                                      vertex, other);
    case bfs_property::parent_is_neighbour:
      return fmt::format("there is no edge from {} to {}, whose parent it is said to be", other,
                         vertex);
    case bfs_property::depth_follows_parent:
      return fmt::format("vertex {} is not one deeper than its parent {}", vertex, other);
    case bfs_property::edge_spans_one_level:
      return fmt::format("the edge from {} to {} leads more than one level deeper", vertex, other);
    case bfs_property::neighbours_are_reached:
      return fmt::format("{} is reached, {} is not, and there is an edge", vertex, other);
    case bfs_property::facts_add_up: break;
  }
  return "the number of reached vertices, the sum or the maximum of depths is wrong";
}

std::vector<bfs_violation> verify_bfs(rank_team& team, const csr_graph& graph, vertex_id source,
                                      const bfs_tree& tree) {
  return verify_bfs(team, graph, path_ends{source, no_vertex}, tree);
}

std::vector<bfs_violation> verify_bfs(rank_team& team, const csr_graph& graph,
                                      const path_ends& ends, const bfs_tree& tree) {
  const bool fits =
      tree.parent.size() == graph.num_local() && tree.depth.size() == graph.num_local();
  require(all_sum(team, fits ? 0 : 1) == 0,
          "verify_bfs: the tree needs depths, and to be of this graph");
  const bfs_findings all = checker(team, graph, ends, tree).run();
  return all.violations();
}

}  // namespace orujo
