// Messages of variable length: how one lies in a parcel, and how those of a parcel are found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "orujo/messaging/message_buffers.hpp"

namespace orujo {

/// The fixed part of a record.
template <typename Head>
concept record_head = message<Head> && alignof(Head) <= alignof(record_unit);

/// A message with a fixed part and bytes of any number behind it, where it lies in a parcel.
template <record_head Head>
struct record {
  const Head& head;
  std::span<const std::byte> tail;

  /// The tail as text.
  [[nodiscard]] std::string_view text() const noexcept {
    return {reinterpret_cast<const char*>(tail.data()), tail.size()};  // bytes may be read as char
  }
};

/// Where the parts of a record lie: 4 bytes with the length of all of it, the head, the tail. It
/// begins and ends with a unit.
template <record_head Head>
struct record_layout {
  using length = std::uint32_t;
  static constexpr std::size_t head_at = std::max(alignof(Head), sizeof(length));
  static constexpr std::size_t tail_at = head_at + sizeof(Head);

  /// Units of a record whose tail has so many bytes.
  [[nodiscard]] static constexpr std::size_t units(std::size_t tail_bytes) noexcept {
    return (tail_at + tail_bytes + sizeof(record_unit) - 1) / sizeof(record_unit);
  }

  /// The longest tail of a record of so many units.
  [[nodiscard]] static constexpr std::size_t most_tail(std::size_t units) noexcept {
    const std::size_t bytes = units * sizeof(record_unit);
    return bytes < tail_at ? 0 : bytes - tail_at;
  }

  /// Writes a record into `room`, which is of its units.
  static void write(std::span<record_unit> room, const Head& head,
                    std::span<const std::byte> tail) noexcept {
    room.back() = {};  // what is behind the tail
    std::byte* const start = room.front().bytes;
    const auto bytes = static_cast<length>(tail_at + tail.size());
    std::memcpy(start, &bytes, sizeof bytes);
    std::memcpy(start + head_at, &head, sizeof head);
    if (!tail.empty()) { std::memcpy(start + tail_at, tail.data(), tail.size()); }
  }
};

/// Throws usage_error: the record is longer than a parcel of `channel`.
[[noreturn]] void refuse_record(std::string_view channel, std::size_t tail_bytes, std::size_t most);

/// Throws transport_error: a parcel of records holds something else.
[[noreturn]] void refuse_records();

/// Calls `take(record)` for each record in `units`; returns how many there are.
/// Throws: transport_error where one is shorter than its head, or longer than what is left.
template <record_head Head, typename Take>
std::size_t for_each_record(std::span<const record_unit> units, Take&& take) {
  using layout = record_layout<Head>;
  std::size_t records = 0;
  for (; !units.empty(); ++records) {
    const std::byte* const start = units.front().bytes;
    typename layout::length bytes = 0;
    std::memcpy(&bytes, start, sizeof bytes);
    const bool fits = bytes >= layout::tail_at && bytes <= units.size_bytes();
    if (!fits) [[unlikely]] { refuse_records(); }
    const std::size_t tail_bytes = bytes - layout::tail_at;
    // A whole object of this trivially copyable type was copied to this aligned place.
    take(record<Head>{*reinterpret_cast<const Head*>(start + layout::head_at),
                      {start + layout::tail_at, tail_bytes}});
    units = units.subspan(layout::units(tail_bytes));
  }
  return records;
}

}  // namespace orujo
