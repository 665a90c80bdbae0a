// Every runtime setting: one table, and the values in force.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace orujo {

/// Names a row of the table; the order is the order of the table.
enum class setting : std::size_t {
  parcel_bytes,
  in_flight_bytes,
  incast_bytes,
  buffer_bytes,
  flush_policy,
  flush_patience,
  flush_rate_drop,
  flush_before_batch,
  routing,
  flow_control,
  send_threshold,
  sync_threshold,
  reduction,
  reduction_entries,
  progress_interval,
  receive_batch,
  progress_pace,
  pace_items,
  eager_limit,
  prefetch_distance,
  stack_bytes,
  guard_stacks,
  fibers_per_worker,
  fiber_prefetch,
  duty_switches,
  duty_deadline,
  steal_from_workers,
  steal_from_ranks,
  steal_attempts,
  steal_most,
  idle_spins,
  idle_yields,
  idle_sleep,
  pin_workers,
  huge_pages,
  memory_limit_bytes,
  mpi_posted_receives,
  mpi_send_limit,
  mpi_eager_bytes,
  mpi_host_queues,
  mpi_progress_thread,
  mpi_library,
  mpi_thread_level,
  mpi_endpoints,
  verify_checksums,
  work_samples,
  trace_events,
  metric_samples,
  traffic_map,
  progress,
};

inline constexpr std::size_t num_settings = static_cast<std::size_t>(setting::progress) + 1;

/// How a setting's text is read and printed.
enum class setting_kind { integer, bytes, microseconds, real, choice, boolean };

/// Who set a setting; a later one overrides an earlier one.
enum class setting_source { standard, environment, option };

/// One row of the table.
struct setting_row {
  setting id;
  std::string_view name;
  std::string_view unit;
  setting_kind kind;
  double standard;  ///< The default; of a choice, its index.
  double least;
  double most;
  std::string_view choices;  ///< Separated by '|'; empty unless kind is choice.
  std::string_view help;
};

/// The table.
[[nodiscard]] std::span<const setting_row> all_settings() noexcept;

[[nodiscard]] const setting_row& row_of(setting which) noexcept;

/// What `orujo config` calls a source: "default", "environment", "option".
[[nodiscard]] std::string_view name_of(setting_source source) noexcept;

/// The name of the environment variable of a setting: ORUJO_PARCEL_BYTES.
[[nodiscard]] std::string environment_name(const setting_row& row);

/// A size in words as options take it: "64K", "1M", "2GiB", "4096" (K, M, G, T are powers of 1024).
/// Throws: usage_error, with `what` as the name of what is wrong.
[[nodiscard]] std::int64_t parse_bytes(std::string_view text, std::string_view what);

/// The values in force. A value type: made on rank 0 at launch, then copied to all.
class settings {
public:
  settings();

  /// Sets the setting called `name` from text.
  /// Throws: usage_error for an unknown name (with the nearest), a malformed or out-of-range value.
  void assign(std::string_view name, std::string_view value, setting_source source);

  /// Sets from text "name=value", as in `--set`. Throws: usage_error.
  void assign_pair(std::string_view pair, setting_source source);

  /// Takes over every ORUJO_<NAME> of the environment.
  /// Throws: usage_error for a name that is no setting (it would be a typo).
  void read_environment();

  /// The value of an integer, bytes, microseconds or boolean setting.
  [[nodiscard]] std::int64_t integer(setting which) const noexcept;
  [[nodiscard]] double real(setting which) const noexcept;
  [[nodiscard]] bool flag(setting which) const noexcept;
  [[nodiscard]] std::string_view choice(setting which) const;
  [[nodiscard]] int choice_index(setting which) const noexcept;

  [[nodiscard]] setting_source source(setting which) const noexcept;

  /// The value as `assign` reads it: "32KiB", "stopped_growing", "true".
  [[nodiscard]] std::string to_text(setting which) const;

private:
  struct held {
    double value = 0;  // exact for integers below 2^53: every range of the table is
    setting_source source = setting_source::standard;
  };

  std::array<held, num_settings> values_;
};

}  // namespace orujo
