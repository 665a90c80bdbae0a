// The stealable tasks of one worker.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

#include "orujo/base/spin_lock.hpp"
#include "orujo/tasks/ring.hpp"
#include "orujo/tasks/task.hpp"

namespace orujo {

/// Last in first out for the owner; thieves get the oldest half.
///
/// The owner keeps its tasks to itself, without synchronisation, and offers the older half whenever
/// nothing is on offer. So it synchronises once for every half, not for every task.
/// Memory ordering: what was done before a task was pushed is visible to whoever takes it.
class public_tasks {
public:
  enum class sharing : bool { off, on };

  /// Adds a task; returns whether others were offered anew. Call: the owner.
  bool push(const task& work, sharing allowed) {
    own_.push(work);
    return allowed == sharing::on && offer_if_none();
  }

  /// Offers the older half if nothing is on offer, and there is one to spare. Returns whether it
  /// did. Call: the owner.
  bool offer_if_none() { return own_.size() > 1 && !any_offered() && !withholds_ && offer(); }

  /// Lets no thief take anything until offer_again(). Afterwards thieves have taken nothing but
  /// what they had announced before. Call: the owner. Cost: one locked section, or none if it does.
  void withhold() {
    if (withholds_) { return; }
    const std::lock_guard guard(lock_);
    withholds_ = true;
    num_offered_.store(0, std::memory_order_relaxed);
  }

  /// Offers again what was on offer before withhold(). Returns whether there is something.
  /// Call: the owner.
  bool offer_again() {
    if (!withholds_) { return false; }
    const std::lock_guard guard(lock_);
    withholds_ = false;
    num_offered_.store(offered_.size(), std::memory_order_relaxed);
    return !offered_.empty();
  }

  /// Takes the youngest task. Returns whether there was one. Call: the owner.
  [[nodiscard]] bool pop(task& work) {
    if (own_.empty() && !reclaim()) { return false; }
    work = own_.pop_youngest();
    return true;
  }

  /// Whether thieves would find something. A hint. Call: any thread.
  [[nodiscard]] bool any_offered() const noexcept {
    // acquire: an owner that sees its tasks gone also sees that the thief has announced itself busy
    return num_offered_.load(std::memory_order_acquire) > 0;
  }

  /// Takes half of what is on offer, rounded up, but not more than `most`. Call: any thread.
  [[nodiscard]] std::vector<task> steal_half(std::size_t most = ~std::size_t{0}) {
    const std::lock_guard guard(lock_);
    if (withholds_) { return {}; }  // since the thief looked
    const auto half = static_cast<std::ptrdiff_t>(std::min(most, (offered_.size() + 1) / 2));
    const std::vector<task> taken(offered_.begin(), offered_.begin() + half);
    offered_.erase(offered_.begin(), offered_.begin() + half);
    num_offered_.store(offered_.size(), std::memory_order_release);  // see any_offered()
    return taken;
  }

  /// Takes half of all tasks, offered or not, the oldest ones, but not more than `most`: for those
  /// far away, who will not come again soon. Call: the owner, which withholds nothing.
  [[nodiscard]] std::vector<task> take_half(std::size_t most) {
    const std::lock_guard guard(lock_);
    const std::size_t half = std::min(most, (own_.size() + offered_.size() + 1) / 2);
    while (offered_.size() < half) { offered_.push_back(own_.pop_oldest()); }
    const auto end = offered_.begin() + static_cast<std::ptrdiff_t>(half);
    const std::vector<task> taken(offered_.begin(), end);
    offered_.erase(offered_.begin(), end);
    num_offered_.store(offered_.size(), std::memory_order_relaxed);
    return taken;
  }

  /// Tasks that only the owner sees. Call: the owner.
  [[nodiscard]] std::size_t own_size() const noexcept { return own_.size(); }

  /// All tasks, those that are on offer or withheld among them. Call: the owner, or any thread
  /// while the owner runs nothing.
  [[nodiscard]] std::size_t size() const noexcept {
    const std::lock_guard guard(lock_);
    return own_.size() + offered_.size();
  }

private:
  [[gnu::noinline]] bool offer() {
    const std::lock_guard guard(lock_);
    for (std::size_t left = own_.size() / 2; left > 0; --left) {
      offered_.push_back(own_.pop_oldest());
    }
    num_offered_.store(offered_.size(), std::memory_order_relaxed);
    return true;
  }

  /// Takes back the younger half of what nobody wanted.
  [[gnu::noinline]] bool reclaim() {
    if (!any_offered()) { return false; }
    const std::lock_guard guard(lock_);
    const auto kept = static_cast<std::ptrdiff_t>(offered_.size() / 2);
    std::for_each(offered_.begin() + kept, offered_.end(), [&](const task& t) { own_.push(t); });
    offered_.erase(offered_.begin() + kept, offered_.end());
    num_offered_.store(offered_.size(), std::memory_order_relaxed);
    return !own_.empty();
  }

  ring<task> own_;
  bool withholds_ = false;  // written by the owner, under the lock
  alignas(cache_line_bytes) mutable spin_lock lock_;
  std::vector<task> offered_;                // oldest first
  std::atomic<std::size_t> num_offered_{0};  // 0 while they are withheld
};

}  // namespace orujo
