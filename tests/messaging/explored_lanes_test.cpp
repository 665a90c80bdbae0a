// The lanes of a worker under every short sequence of what may happen to them: filling, eviction,
// rounds and changes of the epoch.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <memory>

#include <gtest/gtest.h>

#include "orujo/messaging/lane_set.hpp"
#include "support/explorer.hpp"

namespace orujo::test {

namespace {

struct counting_lane : lane_state {
  std::size_t held = 0;
  [[nodiscard]] std::size_t messages() const noexcept { return held; }
};

/// Whether the worker says that it sends in another epoch before it does: a mutant does not.
enum class epoch_change : std::uint8_t { announced, forgotten };

/// Three lanes whose parcels hold two messages, and what has been put into and sealed of them in
/// two epochs.
class watched_lanes {
public:
  explicit watched_lanes(epoch_change changes)
      : changes_(changes), lanes_(num_lanes, 2, std::make_unique<flush_when_growth_stops>(1)) {}

  static constexpr int num_events = 6;

  /// Lets one of the `num_events` things happen.
  void happen(int event) {
    if (event < static_cast<int>(num_lanes)) {
      put(static_cast<std::size_t>(event));
    } else if (event == 3) {
      lanes_.evict([&](std::size_t lane) { return lane == newest_; },
                   [&](std::size_t lane, const counting_lane& box) { seal(lane, box); });
    } else if (event == 4) {
      flush(flush_reason::round);
    } else {
      epoch_ = 3 - epoch_;
      if (changes_ == epoch_change::announced) { lanes_.switch_epoch(epoch_); }
    }
  }

  void flush(flush_reason reason) {
    lanes_.flush(reason,
                 [&](std::size_t lane, const counting_lane& box, metric) { seal(lane, box); });
  }

  /// Whether all that was put has been sealed, in its epoch and lane, and every parcel is free.
  [[nodiscard]] bool all_sealed() const { return put_ == sealed_ && parcels_ == 0; }

private:
  static constexpr std::size_t num_lanes = 3;
  using counts = std::array<std::array<std::size_t, num_lanes>, 3>;  // by epoch, 1 or 2

  void put(std::size_t lane) {
    newest_ = lane;
    if (lanes_[lane].held == 2) { seal(lane, lanes_.take(lane)); }
    if (lanes_[lane].buffer == nullptr) {
      lanes_.begin(lane, pool_.allocate(), epoch_);
      ++parcels_;
    }
    ++lanes_[lane].held;
    ++put_[epoch_][lane];
  }

  void seal(std::size_t lane, const counting_lane& box) {
    sealed_[box.buffer->label.epoch][lane] += box.held;
    pool_.free_local(box.buffer);
    --parcels_;
  }

  epoch_change changes_;
  parcel_pool pool_{256};
  lane_set<counting_lane> lanes_;
  std::uint32_t epoch_ = 1;
  std::size_t newest_ = 0;
  int parcels_ = 0;
  counts put_{};
  counts sealed_{};
};

exploration explore_lanes(int events, epoch_change changes) {
  return explore({}, [&](explorer& choices) {
    watched_lanes lanes(changes);
    for (int i = 0; i < events; ++i) { lanes.happen(choices.choose(watched_lanes::num_events)); }
    lanes.flush(flush_reason::idle);
    if (!lanes.all_sealed()) { choices.fail("a message is lost, or counts for another epoch"); }
  });
}

}  // namespace

TEST(explored_lanes, lose_nothing_and_keep_epochs_apart) {
  const exploration found = explore_lanes(6, epoch_change::announced);
  EXPECT_EQ(found.failure, "") << found.text();
  EXPECT_TRUE(found.exhausted) << found.text();
  EXPECT_EQ(found.schedules, 6U * 6U * 6U * 6U * 6U * 6U);
}

TEST(explored_lanes, are_found_to_mix_epochs_if_a_change_is_not_announced) {
  EXPECT_FALSE(explore_lanes(4, epoch_change::forgotten).failure.empty());
}

}  // namespace orujo::test
