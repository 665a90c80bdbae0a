// How fast the metrics of a team grew over time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "orujo/base/metric_sampler.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// How one metric grew, over stretches of equal time.
struct metric_curve {
  std::string name;
  std::string unit;          ///< What is counted: "bytes"; of declared metrics their name.
  std::uint64_t total = 0;   ///< In all stretches, by all workers.
  std::vector<double> mean;  ///< In each stretch, per second and worker.
  std::vector<double> most;  ///< The same of the worker that counted the most in this stretch.
};

/// The metrics that grew. Those that merge by their maximum are left out.
struct metric_history {
  double seconds_per_column = 0;
  std::vector<metric_curve> curves;
};

/// What the workers kept between the last start_samples() and stop_samples(), or now: cut into
/// `columns` stretches of the time that the slowest rank took. The same on every rank; without
/// curves unless the setting metric_samples is above 0.
/// Call: collective. Cost: log2(P) steps, independent of the number of workers and moments.
/// Throws: agreed_error if ranks have declared different metrics.
[[nodiscard]] metric_history gather_metric_history(rank_team& team, std::size_t columns = 240);

/// How one metric grew at each worker, over stretches of equal time.
struct metric_map {
  std::string name;
  std::string unit;
  double seconds_per_column = 0;
  std::uint64_t total = 0;  ///< In all stretches, by all workers.
  std::size_t workers = 0;  ///< Of the team, numbered rank by rank.
  std::size_t workers_per_rank = 0;
  std::size_t workers_per_row = 1;
  std::vector<std::vector<double>> rows;  ///< Per second and worker; empty where nothing was kept.
};

/// As gather_metric_history(), of one of sampled_metrics, worker by worker: at most
/// most_shown_rows rows, of neighbours together where there are more workers.
/// Call: collective. Cost: log2(P) steps, independent of the number of workers and moments.
[[nodiscard]] metric_map gather_metric_map(rank_team& team, metric which,
                                           std::size_t columns = 240);

/// How one metric of a rank grew: from times[i] on, per second.
struct rank_rates {
  std::string name;
  std::string unit;
  std::vector<std::uint64_t> times;  ///< In nanoseconds of the host's steady clock.
  std::vector<double> rates;         ///< The last one is 0.
};

/// The same of this rank alone, all its workers together. Call: worker 0, outside on_workers().
[[nodiscard]] std::vector<rank_rates> rates_of_rank(rank_team& team, std::size_t columns = 240);

/// Equal stretches, `length` long together.
struct sampled_time {
  std::uint64_t begin = 0;  ///< In nanoseconds of the host's steady clock.
  std::uint64_t length = 0;
  std::size_t columns = 1;

  /// Where stretch `column` begins, counted from `begin`.
  [[nodiscard]] double at(std::size_t column) const noexcept {
    return static_cast<double>(length) * static_cast<double>(column) / static_cast<double>(columns);
  }
};

/// By how much the value with that index grew in each stretch: evenly from moment to moment, and
/// not before the first nor behind the last.
[[nodiscard]] std::vector<double> growth_of(std::span<const metric_moment> moments,
                                            std::size_t index, const sampled_time& time);

}  // namespace orujo
