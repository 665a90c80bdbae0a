// Typed one-way messages between ranks, packed into large parcels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "orujo/messaging/message_buffers.hpp"

namespace orujo {

/// Can be called with `Item` alone, after the worker that runs it, or after what sends more
/// messages of the same type.
template <typename H, typename Msg, typename Item>
concept handles = std::invocable<H&, Item> || std::invocable<H&, worker&, Item> ||
    std::invocable<H&, std::add_lvalue_reference_t<message_sender<Msg>>, Item>;

/// A handler of one message at a time.
template <typename H, typename Msg>
concept message_handler = handles<H, Msg, const Msg&>;

/// A handler of all messages of a parcel at once, so that it can prefetch.
template <typename H, typename Msg>
concept batch_handler = handles<H, Msg, std::span<const Msg>>;

/// Sends messages of one type; the handler of the destination rank runs once for each.
///
/// The handler stays on its rank and may capture local state by reference: only the messages
/// travel, without a header of their own. It takes `const Msg&` or `std::span<const Msg>`; before
/// that, if it wants, a `message_sender<Msg>&` to send on this channel, or a `worker&` to send on
/// others. The contract is in docs/contracts/channel.md.
///
/// - A message is handled exactly once, before the epoch it was sent in ends.
/// - No order is promised between messages.
/// - Handlers run on several workers of a rank at once, but for deliver::home.
/// - A handler never runs inside another handler's send().
template <message Msg, typename Handler>
  requires message_handler<Handler, Msg> || batch_handler<Handler, Msg>
class channel : public message_buffers<Msg> {
  using base = message_buffers<Msg>;

public:
  static constexpr bool takes_batches = batch_handler<Handler, Msg>;
  using item = std::conditional_t<takes_batches, std::span<const Msg>, const Msg&>;
  static constexpr bool takes_sender =
      std::invocable<Handler&, message_sender<Msg>&, item> && !std::invocable<Handler&, item>;

  /// Opens the channel. `handler` must not throw.
  /// Call: collective; every rank opens its channels in the same order.
  /// Memory: up to one parcel for each worker and destination.
  /// Throws: usage_error if a parcel could not hold one message, or if a handler that sends is to
  /// be delivered `now`.
  channel(rank_team& team, Handler handler, channel_options options = {})
      : base(team, std::move(options)), handler_(std::move(handler)) {
    require(!takes_sender || this->how() != deliver::now,
            "channel: a handler that sends needs deliver::later or deliver::home");
    this->port_number_ = team.open_port(*this);
  }

  /// Closes the channel. Call: local, outside any epoch that used it.
  ~channel() override { this->team().close_port(this->port_number_); }

  /// Sends for one worker; handles messages for the own rank at once if that was asked for.
  class sender : public message_sender<Msg> {
  public:
    sender(channel& owner, worker& self)
        : message_sender<Msg>(owner, self),
          channel_(owner),
          out_(owner.of(self)),
          direct_lane_(owner.direct_lane()) {}

    void send(rank_id to, const Msg& msg) {
      ORUJO_ASSERT(channel_.how() != deliver::home || this->self_->team().num_workers() == 1,
                   "messages of a deliver::home channel are sent by send_home()");
      const auto index = static_cast<std::size_t>(index_of(to));
      if (index == direct_lane_) {
        ++out_.handled_directly;
        channel_.handle_one(*this->self_, msg);
      } else {
        this->put(index, msg);
      }
    }

  private:
    channel& channel_;
    typename base::outgoing& out_;
    std::size_t direct_lane_;
  };

  /// What `self` sends through, for loops that send much. Call: local, that worker only.
  [[nodiscard]] sender from(worker& self) { return {*this, self}; }

  /// Queues `msg` for rank `to`, which may be this rank. A deliver::home channel needs send_home().
  /// Call: local, inside an epoch. Outside handlers it may run other handlers while it waits for
  /// budget. Cost: a copy of `sizeof(Msg)` bytes; one transfer for each full parcel.
  void send(worker& self, rank_id to, const Msg& msg) { from(self).send(to, msg); }

  /// Queues `msg` for worker number `home` of the team (rank * num_workers + worker) of a
  /// deliver::home channel. Call: as send().
  void send_home(worker& self, std::size_t home, const Msg& msg) {
    from(self).send_home(home, msg);
  }

  using base::flush;
  /// Sends every partly filled parcel of `self` now. Call: as send().
  void flush(worker& self) { base::flush_all(self); }

  void receive(worker& self, parcel& buffer) override {
    const std::span<const Msg> batch = base::messages_in(buffer);
    self.handle(buffer.label.epoch, [&] { handle_arrived(self, batch); });
    self.count_handled(buffer.label.epoch, batch.size());
  }

private:
  static constexpr std::size_t no_lane = ~std::size_t{0};

  /// The lane whose messages are handled inside send(); a batch handler gets them by the parcel.
  [[nodiscard]] std::size_t direct_lane() const noexcept {
    return !takes_batches && this->how() == deliver::now ? this->own_lane() : no_lane;
  }

  void call(worker& self, item what) {
    if constexpr (std::invocable<Handler&, item>) {
      handler_(what);
    } else if constexpr (takes_sender) {
      message_sender<Msg> out(*this, self);
      handler_(out, what);
    } else {
      handler_(self, what);
    }
  }

  void handle_one(worker& self, const Msg& msg) {
    if constexpr (takes_batches) {
      call(self, std::span(&msg, 1));
    } else {
      call(self, msg);
    }
  }

  void handle_batch(worker& self, std::span<const Msg> batch) {
    self.metrics.add(metric::handler_batches);
    if constexpr (takes_batches) {
      call(self, batch);
    } else {
      for (const Msg& msg : batch) { call(self, msg); }
    }
  }

  void handle_own(worker& self, std::span<const Msg> batch) override { handle_batch(self, batch); }

  void handle_arrived(worker& self, std::span<const Msg> batch) override {
    handle_batch(self, batch);
    self.metrics.add(metric::messages_handled, batch.size());
  }

  Handler handler_;
};

/// Opens a channel whose message type is named and whose handler's type is deduced.
/// Call: collective.
template <message Msg, typename Handler>
[[nodiscard]] channel<Msg, Handler> make_channel(rank_team& team, Handler handler,
                                                 channel_options options = {}) {
  return channel<Msg, Handler>(team, std::move(handler), std::move(options));
}

}  // namespace orujo
