// Breadth-first search: a vertex takes as its parent whichever neighbour one level up is first.
//
// Invariant: when level n has been expanded, the vertices at depths up to n + 1 have a parent one
// level up, and no other vertex has one.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/bfs/bfs.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "orujo/algorithms/bfs/correcting.hpp"
#include "orujo/algorithms/bfs/marks.hpp"
#include "orujo/algorithms/bfs/split_vertex.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/level_search/level_search.hpp"

namespace orujo {

namespace {

using breadth_first::split_vertex;

/// "You are my child."
struct adoption {
  using value_type = split_vertex;

  const csr_graph* graph;
  vertex_id* parent;
  std::uint32_t* depth;  // null if depths are not kept

  [[nodiscard]] split_vertex value_of(local_vertex v) const noexcept {
    return split_vertex::of(graph->global(v));
  }
  void reach(local_vertex v, split_vertex from, std::uint32_t level) const noexcept {
    write(v, from.whole(), level);
  }
  void leave(local_vertex v) const noexcept { write(v, no_vertex, unreached); }
  void fetch(local_vertex v) const noexcept { prefetch_to_write(&parent[v]); }

private:
  void write(local_vertex v, vertex_id from, std::uint32_t level) const noexcept {
    parent[v] = from;
    if (depth != nullptr) { depth[v] = level; }
  }
};

bfs_tree empty_tree(const csr_graph& graph, bfs_result wanted) {
  const bool keeps_depths = wanted == bfs_result::parents_and_depths;
  return {.parent = huge_array<vertex_id>(graph.num_local()),
          .depth = huge_array<std::uint32_t>(keeps_depths ? graph.num_local() : 0),
          .facts = {}};
}

/// As bfs_method has them.
constexpr std::array directions = {map_direction::cheaper, map_direction::push,
                                   map_direction::pull};

/// Level by level.
class level_bfs {
public:
  level_bfs(rank_team& team, const csr_graph& graph, const bfs_options& options)
      : tree(empty_tree(graph, options.result)),
        search(team, graph,
               adoption{.graph = &graph,
                        .parent = tree.parent.data(),
                        .depth = tree.depth.empty() ? nullptr : tree.depth.data()},
               {.name = "bfs",
                .kept_bytes = tree.depth.empty() ? 8U : 12U,
                .choice = {.direction = directions.at(static_cast<std::size_t>(options.method)),
                           .alpha = options.alpha,
                           .beta = options.beta}}) {}

  void run(vertex_id source, vertex_id target) {
    const search_facts found = search.run({.source = source, .target = target});
    tree.facts = {.reached = found.reached,
                  .depth_sum = found.depth_sum,
                  .max_depth = found.max_depth,
                  .bottom_up_levels = found.pulled_levels,
                  .top_down_levels = found.pushed_levels};
  }

  bfs_tree tree;
  level_search<adoption> search;
};

}  // namespace

class bfs_search::implementation {
public:
  implementation(rank_team& on, const csr_graph& over, const bfs_options& options)
      : graph(over), workers(on.num_workers()) {
    if (options.method == bfs_method::distributed_control) {
      correcting = std::make_unique<breadth_first::correcting_search>(on, over, options);
      return;
    }
    require_everywhere(!options.order, "bfs: an order of work is for distributed_control");
    if (options.method == bfs_method::marks) {
      marks = std::make_unique<breadth_first::marking_search>(on, over, options);
      return;
    }
    levels = std::make_unique<level_bfs>(on, over, options);
  }

  void run(vertex_id source, vertex_id target) {
    if (correcting != nullptr) { return correcting->run(source); }
    if (marks != nullptr) { return marks->run(source, target); }
    levels->run(source, target);
  }

  [[nodiscard]] bfs_tree& tree() {
    if (marks != nullptr) { return marks->tree(); }
    return correcting != nullptr ? correcting->tree() : levels->tree;
  }

  const csr_graph& graph;
  int workers;
  std::unique_ptr<level_bfs> levels;
  std::unique_ptr<breadth_first::correcting_search> correcting;
  std::unique_ptr<breadth_first::marking_search> marks;
};

bfs_search::bfs_search(rank_team& team, const csr_graph& graph, const bfs_options& options)
    : implementation_(std::make_unique<implementation>(team, graph, options)) {}
bfs_search::bfs_search(bfs_search&&) noexcept = default;
bfs_search& bfs_search::operator=(bfs_search&&) noexcept = default;
bfs_search::~bfs_search() = default;

const bfs_tree& bfs_search::run(vertex_id source, vertex_id target) {
  const vertex_id vertices = implementation_->graph.num_vertices();
  require_everywhere(
      source < vertices,
      fmt::format("bfs: source {} is not a vertex: there are {} of them", source, vertices));
  require_everywhere(
      target < vertices || target == no_vertex,
      fmt::format("bfs: target {} is not a vertex: there are {} of them", target, vertices));
  implementation_->run(source, target);
  return implementation_->tree();
}

bfs_tree bfs_search::take_tree() && { return std::move(implementation_->tree()); }

work_statistics bfs_search::work() const {
  const auto& correcting = implementation_->correcting;
  return correcting != nullptr ? correcting->engine().work() : work_statistics{};
}

work_history bfs_search::history() const {
  const auto& correcting = implementation_->correcting;
  return correcting != nullptr ? correcting->engine().history() : work_history{};
}

std::optional<activity_counts> bfs_search::activities() const {
  const auto& marks = implementation_->marks;
  return marks != nullptr ? std::optional(marks->counts()) : std::nullopt;
}

void bfs_search::describe(report_card& card) const {
  if (implementation_->marks != nullptr) { return implementation_->marks->describe(card); }
  if (implementation_->correcting != nullptr) {
    return implementation_->correcting->engine().describe(card);
  }
  constexpr std::array<const char*, 3> names = {"top-down", "bottom-up", "direction-optimizing"};
  const direction_choice& choice = implementation_->levels->search.choice();
  report_row row{"direction of levels", names.at(static_cast<std::size_t>(choice.direction)), {}};
  if (choice.direction == map_direction::cheaper) {
    row.numbers = {{"alpha", choice.alpha, ""}, {"beta", choice.beta, ""}};
  }
  card.add(report_section::algorithm, std::move(row));
  card.add(report_section::algorithm,
           {"isolation",
            implementation_->workers > 1 ? "each vertex is claimed by its home worker"
                                         : "one worker, none needed",
            {}});
}

bfs_tree bfs(rank_team& team, const csr_graph& graph, vertex_id source,
             const bfs_options& options) {
  bfs_search search(team, graph, options);
  search.run(source);
  return std::move(search).take_tree();
}

}  // namespace orujo
