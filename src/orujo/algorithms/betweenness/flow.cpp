// Pushes or pulls values between two levels.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/betweenness/flow.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "orujo/base/prefetch.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/additions.hpp"
#include "orujo/traversal/row_prefetch.hpp"
#include "orujo/traversal/row_sums.hpp"

namespace orujo::between {

namespace {

/// How much longer an edge takes when it is pushed than when it is pulled: about equally long for
/// one worker; additions of several workers are atomic.
constexpr std::uint64_t cost_of_pushing_alone = 1;
constexpr std::uint64_t cost_of_pushing_shared = 4;

/// Steps with fewer edges are not worth waking other workers.
constexpr std::uint64_t least_shared_edges = 4096;

/// Whether one worker pushes along so many edges, without atomic additions.
bool is_pushed_alone(const rank_team& team, std::uint64_t edges) noexcept {
  return team.num_workers() == 1 || edges < least_shared_edges;
}

/// Runs `body(part)` over 0 … size-1, on all workers if there is work for them.
template <typename Body>
void share_out(rank_team& team, std::size_t size, std::uint64_t edges, Body body) {
  const auto workers = static_cast<std::size_t>(team.num_workers());
  const bool alone = edges < least_shared_edges;
  const std::size_t chunk = alone ? size : std::clamp<std::size_t>(size / (16 * workers), 1, 1024);
  parallel_for(team, size, chunk, [&](std::size_t first, std::size_t last) {
    body(index_range{first, last});
  });
}

/// The rows of some vertices, which are asked for ahead of their use.
struct row_list {
  const adjacency& rows;
  std::span<const local_vertex> vertices;
  std::size_t ahead;

  void prefetch(std::size_t i) const noexcept {
    if (i + 2 * ahead < vertices.size()) {
      prefetch_to_read(&rows.offsets[vertices[i + 2 * ahead]]);
    }
    if (i + ahead < vertices.size()) {
      prefetch_to_read(rows.targets.data() + rows.offsets[vertices[i + ahead]]);
    }
  }
};

/// Returns how many edges there are.
template <typename Add>
std::uint64_t push_rows(const row_list& list, index_range part, const passage& step,
                        Add add) noexcept {
  std::uint64_t edges = 0;
  for (std::size_t i = part.first; i < part.last; ++i) {
    list.prefetch(i);
    const local_vertex v = list.vertices[i];
    const double value = step.values[v];
    const std::span<const local_vertex> row = list.rows.row(v);
    edges += row.size();
    for (const local_vertex target : row) { add(step.sums[target], value); }
  }
  return edges;
}

/// The same.
std::uint64_t pull_rows(const row_list& list, index_range part, const passage& step) noexcept {
  std::uint64_t edges = 0;
  const summing::row_adder<double> sum_of({list.rows, step.values});
  for (std::size_t i = part.first; i < part.last; ++i) {
    list.prefetch(i);
    const local_vertex v = list.vertices[i];
    step.sums[v] = sum_of(v);
    edges += list.rows.degree(v);
  }
  return edges;
}

}  // namespace

level_flow::level_flow(rank_team& team, const csr_graph& graph, betweenness_method method)
    : team_(team),
      graph_(graph),
      method_(method),
      owned_(graph.num_local()),
      ghosts_(team, graph),
      looks_(team) {}

void level_flow::take(const depth_map& found) {
  owned_.sort(
      team_, {found.depth.size(), std::size_t{found.facts.max_depth} + 1},
      [&](std::size_t v) { return found.depth[v]; },
      [](std::size_t v) { return static_cast<local_vertex>(v); });
  out_edges_ = all_reduce(team_, edges_by_level(team_, graph_.out_edges(), found), std::plus<>());
  in_edges_ =
      graph_.has_in_edges()
          ? all_reduce(team_, edges_by_level(team_, graph_.in_edges(), found), std::plus<>())
          : out_edges_;
  ghosts_.take(found);
}

std::uint64_t level_flow::edges_reached() const noexcept {
  return std::accumulate(out_edges_.begin(), out_edges_.end(), std::uint64_t{0});
}

bool level_flow::better_pushed(const passage& step) const noexcept {
  if (method_ != betweenness_method::direction_optimizing) {
    return method_ == betweenness_method::push;
  }
  const bool down = step.from < step.to;
  if (graph_.directed() && !graph_.has_in_edges()) { return down; }
  const auto& given = edges_of(down ? graph_.out_edges() : graph_.in_edges());
  const auto& taken = edges_of(down ? graph_.in_edges() : graph_.out_edges());
  const std::uint64_t cost =
      is_pushed_alone(team_, given[step.from]) ? cost_of_pushing_alone : cost_of_pushing_shared;
  return given[step.from] * cost < taken[step.to];
}

void level_flow::carry(const passage& step) {
  const bool down = step.from < step.to;
  if (better_pushed(step)) {
    push(step, down ? graph_.out_edges() : graph_.in_edges());
    ++pushed_;
  } else {
    pull(step, down ? graph_.in_edges() : graph_.out_edges());
    ++pulled_;
  }
}

void level_flow::push(const passage& step, const adjacency& rows) {
  const row_list list{rows, owned_.level(step.from), rows_ahead};
  const std::uint64_t edges = edges_of(rows)[step.from];
  const bool alone = is_pushed_alone(team_, edges);
  share_out(team_, list.vertices.size(), edges, [&](index_range part) {
    looks_.add(this_worker(), part.last - part.first,
               alone ? push_rows(list, part, step, summing::add_alone{})
                     : push_rows(list, part, step, summing::add_shared{}));
  });
  ghosts_.collect(step.sums, step.to);
}

void level_flow::pull(const passage& step, const adjacency& rows) {
  ghosts_.update(step.values, step.from);
  const row_list list{rows, owned_.level(step.to), rows_ahead};
  share_out(team_, list.vertices.size(), edges_of(rows)[step.to], [&](index_range part) {
    looks_.add(this_worker(), part.last - part.first, pull_rows(list, part, step));
  });
}

}  // namespace orujo::between
