// Splits each row into predecessors and successors, and finds out which ranks have which.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/dag_correcting/oriented_graph.hpp"

#include <algorithm>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

/// Turns counts, each one place behind its own, into where each begins.
void counts_to_offsets(huge_array<std::uint64_t>& counts) {
  for (std::size_t i = 1; i < counts.size(); ++i) { counts[i] += counts[i - 1]; }
}

}  // namespace

oriented_graph::oriented_graph(rank_team& team, const csr_graph& graph,
                               std::span<const std::uint64_t> priority)
    : graph_(graph), num_local_(graph.num_local()), offsets_(graph.out_edges().offsets) {
  require_everywhere(!graph.directed(), "the edges must go both ways; build the graph undirected");
  const std::size_t arcs = graph.out_edges().targets.size();
  require_room(team, graph, "the oriented graph",
               {.per_vertex = 16,
                .per_ghost = 16,
                .per_edge = sizeof(local_vertex) * (team.size() > 1 ? 2 : 1)});
  targets_ = huge_array<local_vertex>(arcs + 1);
  parts_ = huge_array<row_parts>(num_local_);
  split_rows(team, priority);
  if (team.size() == 1) { return; }
  list_ghost_rows();
  list_copies(team);
}

void oriented_graph::split_rows(rank_team& team, std::span<const std::uint64_t> priority) {
  parallel_for(team, num_local_, 1024, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      split_row(static_cast<local_vertex>(v), priority);
    }
  });
}

void oriented_graph::split_row(local_vertex v, std::span<const std::uint64_t> priority) {
  const std::span<const local_vertex> row = graph_.out_edges().row(v);
  std::size_t low = offsets_[v];
  std::size_t high = offsets_[v + 1];
  std::uint32_t owned = 0;
  for (const local_vertex target : row) {
    if (target == v) { continue; }
    // What comes first is hard to foretell: the target goes to both ends, and one of them moves on.
    const std::size_t is_first = comes_first(target, v, priority) ? 1U : 0U;
    targets_[low] = target;
    targets_[high - 1] = target;
    low += is_first;
    high -= 1 - is_first;
    owned += target < num_local_ && is_first == 0 ? 1U : 0U;
  }
  parts_[v] = {static_cast<std::uint32_t>(low - offsets_[v]), owned};
}

std::span<const local_vertex> oriented_graph::ghost_successors(local_vertex v) const noexcept {
  const auto first = static_cast<std::size_t>(
      std::count(graph_.out_edges().row(v).begin(), graph_.out_edges().row(v).end(), v));
  const std::size_t begin = offsets_[v] + parts_[v].predecessors + first;
  return {&targets_[begin], offsets_[v + 1] - parts_[v].owned_successors - begin};
}

void oriented_graph::list_ghost_rows() {
  ghost_offsets_ = huge_array<std::uint64_t>(std::size_t{graph_.num_ghosts()} + 1);
  const auto for_each = [&](auto take) {
    for (local_vertex v = 0; v < num_local_; ++v) {
      for (const local_vertex u : predecessors(v)) {
        if (u >= num_local_) { take(u - num_local_, v); }
      }
    }
  };
  for_each([&](local_vertex ghost, local_vertex) { ++ghost_offsets_[ghost + 1]; });
  counts_to_offsets(ghost_offsets_);
  ghost_targets_ = huge_array<local_vertex>(ghost_offsets_[graph_.num_ghosts()] + 1);
  std::vector<std::uint64_t> next(ghost_offsets_.begin(), ghost_offsets_.end());
  for_each([&](local_vertex ghost, local_vertex v) { ghost_targets_[next[ghost]++] = v; });
}

void oriented_graph::list_copies(rank_team& team) {
  copy_offsets_ = huge_array<std::uint64_t>(std::size_t{num_local_} + 1);
  // A row has the ghosts of a rank side by side, the highest rank first.
  const auto for_each = [&](auto take) {
    for (local_vertex v = 0; v < num_local_; ++v) {
      local_vertex end_of_last = 0;
      local_vertex begin_of_last = 0;
      rank_id last{-1};
      for (const local_vertex ghost : ghost_successors(v)) {
        if (ghost >= begin_of_last && ghost < end_of_last) { continue; }
        last = graph_.remote(ghost).owner;
        const auto [begin, end] = graph_.ghost_range(last);
        begin_of_last = begin;
        end_of_last = end;
        take(v, last);
      }
    }
  };
  for_each([&](local_vertex v, rank_id) { ++copy_offsets_[v + 1]; });
  counts_to_offsets(copy_offsets_);
  copies_ = huge_array<ghost_copy>(copy_offsets_[num_local_] + 1);
  std::vector<std::uint64_t> next(copy_offsets_.begin(), copy_offsets_.end());
  for_each([&](local_vertex v, rank_id rank) { copies_[next[v]++] = {rank, 0}; });
  number_copies(team);
}

/// Finds out what the copies are called at their ranks: the mirrors for a rank are in the order in
/// which it numbers its ghosts.
void oriented_graph::number_copies(rank_team& team) {
  std::vector<std::vector<local_vertex>> starts(static_cast<std::size_t>(team.size()));
  for (int r = 0; r < team.size(); ++r) {
    starts[static_cast<std::size_t>(r)] = {graph_.ghost_range(rank_id{r}).first};
  }
  const auto starts_there = all_to_all_v(team, starts);
  std::vector<std::uint64_t> next(copy_offsets_.begin(), copy_offsets_.end());
  for (int r = team.size() - 1; r >= 0; --r) {
    local_vertex ghost = starts_there[static_cast<std::size_t>(r)].front();
    for (const local_vertex v : graph_.mirrors(rank_id{r})) {
      if (next[v] < copy_offsets_[v + 1] && copies_[next[v]].rank == rank_id{r}) {
        copies_[next[v]++].ghost = ghost;
      }
      ++ghost;
    }
  }
}

}  // namespace orujo
