// The sending half of a channel: a parcel being filled for each worker and destination.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/messaging/flush_policy.hpp"
#include "orujo/messaging/lane_set.hpp"
#include "orujo/messaging/parcel_exit.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/messaging/relay.hpp"
#include "orujo/messaging/routing.hpp"

namespace orujo {

/// Plain data that may cross the network by copying its bytes.
template <typename T>
concept message = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

/// Several of these are one message of variable length: see record_channel.hpp.
struct record_unit {
  alignas(8) std::byte bytes[8];
};

/// Where and when a message is handled.
enum class deliver : std::uint8_t {
  now,    ///< For the own rank at once, inside send(): the handler must not send.
  later,  ///< Queued also for the own rank; any worker, several at once; the handler may send.
  home,   ///< By the worker that the sender names (see send_home), one message at a time there;
          ///< the handler may send.
};

struct channel_options {
  deliver how = deliver::now;
  std::string name = "messages";  ///< For the report card.
  /// Makes the policy of each worker; empty: what the settings say.
  std::function<std::unique_ptr<flush_policy>()> policy = {};
  /// Over which ranks, the same on every rank; empty: what the settings say.
  std::optional<routing_kind> route = {};
};

/// One parcel that is being filled. Empty: all are null.
template <message Msg>
struct message_lane : lane_state {
  Msg* next = nullptr;
  Msg* end = nullptr;

  [[nodiscard]] std::size_t messages() const noexcept {
    return static_cast<std::size_t>(next - reinterpret_cast<const Msg*>(buffer->payload()));
  }
};

/// The lanes to one rank: one, or one for each of its workers.
struct lane_range {
  std::size_t first;
  std::size_t last;
  [[nodiscard]] bool contains(std::size_t lane) const noexcept {
    return lane >= first && lane < last;
  }
  [[nodiscard]] std::size_t size() const noexcept { return last - first; }
};

/// What of a channel does not depend on its handler: buffers, flush policies, sealing of parcels.
template <message Msg>
class message_buffers : public port, private relay_client {
public:
  message_buffers(rank_team& team, channel_options options);
  message_buffers(const message_buffers&) = delete;
  message_buffers& operator=(const message_buffers&) = delete;

  /// The buffers of `self`, one for each rank or, if `how` is deliver::home, each home.
  [[nodiscard]] message_lane<Msg>* lanes_of(worker& self) noexcept { return of(self).lanes.data(); }

  [[nodiscard]] lane_range lanes_to(rank_id rank) const noexcept {
    const std::size_t first = static_cast<std::size_t>(index_of(rank)) * homes_per_rank();
    return {first, first + homes_per_rank()};
  }

  /// Makes room for `messages` in a lane that has less, or none.
  void make_room(worker& self, std::size_t index, std::size_t messages);

  /// Room for `messages`, one behind the other, beside a lane that has less, or none, or in it: the
  /// caller writes them before it does anything else.
  [[nodiscard]] Msg* room_beside(worker& self, std::size_t index, std::size_t messages = 1) {
    if (relay_ != nullptr && rank_of(index) != team_.rank()) {
      return room_in_relay(self, index, messages);  // no lane is touched: most have no memory
    }
    make_room(self, index, messages);
    message_lane<Msg>& box = of(self).lanes[index];
    return std::exchange(box.next, box.next + messages);
  }

  /// Messages that a parcel holds.
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

  void flush(worker& self, flush_reason reason) override;
  void switch_epoch(worker& self, std::uint32_t epoch) override {
    of(self).lanes.switch_epoch(epoch);
  }
  void completed(rank_id from) override { exit_.completed(from); }
  [[nodiscard]] bool needs_open_epoch() const noexcept override { return true; }

  [[nodiscard]] deliver how() const noexcept { return how_; }
  [[nodiscard]] rank_team& team() const noexcept { return team_; }

protected:
  /// Handles messages for the own rank of a deliver::now channel.
  virtual void handle_own(worker& self, std::span<const Msg> batch) = 0;

  /// Handles messages from other ranks, which are counted by the caller.
  virtual void handle_arrived(worker& self, std::span<const Msg> batch) = 0;

  /// How many messages `units` are, if each is not one.
  [[nodiscard]] virtual std::size_t messages_among(std::span<const Msg> units) const {
    return units.size();
  }

  /// Sends what `self` has buffered for other ranks, with or without ranks between.
  void flush_all(worker& self) {
    flush(self, flush_reason::explicitly);
    if (relay_ != nullptr) { relay_->flush(self, flush_reason::explicitly); }
    team_.give_way(self);
  }

  /// Whether each Msg is a message, which is counted here: records are, as they are put in.
  static constexpr bool counts_messages = !std::is_same_v<Msg, record_unit>;

  struct alignas(cache_line_bytes) outgoing {
    lane_set<message_lane<Msg>> lanes;
    std::uint64_t handled_directly = 0;
    std::uint64_t passed_on = 0;  // in the lanes, for other workers of this rank, from other ranks
  };

  [[nodiscard]] outgoing& of(worker& self) noexcept {
    return outgoing_[static_cast<std::size_t>(self.index())];
  }
  [[nodiscard]] std::size_t own_lane() const noexcept { return own_lane_; }
  [[nodiscard]] static std::span<const Msg> messages_in(parcel& buffer) noexcept {
    // The sender copied whole objects of this trivially copyable type to an aligned place.
    return {reinterpret_cast<const Msg*>(buffer.payload()), buffer.label.bytes / sizeof(Msg)};
  }

  std::uint32_t port_number_ = 0;

private:
  void open_relay(const channel_options& options);
  [[nodiscard]] Msg* room_in_relay(worker& self, std::size_t index, std::size_t messages);
  /// Seals a lane but `index`, which has just been begun.
  void evict_beside(worker& self, std::size_t index);
  void describe(const std::string& name) const;
  void seal(worker& self, std::size_t index, const message_lane<Msg>& box, metric why);
  void take_relayed(worker& self, parcel& buffer, std::size_t messages) override;
  std::byte* room_for(worker& self, std::size_t destination, std::size_t messages) override;
  std::size_t messages_in(const std::byte* first, std::size_t parts) const final {
    return messages_among({reinterpret_cast<const Msg*>(first), parts});
  }
  [[nodiscard]] std::size_t homes_per_rank() const noexcept {
    return how_ == deliver::home ? workers_per_rank_ : 1;
  }
  [[nodiscard]] rank_id rank_of(std::size_t index) const noexcept {
    return rank_id{static_cast<int>(index / homes_per_rank())};
  }

  rank_team& team_;
  deliver how_;
  parcel_exit exit_;
  std::size_t capacity_;
  std::size_t workers_per_rank_;
  std::size_t own_lane_;
  std::vector<outgoing> outgoing_;  // one for each worker
  std::unique_ptr<relay> relay_;    // nullptr: every rank is reached directly
};

/// The sending side for one worker, also given to handlers that send messages of their own type.
/// Cheap to make; not kept beyond its epoch.
template <message Msg>
class message_sender {
public:
  message_sender(message_buffers<Msg>& owner, worker& self)
      : owner_(&owner), self_(&self), lanes_(owner.lanes_of(self)) {}

  /// Queues `msg` for rank `to`, which may be this rank. See channel::send().
  void send(rank_id to, const Msg& msg) { put(static_cast<std::size_t>(index_of(to)), msg); }

  /// Queues `msg` for worker number `home` of the team. See channel::send_home().
  void send_home(std::size_t home, const Msg& msg) { put(home, msg); }

  /// Queues `count` messages for worker number `home` that the caller writes at once: they travel
  /// in one parcel, one behind the other, so a batch handler can take several for one record.
  /// `count` is at most the capacity of a parcel. Call: as send_home().
  [[nodiscard]] std::span<Msg> put_run_home(std::size_t home, std::size_t count) {
    message_lane<Msg>& box = lanes_[home];
    if (static_cast<std::size_t>(box.end - box.next) < count) [[unlikely]] {
      return {owner_->room_beside(*self_, home, count), count};
    }
    return {std::exchange(box.next, box.next + count), count};
  }

  [[nodiscard]] worker& self() const noexcept { return *self_; }

protected:
  void put(std::size_t index, const Msg& msg) {
    message_lane<Msg>& box = lanes_[index];
    if (box.next == box.end) [[unlikely]] {
      *owner_->room_beside(*self_, index) = msg;
    } else {
      *box.next++ = msg;
    }
  }

  message_buffers<Msg>* owner_;
  worker* self_;
  message_lane<Msg>* lanes_;
};

// --- implementation --------------------------------------------------------------------------

template <message Msg>
message_buffers<Msg>::message_buffers(rank_team& team, channel_options options)
    : team_(team),
      how_(options.how),
      exit_(team),
      capacity_(team.transport().pool(0).payload_bytes() / sizeof(Msg)),
      workers_per_rank_(static_cast<std::size_t>(team.num_workers())),
      own_lane_(static_cast<std::size_t>(index_of(team.rank()))) {
  if (!options.policy) {
    options.policy = [&team] { return make_flush_policy(team.values()); };
  }
  open_relay(options);
  if (capacity_ == 0) { refuse_small_parcels(options.name, sizeof(Msg), team); }
  const std::size_t lanes = static_cast<std::size_t>(team.size()) * homes_per_rank();
  for (std::size_t w = 0; w < workers_per_rank_; ++w) {
    outgoing_.push_back({.lanes = {lanes, capacity_, options.policy()}});
  }
  describe(options.name);
}

template <message Msg>
void message_buffers<Msg>::open_relay(const channel_options& options) {
  const routing_kind kind = options.route.value_or(routing_of(team_.values()));
  if (!routing(kind, team_.size()).has_relays()) { return; }
  const route_table& routes = team_.routes(kind);
  relay_ = std::make_unique<relay>(
      team_, static_cast<relay_client&>(*this), exit_,
      relay::options{
          routes, {sizeof(Msg), alignof(Msg), counts_messages}, homes_per_rank(), options.policy});
  capacity_ = relay_->capacity();
}

template <message Msg>
void message_buffers<Msg>::describe(const std::string& name) const {
  static constexpr const char* ways[] = {"at once for the own rank, else by any worker",
                                         "queued, by any worker", "queued, by the home worker"};
  const outgoing& one = outgoing_.front();
  const std::size_t own = homes_per_rank();
  const std::size_t buffers =
      relay_ != nullptr ? static_cast<std::size_t>(relay_->neighbours()) + own : one.lanes.size();
  team_.card().add(
      report_section::messaging,
      {"coalescing of " + name,
       how_ == deliver::home ? "a buffer per worker and home" : "a buffer per worker and rank",
       {{"message", static_cast<double>(sizeof(Msg)), "bytes"},
        {"buffer", static_cast<double>(capacity_), "messages"},
        {"buffers", static_cast<double>(buffers), "per worker"}}});
  team_.card().add(report_section::messaging,
                   {"delivery of " + name, ways[static_cast<int>(how_)], {}});
  const auto add_policy = [&](report_row policy) {
    policy.choice += " of " + name;
    team_.card().add(report_section::messaging, std::move(policy));
  };
  add_policy(one.lanes.policy().describe());
  add_policy(relay_ != nullptr ? relay_->describe() : report_row{"routing", "direct", {}});
  add_policy(exit_.gates() != nullptr ? exit_.gates()->describe()
                                      : report_row{"flow control", "off", {}});
}

template <message Msg>
Msg* message_buffers<Msg>::room_in_relay(worker& self, std::size_t index, std::size_t messages) {
  if (counts_messages) { self.metrics.add(metric::messages_sent, messages); }
  return reinterpret_cast<Msg*>(relay_->reserve(self, index, messages));
}

template <message Msg>
void message_buffers<Msg>::make_room(worker& self, std::size_t index, std::size_t messages) {
  lane_set<message_lane<Msg>>& lanes = of(self).lanes;
  message_lane<Msg>& box = lanes[index];
  const rank_id to = rank_of(index);
  if (relay_ != nullptr && to != team_.rank()) {
    // Room for just these: the next message comes here, too.
    box.next = room_in_relay(self, index, messages);
    box.end = box.next + messages;
    return;
  }
  const auto is_short = [&] { return static_cast<std::size_t>(box.end - box.next) < messages; };
  // Handlers that run while the producer waits may begin and fill another parcel.
  do {
    if (box.buffer != nullptr) { seal(self, index, lanes.take(index), metric::flushes_full); }
    exit_.wait_for_room(self, to);
  } while (box.buffer != nullptr && is_short());
  if (box.buffer != nullptr) { return; }
  lanes.begin(index, exit_.open(self), self.buffered_epoch());
  // Aligned to a cache line, and only ever used for objects of this type until it is sent.
  box.next = reinterpret_cast<Msg*>(box.buffer->payload());
  box.end = box.next + capacity_;
  if (exit_.is_crowded(self)) { evict_beside(self, index); }
}

template <message Msg>
void message_buffers<Msg>::evict_beside(worker& self, std::size_t index) {
  // What is handled inside send() is no parcel's business here.
  const auto is_spared = [&](std::size_t other) {
    return other == index || (how_ == deliver::now && other == own_lane_);
  };
  of(self).lanes.evict(is_spared, [&](std::size_t other, const message_lane<Msg>& box) {
    seal(self, other, box, metric::flushes_evicted);
  });
}

template <message Msg>
void message_buffers<Msg>::seal(worker& self, std::size_t index, const message_lane<Msg>& box,
                                metric why) {
  parcel* const full = box.buffer;
  const std::uint64_t messages = box.messages();
  full->label.bytes = static_cast<std::uint32_t>(messages * sizeof(Msg));
  exit_.close(self);
  self.metrics.add(why);
  if (how_ == deliver::now && index == own_lane_) {
    if (counts_messages) { self.metrics.add(metric::messages_local, messages); }
    handle_own(self, messages_in(*full));
    team_.transport().pool(self.index()).free_local(full);
    return;
  }
  full->label.port = port_number_;
  full->label.worker =
      how_ == deliver::home ? static_cast<std::uint16_t>(index % workers_per_rank_) : any_worker;
  const std::uint64_t others = std::min(of(self).passed_on, messages);
  of(self).passed_on -= others;
  if (counts_messages) { self.metrics.add(metric::messages_sent, messages - others); }
  exit_.post(self, rank_of(index), full, messages);
}

template <message Msg>
void message_buffers<Msg>::take_relayed(worker& self, parcel& buffer, std::size_t messages) {
  // The relay has moved whole objects to the aligned beginning of the parcel.
  handle_arrived(self, {reinterpret_cast<const Msg*>(buffer.payload()), messages});
}

template <message Msg>
std::byte* message_buffers<Msg>::room_for(worker& self, std::size_t destination,
                                          std::size_t messages) {
  message_lane<Msg>& box = of(self).lanes[destination];
  const bool has_room = static_cast<std::size_t>(box.end - box.next) >= messages;
  Msg* const room = has_room ? std::exchange(box.next, box.next + messages)
                             : room_beside(self, destination, messages);
  of(self).passed_on += messages;
  return reinterpret_cast<std::byte*>(room);
}

template <message Msg>
void message_buffers<Msg>::flush(worker& self, flush_reason reason) {
  outgoing& out = of(self);
  if (out.handled_directly > 0) {
    self.metrics.add(metric::messages_local, std::exchange(out.handled_directly, 0));
  }
  out.lanes.flush(reason, [&](std::size_t index, const message_lane<Msg>& box, metric why) {
    seal(self, index, box, why);
  });
}

}  // namespace orujo
