// Byte strings from one rank's program to another's: what collectives are made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "orujo/messaging/port.hpp"

namespace orujo {

class rank_team;

/// Sends byte strings of any length, cut into parcels, and gathers them at the other end.
/// Call: worker 0 only, outside on_workers(). A (sequence, source) pair is used once.
class mailbox final : public port {
public:
  explicit mailbox(rank_team& team) : team_(team) {}

  /// A number that the ranks agree on, as they make collective calls in the same order.
  [[nodiscard]] std::uint64_t next_sequence() noexcept { return ++sequence_; }

  /// Sends `bytes` to `to`. Makes progress while there is no budget.
  void send(rank_id to, std::uint64_t sequence, std::span<const std::byte> bytes);

  /// What `from` sent under `sequence`; makes progress until it is complete.
  [[nodiscard]] std::vector<std::byte> receive(rank_id from, std::uint64_t sequence);

  void receive(worker& self, parcel& buffer) override;

  /// The number it was opened under.
  std::uint32_t port_number = 0;

private:
  using letter_key = std::pair<std::uint64_t, int>;  // sequence, source

  struct letter {
    std::vector<std::byte> bytes;
    std::uint64_t arrived = 0;
    std::uint64_t expected = ~std::uint64_t{0};
  };

  rank_team& team_;
  std::uint64_t sequence_ = 0;
  std::mutex mutex_;
  std::map<letter_key, letter> letters_;
};

}  // namespace orujo
