// The parcels that one worker fills for one port, by destination.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/messaging/flush_policy.hpp"
#include "orujo/messaging/port.hpp"

namespace orujo {

/// What a lane_set keeps of each lane; a lane adds where its next message goes.
struct lane_state {
  parcel* buffer = nullptr;      ///< Being filled; nullptr: the lane is empty.
  std::uint32_t seen = 0;        ///< Messages at the last look.
  std::uint32_t quiet : 31 = 0;  ///< Looks without growth.
  std::uint32_t listed : 1 = 0;  ///< Whether the lane is among those that are looked at.
};

/// Lanes, of which most are empty most of the time: a look costs as much as there are lanes with
/// messages. A parcel counts towards one epoch. While its worker sends in another epoch it is set
/// aside, to be filled further when the worker comes back, and leaves as any other does.
///
/// `Lane` derives from lane_state, and says how many messages() it holds; an empty one is Lane{},
/// but for its place in the list.
/// Memory: the parcels being filled, and a few words for each destination that was ever used, in
/// pages.
template <typename Lane>
class lane_set {
public:
  lane_set(std::size_t lanes, std::size_t capacity, std::unique_ptr<flush_policy> policy)
      : lanes_(lanes), capacity_(capacity), policy_(std::move(policy)) {}

  [[nodiscard]] Lane& operator[](std::size_t index) noexcept { return lanes_[index]; }
  [[nodiscard]] Lane* data() noexcept { return lanes_.data(); }
  [[nodiscard]] std::size_t size() const noexcept { return lanes_.size(); }
  [[nodiscard]] const flush_policy& policy() const noexcept { return *policy_; }

  /// Begins the parcel of an empty lane, for messages of `epoch`.
  Lane& begin(std::size_t index, parcel* buffer, std::uint32_t epoch) {
    Lane& lane = lanes_[index];
    buffer->label.epoch = epoch;
    lane.buffer = buffer;
    list(lane, index);
    return lane;
  }

  /// Empties a lane whose parcel is about to leave.
  [[nodiscard]] Lane take(std::size_t index) noexcept {
    Lane& lane = lanes_[index];
    policy_->note_sent(lane.messages());
    Lane empty;
    empty.listed = lane.listed;
    return std::exchange(lane, empty);
  }

  /// Calls `seal(index, lane, why)` for each lane, emptied before, whose parcel leaves for
  /// `reason`; `seal` begins none.
  template <typename Seal>
  void flush(flush_reason reason, Seal seal) {
    if (reason == flush_reason::round) { policy_->start_round(); }
    next_evicted_ = 0;
    std::erase_if(listed_, [&](std::uint32_t index) {
      Lane& lane = lanes_[index];
      if (lane.buffer != nullptr) {
        if (!leaves(lane, reason)) { return false; }
        seal(index, take(index), counted_as(reason));
      }
      lane.listed = 0;
      return true;
    });
    if (reason == flush_reason::body_end) { return; }
    std::erase_if(aside_, [&](kept_lane& each) {
      if (each.lane.buffer == nullptr) { return true; }  // its send has failed
      if (!leaves(each.lane, reason)) { return false; }
      policy_->note_sent(each.lane.messages());
      seal(each.index, std::exchange(each.lane, Lane{}), counted_as(reason));
      return true;
    });
  }

  /// Calls `seal(index, lane)` for a lane, emptied before, that was begun long ago and is not
  /// `spared(index)`; for none if there is none among a few looked at.
  template <typename Spared, typename Seal>
  void evict(Spared spared, Seal seal) {
    for (int looks = 0; looks < most_eviction_looks && !listed_.empty(); ++looks) {
      if (next_evicted_ >= listed_.size()) { next_evicted_ = 0; }
      const std::size_t index = listed_[next_evicted_++];
      if (lanes_[index].buffer == nullptr || spared(index)) { continue; }
      return seal(index, take(index));
    }
  }

  /// Sets aside what is being filled, and takes up again what was set aside in `epoch`.
  /// Cost: the lanes that are not empty.
  void switch_epoch(std::uint32_t epoch) {
    std::erase_if(aside_, [](const kept_lane& each) { return each.lane.buffer == nullptr; });
    const std::size_t before = aside_.size();
    aside_.reserve(before + listed_.size());  // may throw: before a lane is moved
    for (const std::uint32_t index : listed_) {
      Lane& lane = lanes_[index];
      lane.listed = 0;
      if (lane.buffer != nullptr) { aside_.push_back({index, std::exchange(lane, Lane{})}); }
    }
    listed_.clear();
    next_evicted_ = 0;
    for (std::size_t i = 0; i < before; ++i) {
      if (aside_[i].lane.buffer->label.epoch != epoch) { continue; }
      Lane& lane = lanes_[aside_[i].index];
      lane = std::exchange(aside_[i].lane, Lane{});
      list(lane, aside_[i].index);
    }
    std::erase_if(aside_, [](const kept_lane& each) { return each.lane.buffer == nullptr; });
  }

private:
  static constexpr int most_eviction_looks = 16;
  static constexpr std::uint32_t most_quiet = 0x7fffffff;  // no parcel waits for so many looks

  struct kept_lane {
    std::size_t index;
    Lane lane;
  };

  void list(Lane& lane, std::size_t index) {
    if (lane.listed != 0) { return; }
    listed_.push_back(static_cast<std::uint32_t>(index));
    lane.listed = 1;
  }

  [[nodiscard]] bool leaves(Lane& lane, flush_reason reason) {
    const auto messages = static_cast<std::uint32_t>(lane.messages());
    if (messages == 0) { return false; }  // its first message is about to be written
    if (reason != flush_reason::round) { return true; }
    const std::uint32_t grown = messages - lane.seen;
    lane.quiet = grown == 0 ? (lane.quiet + 1) & most_quiet : 0;
    lane.seen = messages;
    return policy_->due({messages, static_cast<std::uint32_t>(capacity_), grown, lane.quiet});
  }

  [[nodiscard]] metric counted_as(flush_reason reason) const noexcept {
    return reason == flush_reason::round ? policy_->counted_as() : metric_of(reason);
  }

  huge_array<Lane> lanes_;  // Lane{} is all zero: what is never filled takes no memory
  std::vector<std::uint32_t>
      listed_;                    ///< Every lane that is not empty, and some that have become so.
  std::size_t next_evicted_ = 0;  ///< Where the next eviction looks first in `listed_`.
  std::vector<kept_lane> aside_;  ///< Of other epochs; empty where a send failed.
  std::size_t capacity_;
  std::unique_ptr<flush_policy> policy_;
};

}  // namespace orujo
