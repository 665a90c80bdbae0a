// Marks the targets of edges out of each level, or lets those that have no mark look for the level.
//
// Invariant: between levels the vertices that have a parent are those up to the depth of the
// frontier, and a ghost is told once that there is a way to it.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/bfs/marks.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "orujo/algorithms/bfs/split_vertex.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/no_value.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/activity_map.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo::breadth_first {

namespace {

/// "You are my child."
struct mark {
  using value_type = split_vertex;
  using arguments = edge_arguments<split_vertex>;
  using element = vertex_id;

  const csr_graph* graph;
  vertex_id* parent;
  std::uint32_t* depth;        // null if depths are not kept
  const std::uint32_t* level;  // of the vertices that are marked
  std::uint8_t* told;          // of ghosts: whether their owner was

  [[nodiscard]] split_vertex value_of(local_vertex source) const {
    return split_vertex::of(graph->global(source));
  }
  [[nodiscard]] bool matters(const arguments& each) const { return wants(each.target); }
  [[nodiscard]] bool wants(local_vertex target) const {
    return isolation::atomic::load(parent[target]) == no_vertex;
  }
  [[nodiscard]] bool tells(local_vertex ghost, split_vertex /*from*/) const {
    return isolation::atomic::claim(told[ghost - graph->num_local()], 0, 1);
  }
  [[nodiscard]] vertex_id& place(const arguments& each) const { return parent[each.target]; }
  static std::optional<no_value> act(vertex_id& known, const arguments& each) {
    if (known != no_vertex) { return std::nullopt; }
    known = each.value.whole();
    return no_value{};
  }
  void returned(vertex_lane& next, const arguments& each, no_value) const {
    if (depth != nullptr) { depth[each.target] = *level; }
    next.add(each.target);
  }
};

bfs_tree tree_for(rank_team& team, const csr_graph& graph, const bfs_options& options) {
  const bool keeps_depths = options.result == bfs_result::parents_and_depths;
  const std::uint64_t of_image = options.direction == map_direction::push ? 0 : 13;
  require_room(team, graph, "bfs",
               {.per_vertex = (keeps_depths ? 16U : 12U) + of_image, .per_ghost = 1 + of_image});
  return {.parent = huge_array<vertex_id>(graph.num_local()),
          .depth = huge_array<std::uint32_t>(keeps_depths ? graph.num_local() : 0),
          .facts = {}};
}

}  // namespace

class marking_search::implementation {
public:
  implementation(rank_team& team, const csr_graph& graph, const bfs_options& options)
      : tree(tree_for(team, graph, options)),
        team_(team),
        graph_(graph),
        told_(graph.num_ghosts()),
        direction_(options.direction),
        level_(team, graph),
        marking_(team, graph,
                 mark{.graph = &graph,
                      .parent = tree.parent.data(),
                      .depth = tree.depth.empty() ? nullptr : tree.depth.data(),
                      .level = &next_depth_,
                      .told = told_.data()},
                 {.isolation = options.isolation, .name = "bfs"}) {}

  /// With a target it ends when the target's level is known.
  void run(vertex_id source, vertex_id target) {
    before_ = marking_.counts();
    start(source);
    tree.facts = {};
    for (next_depth_ = 1; level_.gather(); ++next_depth_) {
      const std::uint32_t depth = next_depth_ - 1;
      tree.facts.reached += level_.size();
      tree.facts.depth_sum += level_.size() * depth;
      tree.facts.max_depth = depth;
      if (target != no_vertex && has_parent(target)) { break; }
      const map_direction taken = marking_(level_, direction_);
      ++(taken == map_direction::push ? tree.facts.top_down_levels : tree.facts.bottom_up_levels);
    }
  }

  [[nodiscard]] activity_counts counts() const { return marking_.counts_of_all(before_); }
  void describe(report_card& card) const {
    constexpr std::array<const char*, 3> names = {"top-down, by marks", "bottom-up, by marks",
                                                  "direction-optimizing, by marks"};
    card.add(report_section::algorithm,
             {"direction of levels", names.at(static_cast<std::size_t>(direction_)), {}});
    marking_.describe(card);
  }

  bfs_tree tree;

private:
  void start(vertex_id source) {
    vertex_map(team_, graph_, [&](local_vertex v) {
      tree.parent[v] = no_vertex;
      if (!tree.depth.empty()) { tree.depth[v] = unreached; }
    });
    std::fill(told_.begin(), told_.end(), std::uint8_t{0});
    if (!graph_.owns(source)) { return; }
    const local_vertex v = graph_.local(source);
    tree.parent[v] = source;
    if (!tree.depth.empty()) { tree.depth[v] = 0; }
    level_.lane(team_.worker_at(0)).add(v);
  }

  [[nodiscard]] bool has_parent(vertex_id v) const {
    const bool here = graph_.owns(v) && tree.parent[graph_.local(v)] != no_vertex;
    return all_max(team_, here ? 1 : 0) == 1;
  }

  rank_team& team_;
  const csr_graph& graph_;
  huge_array<std::uint8_t> told_;
  map_direction direction_;
  std::uint32_t next_depth_ = 1;
  frontier level_;
  activity_map<mark> marking_;
  activity_counts before_;  // the last search
};

marking_search::marking_search(rank_team& team, const csr_graph& graph, const bfs_options& options)
    : implementation_(std::make_unique<implementation>(team, graph, options)) {}
marking_search::~marking_search() = default;

void marking_search::run(vertex_id source, vertex_id target) {
  implementation_->run(source, target);
}

bfs_tree& marking_search::tree() noexcept { return implementation_->tree; }

activity_counts marking_search::counts() const { return implementation_->counts(); }

void marking_search::describe(report_card& card) const { implementation_->describe(card); }

}  // namespace orujo::breadth_first
