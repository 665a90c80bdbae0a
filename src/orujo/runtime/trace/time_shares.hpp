// Where the time of each worker went.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "orujo/base/trace.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/runtime/trace/trace_tracks.hpp"

namespace orujo {

/// What a worker does at a moment.
enum class time_use : std::uint8_t {
  computing,    ///< The program's own code.
  tasks,        ///< Tasks of the scheduler.
  handling,     ///< Handlers of messages from other ranks or queued for this one.
  collectives,  ///< Calls that all ranks make together, but for what they wait.
  waiting,      ///< Nothing to do: for messages, other workers, or other ranks.
};
inline constexpr std::size_t num_time_uses = 5;

[[nodiscard]] std::string_view name_of(time_use use) noexcept;

/// One worker's time. All uses together are the whole of it.
struct worker_time {
  int rank = 0;
  int worker = 0;
  std::array<double, num_time_uses> seconds{};

  [[nodiscard]] double total() const noexcept;
  /// The part of the whole, from 0 to 1.
  [[nodiscard]] double share(time_use use) const noexcept;
};

/// What each worker of the team did during the last span of kind `during` of worker 0 of its rank,
/// by rank and worker; of a worker whose older spans were dropped, during the rest of it. Empty if
/// there was no such span on some rank, and on every rank but the first.
/// Call: collective; with the setting trace_events above 0.
[[nodiscard]] std::vector<worker_time> time_shares(rank_team& team, span_kind during);

/// A stretch of time, in nanoseconds.
struct time_stretch {
  std::uint64_t begin;
  std::uint64_t end;
};

/// How the time in `stretch` was used: each moment counts for the innermost slice around it, or for
/// `outside` where there is none. `slices` are nested() and name kinds of spans.
[[nodiscard]] std::array<double, num_time_uses> uses_in(const time_stretch& stretch,
                                                        const std::vector<trace_slice>& slices,
                                                        time_use outside);

}  // namespace orujo
