// How many items a worker processes before it lets messages in again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace orujo {

enum class pace_kind : std::uint8_t {
  fixed,     ///< Always equally many.
  adaptive,  ///< Fewer while the queue grows: then messages come in fast, and a longer queue has
             ///< better items to choose from. More while it shrinks.
};

struct pace_options {
  pace_kind kind = pace_kind::adaptive;
  std::size_t items = 64;  ///< At first, or always.
  std::size_t least = 16;
  std::size_t most = 1024;
};

/// One worker's pace (the adaptive progress frequency of Distributed Control).
class progress_pace {
public:
  explicit progress_pace(const pace_options& options) : options_(options), items_(options.items) {}

  /// How many items to process before the next round of progress, with `queued` items waiting.
  [[nodiscard]] std::size_t items(std::size_t queued) noexcept {
    if (options_.kind == pace_kind::adaptive) {
      items_ = queued > last_queued_ ? std::max(options_.least, items_ / 2)
                                     : std::min(options_.most, items_ * 2);
      last_queued_ = queued;
    }
    return items_;
  }

private:
  pace_options options_;
  std::size_t items_;
  std::size_t last_queued_ = 0;
};

}  // namespace orujo
