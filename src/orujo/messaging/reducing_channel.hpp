// A channel behind a cache that merges or drops messages for one target before they travel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/reduction.hpp"

namespace orujo {

/// Puts messages into the buffers of a channel, by lane.
template <message Msg>
struct message_outlet {
  message_buffers<Msg>* buffers = nullptr;
  void send(worker& self, std::size_t lane, const Msg& msg) const {
    message_sender<Msg>(*buffers, self).send_home(lane, msg);
  }
};

/// The caches of one reducing channel, whose messages leave through an `Outlet`.
template <message Msg, reducer<Msg> R, typename Outlet = message_outlet<Msg>>
class reduction_port final : public port {
public:
  /// Call: collective.
  reduction_port(rank_team& team, R how) : team_(team), how_(std::move(how)) {
    const auto entries =
        static_cast<std::size_t>(team.values().integer(setting::reduction_entries));
    for (int w = 0; w < team.num_workers(); ++w) { caches_.emplace_back(entries); }
    port_number_ = team.open_port(*this);
  }
  reduction_port(const reduction_port&) = delete;
  reduction_port& operator=(const reduction_port&) = delete;
  ~reduction_port() override { team_.close_port(port_number_); }

  /// What waits here goes into `outlet`. Call: once, before anything is put here.
  void stand_before(const Outlet& outlet) noexcept { behind_ = outlet; }

  void receive(worker& /*self*/, parcel& /*buffer*/) override {}  // nothing is sent here

  /// What waits goes with the channel's buffers.
  void flush(worker& self, flush_reason reason) override {
    cache& mine = of(self);
    self.metrics.add(metric::reduction_looks, std::exchange(mine.looks, 0));
    self.metrics.add(metric::reduction_hits, std::exchange(mine.hits, 0));
    const bool may_wait = reason == flush_reason::round || reason == flush_reason::body_end;
    if (R::waits && !may_wait) { empty(self); }
  }

  [[nodiscard]] flush_stage stage() const noexcept override { return flush_stage::caches; }

  /// What waits is put into the channel's buffers of the epoch that is left. What only drops others
  /// is forgotten: in the next epoch its targets may have to hear it again.
  void switch_epoch(worker& self, std::uint32_t /*epoch*/) override { empty(self); }

  /// Sends `msg` to lane `to`, or what has to make room for it, or nothing. Returns whether one
  /// message less travels for it: `msg` was merged into another one, or dropped. Throws:
  /// usage_error outside epochs, where every cache is empty.
  template <typename Send>
  bool put(worker& self, std::size_t to, const Msg& msg, Send send) {
    cache& mine = of(self);
    const auto key = static_cast<std::uint64_t>(how_.key(msg));
    typename cache::entry& place = mine.place_of(key, to);
    ++mine.looks;
    if (cache::holds(place, key, to) && is_same(place.kept, msg)) {
      if constexpr (R::waits) {
        static_cast<void>(how_.merge(place.kept, msg));
      } else if (how_.merge(place.kept, msg)) {
        send(to, msg);
        return false;
      }
      ++mine.hits;
      return true;
    }
    parcel_exit::require_epoch(self);
    mine.note_use();
    // Sending may run handlers that put others in: the place is left in order before.
    const typename cache::entry before = std::exchange(place, {key, to, msg});
    if constexpr (!R::waits) {
      send(to, msg);
    } else if (before.to != cache::nobody) {
      send(before.to, before.kept);
    }
    return false;
  }

  [[nodiscard]] report_row describe(const std::string& name) const {
    return {"reduction of " + name,
            "a cache of " + std::string(R::name),
            {{"entries", static_cast<double>(caches_.front().size()), "messages per worker"}}};
  }

private:
  using cache = reduction_cache<Msg>;

  void empty(worker& self) {
    of(self).empty([&](const typename cache::entry& held) {
      if constexpr (R::waits) { behind_.send(self, held.to, held.kept); }
    });
  }

  /// Whether two messages with one key are for the same target: keys may be hashes.
  [[nodiscard]] bool is_same(const Msg& a, const Msg& b) const {
    if constexpr (requires { how_.same(a, b); }) { return how_.same(a, b); }
    return true;
  }

  [[nodiscard]] cache& of(const worker& self) noexcept {
    return caches_[static_cast<std::size_t>(self.index())];
  }

  rank_team& team_;
  R how_;
  Outlet behind_;
  std::vector<cache> caches_;  // one for each worker
  std::uint32_t port_number_ = 0;
};

/// As a channel, but messages for other ranks first pass a small direct-mapped cache of the sending
/// worker, which merges or drops those with one key. The contract is in docs/contracts/policies.md.
///
/// - `sum_reducer`: each target gets the sum of what was sent to it, in one message or several.
/// - `best_reducer`, `duplicate_reducer`: a target gets at least the best, or one, of them.
/// Messages for the own rank are not reduced. A handler that sends takes the worker, and uses
/// from() like any other code.
template <message Msg, typename Handler, reducer<Msg> R>
class reducing_channel {
public:
  /// Opens the channel; as for a channel. Memory: the setting `reduction_entries`, per worker.
  reducing_channel(rank_team& team, Handler handler, R how, const channel_options& options = {})
      : caches_(team, std::move(how)), channel_(team, std::move(handler), options) {
    caches_.stand_before({&channel_});
    team.card().add(report_section::messaging, caches_.describe(options.name));
  }
  reducing_channel(const reducing_channel&) = delete;
  reducing_channel& operator=(const reducing_channel&) = delete;

  /// Sends for one worker.
  class sender {
  public:
    sender(reducing_channel& owner, worker& self)
        : caches_(owner.caches_),
          out_(owner.channel_.from(self)),
          self_(self),
          own_lanes_(owner.channel_.lanes_to(self.team().rank())) {}

    /// As channel::send() and channel::send_home(); returns whether the message was reduced: one
    /// less travels for it.
    bool send(rank_id to, const Msg& msg) {
      return put(static_cast<std::size_t>(index_of(to)), msg);
    }
    bool send_home(std::size_t home, const Msg& msg) { return put(home, msg); }

  private:
    bool put(std::size_t to, const Msg& msg) {
      if (own_lanes_.contains(to)) {
        pass(to, msg);
        return false;
      }
      return caches_.put(self_, to, msg,
                         [&](std::size_t lane, const Msg& message) { pass(lane, message); });
    }
    void pass(std::size_t lane, const Msg& msg) {
      if (own_lanes_.size() == 1) {
        out_.send(rank_id{static_cast<int>(lane)}, msg);
      } else {
        out_.send_home(lane, msg);
      }
    }

    reduction_port<Msg, R>& caches_;
    typename channel<Msg, Handler>::sender out_;
    worker& self_;
    lane_range own_lanes_;
  };

  /// What `self` sends through. Call: local, that worker only.
  [[nodiscard]] sender from(worker& self) { return {*this, self}; }

private:
  reduction_port<Msg, R> caches_;
  channel<Msg, Handler> channel_;
};

}  // namespace orujo
