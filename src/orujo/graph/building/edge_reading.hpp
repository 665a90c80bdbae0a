// Reads all edges of an input, on all workers of all ranks, and stops everywhere when one fails.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "orujo/base/spin_lock.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/agreed_loop.hpp"
#include "orujo/graph/edge_input.hpp"
#include "orujo/messaging/channel.hpp"

namespace orujo::building {

/// Throws on every rank where `input` lists fewer edges than it promises, or more.
inline void check_promise(rank_team& team, const edge_input& input, std::uint64_t listed_here) {
  const std::uint64_t listed = all_sum(team, listed_here);
  run_agreed(team, [&] { input.check_complete(listed); });
}

/// Calls `consume(worker&, edge_chunk&)` for every chunk of `input`; what it sends is handled when
/// this returns. Returns how many edges there are on all ranks, having seen that the input lists as
/// many as it promises.
/// Call: collective. Throws on every rank what `input` or `consume` threw on one.
template <typename Consume>
std::uint64_t read_edges(rank_team& team, edge_input& input, const reading_watch& watch,
                         Consume consume) {
  struct stop_request {
    std::uint32_t rank;
  };
  std::atomic<bool> stopped{false};
  std::atomic<std::uint64_t> edges{0};
  std::atomic<std::uint64_t> implied{0};
  spin_lock watching;  // who finds it taken has nothing newer to tell
  first_error problem;
  auto stops = make_channel<stop_request>(team, [&](const stop_request&) {
    stopped.store(true, std::memory_order_relaxed);  // relaxed: nothing else is concluded from it
  });
  const auto read = [&](worker& self) {
    edge_chunk chunk;
    while (!stopped.load(std::memory_order_relaxed) && input.next(chunk)) {
      edges.fetch_add(chunk.edges.size(), std::memory_order_relaxed);
      implied.fetch_add(chunk.implied, std::memory_order_relaxed);
      consume(self, chunk);
      if (watch) {
        const std::unique_lock told(watching, std::try_to_lock);
        if (told.owns_lock()) { watch(edges.load(std::memory_order_relaxed), input.progress()); }
      }
      team.progress(self);
      team.transport().check();
    }
  };
  const auto stop_all = [&](worker& self) {
    for (int r = 0; r < team.size(); ++r) {
      stops.send(self, rank_id{r}, {static_cast<std::uint32_t>(index_of(team.rank()))});
    }
  };
  run_epoch(team, [&](worker& self) {
    run_kept(problem, [&] { read(self); });
    if (problem.any()) { stop_all(self); }
  });
  problem.agree(team);
  check_promise(team, input, edges.load() - implied.load());
  return all_sum(team, edges.load());
}

}  // namespace orujo::building
