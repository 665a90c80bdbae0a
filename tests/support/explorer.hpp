// Runs a program under every schedule, one after the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace orujo::test {

/// Which way each choice of a run went.
using schedule = std::vector<int>;

inline constexpr int any_number = std::numeric_limits<int>::max();

/// How far an exploration goes.
struct exploration_limits {
  /// Of one schedule: ways that are not the first, where they are priced. any_number: all are run.
  int deviations = any_number;
  std::uint64_t schedules = 500'000;
  /// A schedule to be run alone, as a failure names it; empty: all are.
  schedule replayed = {};
};

/// What an exploration found.
struct exploration {
  std::uint64_t schedules = 0;  ///< That were run.
  std::uint64_t redundant = 0;  ///< Of them, those that were found to be like others on the way.
  std::uint64_t most_choices = 0;
  bool left_out = false;   ///< Whether more deviations would have been possible.
  bool exhausted = false;  ///< Whether all schedules within the deviations were run.
  std::string failure;     ///< Of the last schedule; empty: none has failed.
  schedule failing;

  /// In words, with the failing schedule as it is to be replayed.
  [[nodiscard]] std::string text() const {
    std::string all = std::to_string(schedules) + " schedules, " + std::to_string(redundant) +
                      " of them redundant, of up to " + std::to_string(most_choices) + " choices; ";
    all += !exhausted ? "stopped before the end" : left_out ? "all within the deviations" : "all";
    if (failure.empty()) { return all; }
    all += "\n" + failure + "\nreplayed = {";
    for (std::size_t i = 0; i < failing.size(); ++i) {
      all += (i == 0 ? "" : ", ") + std::to_string(failing[i]);
    }
    return all + "}";
  }
};

/// Makes the choices of one run after the other: depth first, so that the next run repeats the
/// last one up to a choice that has another way left, and takes that. The program is deterministic
/// but for its choices. Nothing is kept of states.
class explorer {
public:
  explicit explorer(exploration_limits limits) : limits_(std::move(limits)) {
    for (const int way : limits_.replayed) { path_.push_back({way, way + 1}); }
  }

  /// One of `ways` ways, from 0, to go on. Each but the first is a deviation if it is `priced`.
  enum class price : bool { free, priced };
  [[nodiscard]] int choose(int ways, price each = price::free) {
    if (ways <= 1 || muted_) { return 0; }
    if (each == price::priced && deviations_ >= limits_.deviations) {
      found_.left_out = true;
      return 0;
    }
    if (at_ == path_.size()) { path_.push_back({0, ways}); }
    choice& here = path_[at_++];
    if (limits_.replayed.empty() && here.ways != ways) {
      fail("the program is not deterministic: a choice had another number of ways before");
    }
    if (here.taken >= ways) { return 0; }
    if (each == price::priced && here.taken > 0) { ++deviations_; }
    return here.taken;
  }

  /// The rest of this run takes the first ways only, for others have been, or are not wanted.
  void mute() noexcept { muted_ = true; }
  void unmute() noexcept { muted_ = false; }

  /// This run, which goes on without choices, is like another.
  void note_redundant() noexcept {
    if (!muted_) { ++found_.redundant; }
    muted_ = true;
  }

  /// Whether all schedules are run, so that a search may leave out those that are like others.
  [[nodiscard]] bool is_unlimited() const noexcept { return limits_.deviations == any_number; }

  void fail(std::string what) {
    if (!failed()) { found_.failure = std::move(what); }
  }
  [[nodiscard]] bool failed() const noexcept { return !found_.failure.empty(); }

  /// Ends a run; returns whether there is another one.
  [[nodiscard]] bool next() {
    ++found_.schedules;
    found_.most_choices = std::max<std::uint64_t>(found_.most_choices, at_);
    if (failed()) {
      for (std::size_t i = 0; i < at_; ++i) { found_.failing.push_back(path_[i].taken); }
      // what is not said is the first way
      while (!found_.failing.empty() && found_.failing.back() == 0) { found_.failing.pop_back(); }
      return false;
    }
    path_.resize(at_);
    while (!path_.empty() && path_.back().taken + 1 >= path_.back().ways) { path_.pop_back(); }
    found_.exhausted = path_.empty() && limits_.replayed.empty();
    if (path_.empty() || !limits_.replayed.empty() || found_.schedules >= limits_.schedules) {
      return false;
    }
    ++path_.back().taken;
    at_ = 0;
    deviations_ = 0;
    muted_ = false;
    return true;
  }

  [[nodiscard]] const exploration& found() const noexcept { return found_; }

private:
  struct choice {
    int taken;
    int ways;
  };

  exploration_limits limits_;
  exploration found_;
  std::vector<choice> path_;
  std::size_t at_ = 0;  // choices of this run so far
  int deviations_ = 0;  // of this run so far
  bool muted_ = false;
};

/// Runs `program(explorer&)` under each schedule until one fails.
template <typename Program>
[[nodiscard]] exploration explore(const exploration_limits& limits, Program program) {
  explorer choices(limits);
  do { program(choices); } while (choices.next());
  return choices.found();
}

}  // namespace orujo::test
