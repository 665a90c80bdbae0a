// Messages for one target, merged or dropped before they travel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "orujo/base/random.hpp"
#include "orujo/base/settings.hpp"
#include "orujo/messaging/message_buffers.hpp"

namespace orujo {

/// In the order of the choices of the setting `reduction`.
enum class reduction_kind : std::uint8_t {
  off,    ///< Every message travels.
  cache,  ///< A small cache for each worker catches those that come soon after each other.
  ghosts  ///< A value for each vertex of other ranks that has an edge here catches all.
};

[[nodiscard]] inline reduction_kind reduction_of(const settings& values) noexcept {
  return static_cast<reduction_kind>(values.choice_index(setting::reduction));
}

/// How messages with one key, to one rank, are reduced. Both functions are pure and do not throw.
/// - `key(msg)`: messages with the same one are for the same target;
/// - `merge(kept, msg)`: takes `msg` into the message kept for its target; returns whether that
///   has changed `kept`.
/// - `waits`: whether the kept message has yet to travel (sums: it goes when its place is needed or
///   the buffers are flushed), or has been sent already and only drops others (least, duplicates).
template <typename R, typename Msg>
concept reducer = requires(const R& how, Msg& kept, const Msg& msg) {
  { how.key(msg) } -> std::convertible_to<std::uint64_t>;
  { how.merge(kept, msg) } -> std::same_as<bool>;
  { R::waits } -> std::convertible_to<bool>;
};

/// Adds up messages with one key: `add(kept, msg)` adds the value of `msg` to that of `kept`.
template <typename Key, typename Add>
struct sum_reducer {
  static constexpr bool waits = true;
  static constexpr std::string_view name = "sums";
  Key key;
  Add add;
  template <typename Msg>
  bool merge(Msg& kept, const Msg& msg) const {
    add(kept, msg);
    return true;
  }
};
template <typename Key, typename Add>
sum_reducer(Key, Add) -> sum_reducer<Key, Add>;

/// Sends a message only if it is better than the last one sent with its key: `better(msg, kept)`.
template <typename Key, typename Better>
struct best_reducer {
  static constexpr bool waits = false;
  static constexpr std::string_view name = "best values";
  Key key;
  Better better;
  template <typename Msg>
  bool merge(Msg& kept, const Msg& msg) const {
    if (!better(msg, kept)) { return false; }
    kept = msg;
    return true;
  }
};
template <typename Key, typename Better>
best_reducer(Key, Better) -> best_reducer<Key, Better>;

/// Sends one message with each key: others say the same again.
template <typename Key>
struct duplicate_reducer {
  static constexpr bool waits = false;
  static constexpr std::string_view name = "duplicates";
  Key key;
  template <typename Msg>
  bool merge(Msg& /*kept*/, const Msg& /*msg*/) const {
    return false;
  }
};
template <typename Key>
duplicate_reducer(Key) -> duplicate_reducer<Key>;

/// One worker's messages, each in the one place that its key and destination have.
template <message Msg>
class reduction_cache {
public:
  struct entry {
    std::uint64_t key = 0;
    std::size_t to = nobody;
    Msg kept;
  };

  explicit reduction_cache(std::size_t entries) : entries_(std::bit_ceil(entries)) {}

  [[nodiscard]] entry& place_of(std::uint64_t key, std::size_t to) noexcept {
    return entries_[mix64(key * 0x9e3779b97f4a7c15U + to) & (entries_.size() - 1)];
  }
  [[nodiscard]] static bool holds(const entry& place, std::uint64_t key, std::size_t to) noexcept {
    return place.to == to && place.key == key;
  }

  /// Calls `take(entry)` for each message held, and forgets it; `take` may put in others.
  template <typename Take>
  void empty(Take take) {
    if (!std::exchange(used_, false)) { return; }
    for (entry& each : entries_) {
      if (each.to == nobody) { continue; }
      const entry held = std::exchange(each, entry{});
      take(held);
    }
  }
  void note_use() noexcept { used_ = true; }
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

  std::uint64_t looks = 0;
  std::uint64_t hits = 0;

  static constexpr std::size_t nobody = ~std::size_t{0};

private:
  std::vector<entry> entries_;
  bool used_ = false;
};

}  // namespace orujo
