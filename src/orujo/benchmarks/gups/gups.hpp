// Random updates of a table spread over all workers: the classical test of small messages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// How the loop of updates is written.
enum class gups_style : std::uint8_t {
  blocking,   ///< Over indices: read the number, wait; update the word, wait.
  localized,  ///< Over the array of numbers, each where it lies; update the word, wait.
  async,      ///< The same with an asynchronous update of a fixed kind.
  delegate,   ///< The same with an asynchronous closure.
  channel,    ///< Each worker makes its numbers and sends them through a channel; no tasks.
};

inline constexpr std::string_view gups_style_names[] = {"blocking", "localized", "async",
                                                        "delegate", "channel"};

struct gups_options {
  std::uint64_t table_bytes = std::uint64_t{64} << 20U;  ///< On each worker.
  std::uint64_t updates = std::uint64_t{16} << 20U;      ///< By each worker.
  std::uint64_t seed = 1;
  bool verify = true;
  gups_style style = gups_style::channel;
};

struct gups_result {
  std::uint64_t updates = 0;      ///< By all workers.
  double seconds = 0;             ///< Of the updates alone.
  double updates_per_second = 0;  ///< By all workers.
  std::uint64_t errors = 0;       ///< Words that are wrong afterwards; 0 if not verified.
};

/// Updates random words of a distributed table, as HPC Challenge's RandomAccess does: a random
/// 64-bit number names the word and is combined with it by exclusive or, at the worker that holds
/// the word. To verify, the same updates are made once more, after which every word must be what it
/// was at first.
/// Call: collective. Throws: an error with the exit code of memory if the table will not fit.
/// Memory: `table_bytes` for each worker, and, but for `channel`, 8 bytes for each update.
[[nodiscard]] gups_result gups(rank_team& team, const gups_options& options);

}  // namespace orujo
