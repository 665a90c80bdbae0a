// Software transactions with a version for each stripe of memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <type_traits>

#include "orujo/activities/counts.hpp"
#include "orujo/activities/mechanisms/backoff.hpp"
#include "orujo/activities/mechanisms/held_writes.hpp"
#include "orujo/activities/mechanisms/retry_point.hpp"
#include "orujo/activities/mechanisms/words.hpp"
#include "orujo/base/cache_aligned.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::mechanisms {

/// After D. Dice, O. Shalev and N. Shavit, *Transactional locking II*, DISC 2006: a global clock,
/// and for each stripe the time of its last write, which is also its lock. What is read is no newer
/// than the beginning of the activity, so that an operator never sees values that did not exist
/// together. Writes wait in a log; at the commit their stripes are locked, and the stripes that
/// were read looked at again. Activities that write different stripes commit at once. Memory: 8
/// MiB.
class tl2 {
public:
  explicit tl2(const rank_team& team) : shared_(std::make_unique<shared_state>()) {
    for (int w = 0; w < team.num_workers(); ++w) {
      sessions_.emplace_back(*shared_, static_cast<std::uint64_t>(w + 1));
    }
  }

  template <typename Body>
  void run(std::size_t worker, const Body& body) {
    session& own = sessions_[worker];
    own.restart();
    own.start_.run([&] {
      own.begin();
      body(own);
      own.commit();
    });
  }
  [[nodiscard]] activity_counts& counts(std::size_t worker) noexcept {
    return sessions_[worker].counts;
  }

  /// An activity is going to access `place`.
  void fetch_for(const void* place) const noexcept {
    prefetch_to_read(&shared_->stripes[session::stripe_of(place)]);
  }

private:
  static constexpr std::size_t num_stripes = std::size_t{1} << 20;

  /// A stripe is the time of its last write, which leaves the low bits free; there it has the
  /// number of the worker that has locked it, from 1, so that none looks for its own locks.
  static constexpr unsigned owner_bits = 16;
  static constexpr std::uint64_t owner_mask = (std::uint64_t{1} << owner_bits) - 1;
  static constexpr std::uint64_t tick = owner_mask + 1;

  struct shared_state {
    alignas(cache_line_bytes) std::atomic<std::uint64_t> clock = 0;
    alignas(cache_line_bytes) std::array<std::atomic<std::uint64_t>, num_stripes> stripes{};
  };

public:
  /// A worker's activity, as its operators see it.
  class alignas(cache_line_bytes) session : public activities::held_writes {
  public:
    session(shared_state& shared, std::uint64_t me) : shared_(shared), me_(me), backoff_(me) {}

    template <shared_word T>
    [[nodiscard]] T read(const T& place) {
      if (const auto own = own_value(place)) { return *own; }
      const std::uint32_t stripe = stripe_of(&place);
      const std::uint64_t before = shared_.stripes[stripe].load(std::memory_order_acquire);
      const T value = activities::load_shared(place);
      const std::uint64_t after = shared_.stripes[stripe].load(std::memory_order_acquire);
      if (before != after || owner_of(before) != 0 || before > begun_) { give_up(); }
      reads_.push_back(stripe);
      return value;
    }

    activity_counts counts;

  private:
    friend class tl2;

    struct locked_stripe {
      std::uint32_t stripe;
      std::uint64_t before;
    };

    [[nodiscard]] static std::uint64_t owner_of(std::uint64_t stripe) noexcept {
      return stripe & owner_mask;
    }
    [[nodiscard]] static std::uint32_t stripe_of(const void* place) noexcept {
      const auto word = reinterpret_cast<std::uintptr_t>(place) / 8;
      return static_cast<std::uint32_t>((word ^ (word >> 20)) % num_stripes);
    }

    void restart() noexcept { backoff_.restart(); }
    void begin() noexcept {
      reads_.clear();
      writes_.clear();
      begun_ = shared_.clock.load(std::memory_order_acquire);
    }

    void commit() {
      if (writes_.empty()) { return; }
      for (const activities::noted_word& each : writes_.words()) { lock(stripe_of(each.place)); }
      const std::uint64_t now = shared_.clock.fetch_add(tick, std::memory_order_acq_rel) + tick;
      if (now != begun_ + tick) { check_reads(); }
      for (const activities::noted_word& each : writes_.words()) { activities::store_word(each); }
      for (const locked_stripe& each : locked_) {
        shared_.stripes[each.stripe].store(now, std::memory_order_release);
      }
      locked_.clear();
    }

    void lock(std::uint32_t stripe) {
      std::uint64_t seen = shared_.stripes[stripe].load(std::memory_order_relaxed);
      if (owner_of(seen) == me_) { return; }
      if (owner_of(seen) != 0 ||
          !shared_.stripes[stripe].compare_exchange_strong(
              seen, seen | me_, std::memory_order_acq_rel, std::memory_order_relaxed)) {
        give_up();
      }
      locked_.push_back({stripe, seen});
    }

    void check_reads() {
      for (const std::uint32_t stripe : reads_) {
        const std::uint64_t seen = shared_.stripes[stripe].load(std::memory_order_acquire);
        const std::uint64_t owner = owner_of(seen);
        if ((owner != 0 && owner != me_) || seen - owner > begun_) { give_up(); }
      }
    }

    [[noreturn]] void give_up() {
      for (const locked_stripe& each : locked_) {
        shared_.stripes[each.stripe].store(each.before, std::memory_order_release);
      }
      locked_.clear();
      ++counts.conflicts;
      backoff_.wait();
      start_.leave();
    }

    activities::retry_point start_;
    shared_state& shared_;
    std::uint64_t me_;  // the number of the worker, from 1
    activities::exponential_backoff backoff_;
    std::uint64_t begun_ = 0;
    cache_aligned_vector<std::uint32_t> reads_;  // stripes
    cache_aligned_vector<locked_stripe> locked_;
  };

private:
  std::unique_ptr<shared_state> shared_;
  std::deque<session> sessions_;
};

}  // namespace orujo::mechanisms
