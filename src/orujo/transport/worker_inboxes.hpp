// What has arrived for the workers of a rank, and the bell that wakes them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "orujo/base/announced_word.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/mpsc_queue.hpp"
#include "orujo/base/spin_lock.hpp"
#include "orujo/base/system_threads.hpp"

namespace orujo {

/// An inbox for each worker, one for whichever of several workers looks first, and a bell.
///
/// No item is slept through: who delivers puts the item into an inbox, then rings; who sleeps has
/// taken a ticket before it looked into the inboxes. So either the look found the item, or the bell
/// has rung since the ticket, and sleep() returns. Checked under every schedule of a few threads in
/// tests/transport/explored_inboxes_test.cpp.
template <typename Item, typename Threads = system_threads>
class worker_inboxes {
public:
  explicit worker_inboxes(int workers) {
    for (int w = 0; w < workers; ++w) { own_.push_back(std::make_unique<inbox>()); }
  }

  /// Delivers `item` to `worker`, and rings. Call: any thread.
  void deliver_to(int worker, Item* item) {
    of(worker).items.push(item);
    ring();
  }

  /// Delivers `item` to whichever worker looks first, and rings. Call: any thread.
  void deliver_to_any(Item* item) {
    (is_alone() ? of(0) : shared_).items.push(item);
    ring();
  }

  /// Something that has arrived for `worker`, or nullptr. Call: that worker only.
  [[nodiscard]] Item* try_receive(int worker) {
    if (Item* const own = of(worker).items.pop()) { return own; }
    if (is_alone() || shared_.items.looks_empty()) { return nullptr; }
    const std::unique_lock reader(shared_busy_, std::try_to_lock);
    return reader.owns_lock() ? shared_.items.pop() : nullptr;
  }

  /// Whether try_receive() may find something. Call: `worker`.
  [[nodiscard]] bool has_mail(int worker) const noexcept {
    return !of(worker).items.looks_empty() || !(is_alone() || shared_.items.looks_empty());
  }

  /// What sleep() takes. What was done before the bell last rang is seen after this.
  [[nodiscard]] std::uint32_t ticket() const noexcept { return bell_.value(); }

  /// Wakes all who sleep, or are about to with a ticket of before. Call: any thread.
  void ring() { bell_.announce(); }

  /// Sleeps until the bell has rung since `ticket` was taken, at most `limit`; may return sooner.
  void sleep(std::uint32_t ticket, std::chrono::microseconds limit) {
    bell_.sleep_while(ticket, limit);
  }

private:
  struct alignas(cache_line_bytes) inbox {
    mpsc_queue<Item, Threads> items;
  };

  /// Whether there is one worker, whose inbox is then the only one.
  [[nodiscard]] bool is_alone() const noexcept { return own_.size() == 1; }
  [[nodiscard]] inbox& of(int worker) const noexcept {
    return *own_[static_cast<std::size_t>(worker)];
  }

  std::vector<std::unique_ptr<inbox>> own_;  // one for each worker
  inbox shared_;                             // popped under the lock
  alignas(cache_line_bytes) basic_spin_lock<Threads> shared_busy_;
  basic_announced_word<Threads> bell_;
};

}  // namespace orujo
