// The distributed activities of one worker: those under way, those that wait, and until when.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <utility>
#include <vector>

#include "orujo/activities/distributed/flight_window.hpp"
#include "orujo/activities/distributed/held_elements.hpp"
#include "orujo/activities/distributed/ownership_counts.hpp"
#include "orujo/activities/distributed/ownership_markers.hpp"
#include "orujo/activities/distributed/ownership_messages.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/random.hpp"

namespace orujo {
struct careless_ownership;
}

namespace orujo::activities {

using backoff_clock = std::chrono::steady_clock;

/// An activity under way.
template <typename Arguments, element_value Element>
struct owning_activity {
  Arguments what{};
  held_elements<Element> elements;
  attempt_name who;
  std::uint32_t slot = 0;
  std::uint32_t attempts = 0;  // of all activities of this slot
  std::uint32_t refusals = 0;  // of this activity, one after the other
  std::uint32_t answers_due = 0;
  bool is_refused = false;
  bool has_sent = false;
  backoff_clock::time_point began;  // when it last asked other ranks in this attempt
};

/// A random time below a bound that doubles with each refusal, from what the attempt took on, so
/// that it fits any network; 1 us at least, and `longest` at most.
[[nodiscard]] inline std::chrono::nanoseconds drawn_backoff(random_stream& random,
                                                            std::chrono::nanoseconds took,
                                                            std::uint32_t refusals,
                                                            std::chrono::nanoseconds longest) {
  constexpr std::chrono::nanoseconds least = std::chrono::microseconds(1);
  constexpr std::uint32_t most_doublings = 20;
  if (longest == longest.zero()) { return longest; }
  const std::int64_t first = std::clamp(took, least, std::max(least, longest)).count();
  const std::int64_t bound = std::min<std::int64_t>(first << std::min(refusals, most_doublings),
                                                    std::max(least, longest).count());
  return std::chrono::nanoseconds(random.below(static_cast<std::uint64_t>(bound)) + 1);
}

/// Everything here belongs to its worker.
template <typename Arguments, element_value Element>
class alignas(cache_line_bytes) ownership_lane {
public:
  using activity = owning_activity<Arguments, Element>;

  /// `in_flight`: as that of a flight_window.
  ownership_lane(std::size_t in_flight, std::uint64_t home) : window_(in_flight), random_(home, 0) {
    const std::size_t slots = window_.bound();
    for (std::size_t s = 0; s < slots; ++s) {
      slots_.emplace_back().slot = static_cast<std::uint32_t>(s);
      free_.push_back(static_cast<std::uint32_t>(slots - 1 - s));
    }
  }

  [[nodiscard]] activity& at(std::size_t slot) noexcept { return slots_[slot]; }

  void queue(const Arguments& what) { queue_.push_back(what); }
  [[nodiscard]] bool has_queue() const noexcept { return !queue_.empty(); }
  /// Whether anything waits or is under way.
  [[nodiscard]] bool has_any() const noexcept { return !queue_.empty() || num_under_way() > 0; }
  [[nodiscard]] bool can_start() const noexcept {
    return !queue_.empty() && num_under_way() < window_.size();
  }

  /// The next that waits, if there is room for it; else null.
  [[nodiscard]] activity* take_next() {
    if (!can_start()) { return nullptr; }
    activity& next = slots_[free_.back()];
    free_.pop_back();
    next.what = queue_.front();
    queue_.pop_front();
    next.elements.clear();
    next.refusals = 0;
    next.has_sent = false;
    return &next;
  }
  void put_back(const activity& ended) {
    window_.note(false);
    free_.push_back(ended.slot);
  }

  /// It is tried again after a random time, `longest` at most.
  void set_aside(activity& refused, backoff_clock::time_point now,
                 std::chrono::nanoseconds longest) {
    window_.note(true);
    const bool has_asked = refused.began != backoff_clock::time_point{};
    const std::chrono::nanoseconds took =
        has_asked ? now - refused.began : std::chrono::nanoseconds(0);
    const auto due = now + drawn_backoff(random_, took, ++refused.refusals, longest);
    resting_.push_back({due, refused.slot});
    next_due_ = std::min(next_due_, due);
  }
  [[nodiscard]] bool has_resting() const noexcept { return !resting_.empty(); }

  /// How long the first one that was set aside still rests.
  [[nodiscard]] std::chrono::microseconds rest(backoff_clock::time_point now) const noexcept {
    if (resting_.empty()) { return std::chrono::microseconds::max(); }
    return next_due_ <= now ? std::chrono::microseconds::zero()
                            : std::chrono::ceil<std::chrono::microseconds>(next_due_ - now);
  }

  /// Calls `again(activity)` for those that are due; it may set others aside.
  template <typename Again>
  void take_due(backoff_clock::time_point now, Again again) {
    if (next_due_ > now) { return; }
    const auto is_resting = [now](const resting& each) { return each.due > now; };
    const auto due = std::stable_partition(resting_.begin(), resting_.end(), is_resting);
    const std::vector<resting> ready(due, resting_.end());
    resting_.erase(due, resting_.end());
    next_due_ = backoff_clock::time_point::max();
    for (const resting& each : resting_) { next_due_ = std::min(next_due_, each.due); }
    for (const resting& each : ready) { again(slots_[each.slot]); }
  }

  ownership_counts counts;
  std::exception_ptr problem;         ///< The first that an operator threw.
  tail_bytes tail;                    ///< Of what is being sent.
  std::vector<std::uint32_t> marked;  ///< By the request that is being served.
  std::uint32_t spawned = 0;          ///< Outside handlers.
  bool is_working = false;            ///< What is spawned now waits until that has ended.

private:
  friend struct orujo::careless_ownership;  // of the tests, which break the rule of names

  struct resting {
    backoff_clock::time_point due;
    std::uint32_t slot;
  };

  [[nodiscard]] std::size_t num_under_way() const noexcept { return slots_.size() - free_.size(); }

  flight_window window_;
  random_stream random_;
  std::deque<activity> slots_;
  std::vector<std::uint32_t> free_;
  std::deque<Arguments> queue_;
  std::vector<resting> resting_;
  backoff_clock::time_point next_due_ = backoff_clock::time_point::max();
};

}  // namespace orujo::activities
