// Flat combining: whoever has the lock runs the activities of all who wait for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>

#include "orujo/activities/counts.hpp"
#include "orujo/activities/mechanisms/backoff.hpp"
#include "orujo/activities/mechanisms/plain_access.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/spin_lock.hpp"
#include "orujo/base/system_threads.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::mechanisms {

/// After D. Hendler, I. Incze, N. Shavit and M. Tzafrir, *Flat combining and the
/// synchronization-parallelism tradeoff*, SPAA 2010: each worker publishes what it wants done, and
/// the one that gets the lock does it for all, so that the lock and the elements change cores less
/// often. Cost: two cache lines that go to and fro for each activity that another worker runs.
template <typename Threads>
class basic_flat_combining {
public:
  explicit basic_flat_combining(std::size_t workers) : slots_(workers) {}
  explicit basic_flat_combining(const rank_team& team)
      : basic_flat_combining(static_cast<std::size_t>(team.num_workers())) {}

  template <typename Body>
  void run(std::size_t worker, const Body& body) {
    slot& own = slots_[worker];
    own.body = &body;
    own.call = [](const void* what, activities::plain_access& access) {
      (*static_cast<const Body*>(what))(access);
    };
    own.is_wanted.store(true, std::memory_order_release);
    activities::basic_short_wait<Threads> wait;
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
  using body_call = void (*)(const void*, activities::plain_access&);

  struct alignas(cache_line_bytes) slot {
    typename Threads::template atomic<bool> is_wanted = false;
    typename Threads::template plain<const void*> body = nullptr;
    typename Threads::template plain<body_call> call = nullptr;
    alignas(cache_line_bytes) activity_counts counts;
  };

  void run_all() {
    for (slot& each : slots_) {
      if (!each.is_wanted.load(std::memory_order_acquire)) { continue; }
      const body_call call = each.call;
      call(each.body, access_);
      access_.commit();
      each.is_wanted.store(false, std::memory_order_release);
    }
  }

  alignas(cache_line_bytes) basic_spin_lock<Threads> lock_;
  activities::plain_access access_;  // of whoever has the lock
  std::deque<slot> slots_;
};

using flat_combining = basic_flat_combining<system_threads>;

}  // namespace orujo::mechanisms
