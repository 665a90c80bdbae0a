// Hardware transactions: tried again some times, then one after the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>

#include "orujo/activities/counts.hpp"
#include "orujo/activities/mechanisms/backoff.hpp"
#include "orujo/activities/mechanisms/plain_access.hpp"
#include "orujo/activities/mechanisms/transaction_unit.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/spin_lock.hpp"
#include "orujo/base/system_threads.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::mechanisms {

/// How often a transaction is tried before its activity runs alone.
enum class retry_rule : std::uint8_t {
  once,  ///< As hardware lock elision: the first abort serialises.
  some,  ///< RTM: eight times, with backoff; what the hardware cannot hold is not tried again.
  ten    ///< As Blue Gene/Q: ten times, whatever the reason.
};

/// Activities as transactions of `Unit`. Each looks at the lock of those that run alone when it
/// begins, so that it aborts when somebody takes it. Cost: where none conflicts, beginning and end
/// of a transaction. `Threads` is what those that run alone meet by (docs/design/0014).
template <typename Unit, retry_rule Rule, typename Threads = system_threads>
class transactions {
public:
  /// Whether the processor has them.
  [[nodiscard]] static bool is_available() noexcept { return Unit::is_available(); }

  /// Call: if they are available.
  explicit transactions(std::size_t workers) {
    for (std::size_t w = 0; w < workers; ++w) { sessions_.emplace_back(w); }
  }
  explicit transactions(const rank_team& team)
      : transactions(static_cast<std::size_t>(team.num_workers())) {}

  template <typename Body>
  void run(std::size_t worker, const Body& body) {
    session& own = sessions_[worker];
    own.backoff.restart();
    for (int left = attempts; left > 0; --left) {
      wait_for_lock();
      const attempt_state how = tried(own, body);
      if (how == attempt_state::started) { return; }
      note(own, how);
      if (how == attempt_state::overflow && Rule == retry_rule::some) { break; }
      if (Rule != retry_rule::once) { own.backoff.wait(); }
    }
    run_alone(own, body);
  }
  [[nodiscard]] activity_counts& counts(std::size_t worker) noexcept {
    return sessions_[worker].counts;
  }

private:
  static constexpr int attempts = Rule == retry_rule::once ? 1 : Rule == retry_rule::some ? 8 : 10;

  struct alignas(cache_line_bytes) session {
    explicit session(std::uint64_t seed) : backoff(seed) {}

    activities::plain_access access;
    activities::basic_exponential_backoff<Threads> backoff;
    activity_counts counts;
  };

  /// One transaction: `started` if it has committed, else why not.
  template <typename Body>
  attempt_state tried(session& own, const Body& body) {
    const attempt_state how = Unit::begin();
    if (how != attempt_state::started) { return how; }
    if (is_locked_.load(std::memory_order_relaxed)) {
      Unit::give_up();
      return attempt_state::locked;  // of the processor's, begin() has returned that
    }
    body(own.access);
    own.access.commit();
    Unit::end();
    return how;
  }

  void wait_for_lock() const noexcept {
    activities::basic_short_wait<Threads> wait;
    while (is_locked_.load(std::memory_order_acquire)) { wait.turn(); }
  }

  static void note(session& own, attempt_state how) noexcept {
    switch (how) {
      case attempt_state::conflict:
      case attempt_state::locked: ++own.counts.conflicts; break;
      case attempt_state::overflow: ++own.counts.overflows; break;
      case attempt_state::started:
      case attempt_state::other: ++own.counts.others; break;
    }
  }

  template <typename Body>
  void run_alone(session& own, const Body& body) {
    const std::scoped_lock guard(lock_);
    is_locked_.store(true, std::memory_order_seq_cst);
    body(own.access);
    own.access.commit();
    is_locked_.store(false, std::memory_order_release);
    ++own.counts.serialised;
  }

  basic_spin_lock<Threads> lock_;  // among those that run alone
  alignas(cache_line_bytes) typename Threads::template atomic<bool> is_locked_ = false;
  std::deque<session> sessions_;
};

using hardware_transactions = transactions<rtm_unit, retry_rule::some>;
using elision = transactions<rtm_unit, retry_rule::once>;
using ten_tries = transactions<rtm_unit, retry_rule::ten>;

}  // namespace orujo::mechanisms
