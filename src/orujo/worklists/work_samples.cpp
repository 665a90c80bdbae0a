// Spreads what was done between two looks over the samples that lie between them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/worklists/work_samples.hpp"

#include <algorithm>

namespace orujo {

namespace {

/// Fine enough for searches of a millisecond, coarse enough that looks fall into the same sample.
constexpr double first_seconds_per_sample = 10e-6;

/// Makes one of each two neighbours.
void halve(std::vector<work_sample>& samples) {
  for (std::size_t i = 0; 2 * i < samples.size(); ++i) {
    work_sample both = samples[2 * i];
    if (2 * i + 1 < samples.size()) { both.add(samples[2 * i + 1]); }
    samples[i] = both;
  }
  samples.resize((samples.size() + 1) / 2);
}

}  // namespace

void work_sample::add(const work_sample& more) noexcept {
  seconds += more.seconds;
  items += more.items;
  messages += more.messages;
  wait_seconds += more.wait_seconds;
  queued_seconds += more.queued_seconds;
  pace_seconds += more.pace_seconds;
}

work_sample work_sample::scaled(double share) const noexcept {
  return {seconds * share,      items * share,          messages * share,
          wait_seconds * share, queued_seconds * share, pace_seconds * share};
}

void work_sampler::start() {
  if (!is_on()) { return; }
  samples_.clear();
  samples_.reserve(most_samples_);
  seconds_per_sample_ = first_seconds_per_sample;
  last_look_ = 0;
  next_question_ = 0;
  counted_ = {};
  start_ = clock::now();
}

void work_sampler::note(double now, const work_statistics& so_far, std::size_t pace) {
  const double seconds = now - last_look_;
  spread(last_look_, now,
         {.seconds = seconds,
          .items = static_cast<double>(so_far.processed() - counted_.processed()),
          .messages = static_cast<double>(so_far.messages - counted_.messages),
          .wait_seconds = so_far.wait_seconds - counted_.wait_seconds,
          .queued_seconds = queued_ * seconds,
          .pace_seconds = static_cast<double>(pace) * seconds});
  last_look_ = now;
  counted_ = so_far;
}

void work_sampler::spread(double from, double to, const work_sample& done) {
  sample_at(to);  // from here on samples are as coarse as they need be
  const double whole = to - from;
  if (whole <= 0) { return sample_at(to).add(done); }
  const auto first = static_cast<std::size_t>(from / seconds_per_sample_);
  const auto last = static_cast<std::size_t>(to / seconds_per_sample_);
  for (std::size_t i = first; i <= last; ++i) {
    const double begin = std::max(from, static_cast<double>(i) * seconds_per_sample_);
    const double end = std::min(to, static_cast<double>(i + 1) * seconds_per_sample_);
    samples_[i].add(done.scaled(std::max(0.0, end - begin) / whole));
  }
}

work_sample& work_sampler::sample_at(double seconds) {
  auto at = static_cast<std::size_t>(seconds / seconds_per_sample_);
  while (at >= most_samples_) {
    halve(samples_);
    seconds_per_sample_ *= 2;
    at = static_cast<std::size_t>(seconds / seconds_per_sample_);
  }
  if (at >= samples_.size()) { samples_.resize(at + 1); }
  return samples_[at];
}

std::vector<work_sample> work_sampler::coarsened(double seconds) const {
  std::vector<work_sample> result = samples_;
  for (double each = seconds_per_sample_; each < seconds && each > 0; each *= 2) { halve(result); }
  return result;
}

}  // namespace orujo
