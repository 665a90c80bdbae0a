// What a worker spends its time on, as spans that a viewer of traces shows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "orujo/base/ids.hpp"

namespace orujo {

/// What a span is of. A program adds its own with declare_span_kind().
enum class span_kind : std::uint16_t {
  section,     ///< A function that runs on all workers of a rank.
  batch,       ///< Handlers of a parcel; of so many bytes.
  tasks,       ///< Tasks, from the first after a pause to the next pause.
  idle,        ///< Waiting, with nothing to do.
  collective,  ///< A call that all ranks make together.
  epoch,       ///< From the opening of an epoch to its end; with its number.
};

/// A kind of spans that a viewer shows as `name`; `detail` says what their numbers are, if they
/// have any. The same name is the same kind. Call: any thread; seldom, it takes a lock.
[[nodiscard]] span_kind declare_span_kind(std::string_view name, std::string_view detail = "");

/// The name of a kind, and what its details are; empty if it has none.
struct span_name {
  std::string_view name;
  std::string_view detail;
};
[[nodiscard]] std::vector<span_name> all_span_names();

/// One span. Times are in nanoseconds of the host's steady clock.
struct trace_event {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint32_t detail;
  span_kind kind;
};

[[nodiscard]] inline std::uint64_t trace_now() noexcept {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

/// The last spans of one worker.
/// Memory: 24 bytes for each, up to `capacity` of them; older ones are dropped and counted.
/// Call: one thread at a time.
class alignas(cache_line_bytes) trace_lane {
public:
  explicit trace_lane(std::size_t capacity) : capacity_(capacity) {}

  void add(const trace_event& event) noexcept {
    if (events_.size() == events_.capacity() && events_.size() < capacity_) { grow(); }
    if (events_.size() < capacity_) {
      events_.push_back(event);  // there is room
    } else if (capacity_ > 0) {
      events_[static_cast<std::size_t>(added_ % capacity_)] = event;
    }
    ++added_;
  }

  /// The spans that are kept, in the order in which they ended.
  [[nodiscard]] std::vector<trace_event> events() const;

  [[nodiscard]] std::uint64_t dropped() const noexcept { return added_ - events_.size(); }

private:
  void grow() noexcept;

  std::size_t capacity_;
  std::uint64_t added_ = 0;
  std::vector<trace_event> events_;  // a ring, once it is full
};

/// Notes the time from its making to its end in a lane; does nothing if there is none.
/// Cost: two looks at the clock, about 50 ns.
class trace_span {
public:
  trace_span(trace_lane* lane, span_kind kind, std::uint32_t detail = 0)
      : lane_(lane), begin_(lane == nullptr ? 0 : trace_now()), detail_(detail), kind_(kind) {}
  trace_span(const trace_span&) = delete;
  trace_span& operator=(const trace_span&) = delete;
  ~trace_span() {
    if (lane_ != nullptr) { lane_->add({begin_, trace_now(), detail_, kind_}); }
  }

private:
  trace_lane* lane_;
  std::uint64_t begin_;
  std::uint32_t detail_;
  span_kind kind_;
};

}  // namespace orujo
