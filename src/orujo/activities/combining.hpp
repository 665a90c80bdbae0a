// Flat combining: whoever has the lock runs the activities of all who wait for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>

#include "orujo/activities/backoff.hpp"
#include "orujo/activities/counts.hpp"
#include "orujo/activities/plain_access.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/spin_lock.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::mechanisms {

/// After D. Hendler, I. Incze, N. Shavit and M. Tzafrir, *Flat combining and the
/// synchronization-parallelism tradeoff*, SPAA 2010: each worker publishes what it wants done, and
/// the one that gets the lock does it for all, so that the lock and the elements change cores less
/// often. Cost: two cache lines that go to and fro for each activity that another worker runs.
class flat_combining {
public:
  explicit flat_combining(const rank_team& team)
      : slots_(static_cast<std::size_t>(team.num_workers())) {}

  template <typename Body>
  void run(std::size_t worker, const Body& body) {
    slot& own = slots_[worker];
    own.body = &body;
    own.call = [](const void* what, activities::plain_access& access) {
      (*static_cast<const Body*>(what))(access);
    };
    own.is_wanted.store(true, std::memory_order_release);
    activities::short_wait wait;
    while (own.is_wanted.load(std::memory_order_acquire)) {
      if (lock_.try_lock()) {
        run_all();
        lock_.unlock();
      } else {
        wait.turn();
      }
    }
  }
  [[nodiscard]] activity_counts& counts(std::size_t worker) noexcept {
    return slots_[worker].counts;
  }

private:
  struct alignas(cache_line_bytes) slot {
    std::atomic<bool> is_wanted = false;
    const void* body = nullptr;
    void (*call)(const void*, activities::plain_access&) = nullptr;
    alignas(cache_line_bytes) activity_counts counts;
  };

  void run_all() {
    for (slot& each : slots_) {
      if (!each.is_wanted.load(std::memory_order_acquire)) { continue; }
      each.call(each.body, access_);
      access_.commit();
      each.is_wanted.store(false, std::memory_order_release);
    }
  }

  alignas(cache_line_bytes) spin_lock lock_;
  activities::plain_access access_;  // of whoever has the lock
  std::deque<slot> slots_;
};

}  // namespace orujo::mechanisms
