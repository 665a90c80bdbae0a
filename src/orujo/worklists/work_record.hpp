// What one worker notes of its work: sums, and how they grew over time if that is wanted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

#include "orujo/base/settings.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/worklists/work_metrics.hpp"
#include "orujo/worklists/work_samples.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

/// One thread uses it.
class work_record {
public:
  explicit work_record(const settings& values)
      : samples(static_cast<std::size_t>(values.integer(setting::work_samples))) {}

  /// Forgets all; what is counted from now on is added to `totals`, too.
  void start(const work_metrics& totals) {
    counts = {};
    added_ = {};
    metrics_ = totals;
    samples.start();
  }

  /// Adds what has been counted since the last call to the metrics of `self`, whose record it is.
  void add_to_metrics(worker& self) {
    metrics_->add(self, counts, added_);
    added_ = counts;
  }

  /// The same between two batches, if metrics are kept over time. Cost: a branch if they are not.
  void look_at_metrics(worker& self) {
    if (self.samples != nullptr) [[unlikely]] { add_to_metrics(self); }
  }

  work_statistics counts;
  work_sampler samples;

private:
  std::optional<work_metrics> metrics_;  // while there has been a start
  work_statistics added_;                // to the metrics
};

/// Calls `wait()`, and counts the time that it takes as waiting.
template <typename Wait>
auto count_waiting(work_record& record, Wait wait) {
  using clock = std::chrono::steady_clock;
  struct timer {
    ~timer() {
      record.counts.wait_seconds += std::chrono::duration<double>(clock::now() - start).count();
      record.samples.look(record.counts, 0, [] { return 0; });
    }
    work_record& record;
    clock::time_point start;
  };
  record.samples.look(record.counts, 0, [] { return 0; });
  const timer waiting{record, clock::now()};
  return wait();
}

/// until.try_end(), with the time that it takes counted as waiting.
[[nodiscard]] inline bool ends(epoch& until, worker& self, work_record& record) {
  record.look_at_metrics(self);
  return count_waiting(record, [&] { return until.try_end(self); });
}

/// The records of a rank's workers; `lanes` has one for each.
template <typename Lanes>
[[nodiscard]] std::vector<const work_record*> records_of(const Lanes& lanes) {
  std::vector<const work_record*> records;
  for (const auto& each : lanes) { records.push_back(&each.record); }
  return records;
}

/// Forgets what the workers noted in the last run. If they sample, ranks start together, so that
/// their samples can be laid beside each other. Call: collective.
template <typename Lanes>
void start_records(rank_team& team, Lanes& lanes) {
  if (lanes.front().record.samples.is_on()) { barrier(team); }
  const work_metrics totals(team);
  for (auto& each : lanes) { each.record.start(totals); }
}

}  // namespace orujo
