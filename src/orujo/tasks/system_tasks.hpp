// What a worker does at given times, before any other task.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace orujo {

/// A function that a scheduler calls once its time has come. It runs on the thread's stack and may
/// send, spawn, signal and schedule, not yield.
using system_task = std::function<void()>;

/// The system tasks of one worker, by deadline. One thread at a time.
class system_tasks {
public:
  using clock = std::chrono::steady_clock;

  /// Queues `what` for `deadline`, once. Cost: O(log n).
  void add(clock::time_point deadline, system_task what) {
    insert({deadline, arrivals_++, {}, std::move(what)});
  }

  /// Queues `what` for `first`, and again a `period` after each of its deadlines; deadlines that
  /// have passed by then are left out. `period` is above 0. Cost: O(log n).
  void add_periodic(clock::time_point first, clock::duration period, system_task what) {
    insert({first, arrivals_++, period, std::move(what)});
  }

  /// The earliest deadline; the end of all time if there is none.
  [[nodiscard]] clock::time_point next() const noexcept { return next_; }

  struct run_counts {
    std::uint64_t once = 0;
    std::uint64_t periodic = 0;
  };

  /// Runs what is due at `now`: by deadline, and in the order of arrival where deadlines are equal.
  /// What is queued meanwhile waits for the next call. Throws: what a task throws.
  run_counts run_due(clock::time_point now);

private:
  struct entry {
    clock::time_point deadline;
    std::uint64_t arrival;
    clock::duration period;  // zero: once
    system_task what;
  };

  [[nodiscard]] static bool comes_later(const entry& a, const entry& b) noexcept;
  void insert(entry what);
  [[nodiscard]] entry take_first();
  void note_first() noexcept;

  std::vector<entry> heap_;  // the first one is the next
  clock::time_point next_ = clock::time_point::max();
  std::uint64_t arrivals_ = 0;
};

}  // namespace orujo
