// Adds up the time of spans, without that of the spans inside.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/trace/time_shares.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

time_use use_of(span_kind kind) noexcept {
  switch (kind) {
    case span_kind::batch: return time_use::handling;
    case span_kind::tasks: return time_use::tasks;
    case span_kind::idle: return time_use::waiting;
    case span_kind::collective: return time_use::collectives;
    default: return time_use::computing;
  }
}

/// Adds time to uses, from one moment to the next.
class time_counter {
public:
  time_counter(const time_stretch& stretch, time_use outside)
      : stretch_(stretch), at_(stretch.begin), outside_(outside) {}

  void enter(const trace_slice& slice) {
    leave_until(slice.begin);
    advance_to(slice.begin);
    open_.push_back({slice.end, use_of(span_kind{slice.name})});
  }
  void leave_until(std::uint64_t moment) {
    while (!open_.empty() && open_.back().end <= moment) {
      advance_to(open_.back().end);
      open_.pop_back();
    }
  }
  std::array<double, num_time_uses> finish() {
    leave_until(stretch_.end);
    advance_to(stretch_.end);
    return seconds_;
  }

private:
  struct open_slice {
    std::uint64_t end;
    time_use use;
  };

  void advance_to(std::uint64_t moment) {
    const std::uint64_t next = std::clamp(moment, stretch_.begin, stretch_.end);
    if (next <= at_) { return; }
    const time_use use = open_.empty() ? outside_ : open_.back().use;
    seconds_[static_cast<std::size_t>(use)] += static_cast<double>(next - at_) * 1e-9;
    at_ = next;
  }

  time_stretch stretch_;
  std::uint64_t at_;
  time_use outside_;
  std::vector<open_slice> open_;
  std::array<double, num_time_uses> seconds_{};
};

std::vector<trace_slice> slices_of(const trace_lane& lane) {
  std::vector<trace_slice> slices;
  for (const trace_event& each : lane.events()) {
    if (each.kind == span_kind::epoch) { continue; }  // they overlap, and nobody is in them alone
    slices.push_back({each.begin, each.end, each.detail, static_cast<std::uint16_t>(each.kind)});
  }
  return nested(std::move(slices));
}

std::optional<time_stretch> last_of(const rank_team& team, span_kind kind) {
  if (team.traces().empty()) { return std::nullopt; }
  const std::vector<trace_event> events = team.traces().front().events();
  const auto at = std::find_if(events.rbegin(), events.rend(),
                               [&](const trace_event& each) { return each.kind == kind; });
  if (at == events.rend()) { return std::nullopt; }
  return time_stretch{at->begin, at->end};
}

}  // namespace

std::string_view name_of(time_use use) noexcept {
  constexpr std::array<std::string_view, num_time_uses> names = {
      "computing", "tasks", "handling messages", "collectives", "waiting"};
  return names[static_cast<std::size_t>(use)];
}

double worker_time::total() const noexcept {
  return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

double worker_time::share(time_use use) const noexcept {
  const double all = total();
  return all > 0 ? seconds[static_cast<std::size_t>(use)] / all : 0;
}

std::array<double, num_time_uses> uses_in(const time_stretch& stretch,
                                          const std::vector<trace_slice>& slices,
                                          time_use outside) {
  time_counter counter(stretch, outside);
  for (const trace_slice& each : slices) { counter.enter(each); }
  return counter.finish();
}

std::vector<worker_time> time_shares(rank_team& team, span_kind during) {
  const std::optional<time_stretch> stretch = last_of(team, during);
  if (!all_min(team, static_cast<int>(stretch.has_value()))) { return {}; }
  std::vector<worker_time> own;
  for (std::size_t w = 0; w < team.traces().size(); ++w) {
    const trace_lane& lane = team.traces()[w];
    time_stretch kept = *stretch;
    if (lane.dropped() > 0) { kept.begin = std::max(kept.begin, lane.events().front().end); }
    kept.end = std::max(kept.begin, kept.end);
    // Worker 0 runs the program between sections; the others wait for the next one.
    const time_use outside = w == 0 ? time_use::computing : time_use::waiting;
    own.push_back(
        {index_of(team.rank()), static_cast<int>(w), uses_in(kept, slices_of(lane), outside)});
  }
  return gather(team, std::span<const worker_time>(own)).take_items();
}

}  // namespace orujo
