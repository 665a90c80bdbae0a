// What delegates look like on the wire, and how they name data at its home.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace orujo {

/// Where a datum lies at its home: the number of a segment and an offset there, or an address of
/// less than 48 bits. Bits 0–42 are the offset, 43–59 the segment; the upper four are free. The
/// upper bits of an address are the number of a segment, too: of a window on all its address space.
enum class place : std::uint64_t {};

inline constexpr unsigned offset_bits = 43;
inline constexpr unsigned segment_bits = 17;
inline constexpr std::size_t num_segments = std::size_t{1} << segment_bits;
/// The first segments, as many as addresses of 48 bits take.
inline constexpr std::size_t num_windows = std::size_t{1} << (48 - offset_bits);

/// The number of a stretch of memory that every worker has its part of. Those below num_windows
/// are a worker's address space.
enum class segment_id : std::uint32_t {};

inline constexpr segment_id address_space{0};

[[nodiscard]] constexpr place first_of(segment_id segment) noexcept {
  return place{static_cast<std::uint64_t>(segment) << offset_bits};
}

/// The place `bytes` behind `from`, in the same segment.
[[nodiscard]] constexpr place advanced(place from, std::int64_t bytes) noexcept {
  return place{static_cast<std::uint64_t>(from) + static_cast<std::uint64_t>(bytes)};
}

[[nodiscard]] constexpr std::size_t segment_index(std::uint64_t word) noexcept {
  return (word >> offset_bits) & (num_segments - 1);
}
[[nodiscard]] constexpr std::uint64_t offset_of(std::uint64_t word) noexcept {
  return word & ((std::uint64_t{1} << offset_bits) - 1);
}

/// What a request asks for. `run` opens a run of requests from one worker for one finish.
enum class request_kind : std::uint8_t {
  run,      ///< place: the asker's home; operand: its join, or 0.
  closure,  ///< operand: row in the closure table, and units; the closure includes this unit.
  bytes,    ///< operand: how many bytes to write; they follow.
  add_i64,
  add_i32,
  add_f64,
  add_f32,
  xor_64,
  write_8,
  write_4,
  write_2,
  write_1,
  read_8,  ///< operand: where the answer goes, as for the next three.
  read_4,
  read_2,
  read_1,
};

/// What an answer brings to its asker.
enum class answer_kind : std::uint8_t {
  value,  ///< place: a value_answer; operand: the value.
  bytes,  ///< place: a bytes_answer; operand: how many; they follow.
  done,   ///< place: a join; one run of its requests has been served.
};

/// 16 bytes of a request or an answer. The first of each: its kind in the upper four bits of
/// `head`.
struct delegate_unit {
  std::uint64_t head;
  std::uint64_t operand;
};
static_assert(sizeof(delegate_unit) == 16);

inline constexpr unsigned kind_shift = offset_bits + segment_bits;

template <typename Kind>
[[nodiscard]] constexpr std::uint64_t head_of(Kind kind, std::uint64_t rest) noexcept {
  return static_cast<std::uint64_t>(kind) << kind_shift | rest;
}
template <typename Kind>
[[nodiscard]] constexpr std::uint64_t head_of(Kind kind, place where) noexcept {
  return head_of(kind, static_cast<std::uint64_t>(where));
}
template <typename Kind>
[[nodiscard]] constexpr Kind kind_of(std::uint64_t head) noexcept {
  return static_cast<Kind>(head >> kind_shift);
}
[[nodiscard]] constexpr std::uint64_t rest_of(std::uint64_t head) noexcept {
  return head & ((std::uint64_t{1} << kind_shift) - 1);
}

/// Units that `bytes` bytes take.
[[nodiscard]] constexpr std::size_t units_for(std::size_t bytes) noexcept {
  return (bytes + sizeof(delegate_unit) - 1) / sizeof(delegate_unit);
}

/// An address as a number: it travels with a request and comes back to the rank that it belongs to.
[[nodiscard]] inline std::uint64_t address_of(const void* object) noexcept {
  return reinterpret_cast<std::uintptr_t>(object);
}
template <typename Object>
[[nodiscard]] Object& object_at(std::uint64_t address) noexcept {
  // See address_of(): it was made on this rank, of an object that waits there.
  return *reinterpret_cast<Object*>(address);
}

}  // namespace orujo
