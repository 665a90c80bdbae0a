// Marks what counts as a trial, for traces and for metrics that are kept over time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/base/trace.hpp"
#include "orujo/messaging/team_samples.hpp"

namespace orujo {

/// The kind of the spans of trials.
[[nodiscard]] inline span_kind trial_spans() { return declare_span_kind("trial"); }

/// Notes the time from its making to its end as a trial; the metrics that are kept over time are
/// those of the last one. Call: as start_samples().
class trial_watch {
public:
  explicit trial_watch(rank_team& team)
      : team_(team), span_(team.worker_at(0).trace, trial_spans()) {
    start_samples(team);
  }
  trial_watch(const trial_watch&) = delete;
  trial_watch& operator=(const trial_watch&) = delete;
  ~trial_watch() { stop_samples(team_); }

private:
  rank_team& team_;
  trace_span span_;
};

}  // namespace orujo
