// The values of a worker's metrics over time, at a bounded number of moments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/base/metrics.hpp"
#include "orujo/base/trace.hpp"

namespace orujo {

/// The metrics whose values are kept over time, besides those that the program declared.
inline constexpr std::array sampled_metrics = {
    metric::messages_sent,      metric::messages_handled,  metric::messages_local,
    metric::messages_forwarded, metric::parcel_bytes_sent, metric::parcel_bytes_received,
    metric::parcels_parked,     metric::tasks_run,         metric::tasks_stolen,
    metric::fiber_switches,     metric::idle_sleeps,       metric::flushes_full};

/// First those of sampled_metrics, then the declared ones by slot.
inline constexpr std::size_t num_sampled = sampled_metrics.size() + most_declared_metrics;

/// What the counters showed at a moment, in nanoseconds of the host's steady clock.
struct metric_moment {
  std::uint64_t when;
  std::array<std::uint64_t, num_sampled> values;
};

static_assert(sizeof(metric_moment) == 296, "as the contract says");

/// Keeps what one worker's counters show at moments that lie about equally far apart. When there
/// would be too many, every second one goes, and those to come lie twice as far apart.
/// Memory: 296 bytes for each moment. Call: one thread at a time.
class alignas(cache_line_bytes) metric_sampler {
public:
  /// Keeps `most_moments` at most; at least 4.
  explicit metric_sampler(std::size_t most_moments);

  /// Forgets all, and keeps moments from now on.
  void start(const worker_metrics& counters, std::uint64_t now) noexcept;

  /// Keeps this moment, unless it has stopped.
  void note(const worker_metrics& counters, std::uint64_t now) noexcept {
    if (due_ != never) { keep(counters, now); }
  }

  /// Keeps this moment and none behind it, until the next start(). Does nothing if it has stopped.
  void stop(const worker_metrics& counters, std::uint64_t now) noexcept {
    note(counters, now);
    due_ = never;
  }

  /// Keeps this moment if the last one is long enough ago, and it has not stopped.
  /// Cost: a look at the clock.
  void look(const worker_metrics& counters) noexcept {
    const std::uint64_t now = trace_now();
    if (now >= due_) { keep(counters, now); }
  }

  /// The moments in their order.
  [[nodiscard]] std::span<const metric_moment> moments() const noexcept { return moments_; }

private:
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  void keep(const worker_metrics& counters, std::uint64_t now) noexcept;

  std::size_t most_moments_;
  std::uint64_t interval_ = 0;  // nanoseconds
  std::uint64_t due_ = never;   // when the next moment is kept; never: stopped
  std::vector<metric_moment> moments_;
};

}  // namespace orujo
