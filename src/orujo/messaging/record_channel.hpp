// Messages of variable length: words, names, rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/messaging/message_buffers.hpp"
#include "orujo/messaging/record.hpp"

namespace orujo {

template <record_head Head>
class record_sender;

/// What of a record channel does not depend on its handler.
template <record_head Head>
class record_buffers : public message_buffers<record_unit> {
  using base = message_buffers<record_unit>;

public:
  using layout = record_layout<Head>;

  /// Throws: usage_error if a parcel could not hold a record without a tail.
  record_buffers(rank_team& team, channel_options options)
      : base(team, options),
        name_(std::move(options.name)),
        counts_(static_cast<std::size_t>(team.num_workers())) {
    if (capacity() < layout::units(0)) {
      refuse_small_parcels(name_, layout::units(0) * sizeof(record_unit), team);
    }
  }

  /// The longest tail that can be sent, in bytes: a record is as long as a parcel at most.
  [[nodiscard]] std::size_t most_tail_bytes() const noexcept {
    return layout::most_tail(capacity());
  }
  /// Whether a parcel can hold a record with a tail of so many bytes.
  [[nodiscard]] bool fits(std::size_t tail_bytes) const noexcept {
    return layout::units(tail_bytes) <= capacity();
  }
  /// Throws: usage_error if it cannot.
  void require_room(std::size_t tail_bytes) const {
    if (!fits(tail_bytes)) { refuse_tail(tail_bytes); }
  }

  void flush(worker& self, flush_reason reason) override {
    record_counts& mine = counts_of(self);
    if (mine.sent > 0) { self.metrics.add(metric::messages_sent, std::exchange(mine.sent, 0)); }
    if (mine.local > 0) { self.metrics.add(metric::messages_local, std::exchange(mine.local, 0)); }
    base::flush(self, reason);
  }

protected:
  friend class record_sender<Head>;

  struct alignas(cache_line_bytes) record_counts {
    std::uint64_t sent = 0;
    std::uint64_t local = 0;
  };

  [[nodiscard]] record_counts& counts_of(const worker& self) noexcept {
    return counts_[static_cast<std::size_t>(self.index())];
  }

  /// The lane whose records are handled inside send(); there is none unless that was asked for.
  [[nodiscard]] std::size_t direct_lane() const noexcept {
    return how() == deliver::now ? own_lane() : ~std::size_t{0};
  }

  [[noreturn]] void refuse_tail(std::size_t bytes) const {
    refuse_record(name_, bytes, most_tail_bytes());
  }

private:
  [[nodiscard]] std::size_t messages_among(std::span<const record_unit> units) const override {
    return for_each_record<Head>(units, [](const record<Head>& /*each*/) {});
  }

  std::string name_;
  std::vector<record_counts> counts_;  // one for each worker
};

/// The sending side for one worker, also given to handlers that send records of their own kind.
/// Cheap to make; not kept beyond its epoch.
template <record_head Head>
class record_sender {
public:
  record_sender(record_buffers<Head>& owner, worker& self)
      : owner_(&owner),
        self_(&self),
        lanes_(owner.lanes_of(self)),
        counts_(&owner.counts_of(self)) {}

  /// Queues a record for rank `to`, which may be this rank. See record_channel::send().
  void send(rank_id to, const Head& head, std::span<const std::byte> tail) {
    put(static_cast<std::size_t>(index_of(to)), head, tail);
  }
  void send(rank_id to, const Head& head, std::string_view tail) {
    send(to, head, std::as_bytes(std::span(tail)));
  }

  /// Queues a record for worker number `home` of the team. See record_channel::send_home().
  void send_home(std::size_t home, const Head& head, std::span<const std::byte> tail) {
    put(home, head, tail);
  }
  void send_home(std::size_t home, const Head& head, std::string_view tail) {
    send_home(home, head, std::as_bytes(std::span(tail)));
  }

  [[nodiscard]] worker& self() const noexcept { return *self_; }

protected:
  /// Throws: usage_error if they do not fit into a parcel.
  [[nodiscard]] std::size_t units_of(std::span<const std::byte> tail) const {
    const std::size_t units = record_layout<Head>::units(tail.size());
    if (units > owner_->capacity()) [[unlikely]] { owner_->refuse_tail(tail.size()); }
    return units;
  }

  void put(std::size_t index, const Head& head, std::span<const std::byte> tail) {
    using layout = record_layout<Head>;
    const std::size_t units = units_of(tail);
    message_lane<record_unit>& box = lanes_[index];
    const bool has_room = static_cast<std::size_t>(box.end - box.next) >= units;
    record_unit* const room = has_room ? std::exchange(box.next, box.next + units)
                                       : owner_->room_beside(*self_, index, units);
    layout::write({room, units}, head, tail);
    ++counts_->sent;
  }

  record_buffers<Head>* owner_;
  worker* self_;
  message_lane<record_unit>* lanes_;
  typename record_buffers<Head>::record_counts* counts_;
};

/// A handler of one record: takes it alone, or after the worker that runs the handler, or after
/// what sends more records of the same kind.
template <typename H, typename Head, typename Item = const record<Head>&>
concept record_handler = std::invocable<H&, Item> || std::invocable<H&, worker&, Item> ||
    std::invocable<H&, std::add_lvalue_reference_t<record_sender<Head>>, Item>;

/// A channel of records: messages with a fixed part, the head, and a tail of any number of bytes up
/// to most_tail_bytes(). All that docs/contracts/channel.md promises of messages holds for records;
/// they take the same way, under the same settings.
///
/// - The handler takes a `record<Head>`, whose head and tail lie in the parcel: it copies what it
///   keeps.
/// - A record takes 4 bytes and its head and tail, rounded up to 8 bytes.
template <record_head Head, record_handler<Head> Handler>
class record_channel : public record_buffers<Head> {
  using base = record_buffers<Head>;

public:
  static constexpr bool takes_sender =
      std::invocable<Handler&, record_sender<Head>&, const record<Head>&> &&
      !std::invocable<Handler&, const record<Head>&>;

  /// Opens the channel. `handler` must not throw.
  /// Call: collective; every rank opens its channels in the same order.
  /// Memory: up to one parcel for each worker and destination.
  /// Throws: usage_error if a parcel could not hold one record, or if a handler that sends is to
  /// be delivered `now`.
  record_channel(rank_team& team, Handler handler, channel_options options = {})
      : base(team, std::move(options)), handler_(std::move(handler)) {
    require(!takes_sender || this->how() != deliver::now,
            "record channel: a handler that sends needs deliver::later or deliver::home");
    this->port_number_ = team.open_port(*this);
  }

  /// Closes the channel. Call: local, outside any epoch that used it.
  ~record_channel() override { this->team().close_port(this->port_number_); }

  /// Sends for one worker; handles records for the own rank at once if that was asked for.
  class sender : public record_sender<Head> {
  public:
    sender(record_channel& owner, worker& self)
        : record_sender<Head>(owner, self), channel_(owner), direct_lane_(owner.direct_lane()) {}

    void send(rank_id to, const Head& head, std::span<const std::byte> tail) {
      const auto index = static_cast<std::size_t>(index_of(to));
      if (index != direct_lane_) { return this->put(index, head, tail); }
      static_cast<void>(this->units_of(tail));  // the same is refused wherever it goes
      ++this->counts_->local;
      channel_.call(*this->self_, record<Head>{head, tail});
    }
    void send(rank_id to, const Head& head, std::string_view tail) {
      send(to, head, std::as_bytes(std::span(tail)));
    }

  private:
    record_channel& channel_;
    std::size_t direct_lane_;
  };

  /// What `self` sends through, for loops that send much. Call: local, that worker only.
  [[nodiscard]] sender from(worker& self) { return {*this, self}; }

  /// Queues a record for rank `to`, which may be this rank; head and tail are copied. A
  /// deliver::home channel needs send_home(). Call: local, inside an epoch. Outside handlers it may
  /// run other handlers while it waits for budget.
  /// Throws: usage_error if the tail is longer than most_tail_bytes().
  template <typename Tail>
  void send(worker& self, rank_id to, const Head& head, const Tail& tail) {
    from(self).send(to, head, tail);
  }

  /// Queues a record for worker number `home` of the team (rank * num_workers + worker) of a
  /// deliver::home channel. Call and throws: as send().
  template <typename Tail>
  void send_home(worker& self, std::size_t home, const Head& head, const Tail& tail) {
    from(self).send_home(home, head, tail);
  }

  using base::flush;
  /// Sends every partly filled parcel of `self` now. Call: as send().
  void flush(worker& self) { base::flush_all(self); }

  void receive(worker& self, parcel& buffer) override {
    const std::span<const record_unit> units = base::messages_in(buffer);
    self.handle(buffer.label.epoch, [&] { handle_arrived(self, units); });
    self.count_handled(buffer.label.epoch, units.size());
  }

private:
  void call(worker& self, const record<Head>& what) {
    if constexpr (std::invocable<Handler&, const record<Head>&>) {
      handler_(what);
    } else if constexpr (takes_sender) {
      record_sender<Head> out(*this, self);
      handler_(out, what);
    } else {
      handler_(self, what);
    }
  }

  std::size_t handle_batch(worker& self, std::span<const record_unit> units) {
    self.metrics.add(metric::handler_batches);
    return for_each_record<Head>(units, [&](const record<Head>& each) { call(self, each); });
  }

  void handle_own(worker& self, std::span<const record_unit> units) override {
    handle_batch(self, units);
  }

  void handle_arrived(worker& self, std::span<const record_unit> units) override {
    self.metrics.add(metric::messages_handled, handle_batch(self, units));
  }

  Handler handler_;
};

/// Opens a record channel whose head is named and whose handler's type is deduced.
/// Call: collective.
template <record_head Head, typename Handler>
[[nodiscard]] record_channel<Head, Handler> make_record_channel(rank_team& team, Handler handler,
                                                                channel_options options = {}) {
  return record_channel<Head, Handler>(team, std::move(handler), std::move(options));
}

}  // namespace orujo
