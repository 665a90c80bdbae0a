// Peels level by level: all vertices of one round at once, on all workers of all ranks.
//
// Invariant: between rounds, `left[v]` is the number of neighbours of v that were not taken away,
// or at most k if v itself was. It falls to k exactly once, and who lowers it takes v into the next
// round.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/cores/kcore.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo {

namespace {

constexpr std::uint32_t none_left = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t few_vertices = 2048;  ///< Not worth sharing with other workers.

/// "One neighbour less": a vertex as its owner numbers it.
using loss = local_vertex;

class graph_peeler {
public:
  graph_peeler(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        is_shared_(team.num_workers() > 1),
        left_(graph.num_local()),
        lanes_(static_cast<std::size_t>(team.num_workers())),
        looks_(team),
        losses_(team, receiver{this}, {.name = "neighbours taken away"}) {
    result_.core = huge_array<std::uint32_t>(graph.num_local());
    result_.round = huge_array<std::uint32_t>(graph.num_local());
    result_.left = huge_array<std::uint32_t>(graph.num_local());
  }

  core_numbers run() && {
    on_lanes(graph_.num_local(), [&](lane& mine, int index) { start(mine, index); });
    for (;;) {
      std::uint32_t least = none_left;
      for (const lane& each : lanes_) { least = std::min(least, each.least); }
      least = all_min(team_, least);
      if (least == none_left) { break; }
      peel_level(least);
    }
    result_.facts.rounds = round_;
    result_.facts.max_core = level_;
    return std::move(result_);
  }

private:
  struct alignas(cache_line_bytes) lane {
    std::vector<local_vertex>
        remaining;                    ///< Of this worker's share; those taken away stay a while.
    std::vector<local_vertex> found;  ///< To be taken away in the next round.
    std::uint32_t least = none_left;  ///< Neighbours left to one of `remaining`.
  };

  struct receiver {
    graph_peeler* owner;
    void operator()(worker& self, std::span<const loss> batch) const {
      lane& mine = owner->lanes_[static_cast<std::size_t>(self.index())];
      for (const loss v : batch) { owner->lose_one(mine, v); }
    }
  };

  /// Runs `body(lane, index)` for the lanes of all workers; on all workers if it is worth it.
  template <typename Body>
  void on_lanes(std::size_t vertices, Body body) {
    if (vertices <= few_vertices || !is_shared_) {
      for (std::size_t w = 0; w < lanes_.size(); ++w) { body(lanes_[w], static_cast<int>(w)); }
    } else {
      team_.on_workers([&](worker& self) {
        body(lanes_[static_cast<std::size_t>(self.index())], self.index());
      });
    }
  }

  void start(lane& mine, int index) {
    const index_range share = even_share(graph_.num_local(), index, team_.num_workers());
    mine.remaining.resize(share.last - share.first);
    std::iota(mine.remaining.begin(), mine.remaining.end(), static_cast<local_vertex>(share.first));
    for (const local_vertex v : mine.remaining) {
      const std::span<const local_vertex> row = graph_.out_edges().row(v);
      const auto loops = static_cast<std::size_t>(std::count(row.begin(), row.end(), v));
      left_[v] = static_cast<std::uint32_t>(row.size() - loops);
      mine.least = std::min(mine.least, left_[v]);
    }
  }

  /// Takes away all that have at most `level` neighbours left, until none has.
  void peel_level(std::uint32_t level) {
    level_ = level;
    on_lanes(num_remaining(), [&](lane& mine, int) { find_first(mine); });
    while (gather_round() > 0) {
      take_round();
      ++round_;
    }
    on_lanes(num_remaining(), [&](lane& mine, int) { keep_remaining(mine); });
  }

  [[nodiscard]] std::size_t num_remaining() const noexcept {
    std::size_t sum = 0;
    for (const lane& each : lanes_) { sum += each.remaining.size(); }
    return sum;
  }

  void find_first(lane& mine) {
    for (const local_vertex v : mine.remaining) {
      if (left_[v] == level_) { mine.found.push_back(v); }
    }
  }

  void keep_remaining(lane& mine) {
    std::size_t kept = 0;
    mine.least = none_left;
    for (const local_vertex v : mine.remaining) {
      mine.remaining[kept] = v;
      if (left_[v] <= level_) { continue; }
      ++kept;
      mine.least = std::min(mine.least, left_[v]);
    }
    mine.remaining.resize(kept);
  }

  /// Makes what was found the vertices of this round; returns how many all ranks have.
  std::uint64_t gather_round() {
    team_.transport().check();  // with one rank, an interrupt is heard here only
    taken_.clear();
    for (lane& each : lanes_) {
      taken_.insert(taken_.end(), each.found.begin(), each.found.end());
      each.found.clear();
    }
    for (const local_vertex v : taken_) { result_.left[v] = left_[v]; }
    return all_sum(team_, std::uint64_t{taken_.size()});
  }

  void take_round() {
    if (team_.size() == 1 && (!is_shared_ || taken_.size() <= few_vertices)) {
      worker& self = team_.worker_at(0);
      return take_part(self, {0, taken_.size()});
    }
    shared_loop chunks(taken_.size(), 256);
    const auto body = [&](worker& self) {
      for (index_range part = chunks.next(); !part.empty(); part = chunks.next()) {
        take_part(self, part);
      }
    };
    if (team_.size() == 1) {
      team_.on_workers(body);
    } else {
      run_epoch(team_, body);
    }
  }

  void take_part(worker& self, index_range part) {
    lane& mine = lanes_[static_cast<std::size_t>(self.index())];
    std::uint64_t edges = 0;
    for (std::size_t i = part.first; i < part.last; ++i) {
      edges += graph_.out_edges().degree(taken_[i]);
      take_away(self, mine, taken_[i]);
    }
    looks_.add(self, part.last - part.first, edges);
  }

  void take_away(worker& self, lane& mine, local_vertex v) {
    result_.core[v] = level_;
    result_.round[v] = round_;
    for (const local_vertex next : graph_.out_edges().row(v)) {
      if (next == v) { continue; }
      if (graph_.is_owned(next)) {
        lose_one(mine, next);
      } else {
        const csr_graph::remote_vertex place = graph_.remote(next);
        losses_.send(self, place.owner, place.local);
      }
    }
  }

  void lose_one(lane& mine, local_vertex v) {
    // Relaxed: the end of the round publishes what was found.
    const std::uint32_t before = is_shared_ ? std::atomic_ref<std::uint32_t>(left_[v]).fetch_sub(
                                                  1, std::memory_order_relaxed)
                                            : left_[v]--;
    if (before == level_ + 1) { mine.found.push_back(v); }
  }

  rank_team& team_;
  const csr_graph& graph_;
  bool is_shared_;
  std::uint32_t level_ = 0;
  std::uint32_t round_ = 0;
  huge_array<std::uint32_t> left_;
  std::vector<lane> lanes_;
  std::vector<local_vertex> taken_;
  core_numbers result_;
  edge_metrics looks_;
  channel<loss, receiver> losses_;
};

}  // namespace

core_numbers kcore(rank_team& team, const csr_graph& graph) {
  require_everywhere(!graph.directed(),
                     "kcore: the edges must go both ways; build the graph undirected");
  run_agreed(team, [&] {
    require_memory(std::uint64_t{graph.num_local()} * 24, "core numbers",
                   static_cast<std::uint64_t>(team.values().integer(setting::memory_limit_bytes)));
  });
  return graph_peeler(team, graph).run();
}

void core_numbers::describe(report_card& card) const {
  card.add(report_section::algorithm,
           {"method", "peeling", {{"rounds", static_cast<double>(facts.rounds), ""}}});
}

}  // namespace orujo
