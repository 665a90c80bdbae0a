// A clock for each rank of a simulated team, and the order in which ranks run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "orujo/base/ids.hpp"

namespace orujo {

/// Times in nanoseconds since the team began. One rank runs at a time: always the one that is due
/// first, until it sleeps, so that whatever happens to a rank has been caused before it looks. Of
/// several due at once, the seed decides. Call: one thread.
class virtual_clocks {
public:
  virtual_clocks(int ranks, std::uint64_t seed);

  [[nodiscard]] std::uint64_t now(rank_id rank) const noexcept { return of(rank).now; }
  void advance(rank_id rank, std::uint64_t ns) noexcept { of(rank).now += ns; }

  /// The running rank goes on at `when`, or at its own time if that is later.
  void sleep(rank_id rank, std::uint64_t when);

  /// Something is there for `rank` at `when`: a rank that sleeps longer goes on then.
  void call(rank_id rank, std::uint64_t when);

  /// Whether no other rank is due before the time of `rank`, which runs.
  [[nodiscard]] bool is_first(rank_id rank) noexcept;

  /// The sleeping rank that is due first; it runs now. Call: while one sleeps.
  [[nodiscard]] rank_id next();

  /// Looks that found nothing to do pass so much time: who only looks, gets on.
  static constexpr std::uint64_t look_ns = 50;

private:
  static constexpr std::uint64_t awake = ~std::uint64_t{0};

  struct rank_clock {
    std::uint64_t now = 0;
    std::uint64_t due = awake;
  };
  struct turn {
    std::uint64_t due;
    std::uint64_t tie;
    rank_id rank;
  };

  [[nodiscard]] const rank_clock& of(rank_id rank) const noexcept {
    return clocks_[static_cast<std::size_t>(index_of(rank))];
  }
  [[nodiscard]] rank_clock& of(rank_id rank) noexcept {
    return clocks_[static_cast<std::size_t>(index_of(rank))];
  }
  [[nodiscard]] static bool later(const turn& a, const turn& b) noexcept;
  void add_turn(rank_id rank, std::uint64_t due);
  void drop_stale_turns();
  void forget_stale_turns();
  /// A turn counts only while its rank sleeps until then.
  [[nodiscard]] bool counts(const turn& each) const noexcept {
    return of(each.rank).due == each.due;
  }

  std::vector<rank_clock> clocks_;
  std::vector<turn> turns_;  // a heap, the first due on top; some are of the past
  std::uint64_t seed_;
  std::uint64_t turns_given_ = 0;
};

/// Who can stop one rank and let others run.
class rank_switch {
public:
  /// Lets ranks run that are due sooner than `self`, which sleeps; returns when its turn has come.
  virtual void run_others(rank_id self) = 0;

protected:
  ~rank_switch() = default;
};

}  // namespace orujo
