// An unbounded intrusive queue: many threads push, one at a time pops.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "orujo/base/ids.hpp"
#include "orujo/base/system_threads.hpp"

namespace orujo {

/// A link that an item of an mpsc_queue derives from.
template <typename Threads>
struct basic_queue_link {
  typename Threads::template atomic<basic_queue_link*> next{nullptr};
};

using queue_link = basic_queue_link<system_threads>;

/// A first-in first-out queue of items that the caller owns (Vyukov's intrusive MPSC queue).
/// Checked under every schedule of a few threads in tests/base/explored_waiting_test.cpp.
///
/// - push() is wait-free and may be called by any thread.
/// - pop() may be called by one thread at a time.
/// - An item popped by X was pushed by Y: all that Y did before push() is visible to X.
template <typename Item, typename Threads = system_threads>
class mpsc_queue {
  using link_type = basic_queue_link<Threads>;

public:
  mpsc_queue() : head_(&stub_), tail_(&stub_) {}
  mpsc_queue(const mpsc_queue&) = delete;
  mpsc_queue& operator=(const mpsc_queue&) = delete;

  void push(Item* item) noexcept { push_link(item); }

  /// The oldest item, or nullptr if there is none whose push has finished.
  [[nodiscard]] Item* pop() noexcept {
    link_type* first = tail_.load(std::memory_order_relaxed);  // only this thread moves it
    link_type* next = first->next.load(std::memory_order_acquire);
    if (first == &stub_) {
      if (next == nullptr) { return nullptr; }
      tail_.store(next, std::memory_order_relaxed);
      first = next;
      next = next->next.load(std::memory_order_acquire);
    }
    if (next == nullptr) {
      if (first != head_.load(std::memory_order_acquire)) {
        return nullptr;
      }  // a push is under way
      push_link(&stub_);
      next = first->next.load(std::memory_order_acquire);
      if (next == nullptr) { return nullptr; }
    }
    tail_.store(next, std::memory_order_relaxed);
    return static_cast<Item*>(first);
  }

  /// Whether nothing was pushed that is not popped yet; exact only for the popping thread.
  [[nodiscard]] bool looks_empty() const noexcept {
    // The stub may be the newest link while older items are still before it.
    return head_.load(std::memory_order_acquire) == &stub_ &&
           tail_.load(std::memory_order_relaxed) == &stub_;
  }

private:
  void push_link(link_type* link) noexcept {
    link->next.store(nullptr, std::memory_order_relaxed);  // published by the store below
    link_type* const previous = head_.exchange(link, std::memory_order_acq_rel);
    previous->next.store(link, std::memory_order_release);
  }

  alignas(cache_line_bytes) typename Threads::template atomic<link_type*> head_;
  alignas(cache_line_bytes) typename Threads::template atomic<link_type*> tail_;
  link_type stub_;
};

}  // namespace orujo
