// Software transactions without metadata: one sequence lock, and values that are read again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <type_traits>

#include "orujo/activities/counts.hpp"
#include "orujo/activities/mechanisms/backoff.hpp"
#include "orujo/activities/mechanisms/held_writes.hpp"
#include "orujo/activities/mechanisms/retry_point.hpp"
#include "orujo/activities/mechanisms/words.hpp"
#include "orujo/base/cache_aligned.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::mechanisms {

/// After L. Dalessandro, M. F. Spear and M. L. Scott, *NOrec: streamlining STM by abolishing
/// ownership records*, PPoPP 2010. Writes wait in a log until the commit. The clock is odd while
/// somebody writes; whenever it has moved, all that was read is compared with what is there now, so
/// that an operator never sees values that did not exist together (opacity). Cost: a log entry for
/// each read and write, one compare-and-swap for an activity that writes, none for one that only
/// reads. Activities that write commit one after the other. Memory: that of the logs.
class norec {
public:
  explicit norec(const rank_team& team) {
    for (int w = 0; w < team.num_workers(); ++w) { sessions_.emplace_back(clock_); }
  }

  template <typename Body>
  void run(std::size_t worker, const Body& body) {
    session& own = sessions_[worker];
    own.start_.run([&] {
      own.begin();
      body(own);
      own.commit();
    });
  }
  [[nodiscard]] activity_counts& counts(std::size_t worker) noexcept {
    return sessions_[worker].counts;
  }

private:
  struct alignas(cache_line_bytes) clock_line {
    std::atomic<std::uint64_t> now = 0;
  };

public:
  /// A worker's activity, as its operators see it.
  class alignas(cache_line_bytes) session : public activities::held_writes {
  public:
    explicit session(clock_line& clock) : clock_(clock.now) {}

    template <shared_word T>
    [[nodiscard]] T read(const T& place) {
      if (const auto own = own_value(place)) { return *own; }
      T value = activities::load_shared(place);
      while (clock_.load(std::memory_order_acquire) != snapshot_) {
        snapshot_ = validated();
        value = activities::load_shared(place);
      }
      reads_.push_back(
          {const_cast<std::remove_const_t<T>*>(&place), activities::bits_in(value), sizeof(T)});
      return value;
    }

    activity_counts counts;

  private:
    friend class norec;

    void begin() noexcept {
      reads_.clear();
      writes_.clear();
      snapshot_ = even_clock();
    }

    /// Waits until nobody writes.
    [[nodiscard]] std::uint64_t even_clock() const noexcept {
      std::uint64_t now = clock_.load(std::memory_order_acquire);
      activities::short_wait wait;
      for (; now % 2 != 0; now = clock_.load(std::memory_order_acquire)) { wait.turn(); }
      return now;
    }

    /// A moment at which all that was read is what is there; gives the attempt up if there is none.
    [[nodiscard]] std::uint64_t validated() {
      while (true) {
        const std::uint64_t now = even_clock();
        const bool all_are_same =
            std::all_of(reads_.begin(), reads_.end(), [](const activities::noted_word& each) {
              return activities::load_word(each.place, each.bytes) == each.bits;
            });
        if (!all_are_same) { give_up(); }
        if (clock_.load(std::memory_order_acquire) == now) { return now; }
      }
    }

    void commit() {
      if (writes_.empty()) { return; }
      while (!clock_.compare_exchange_strong(snapshot_, snapshot_ + 1, std::memory_order_acq_rel,
                                             std::memory_order_relaxed)) {
        snapshot_ = validated();
      }
      for (const activities::noted_word& each : writes_.words()) { activities::store_word(each); }
      clock_.store(snapshot_ + 2, std::memory_order_release);
    }

    [[noreturn]] void give_up() {
      ++counts.conflicts;
      start_.leave();
    }

    activities::retry_point start_;
    std::atomic<std::uint64_t>& clock_;
    std::uint64_t snapshot_ = 0;
    cache_aligned_vector<activities::noted_word> reads_;
  };

private:
  clock_line clock_;
  std::deque<session> sessions_;
};

}  // namespace orujo::mechanisms
