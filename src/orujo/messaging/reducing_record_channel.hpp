// A record channel behind a cache that merges or drops records with one tail before they travel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "orujo/base/hash.hpp"
#include "orujo/messaging/record_channel.hpp"
#include "orujo/messaging/reducing_channel.hpp"

namespace orujo {

/// A record that waits in a cache: a cache line with its key and destination, if the head is small.
template <record_head Head>
struct kept_record {
  static constexpr std::size_t most_tail = sizeof(Head) < 24 ? 47 - sizeof(Head) : 24;

  Head head;
  std::uint8_t tail_bytes;
  std::array<std::byte, most_tail> bytes;

  [[nodiscard]] std::span<const std::byte> tail() const noexcept {
    return std::span(bytes).first(tail_bytes);
  }
  [[nodiscard]] static kept_record of(const Head& head, std::span<const std::byte> tail) noexcept {
    kept_record made{head, static_cast<std::uint8_t>(tail.size()), {}};
    std::copy(tail.begin(), tail.end(), made.bytes.begin());
    return made;
  }
};

/// Records with one tail are for one target, which gets the sum of their heads:
/// `add(kept, head)` adds `head` to `kept`.
template <typename Add>
struct sum_of_heads {
  static constexpr bool waits = true;
  static constexpr std::string_view name = "sums by tail";
  Add add;
  template <typename Head>
  void merge_heads(Head& kept, const Head& head) const {
    add(kept, head);
  }
};
template <typename Add>
sum_of_heads(Add) -> sum_of_heads<Add>;

/// One record with each tail: others say the same again.
struct distinct_tails {
  static constexpr bool waits = false;
  static constexpr std::string_view name = "distinct tails";
  template <typename Head>
  void merge_heads(Head& /*kept*/, const Head& /*head*/) const {}
};

/// As a record channel, but records for other ranks first pass a small direct-mapped cache of the
/// sending worker. `How` is sum_of_heads or distinct_tails. The contract is in
/// docs/contracts/policies.md.
///
/// - Records for the own rank, and those with a longer tail than kept_record<Head>::most_tail,
///   travel as they are.
template <record_head Head, record_handler<Head> Handler, typename How>
class reducing_record_channel {
  using kept = kept_record<Head>;
  using channel = record_channel<Head, Handler>;

  struct by_tail {
    static constexpr bool waits = How::waits;
    static constexpr std::string_view name = How::name;
    How how;
    [[nodiscard]] std::uint64_t key(const kept& each) const { return hash_bytes(each.tail()); }
    [[nodiscard]] bool same(const kept& a, const kept& b) const {
      return std::ranges::equal(a.tail(), b.tail());
    }
    bool merge(kept& place, const kept& each) const {
      how.merge_heads(place.head, each.head);
      return false;  // one that has been sent is never sent again
    }
  };
  struct outlet {
    record_buffers<Head>* buffers = nullptr;
    void send(worker& self, std::size_t lane, const kept& each) const {
      record_sender<Head>(*buffers, self).send_home(lane, each.head, each.tail());
    }
  };
  using cache_port = reduction_port<kept, by_tail, outlet>;

public:
  /// Opens the channel; as for a record channel. Memory: the setting `reduction_entries`, per
  /// worker.
  reducing_record_channel(rank_team& team, Handler handler, How how,
                          const channel_options& options = {})
      : caches_(team, by_tail{std::move(how)}), channel_(team, std::move(handler), options) {
    caches_.stand_before({&channel_});
    team.card().add(report_section::messaging, caches_.describe(options.name));
  }
  reducing_record_channel(const reducing_record_channel&) = delete;
  reducing_record_channel& operator=(const reducing_record_channel&) = delete;

  /// Sends for one worker.
  class sender {
  public:
    sender(reducing_record_channel& owner, worker& self)
        : caches_(owner.caches_),
          out_(owner.channel_.from(self)),
          self_(self),
          own_lanes_(owner.channel_.lanes_to(self.team().rank())) {}

    /// As record_channel::send() and record_channel::send_home(); returns whether the record was
    /// reduced: one less travels for it.
    template <typename Tail>
    bool send(rank_id to, const Head& head, const Tail& tail) {
      return put(static_cast<std::size_t>(index_of(to)), head, std::as_bytes(std::span(tail)));
    }
    template <typename Tail>
    bool send_home(std::size_t home, const Head& head, const Tail& tail) {
      return put(home, head, std::as_bytes(std::span(tail)));
    }

  private:
    bool put(std::size_t to, const Head& head, std::span<const std::byte> tail) {
      if (own_lanes_.contains(to) || tail.size() > kept::most_tail) {
        pass(to, head, tail);
        return false;
      }
      return caches_.put(self_, to, kept::of(head, tail), [&](std::size_t lane, const kept& each) {
        pass(lane, each.head, each.tail());
      });
    }
    void pass(std::size_t lane, const Head& head, std::span<const std::byte> tail) {
      if (own_lanes_.size() == 1) {
        out_.send(rank_id{static_cast<int>(lane)}, head, tail);
      } else {
        out_.send_home(lane, head, tail);
      }
    }

    cache_port& caches_;
    typename channel::sender out_;
    worker& self_;
    lane_range own_lanes_;
  };

  /// What `self` sends through. Call: local, that worker only.
  [[nodiscard]] sender from(worker& self) { return {*this, self}; }

private:
  cache_port caches_;
  channel channel_;
};

}  // namespace orujo
