// Hops on the engine, then parents: those here directly, others by one message for each ghost.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/bfs/correcting.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::breadth_first {

namespace {

constexpr std::size_t vertices_per_chunk = 1024;
constexpr std::uint64_t nobody = std::numeric_limits<std::uint64_t>::max();

/// Each worker takes the vertices that are nearest to the source first, if nothing else is asked
/// for: ranges of one hop are the exact order, and cheaper than a heap.
work_order hop_order(const bfs_options& options) {
  work_order order =
      options.order.value_or(work_order{.kind = order_kind::priority_per_worker, .width = 1});
  const bool needs_width = order.kind == order_kind::levels || order.kind == order_kind::buckets;
  if (needs_width && order.width == 0) { order.width = 1; }
  return order;
}

}  // namespace

correcting_search::correcting_search(rank_team& team, const csr_graph& graph,
                                     const bfs_options& options)
    : team_(team),
      graph_(graph),
      hops_(team, graph, {.order = hop_order(options)}),
      keeps_depths_(options.result == bfs_result::parents_and_depths),
      offers_(team, receiver{this}, {.name = "parents"}) {
  require_room(team, graph, "bfs", {.per_vertex = keeps_depths_ ? 12U : 8U, .per_ghost = 8});
  best_above_ = huge_array<std::uint64_t>(graph.num_ghosts());
  tree_.parent = huge_array<vertex_id>(graph.num_local());
  if (keeps_depths_) { tree_.depth = huge_array<std::uint32_t>(graph.num_local()); }
}

void correcting_search::run(vertex_id source) {
  hops_.run(hop_counts{source}, std::span(&source, 1));
  find_parents(source);
  measure();
}

void correcting_search::find_parents(vertex_id source) {
  const std::span<const std::uint32_t> depth = hops_.labels();
  parallel_for(team_, depth.size(), vertices_per_chunk, [&](std::size_t first, std::size_t last) {
    std::fill(tree_.parent.begin() + first, tree_.parent.begin() + last, no_vertex);
    if (!keeps_depths_) { return; }
    std::copy(depth.begin() + static_cast<std::ptrdiff_t>(first),
              depth.begin() + static_cast<std::ptrdiff_t>(last), tree_.depth.begin() + first);
  });
  parallel_for(team_, best_above_.size(), vertices_per_chunk,
               [&](std::size_t first, std::size_t last) {
                 for (std::size_t g = first; g < last; ++g) { best_above_[g] = nobody; }
               });
  parallel_for(team_, depth.size(), vertices_per_chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      if (depth[v] != unreached) { offer_row(static_cast<local_vertex>(v)); }
    }
  });
  send_offers();
  if (graph_.owns(source)) { tree_.parent[graph_.local(source)] = source; }
}

/// Makes `v` the parent of its targets one level below, or keeps it in mind for ghosts.
void correcting_search::offer_row(local_vertex v) noexcept {
  const std::span<const std::uint32_t> depth = hops_.labels();
  const std::uint32_t below = depth[v] + 1;
  const std::uint64_t mine = std::uint64_t{depth[v]} << 32U | v;
  // relaxed: any of the parents will do, and the end of the loop publishes the one that stays
  for (const local_vertex target : graph_.out_edges().row(v)) {
    if (graph_.is_owned(target)) {
      if (depth[target] != below) { continue; }
      std::atomic_ref<vertex_id>(tree_.parent[target])
          .store(graph_.global(v), std::memory_order_relaxed);
    } else {
      std::atomic_ref<std::uint64_t> place(best_above_[target - graph_.num_local()]);
      std::uint64_t known = place.load(std::memory_order_relaxed);
      while (mine < known && !place.compare_exchange_weak(known, mine, std::memory_order_relaxed)) {
      }
    }
  }
}

void correcting_search::send_offers() {
  if (team_.size() == 1) { return; }
  run_epoch(team_, [&](worker& self) {
    auto out = offers_.from(self);
    const index_range part = even_share(best_above_.size(), self.index(), team_.num_workers());
    for (std::size_t g = part.first; g < part.last; ++g) {
      if (best_above_[g] == nobody) { continue; }
      const auto place = graph_.remote(static_cast<local_vertex>(graph_.num_local() + g));
      const auto parent = static_cast<local_vertex>(best_above_[g]);
      const auto depth = static_cast<std::uint32_t>(best_above_[g] >> 32U) + 1;
      out.send(place.owner,
               {.parent = graph_.global(parent), .child = place.local, .depth = depth});
    }
  });
}

void correcting_search::take(const offer& made) noexcept {
  if (hops_.labels()[made.child] != made.depth) { return; }
  std::atomic_ref<vertex_id>(tree_.parent[made.child])
      .store(made.parent, std::memory_order_relaxed);  // any will do
}

void correcting_search::measure() {
  bfs_facts facts;
  for (const std::uint32_t depth : hops_.labels()) {
    if (depth == unreached) { continue; }
    ++facts.reached;
    facts.depth_sum += depth;
    facts.max_depth = std::max(facts.max_depth, depth);
  }
  tree_.facts = all_reduce(team_, facts, [](bfs_facts a, const bfs_facts& b) {
    a.reached += b.reached;
    a.depth_sum += b.depth_sum;
    a.max_depth = std::max(a.max_depth, b.max_depth);
    return a;
  });
}

}  // namespace orujo::breadth_first
