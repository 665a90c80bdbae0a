// How many operators an activity has: a fixed number, or as many as pay.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace orujo {

namespace activities {

/// Whether activities of one size take less time for an operator than those of another: batches of
/// both are timed in turn, so that both have the same load, and the medians of sums of a few
/// decide, so that a batch whose core was lost counts no more than any other. To win takes a good
/// part.
class size_comparison {
public:
  enum class verdict : std::uint8_t { open, same, first, second };

  /// Of which size the next batch is: 0 or 1.
  [[nodiscard]] std::size_t next() const noexcept { return batches_ % 2; }

  /// A batch of next() took so long.
  verdict note(std::size_t operators, std::uint64_t nanoseconds) noexcept {
    cell& into = cells_[next()][batches_ / 2 / batches_per_sum];
    into.operators += static_cast<double>(operators);
    into.nanoseconds += static_cast<double>(nanoseconds);
    if (++batches_ < 2 * sums * batches_per_sum) { return verdict::open; }
    const double first = median(0);
    const double second = median(1);
    *this = {};
    if (second < first * winning_part) { return verdict::second; }
    return first < second * winning_part ? verdict::first : verdict::same;
  }

private:
  static constexpr std::size_t sums = 9;
  static constexpr std::size_t batches_per_sum = 8;
  static constexpr double winning_part = 0.97;

  struct cell {
    double operators = 0;
    double nanoseconds = 0;
  };

  [[nodiscard]] double median(std::size_t size) const noexcept {
    std::array<double, sums> costs{};
    for (std::size_t i = 0; i < sums; ++i) {
      costs[i] = cells_[size][i].nanoseconds / cells_[size][i].operators;
    }
    std::nth_element(costs.begin(), costs.begin() + sums / 2, costs.end());
    return costs[sums / 2];
  }

  std::array<std::array<cell, sums>, 2> cells_ = {};
  std::size_t batches_ = 0;
};

}  // namespace activities

/// One worker's choice. Adapted, it begins with 1 and doubles after rows of activities that nobody
/// was in the way of, up to the first one that somebody was. From then on time decides: now and
/// then batches of twice or half as many operators are timed in turn with those of the number in
/// force, and take over if they are clearly quicker; the longer nothing changes, the rarer. A row
/// of which most were given up, or some did not fit the hardware, halves it at once.
class coarsening {
public:
  static constexpr std::size_t most = 512;
  static constexpr std::size_t most_adapted = 64;  ///< Under any mechanism; most_adapted_of().

  /// `operators`: so many, at most `most`; 0: adapt, up to `bound`.
  coarsening(std::size_t operators, std::size_t bound) noexcept
      : state_(operators == 0 ? state::growing : state::fixed),
        bound_(bound),
        now_(std::clamp<std::size_t>(operators, 1, most)) {}

  /// In the activities of the next batch.
  [[nodiscard]] std::size_t operators() const noexcept {
    return state_ == state::comparing && comparison_.next() == 1 ? other_ : now_;
  }

  /// Whether the next batch, of so many operators, is to be timed and told by note_time(). Both
  /// sizes that are compared must fit in.
  [[nodiscard]] bool wants_time(std::size_t batch) const noexcept {
    return state_ == state::comparing && batch >= std::max(now_, other_);
  }

  /// A batch has been run for which time was wanted.
  void note_time(std::size_t batch, std::uint64_t nanoseconds) noexcept {
    using verdict = activities::size_comparison::verdict;
    if (state_ != state::comparing) { return; }  // what was in the way has ended it
    const verdict found = comparison_.note(batch, nanoseconds);
    if (found == verdict::second) {
      now_ = other_;
      go_on(direction_goes_on);
    } else if (found != verdict::open) {
      go_on(direction_turns);
    }
  }

  /// An activity was committed, after so many attempts that were given up.
  void note(std::uint64_t aborts, std::uint64_t overflows) noexcept {
    if (state_ == state::fixed) { return; }
    trouble_ += overflows > 0 ? row / 4 : aborts > 0 ? 1 : 0;
    if (state_ == state::growing && overflows > 0) { return halve(); }
    if (++activities_ < row) { return; }
    const std::uint64_t trouble = trouble_;
    activities_ = 0;
    trouble_ = 0;
    switch (state_) {
      case state::growing: return trouble > row / 8 ? halve() : grow();
      case state::comparing:
        if (trouble <= most_trouble) { return; }
        return other_ > now_ ? go_on(direction_turns) : halve();
      default: return trouble > most_trouble ? halve() : wait_on();
    }
  }

private:
  static constexpr std::uint64_t row = 16;  // activities between two looks
  static constexpr std::uint64_t most_trouble = 12;
  // Operators between two comparisons.
  static constexpr std::uint64_t shortest_pause = std::uint64_t{1} << 13U;
  static constexpr std::uint64_t longest_pause = std::uint64_t{1} << 20U;

  enum class state : std::uint8_t { fixed, growing, comparing, resting };
  enum next_direction : std::uint8_t { direction_goes_on, direction_turns };

  void grow() noexcept {
    now_ = std::min(2 * now_, bound_);
    if (now_ == bound_) { settle(); }
  }
  void halve() noexcept {
    now_ = std::max<std::size_t>(1, now_ / 2);
    activities_ = 0;
    trouble_ = 0;
    settle();
  }
  void settle() noexcept {
    has_turned_ = false;
    pause_ = shortest_pause;
    grows_ = false;
    rest();
  }
  void rest() noexcept {
    left_ = pause_;
    state_ = state::resting;
  }
  void wait_on() noexcept {
    const std::uint64_t passed = row * now_;
    if (left_ > passed) {
      left_ -= passed;
    } else if (bound_ > 1) {
      has_turned_ = false;
      compare();
    }
  }
  /// The way that `grows_` says, or the other one if there is no number.
  void compare() noexcept {
    if (grows_ ? now_ == bound_ : now_ == 1) {
      grows_ = !grows_;
      has_turned_ = true;
    }
    other_ = grows_ ? std::min(2 * now_, bound_) : now_ / 2;
    comparison_ = {};
    state_ = state::comparing;
  }
  void go_on(next_direction where) noexcept {
    if (where == direction_goes_on) {
      pause_ = shortest_pause;
      // Back is where it has come from.
      has_turned_ = true;
      if (grows_ ? now_ < bound_ : now_ > 1) { return compare(); }
      return rest();
    }
    grows_ = !grows_;
    const bool has_number = grows_ ? now_ < bound_ : now_ > 1;
    if (!has_turned_ && has_number) {
      has_turned_ = true;
      return compare();
    }
    pause_ = std::min(2 * pause_, longest_pause);
    rest();
  }

  state state_;
  std::size_t bound_;
  std::size_t now_;
  std::uint64_t activities_ = 0;  // of the row
  std::uint64_t trouble_ = 0;     // of these: attempts given up, overflows counted several times
  // Of what time says.
  activities::size_comparison comparison_;
  std::size_t other_ = 1;    // that now_ is compared with
  bool grows_ = false;       // the next one to compare with is larger
  bool has_turned_ = false;  // the other way has been compared
  std::uint64_t pause_ = shortest_pause;
  std::uint64_t left_ = 0;  // operators until the next comparison
};

/// Up to how many operators adapted activities of a mechanism grow: beyond that they gain nothing,
/// as was measured, and only get in each other's way.
template <typename Mechanism>
[[nodiscard]] constexpr std::size_t most_adapted_of() noexcept {
  if constexpr (requires { Mechanism::most_adapted; }) {
    return Mechanism::most_adapted;
  } else {
    return coarsening::most_adapted;
  }
}

}  // namespace orujo
