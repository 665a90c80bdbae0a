// The threads of one rank: a caller and its helpers, which run the same function together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/announced_word.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/trace.hpp"
#include "orujo/base/yield_watch.hpp"

namespace orujo {

/// How long a thread that waits for others spins, yields, then sleeps between two looks.
struct idle_patience {
  int spins = 2000;    ///< Looks with a pause instruction between them; 0 if cores are shared.
  int yields = 50;     ///< Looks that give the core to another thread, while that takes no time.
  int sleep_us = 200;  ///< Longest sleep between two looks after that.
};

/// Counts the looks of one wait and says what to do before the next.
class idle_counter {
public:
  /// Both outlive it; `yields` is shared by the threads that wait for each other.
  idle_counter(const idle_patience& patience, yield_watch& yields)
      : patience_(patience), yields_(yields) {}

  void reset() noexcept {
    looks_ = 0;
    end_wait();
  }

  /// Pauses or yields; returns true when it is time to sleep instead (the caller does that).
  bool pause() noexcept;

  /// Says that the thread has something to do again. Waits are noted in `trace`, if that is set.
  void end_wait() noexcept {
    if (since_ != 0) [[unlikely]] { note_wait(); }
  }

  trace_lane* trace = nullptr;

private:
  void note_wait() noexcept;

  const idle_patience& patience_;
  yield_watch& yields_;
  int looks_ = 0;
  std::uint64_t since_ = 0;  // when the wait began; 0: it is not noted
};

/// Thrown out of a barrier that a failed thread will never reach; run() reports that thread's
/// error.
class barrier_broken : public std::exception {
public:
  [[nodiscard]] const char* what() const noexcept override { return "another worker failed"; }
};

/// A fixed number of threads, the creating one included, that run functions together.
class thread_group {
public:
  /// Starts `size - 1` threads. `on_start(index)` runs first on each of them (to pin it, say).
  /// `yields` outlives the group.
  template <typename OnStart>
  thread_group(int size, const idle_patience& patience, yield_watch& yields, OnStart on_start)
      : size_(size), patience_(patience), yields_(yields) {
    for (int index = 1; index < size; ++index) {
      threads_.emplace_back([this, index, on_start] {
        on_start(index);
        serve(index);
      });
    }
  }
  thread_group(const thread_group&) = delete;
  thread_group& operator=(const thread_group&) = delete;
  ~thread_group();

  [[nodiscard]] int size() const noexcept { return size_; }

  /// Runs `body(index)` once on every thread, index 0 on the caller, and waits for all.
  /// Rethrows the first exception. What a thread did before its body ended is visible afterwards.
  template <typename Body>
  void run(Body&& body) {
    if (size_ == 1) {
      body(0);
      return;
    }
    run_all(
        [](void* call, int index) { (*static_cast<std::remove_reference_t<Body>*>(call))(index); },
        &body);
  }

  /// Waits until all threads inside run() have called this as often.
  /// Call: inside run(), all threads. Throws: barrier_broken if another thread has failed.
  void barrier();

private:
  using entry = void (*)(void*, int);

  void run_all(entry call, void* body);
  void serve(int index);
  void run_one(int index) noexcept;
  template <typename Stop>
  void wait_for_change(announced_word& word, std::uint32_t seen, Stop stop);

  int size_;
  idle_patience patience_;
  yield_watch& yields_;
  std::vector<std::jthread> threads_;
  entry call_ = nullptr;
  void* body_ = nullptr;
  std::exception_ptr failure_;
  std::atomic_flag failed_;
  bool closing_ = false;
  announced_word generation_;  ///< Of calls of run().
  announced_word done_;        ///< Calls of run() whose helpers have finished.
  announced_word barrier_round_;
  alignas(cache_line_bytes) std::atomic<int> running_{0};
  alignas(cache_line_bytes) std::atomic<int> arrived_{0};
};

}  // namespace orujo
