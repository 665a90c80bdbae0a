// A small lock for each stripe of the memory that elements lie in, taken at the first access.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <type_traits>

#include "orujo/activities/counts.hpp"
#include "orujo/activities/mechanisms/backoff.hpp"
#include "orujo/activities/mechanisms/plain_access.hpp"
#include "orujo/activities/mechanisms/retry_point.hpp"
#include "orujo/base/cache_aligned.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/base/system_threads.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::mechanisms {

/// Two-phase locking that never waits inside an activity: an access whose stripe another worker has
/// makes the activity give up what it has, take back what it wrote, wait a random while, and begin
/// again, as Galois does with cautious operators (K. Pingali et al., *The tao of parallelism in
/// algorithms*, PLDI 2011). Places that are announced are locked before the activity, in one order,
/// and waited for. Cost: a compare-and-swap and a store for each stripe that is new to the
/// activity. Memory: 512 KiB.
template <typename Threads, std::size_t Stripes = std::size_t{1} << 18>
class basic_striped_locks {
public:
  static constexpr std::size_t most_adapted = 16;
  /// To hold locks while the next ones are fetched keeps hardly anybody waiting.
  static constexpr bool fetches_inside = true;

  explicit basic_striped_locks(const rank_team& team)
      : basic_striped_locks(static_cast<std::size_t>(team.num_workers())) {}
  explicit basic_striped_locks(std::size_t workers) : stripes_(std::make_unique<stripe_table>()) {
    for (std::size_t w = 0; w < workers; ++w) {
      sessions_.emplace_back(*stripes_, static_cast<std::uint16_t>(w + 1));
    }
  }

  template <typename Body>
  void run(std::size_t worker, const Body& body) {
    run(worker, std::span<const void* const>(), body);
  }

  /// The same, with places that the activity is going to access.
  template <typename Body>
  void run(std::size_t worker, std::span<const void* const> announced, const Body& body) {
    session& own = sessions_[worker];
    own.begin(announced);
    own.start_.run([&] {
      own.take_announced();
      body(own);
      own.commit();
    });
  }
  [[nodiscard]] activity_counts& counts(std::size_t worker) noexcept {
    return sessions_[worker].counts;
  }

  /// An activity is going to access `place`: its lock has probably been another worker's.
  void fetch_for(const void* place) const noexcept {
    prefetch_to_write(&(*stripes_)[session::stripe_of(place)]);
  }

private:
  using stripe_lock = typename Threads::template atomic<std::uint16_t>;
  using stripe_table = std::array<stripe_lock, Stripes>;

public:
  /// A worker's activity, as its operators see it.
  class alignas(cache_line_bytes) session {
  public:
    session(stripe_table& stripes, std::uint16_t me) : me_(me), stripes_(stripes), backoff_(me) {}

    template <shared_word T>
    [[nodiscard]] T read(const T& place) {
      own(&place);
      return place;
    }
    template <shared_word T>
    void write(T& place, std::type_identity_t<T> value) {
      own(&place);
      plain_.write(place, value);
    }
    [[nodiscard]] std::size_t mark() noexcept { return plain_.mark(); }
    void return_to(std::size_t mark) noexcept { plain_.return_to(mark); }

    activity_counts counts;

  private:
    friend class basic_striped_locks;

    /// Neighbouring words have neighbouring stripes, so that those of a cache line share one.
    [[nodiscard]] static std::uint32_t stripe_of(const void* place) noexcept {
      const auto word = reinterpret_cast<std::uintptr_t>(place) / 8;
      return static_cast<std::uint32_t>((word ^ (word >> 16)) % Stripes);
    }

    void begin(std::span<const void* const> announced) {
      announced_.clear();
      for (const void* place : announced) { announced_.push_back(stripe_of(place)); }
      std::sort(announced_.begin(), announced_.end());
      announced_.erase(std::unique(announced_.begin(), announced_.end()), announced_.end());
      backoff_.restart();
    }

    void take_announced() {
      for (const std::uint32_t stripe : announced_) {
        while (!try_take(stripe)) { backoff_.wait(); }
      }
    }

    void own(const void* place) {
      const std::uint32_t stripe = stripe_of(place);
      if (stripes_[stripe].load(std::memory_order_relaxed) == me_) { return; }
      if (!try_take(stripe)) { give_up(); }
    }

    bool try_take(std::uint32_t stripe) {
      std::uint16_t free = 0;
      stripe_lock& lock = stripes_[stripe];
      if (lock.load(std::memory_order_relaxed) != 0 ||
          !lock.compare_exchange_strong(free, me_, std::memory_order_acquire,
                                        std::memory_order_relaxed)) {
        return false;
      }
      taken_.push_back(stripe);
      return true;
    }

    [[noreturn]] void give_up() {
      plain_.return_to(0);
      release();
      ++counts.conflicts;
      backoff_.wait();
      start_.leave();
    }

    void commit() noexcept {
      plain_.commit();
      release();
    }

    void release() noexcept {
      for (const std::uint32_t stripe : taken_) {
        stripes_[stripe].store(0, std::memory_order_release);
      }
      taken_.clear();
    }

    activities::retry_point start_;
    std::uint16_t me_;
    stripe_table& stripes_;
    activities::plain_access plain_{activities::undo_use::always};
    activities::basic_exponential_backoff<Threads> backoff_;
    cache_aligned_vector<std::uint32_t> taken_;
    cache_aligned_vector<std::uint32_t> announced_;
  };

private:
  std::unique_ptr<stripe_table> stripes_;
  std::deque<session> sessions_;
};

using striped_locks = basic_striped_locks<system_threads>;

}  // namespace orujo::mechanisms
