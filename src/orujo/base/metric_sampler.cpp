// Keeps moments, and thins them out.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/metric_sampler.hpp"

#include <algorithm>

namespace orujo {

namespace {

/// Fine enough for runs of a millisecond.
constexpr std::uint64_t first_interval_ns = 10'000;

/// Leaves every second moment, the first one among them.
void halve(std::vector<metric_moment>& moments) noexcept {
  for (std::size_t i = 0; 2 * i < moments.size(); ++i) { moments[i] = moments[2 * i]; }
  moments.resize((moments.size() + 1) / 2);
}

}  // namespace

metric_sampler::metric_sampler(std::size_t most_moments)
    : most_moments_(std::max<std::size_t>(most_moments, 4)) {
  moments_.reserve(most_moments_);
}

void metric_sampler::start(const worker_metrics& counters, std::uint64_t now) noexcept {
  moments_.clear();
  interval_ = first_interval_ns;
  keep(counters, now);
}

void metric_sampler::keep(const worker_metrics& counters, std::uint64_t now) noexcept {
  if (moments_.size() == most_moments_) {
    halve(moments_);
    interval_ *= 2;
  }
  metric_moment& moment = moments_.emplace_back();  // there is room
  moment.when = now;
  std::size_t next = 0;
  for (const metric each : sampled_metrics) { moment.values[next++] = counters.value(each); }
  for (std::size_t slot = 0; slot < most_declared_metrics; ++slot) {
    moment.values[next++] = counters.value(static_cast<declared_slot>(slot));
  }
  due_ = now + interval_;
}

}  // namespace orujo
