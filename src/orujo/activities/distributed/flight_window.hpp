// How many activities of a worker are under way: a fixed number, or as many as pay.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

namespace orujo::activities {

/// One worker's choice. Adapted, it is doubled after each row of attempts of which at most seven of
/// sixteen were refused, until of one row more than nine of sixteen are: then it loses a quarter,
/// and from then on it is raised by an eighth only, as congestion windows are. In between it stays:
/// there more activities share parcels as much as they are in each other's way, as was measured.
class flight_window {
public:
  static constexpr std::size_t most_adapted = 64;

  /// `in_flight`: so many; 0: adapt.
  explicit flight_window(std::size_t in_flight) noexcept
      : is_adapted_(in_flight == 0), now_(is_adapted_ ? first_adapted : in_flight) {}

  [[nodiscard]] std::size_t size() const noexcept { return now_; }
  /// The greatest that it may ever be.
  [[nodiscard]] std::size_t bound() const noexcept { return is_adapted_ ? most_adapted : now_; }

  /// An attempt has ended.
  void note(bool is_refused) noexcept {
    if (!is_adapted_) { return; }
    ++attempts_;
    refusals_ += is_refused ? 1 : 0;
    if (attempts_ < std::max(now_, shortest_row)) { return; }
    if (16 * refusals_ > 9 * attempts_) {
      has_met_others_ = true;
      now_ = std::max<std::size_t>(1, now_ * 3 / 4);
    } else if (16 * refusals_ <= 7 * attempts_) {
      const std::size_t step = has_met_others_ ? std::max<std::size_t>(1, now_ / 8) : now_;
      now_ = std::min(now_ + step, most_adapted);
    }
    attempts_ = 0;
    refusals_ = 0;
  }

private:
  static constexpr std::size_t first_adapted = 8;
  static constexpr std::size_t shortest_row = 32;  // attempts between two looks

  bool is_adapted_;
  bool has_met_others_ = false;
  std::size_t now_;
  std::size_t attempts_ = 0;
  std::size_t refusals_ = 0;
};

}  // namespace orujo::activities
