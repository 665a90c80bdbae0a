// How the work of a worker went over time, in a bounded number of samples.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

/// What happened in one stretch of time. All members add up when neighbouring stretches become one.
/// Plain data.
struct work_sample {
  double seconds = 0;         ///< Of the stretch, as far as the worker was at work.
  double items = 0;           ///< Processed.
  double messages = 0;        ///< Sent to other ranks.
  double wait_seconds = 0;    ///< At barriers and for the end.
  double queued_seconds = 0;  ///< Length of the queue, times the seconds for which it was so long.
  double pace_seconds = 0;  ///< Items between rounds of progress, times seconds; 0 without rounds.

  void add(const work_sample& more) noexcept;

  /// This part of it.
  [[nodiscard]] work_sample scaled(double share) const noexcept;
};

/// The samples of one worker. Each covers equally many seconds; when there would be too many, two
/// neighbours become one, and each covers twice as many. Off, it costs one well-predicted branch
/// at each look. One thread uses it.
class work_sampler {
public:
  /// `most_samples` of 0: off. Memory: 48 bytes for each sample.
  explicit work_sampler(std::size_t most_samples = 0) : most_samples_(most_samples) {}

  [[nodiscard]] bool is_on() const noexcept { return most_samples_ > 0; }

  /// Forgets all; time counts from now on.
  void start();

  /// Notes what was done since the last look: `so_far` has been counted since the start. `queued()`
  /// says how many items wait; it is called at most once in each sample.
  template <typename Queued>
  void look(const work_statistics& so_far, std::size_t pace, Queued queued) {
    if (!is_on()) [[likely]] { return; }
    const double now = seconds_since_start();
    if (now >= next_question_) {
      queued_ = static_cast<double>(queued());
      next_question_ = now + seconds_per_sample_;
    }
    note(now, so_far, pace);
  }

  [[nodiscard]] double seconds_per_sample() const noexcept { return seconds_per_sample_; }

  /// The samples, made so coarse that each covers `seconds`: seconds_per_sample() times a power of
  /// two.
  [[nodiscard]] std::vector<work_sample> coarsened(double seconds) const;

private:
  using clock = std::chrono::steady_clock;

  [[nodiscard]] double seconds_since_start() const {
    return std::chrono::duration<double>(clock::now() - start_).count();
  }
  void note(double now, const work_statistics& so_far, std::size_t pace);
  void spread(double from, double to, const work_sample& done);
  work_sample& sample_at(double seconds);

  std::size_t most_samples_;
  double seconds_per_sample_ = 0;
  std::vector<work_sample> samples_;
  clock::time_point start_{};
  double last_look_ = 0;
  double next_question_ = 0;
  double queued_ = 0;
  work_statistics counted_;
};

}  // namespace orujo
