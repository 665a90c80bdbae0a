// Where the first failure of a team is written, so that no rank waits for one that has died.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <exception>
#include <mutex>

#include "orujo/base/error.hpp"
#include "orujo/base/ids.hpp"

namespace orujo {

/// Thrown out of every wait of a rank whose peer failed; the peer's own error is what is reported.
class peer_failed : public transport_error {
public:
  peer_failed() : transport_error("another rank failed") {}
};

/// Shared by the ranks that live in one process.
class failure_board {
public:
  /// Keeps `failure` if it is the first. Call: any thread.
  void raise(rank_id rank, std::exception_ptr failure) noexcept {
    const std::lock_guard guard(mutex_);
    if (raised_.load(std::memory_order_relaxed)) { return; }
    rank_ = rank;
    first_ = std::move(failure);
    raised_.store(true, std::memory_order_release);
  }

  [[nodiscard]] bool raised() const noexcept { return raised_.load(std::memory_order_acquire); }

  /// The first failure. Only after raised().
  [[nodiscard]] std::exception_ptr first() const { return first_; }
  [[nodiscard]] rank_id rank() const noexcept { return rank_; }

private:
  std::atomic<bool> raised_{false};
  std::mutex mutex_;
  std::exception_ptr first_;
  rank_id rank_{};
};

}  // namespace orujo
