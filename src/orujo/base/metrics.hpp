// Named counters of what the runtime did: one table, one set per worker, and their totals.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "orujo/base/ids.hpp"

namespace orujo {

/// Names a row of the table; the order is the order of the table.
enum class metric : std::size_t {
  messages_sent,
  messages_handled,
  messages_local,
  parcels_sent,
  parcels_received,
  parcel_bytes_sent,
  parcel_bytes_received,
  parcels_parked,
  sends_refused,
  in_flight_bytes_peak,
  incast_bytes_peak,
  parcel_memory_peak,
  flushes_full,
  flushes_stopped_growing,
  flushes_rate_fell,
  flushes_before_batch,
  flushes_idle,
  flushes_explicit,
  flushes_evicted,
  messages_forwarded,
  buffer_bytes_peak,
  completions_asked,
  releases_flow_control,
  reduction_looks,
  reduction_hits,
  epochs,
  termination_waves,
  collectives,
  idle_sleeps,
  early_parcels,
  handler_batches,
  tasks_spawned,
  tasks_run,
  tasks_queued_peak,
  fiber_switches,
  fibers_peak,
  fibers_beyond_limit,
  fibers_ready_peak,
  wakes_from_other_workers,
  system_tasks_run,
  steals_tried,
  steals_won,
  tasks_stolen,
  rank_steals_tried,
  rank_steals_won,
  tasks_stolen_from_ranks,
  closures_posted,
  delegates_blocking_own_worker,
  delegates_blocking_own_rank,
  delegates_blocking_remote,
  delegates_async_own_worker,
  delegates_async_own_rank,
  delegates_async_remote,
  delegate_suspensions,
};

inline constexpr std::size_t num_metrics =
    static_cast<std::size_t>(metric::delegate_suspensions) + 1;

/// So many metrics may be declared on a team: 16 by a program, and up to 8 by the algorithms of the
/// library that it calls.
inline constexpr std::size_t most_declared_metrics = 24;

/// Names the counter of a metric that was declared: below most_declared_metrics.
enum class declared_slot : std::uint16_t {};

/// How the values of workers and ranks become one.
enum class metric_merge { sum, maximum };

/// One row of the table.
struct metric_row {
  metric id;
  std::string_view name;
  std::string_view unit;
  metric_merge merge;
  std::string_view help;
};

/// The table.
[[nodiscard]] std::span<const metric_row> all_metrics() noexcept;

[[nodiscard]] const metric_row& row_of(metric which) noexcept;

/// Merged values, one per row. Plain data: it can be sent and reduced.
struct metric_totals {
  std::array<std::uint64_t, num_metrics> values{};

  [[nodiscard]] std::uint64_t operator[](metric which) const noexcept {
    return values[static_cast<std::size_t>(which)];
  }

  /// Takes over the values of another worker, rank or phase.
  void merge(const metric_totals& other) noexcept;
};

/// The counters of one worker.
/// - Only the owning worker writes; anybody may read, and sees each value whole but perhaps late.
/// - No worker shares a cache line with another.
class alignas(cache_line_bytes) worker_metrics {
public:
  /// Call: by the owning worker only. Never yields.
  void add(metric which, std::uint64_t amount = 1) noexcept {
    add_to(values_[static_cast<std::size_t>(which)], amount);
  }
  void add(declared_slot which, std::uint64_t amount = 1) noexcept {
    add_to(declared_[static_cast<std::size_t>(which)], amount);
  }

  /// Makes the value at least `candidate`, for peaks. Call: by the owning worker only.
  void raise(metric which, std::uint64_t candidate) noexcept {
    raise_to(values_[static_cast<std::size_t>(which)], candidate);
  }
  void raise(declared_slot which, std::uint64_t candidate) noexcept {
    raise_to(declared_[static_cast<std::size_t>(which)], candidate);
  }

  [[nodiscard]] std::uint64_t value(metric which) const noexcept {
    // relaxed: as in add_to
    return values_[static_cast<std::size_t>(which)].load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t value(declared_slot which) const noexcept {
    return declared_[static_cast<std::size_t>(which)].load(std::memory_order_relaxed);
  }

  [[nodiscard]] metric_totals totals() const noexcept;

private:
  using counter = std::atomic<std::uint64_t>;

  static void add_to(counter& value, std::uint64_t amount) noexcept {
    // relaxed: one writer, and no reader concludes anything about other memory
    value.store(value.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }
  static void raise_to(counter& value, std::uint64_t candidate) noexcept {
    // relaxed: as in add_to
    if (candidate > value.load(std::memory_order_relaxed)) {
      value.store(candidate, std::memory_order_relaxed);
    }
  }

  std::array<counter, num_metrics> values_{};
  std::array<counter, most_declared_metrics> declared_{};
};

/// The totals of all workers of a rank.
[[nodiscard]] metric_totals merge(std::span<const worker_metrics> workers) noexcept;

}  // namespace orujo
