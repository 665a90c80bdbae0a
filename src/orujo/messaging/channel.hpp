// Typed one-way messages between ranks, packed into large parcels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/messaging/flush_policy.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Plain data that may cross the network by copying its bytes.
template <typename T>
concept message = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

/// A handler of one message at a time, with or without the worker that runs it.
template <typename H, typename Msg>
concept message_handler =
    std::invocable<H&, const Msg&> || std::invocable<H&, worker&, const Msg&>;

/// A handler of all messages of a parcel at once, so that it can prefetch.
template <typename H, typename Msg>
concept batch_handler = std::invocable<H&, std::span<const Msg>> ||
                        std::invocable<H&, worker&, std::span<const Msg>>;

/// Where and when a message is handled.
enum class deliver : std::uint8_t {
  now,    ///< For the own rank at once, inside send(): the handler must not send.
  later,  ///< Queued also for the own rank; any worker, several at once; the handler may send.
  home,   ///< By the worker that the sender names, one at a time there; the handler may send.
};

struct channel_options {
  deliver how = deliver::now;
  /// Makes the policy of each worker; empty: what the settings say.
  std::function<std::unique_ptr<flush_policy>()> policy = {};
};

/// Sends messages of one type; the handler of the destination rank runs once for each.
///
/// The handler stays on its rank and may capture local state by reference: only the messages
/// travel, without a header of their own. It takes `const Msg&` or `std::span<const Msg>`, after a
/// `worker&` if it wants to send. The contract is in docs/contracts/channel.md.
///
/// - A message is handled exactly once, before the epoch it was sent in ends.
/// - No order is promised between messages.
/// - Handlers run on several workers of a rank at once, but for deliver::home.
/// - A handler never runs inside another handler's send().
template <message Msg, typename Handler>
  requires message_handler<Handler, Msg> || batch_handler<Handler, Msg>
class channel final : public port {
public:
  static constexpr bool takes_batches = batch_handler<Handler, Msg>;

  /// Opens the channel. `handler` must not throw.
  /// Call: collective; every rank opens its channels in the same order.
  /// Memory: up to one parcel for each worker and destination.
  /// Throws: usage_error if a parcel could not hold one message.
  channel(rank_team& team, Handler handler, channel_options options = {});
  channel(const channel&) = delete;
  channel& operator=(const channel&) = delete;

  /// Closes the channel. Call: local, outside any epoch that used it.
  ~channel() override { team_.close_port(number_); }

  class sender;

  /// What `self` sends through, for loops that send much. Call: local, that worker only.
  [[nodiscard]] sender from(worker& self) { return {*this, self}; }

  /// Queues `msg` for rank `to`, which may be this rank. A deliver::home channel needs send_home().
  /// Call: local, inside an epoch. Outside handlers it may run other handlers while it waits for
  /// budget. Cost: a copy of `sizeof(Msg)` bytes; one transfer for each full parcel.
  void send(worker& self, rank_id to, const Msg& msg) { from(self).send(to, msg); }

  /// Queues `msg` for worker `home` of rank `to` of a deliver::home channel. Call: as send().
  void send_home(worker& self, rank_id to, int home, const Msg& msg) {
    from(self).send_home(to, home, msg);
  }

  /// Sends every partly filled parcel of `self` now. Call: local, inside an epoch.
  void flush(worker& self) { flush(self, flush_reason::explicitly); }

  void receive(worker& self, parcel& buffer) override;
  void flush(worker& self, flush_reason reason) override;
  [[nodiscard]] bool needs_open_epoch() const noexcept override { return true; }

private:
  /// One buffer that is being filled. Empty: next == end == nullptr.
  struct lane {
    Msg* next = nullptr;
    Msg* end = nullptr;
    parcel* buffer = nullptr;
    std::uint32_t seen = 0;   // messages at the last look
    std::uint32_t quiet = 0;  // looks without growth
  };

  struct alignas(cache_line_bytes) outgoing {
    std::vector<lane> lanes;
    std::unique_ptr<flush_policy> policy;
    std::uint64_t handled_directly = 0;
  };

  void make_room(worker& self, std::size_t index);
  void seal(worker& self, std::size_t index, metric why);
  void handle(worker& self, const Msg& msg);
  void handle_batch(worker& self, std::span<const Msg> batch);
  [[nodiscard]] static const Msg* first_message(parcel& buffer) noexcept {
    // The sender copied whole objects of this trivially copyable type to an aligned place.
    return reinterpret_cast<const Msg*>(buffer.payload());
  }
  [[nodiscard]] bool is_own_direct(std::size_t index) const noexcept {
    return how_ == deliver::now && index == own_lane_;
  }

  rank_team& team_;
  Handler handler_;
  deliver how_;
  std::size_t capacity_;
  std::size_t workers_per_rank_;
  std::size_t own_lane_;
  std::vector<outgoing> outgoing_;  // one for each worker
  std::uint32_t number_;
};

/// The sending side of a channel for one worker. Cheap to make, not kept beyond its epoch.
template <message Msg, typename Handler>
  requires message_handler<Handler, Msg> || batch_handler<Handler, Msg>
class channel<Msg, Handler>::sender {
public:
  sender(channel& owner, worker& self)
      : owner_(owner),
        self_(self),
        out_(owner.outgoing_[static_cast<std::size_t>(self.index())]),
        lanes_(out_.lanes.data()) {}

  void send(rank_id to, const Msg& msg) {
    const auto index = static_cast<std::size_t>(index_of(to));
    if constexpr (!takes_batches) {
      if (owner_.is_own_direct(index)) {
        ++out_.handled_directly;
        owner_.handle(self_, msg);
        return;
      }
    }
    put(index, msg);
  }

  void send_home(rank_id to, int home, const Msg& msg) {
    put(static_cast<std::size_t>(index_of(to)) * owner_.workers_per_rank_ +
            static_cast<std::size_t>(home),
        msg);
  }

private:
  void put(std::size_t index, const Msg& msg) {
    lane& box = lanes_[index];
    if (box.next == box.end) [[unlikely]] { owner_.make_room(self_, index); }
    *box.next++ = msg;
  }

  channel& owner_;
  worker& self_;
  outgoing& out_;
  lane* lanes_;
};

/// Opens a channel whose message type is named and whose handler's type is deduced.
/// Call: collective.
template <message Msg, typename Handler>
[[nodiscard]] channel<Msg, Handler> make_channel(rank_team& team, Handler handler,
                                                 channel_options options = {}) {
  return channel<Msg, Handler>(team, std::move(handler), std::move(options));
}

// --- implementation --------------------------------------------------------------------------

template <message Msg, typename Handler>
  requires message_handler<Handler, Msg> || batch_handler<Handler, Msg>
channel<Msg, Handler>::channel(rank_team& team, Handler handler, channel_options options)
    : team_(team),
      handler_(std::move(handler)),
      how_(options.how),
      capacity_(team.transport().pool(0).payload_bytes() / sizeof(Msg)),
      workers_per_rank_(static_cast<std::size_t>(team.num_workers())),
      own_lane_(static_cast<std::size_t>(index_of(team.rank()))),
      outgoing_(workers_per_rank_) {
  require(capacity_ > 0, "channel: a parcel cannot hold one message; raise parcel_bytes");
  const std::size_t lanes =
      static_cast<std::size_t>(team.size()) * (how_ == deliver::home ? workers_per_rank_ : 1);
  for (outgoing& each : outgoing_) {
    each.lanes.resize(lanes);
    each.policy = options.policy ? options.policy() : make_flush_policy(team.values());
  }
  number_ = team.open_port(*this);
}

template <message Msg, typename Handler>
  requires message_handler<Handler, Msg> || batch_handler<Handler, Msg>
void channel<Msg, Handler>::make_room(worker& self, std::size_t index) {
  lane& box = outgoing_[static_cast<std::size_t>(self.index())].lanes[index];
  if (box.buffer != nullptr) { seal(self, index, metric::flushes_full); }
  if (box.buffer != nullptr) { return; }  // a handler that ran meanwhile has filled some again
  box.buffer = team_.transport().pool(self.index()).allocate();
  // Aligned to a cache line, and only ever used for objects of this type until it is sent.
  box.next = reinterpret_cast<Msg*>(box.buffer->payload());
  box.end = box.next + capacity_;
}

template <message Msg, typename Handler>
  requires message_handler<Handler, Msg> || batch_handler<Handler, Msg>
void channel<Msg, Handler>::seal(worker& self, std::size_t index, metric why) {
  lane& box = outgoing_[static_cast<std::size_t>(self.index())].lanes[index];
  parcel* const full = box.buffer;
  const auto messages = static_cast<std::uint64_t>(box.next - first_message(*full));
  box = lane{};  // before anything below can run a handler that sends here
  self.metrics.add(why);
  if (is_own_direct(index)) {
    self.metrics.add(metric::messages_local, messages);
    handle_batch(self, {first_message(*full), messages});
    team_.transport().pool(self.index()).free_local(full);
    return;
  }
  full->label.bytes = static_cast<std::uint32_t>(messages * sizeof(Msg));
  full->label.port = number_;
  full->label.epoch = self.epoch();
  full->label.worker = how_ == deliver::home
                           ? static_cast<std::uint16_t>(index % workers_per_rank_)
                           : any_worker;
  ORUJO_ASSERT(self.epoch() != 0, "messages are sent inside an epoch");
  const std::size_t rank = how_ == deliver::home ? index / workers_per_rank_ : index;
  self.metrics.add(metric::messages_sent, messages);
  self.count_sent(self.epoch(), messages);
  team_.send(self, rank_id{static_cast<int>(rank)}, full);
}

template <message Msg, typename Handler>
  requires message_handler<Handler, Msg> || batch_handler<Handler, Msg>
void channel<Msg, Handler>::handle(worker& self, const Msg& msg) {
  if constexpr (std::invocable<Handler&, worker&, const Msg&>) {
    handler_(self, msg);
  } else {
    handler_(msg);
  }
}

template <message Msg, typename Handler>
  requires message_handler<Handler, Msg> || batch_handler<Handler, Msg>
void channel<Msg, Handler>::handle_batch(worker& self, std::span<const Msg> batch) {
  self.metrics.add(metric::handler_batches);
  if constexpr (!takes_batches) {
    for (const Msg& msg : batch) { handle(self, msg); }
  } else if constexpr (std::invocable<Handler&, worker&, std::span<const Msg>>) {
    handler_(self, batch);
  } else {
    handler_(batch);
  }
}

template <message Msg, typename Handler>
  requires message_handler<Handler, Msg> || batch_handler<Handler, Msg>
void channel<Msg, Handler>::receive(worker& self, parcel& buffer) {
  const std::uint64_t messages = buffer.label.bytes / sizeof(Msg);
  {
    const handler_scope scope(self, buffer.label.epoch);
    handle_batch(self, {first_message(buffer), messages});
  }
  self.metrics.add(metric::messages_handled, messages);
  self.count_handled(buffer.label.epoch, messages);
}

template <message Msg, typename Handler>
  requires message_handler<Handler, Msg> || batch_handler<Handler, Msg>
void channel<Msg, Handler>::flush(worker& self, flush_reason reason) {
  outgoing& out = outgoing_[static_cast<std::size_t>(self.index())];
  if (out.handled_directly > 0) {
    self.metrics.add(metric::messages_local, std::exchange(out.handled_directly, 0));
  }
  for (std::size_t index = 0; index < out.lanes.size(); ++index) {
    lane& box = out.lanes[index];
    if (box.buffer == nullptr) { continue; }
    const auto messages = static_cast<std::uint32_t>(box.next - first_message(*box.buffer));
    if (messages == 0) { continue; }
    if (reason == flush_reason::idle) {
      seal(self, index, metric::flushes_idle);
    } else if (reason == flush_reason::explicitly) {
      seal(self, index, metric::flushes_explicit);
    } else {
      const std::uint32_t grown = messages - box.seen;
      box.quiet = grown == 0 ? box.quiet + 1 : 0;
      box.seen = messages;
      if (out.policy->due({messages, static_cast<std::uint32_t>(capacity_), grown, box.quiet})) {
        seal(self, index, metric::flushes_stopped_growing);
      }
    }
  }
}

}  // namespace orujo
