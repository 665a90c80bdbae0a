// The threads of one rank: a caller and its helpers, which run the same function together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/idle_counter.hpp"
#include "orujo/base/thread_rounds.hpp"

namespace orujo {

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
  /// `yields` outlives the group. Throws: thread_error if the system gives fewer; those that have
  /// started end.
  template <typename OnStart>
  thread_group(int size, const idle_patience& patience, yield_watch& yields, OnStart on_start)
      : size_(size), rounds_(size, patience, yields) {
    for (int index = 1; index < size; ++index) {
      start(index, [this, index, on_start] {
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

  void start(int index, const std::function<void()>& thread);
  void run_all(entry call, void* body);
  void serve(int index);
  void run_one(int index) noexcept;

  int size_;
  entry call_ = nullptr;
  void* body_ = nullptr;
  std::exception_ptr failure_;
  thread_rounds rounds_;
  std::vector<std::jthread> threads_;  // the last: they use all the rest until they have ended
};

}  // namespace orujo
