// What a parcel is addressed to: a channel, an epoch's control, the mailbox of the collectives.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/messaging/worker.hpp"
#include "orujo/transport/parcel.hpp"

namespace orujo {

/// Why buffers are looked at for sending.
enum class flush_reason : std::uint8_t {
  round,      ///< One round of progress went by: the flush policy decides.
  body_end,   ///< The body of an epoch has ended: what its channels have goes, but neither what is
              ///< set aside for other epochs, nor what waits in caches to become fewer messages.
  idle,       ///< The worker has nothing else to do: everything goes.
  batch,      ///< A long received parcel is about to be handled: everything goes.
  explicitly  ///< The program asked.
};

/// The metric that counts parcels sent for `reason`, which is not that of a round.
[[nodiscard]] constexpr metric metric_of(flush_reason reason) noexcept {
  if (reason == flush_reason::idle || reason == flush_reason::body_end) {
    return metric::flushes_idle;
  }
  return reason == flush_reason::batch ? metric::flushes_before_batch : metric::flushes_explicit;
}

/// Whose turn it is where all ports of a worker are flushed: a port posts into later ones only.
enum class flush_stage : std::uint8_t {
  caches,  ///< What reduces messages, and gives them to a channel.
  lanes,   ///< Channels.
  relays   ///< What channels give messages to, to travel over other ranks.
};

/// The receiver of parcels with one port number on one rank.
class port {
public:
  virtual ~port() = default;

  /// Handles the messages of `buffer`. The caller gives the buffer back afterwards.
  /// Call: any worker that received it, several at once; never inside a handler.
  virtual void receive(worker& self, parcel& buffer) = 0;

  /// Posts what `self` has buffered here, as `reason` demands. Runs no handler.
  virtual void flush(worker& self, flush_reason reason) {
    static_cast<void>(self);
    static_cast<void>(reason);
  }

  /// Ports of one stage are flushed in the order in which they were opened. It stays the same while
  /// the port is open.
  [[nodiscard]] virtual flush_stage stage() const noexcept { return flush_stage::lanes; }

  /// `self` is about to send in `epoch`; what it has buffered here counts towards its
  /// buffered_epoch(), which is still another one. Runs no handler.
  virtual void switch_epoch(worker& self, std::uint32_t epoch) {
    static_cast<void>(self);
    static_cast<void>(epoch);
  }

  /// `from` has handled a parcel sent here that asked for completion. Call: any worker; it may come
  /// after the epoch of the parcel has ended.
  virtual void completed(rank_id from) { static_cast<void>(from); }

  /// Whether parcels wait until their epoch has been opened on this rank.
  [[nodiscard]] virtual bool needs_open_epoch() const noexcept { return false; }
};

}  // namespace orujo
