// Times trials of collective work, and shows how far they are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "orujo/cli/options/run_options.hpp"
#include "orujo/cli/run/progress_bar.hpp"
#include "orujo/cli/run/team_run.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/team_samples.hpp"
#include "orujo/runtime/trace/trial_watch.hpp"

namespace orujo::cli {

/// What `work()` returns, which is one trial.
template <typename Work>
auto as_trial(rank_team& team, Work work) {
  const trial_watch watch(team);
  return work();
}

/// The record of a trial that checked itself, and found `problem`, or nothing.
[[nodiscard]] inline trial_record checked_trial(double seconds, std::string problem) {
  trial_record trial;
  trial.seconds = seconds;
  trial.verified = problem.empty();
  trial.problem = std::move(problem);
  return trial;
}

/// One for each command run.
class trial_clock {
public:
  trial_clock(rank_team& team, const run_options& options, std::string what, std::uint64_t trials)
      : team_(team),
        trials_(trials),
        bar_({.what = std::move(what), .unit = "trials"},
             is_first(team) ? progress_mode_of(team.values(), options.quiet)
                            : progress_mode::never) {}

  /// Runs `work()` on all ranks and returns the seconds it took, from when all were ready to when
  /// the slowest was done; the same on every rank.
  /// Call: collective.
  template <typename Work>
  [[nodiscard]] double time(Work&& work) {
    barrier(team_);
    if (done_ == 0) { bar_.announce(); }
    const trial_watch watch(team_);
    const auto start = team_.transport().now();
    work();
    const auto end = team_.transport().now();
    stop_samples(team_);
    ++done_;
    bar_.advance_to(
        {.done = done_, .share = static_cast<double>(done_) / static_cast<double>(trials_)});
    return all_max(team_, std::chrono::duration<double>(end - start).count());
  }

  /// Shows that the trial which is running has got so far, from 0 to 1.
  void note(double share) {
    bar_.advance_to({.done = done_,
                     .share = (static_cast<double>(done_) + share) / static_cast<double>(trials_)});
  }

private:
  rank_team& team_;
  std::uint64_t trials_;
  std::uint64_t done_ = 0;
  progress_bar bar_;
};

}  // namespace orujo::cli
