// Small operators under each mechanism, timed: what activities cost on this machine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/activities/choice/cost_model.hpp"
#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/activities/counts.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What the operators of a trial do.
enum class trial_work : std::uint8_t {
  marking,       ///< One element, unless it is marked: they fail then, as visits of a search do.
  accumulating,  ///< An addition to one element, as of ranks.
  several        ///< Four elements are read, one of them is written.
};

struct isolation_trial {
  trial_work work = trial_work::accumulating;
  /// So many operators of each worker, one after the other, change one element, and all workers the
  /// same; 0: each changes one that is drawn.
  std::uint32_t in_a_row = 0;
  int workers = 1;                      ///< That run operators at once.
  std::uint64_t operators = 1U << 14U;  ///< Of each of them.
  int rounds = 5;                       ///< The quickest counts.
};

/// One mechanism in one trial.
struct isolation_cost {
  mechanism_kind mechanism;
  std::vector<cost_point> points = {};  ///< How long an activity of so many operators takes.
  cost_line line = {};
  activity_counts counts = {};  ///< Of the quickest round with the largest activities.
};

/// Times mechanisms on one team. Memory: 8 bytes for each element; for each trial 16 at most for
/// each operator.
class isolation_trials {
public:
  /// `team` outlives the object. Call: local, worker 0, outside on_workers(), as the following.
  isolation_trials(rank_team& team, std::uint64_t elements);

  /// Those that run what `trial` does here: on this processor, by so many workers.
  [[nodiscard]] static std::vector<mechanism_kind> served(const isolation_trial& trial);

  /// Times one of them with activities of each of `sizes` operators, of which there are two
  /// different ones or more. Under `home` an activity is what a worker sends together, and the end
  /// of an epoch is part of the time. Throws: usage_error if the team has not as many workers as
  /// the trial, or under `home` several ranks.
  [[nodiscard]] isolation_cost measure(mechanism_kind mechanism, const isolation_trial& trial,
                                       std::span<const std::size_t> sizes);

private:
  rank_team& team_;
  huge_array<std::uint64_t> elements_;
  std::uint64_t mark_ = 0;  // of this round: older marks do not count
};

}  // namespace orujo
