// Loops of all workers of all ranks that can fail: if one does, every rank throws.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <new>
#include <optional>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// The error of a rank's workers that comes first, to be agreed upon later.
class first_error {
public:
  /// Keeps `problem` unless one was kept whose `place` is not behind this one's. Call: any worker.
  void keep(const error& problem, std::uint64_t place = 0) {
    const std::lock_guard guard(mutex_);
    if (kept_ && place_ <= place) { return; }
    kept_ = problem;
    place_ = place;
    any_.store(true, std::memory_order_relaxed);  // relaxed: a hint to stop early
  }

  [[nodiscard]] bool any() const noexcept { return any_.load(std::memory_order_relaxed); }

  /// Throws on every rank if any has kept one. Call: collective.
  void agree(rank_team& team) const { agree_on(team, kept_ ? &*kept_ : nullptr); }

private:
  std::mutex mutex_;
  std::optional<error> kept_;
  std::uint64_t place_ = 0;
  std::atomic<bool> any_{false};
};

/// Runs `work()`, which communicates with nobody, and keeps what it throws. Call: any worker.
template <typename Work>
void run_kept(first_error& problem, Work&& work, std::uint64_t place = 0) {
  try {
    work();
  } catch (const transport_error&) { throw; } catch (const interrupted_error&) {
    throw;
  } catch (const error& why) { problem.keep(why, place); } catch (const std::bad_alloc&) {
    problem.keep(memory_error("the system refused memory"), place);
  }
}

/// How many indices a worker takes at a time.
struct loop_size {
  std::size_t size = 0;
  std::size_t chunk = 1;
};

/// Runs `body(first, last)` over chunks of 0 … size-1 on all workers of this rank; `body`
/// communicates with nobody. What it throws is kept, and ends the loop.
/// Call: local, worker 0, outside on_workers().
template <typename Body>
void kept_for(rank_team& team, const loop_size& loop, first_error& problem, Body&& body) {
  shared_loop chunks(loop.size, loop.chunk);
  const auto run_some = [&] {
    for (index_range part = chunks.next(); !part.empty(); part = chunks.next()) {
      if (problem.any()) { return; }
      run_kept(
          problem, [&] { body(part.first, part.last); }, part.first);
    }
  };
  if (loop.size <= loop.chunk || team.num_workers() == 1) {
    run_some();
  } else {
    team.on_workers([&](worker&) { run_some(); });
  }
}

/// The same on all ranks, whose sizes may differ.
/// Call: collective. Throws, on every rank: what `body` threw on the lowest rank where it did.
template <typename Body>
void agreed_for(rank_team& team, const loop_size& loop, Body&& body) {
  first_error problem;
  kept_for(team, loop, problem, body);
  problem.agree(team);
}

}  // namespace orujo
