// Do destinations keep up with what a channel sends them?
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/base/settings.hpp"

namespace orujo {

/// In the order of the choices of the setting `flow_control`.
enum class flow_control_kind { off, fixed, adaptive, per_worker };

struct flow_control_options {
  flow_control_kind kind = flow_control_kind::off;
  std::uint64_t send_threshold = 4096;  ///< Messages between two that ask for completion.
  std::uint32_t sync_threshold = 4;     ///< Completions outstanding that stop a producer.
};

[[nodiscard]] flow_control_options make_flow_control(const settings& values);

/// What one channel has outstanding at each destination. After `send_threshold` messages to a
/// destination a parcel is a beacon: the destination says when it has handled it. A producer stops
/// before it begins another parcel while `sync_threshold` beacons have not been answered, however
/// full the parcels were.
///
/// The adaptive form has a threshold for each destination. A producer that meets it makes progress
/// once and raises it, up to `adaptive_range` times what it was at first, where it stops as under
/// the fixed form; each parcel that finds it unmet lowers it again.
///
/// The form per worker takes all destinations together: a worker counts what it sends to any of
/// them, and every producer of the rank stops while `sync_threshold` beacons have not been answered
/// by whomever. Many destinations that are sent little each are held back like one that is sent
/// much. (The counts of Distributed Control.)
class flow_gates {
public:
  /// How far adaptive thresholds may rise.
  static constexpr std::uint32_t adaptive_range = 16;

  flow_gates(const flow_control_options& options, int workers, int ranks);

  /// Notes a parcel from `worker` to `rank`; returns whether it is to be a beacon.
  /// Call: that worker only.
  [[nodiscard]] bool note_sent(int worker, int rank, std::uint64_t messages) noexcept;

  /// A beacon has been answered. Call: any thread.
  void completed(int rank) noexcept {
    gate_of(rank).outstanding.fetch_sub(1, std::memory_order_relaxed);
  }

  /// Whether a producer should stop before it sends more to `rank`; adapts the threshold, so ask
  /// once for each parcel. Call: any thread.
  [[nodiscard]] bool meets(int rank) noexcept;

  /// Whether it still should, having made progress. Call: any thread.
  [[nodiscard]] bool still_meets(int rank) const noexcept;

  [[nodiscard]] std::uint32_t threshold(int rank) const noexcept {
    return gates_[gate_number(rank)].threshold.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint32_t outstanding(int rank) const noexcept {
    return gates_[gate_number(rank)].outstanding.load(std::memory_order_relaxed);
  }

  [[nodiscard]] report_row describe() const;

private:
  // relaxed throughout: counts only slow a producer down, nothing is published through them
  struct gate {
    std::atomic<std::uint32_t> outstanding{0};
    std::atomic<std::uint32_t> threshold{0};
  };
  struct alignas(cache_line_bytes) plain_sends {
    std::vector<std::uint64_t> since_beacon;  // for each gate
  };

  [[nodiscard]] std::size_t gate_number(int rank) const noexcept {
    return gates_.size() > 1 ? static_cast<std::size_t>(rank) : 0;
  }
  [[nodiscard]] gate& gate_of(int rank) noexcept { return gates_[gate_number(rank)]; }

  flow_control_options options_;
  std::vector<gate> gates_;         // one for each rank, or one for all
  std::vector<plain_sends> plain_;  // one for each worker
};

}  // namespace orujo
