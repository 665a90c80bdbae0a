// The public face of breadth-first search; bfs_walk.cpp has the levels.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/bfs/bfs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "orujo/algorithms/bfs/correcting.hpp"
#include "orujo/algorithms/bfs/state.hpp"
#include "orujo/algorithms/bfs/walk.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace breadth_first {

namespace {

/// Whether bottom-up levels are possible: they need to know who points at a vertex.
bool knows_in_edges(const csr_graph& graph) {
  return !graph.directed() || &graph.in_edges() != &graph.out_edges();
}

/// The options as they apply to `graph`.
bfs_options checked(const csr_graph& graph, bfs_options options) {
  require_everywhere(options.alpha > 0 && options.beta > 0,
                     "bfs: alpha and beta are numbers above 0");
  if (knows_in_edges(graph)) { return options; }
  require_everywhere(
      options.method != bfs_method::bottom_up,
      "bfs: bottom_up needs the in-edges of a directed graph; build it with them, or use "
      "direction_optimizing or top_down");
  options.method = bfs_method::top_down;
  return options;
}

void require_room(rank_team& team, const csr_graph& graph) {
  const std::uint64_t vertices = graph.num_local();
  const std::uint64_t bytes = vertices * (8 + 4 + 8) + (vertices + graph.num_ghosts()) / 8 * 3;
  const auto limit = team.values().integer(setting::memory_limit_bytes);
  run_agreed(team, [&] { require_memory(bytes, "bfs", static_cast<std::uint64_t>(limit)); });
}

}  // namespace

vertex_homes::vertex_homes(std::size_t vertices, int workers) {
  // Large blocks, as neighbours often have near numbers, but several for each worker.
  const std::size_t block = vertices / (static_cast<std::size_t>(workers) * 16);
  block_shift_ = static_cast<unsigned>(std::clamp(static_cast<int>(std::bit_width(block)), 6, 14));
  for (std::size_t first = 0; first < vertices + 1; first += std::size_t{1} << block_shift_) {
    homes_.push_back(static_cast<std::uint16_t>(homes_.size() % static_cast<std::size_t>(workers)));
  }
}

std::vector<std::size_t> vertex_homes::sizes(std::size_t vertices, int workers) const {
  std::vector<std::size_t> sizes(static_cast<std::size_t>(workers));
  const std::size_t block = std::size_t{1} << block_shift_;
  for (std::size_t i = 0; i < homes_.size(); ++i) {
    sizes[homes_[i]] += std::min(block, vertices - std::min(vertices, i * block));
  }
  return sizes;
}

search_state::search_state(rank_team& on, const csr_graph& over, const bfs_options& how)
    : team(on),
      graph(over),
      options(checked(over, how)),
      prefetch_distance(static_cast<std::size_t>(on.values().integer(setting::prefetch_distance))),
      homes(over.num_local(), on.num_workers()),
      seen(static_cast<std::size_t>(on.num_workers())),
      loops{shared_loop(0, words_per_chunk), shared_loop(0, words_per_chunk)},
      lanes(static_cast<std::size_t>(on.num_workers())),
      look_metrics(on),
      found_metric(on) {
  require_room(on, over);
  const std::size_t vertices = over.num_local();
  const std::size_t with_ghosts = vertices + over.num_ghosts();
  for (bit_array& each : seen) { each = bit_array(with_ghosts); }
  if (options.method != bfs_method::top_down) {
    for (bit_array& each : fronts) { each = bit_array(with_ghosts); }
  }
  const auto box_sizes =
      lanes.size() > 1 ? homes.sizes(vertices, on.num_workers()) : std::vector<std::size_t>{};
  for (frontier_lane& each : lanes) { each.reserve(vertices, box_sizes); }
  tree.parent = huge_array<vertex_id>(vertices);
  if (options.result == bfs_result::parents_and_depths) {
    tree.depth = huge_array<std::uint32_t>(vertices);
  }
}

}  // namespace breadth_first

class bfs_search::implementation {
public:
  implementation(rank_team& on, const csr_graph& over, const bfs_options& options) : graph(over) {
    if (options.method == bfs_method::distributed_control) {
      correcting = std::make_unique<breadth_first::correcting_search>(on, over, options);
      return;
    }
    require_everywhere(!options.order, "bfs: an order of work is for distributed_control");
    state = std::make_unique<breadth_first::search_state>(on, over, options);
    levels = std::make_unique<breadth_first::level_walk>(*state);
  }

  void run(vertex_id source, vertex_id target) {
    if (correcting != nullptr) { return correcting->run(source); }
    levels->run(source, target);
  }

  [[nodiscard]] bfs_tree& tree() {
    return correcting != nullptr ? correcting->tree() : state->tree;
  }

  const csr_graph& graph;
  std::unique_ptr<breadth_first::search_state> state;
  std::unique_ptr<breadth_first::level_walk> levels;
  std::unique_ptr<breadth_first::correcting_search> correcting;
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

void bfs_search::describe(report_card& card) const {
  if (implementation_->correcting != nullptr) {
    return implementation_->correcting->engine().describe(card);
  }
  constexpr std::array<const char*, 3> names = {"direction-optimizing", "top-down", "bottom-up"};
  const bfs_options& options = implementation_->state->options;
  report_row row{"direction of levels", names[static_cast<std::size_t>(options.method)], {}};
  if (options.method == bfs_method::direction_optimizing) {
    row.numbers = {{"alpha", options.alpha, ""}, {"beta", options.beta, ""}};
  }
  card.add(report_section::algorithm, std::move(row));
  const std::size_t workers = implementation_->state->lanes.size();
  card.add(report_section::algorithm,
           {"isolation",
            workers > 1 ? "each vertex is claimed by its home worker" : "one worker, none needed",
            {}});
}

bfs_tree bfs(rank_team& team, const csr_graph& graph, vertex_id source,
             const bfs_options& options) {
  bfs_search search(team, graph, options);
  search.run(source);
  return std::move(search).take_tree();
}

}  // namespace orujo
