// An array over all workers of the team, block after block.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "orujo/base/error.hpp"
#include "orujo/memory/global_pointer.hpp"
#include "orujo/memory/home_divisor.hpp"
#include "orujo/memory/linear_pointer.hpp"
#include "orujo/memory/segment.hpp"

namespace orujo {

/// Elements 0 … size-1; block b of them lies at home b mod (P * W), the blocks of a home one behind
/// the other. Plain data, a name only: it travels in closures, and all copies name one array.
/// Call: anywhere, but for what says otherwise. Cost of at(): 2–3 ns.
template <typename T>
class global_array {
  static_assert(std::is_trivially_copyable_v<T>, "global arrays hold plain data");

public:
  using value_type = T;

  global_array() = default;  ///< No array, of size 0.

  global_array(segment_id segment, const segment_shape& shape, std::uint32_t homes)
      : first_(first_of(segment)),
        size_(shape.items),
        divisor_(homes),
        shift_(static_cast<unsigned>(std::countr_zero(shape.block_items))) {}

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// Elements of a block.
  [[nodiscard]] std::uint64_t block() const noexcept { return std::uint64_t{1} << shift_; }
  [[nodiscard]] segment_id segment() const noexcept {
    return segment_id{
        static_cast<std::uint32_t>(segment_index(static_cast<std::uint64_t>(first_)))};
  }

  [[nodiscard]] home_id home_of(std::uint64_t index) const noexcept { return slot_of(index).home; }

  /// A pointer to element `index`. Arithmetic with it stays in its home; with linear(index) it goes
  /// on in the array.
  [[nodiscard]] global_pointer<T> at(std::uint64_t index) const noexcept {
    ORUJO_ASSERT(index < size_, "an index outside a global array");
    const dealt_slot found = slot_of(index);
    return {found.home, place_of(found.local)};
  }

  /// A pointer to element `index`, or behind the last, that moves over all homes.
  [[nodiscard]] linear_pointer<T> linear(std::uint64_t index = 0) const noexcept {
    ORUJO_ASSERT(index <= size_, "a linear pointer behind the end of a global array");
    return {segment(), shift_, index};
  }

  /// Where local element `local` of any home's part lies there.
  [[nodiscard]] place place_of(std::uint64_t local) const noexcept {
    return advanced(first_, static_cast<std::int64_t>(local * sizeof(T)));
  }

  /// The index of element `local` of the part of `home`.
  [[nodiscard]] std::uint64_t index_at(home_id home, std::uint64_t local) const noexcept {
    const std::uint64_t cycle = local >> shift_;
    return ((cycle * divisor_.homes() + index_of(home)) << shift_) + (local & (block() - 1));
  }

  /// Elements of the part of `home` with an index below `end`.
  [[nodiscard]] std::uint64_t local_size(home_id home, std::uint64_t end) const noexcept {
    return segment_shape{end, sizeof(T), block()}.items_at(index_of(home), divisor_.homes());
  }
  [[nodiscard]] std::uint64_t local_size(home_id home) const noexcept {
    return local_size(home, size_);
  }

  [[nodiscard]] segment_shape shape() const noexcept { return {size_, sizeof(T), block()}; }

  /// The first so many workers have elements, the others none.
  [[nodiscard]] std::uint32_t num_homes() const noexcept {
    return static_cast<std::uint32_t>(shape().homes_with_items(divisor_.homes()));
  }

  /// The calling worker's part; element i of it has index_at(home, i). Call: a task or handler.
  [[nodiscard]] std::span<T> local() const {
    home_memory& here = this_memory();
    const std::uint64_t items = local_size(here.home());
    std::byte* const bytes = here.bytes_at(first_, items * sizeof(T));
    return {reinterpret_cast<T*>(bytes), items};
  }

  [[nodiscard]] friend bool operator==(const global_array& a, const global_array& b) noexcept {
    return a.first_ == b.first_ && a.size_ == b.size_;
  }

private:
  [[nodiscard]] dealt_slot slot_of(std::uint64_t index) const noexcept {
    return divisor_.slot_of(index, shift_);
  }

  place first_{};
  std::uint64_t size_ = 0;
  home_divisor divisor_;
  unsigned shift_ = 0;
};

/// Elements of a block of 64 bytes, at least one: the standard block.
template <typename T>
[[nodiscard]] constexpr std::uint64_t cache_line_block() noexcept {
  return std::bit_floor(std::max<std::size_t>(1, cache_line_bytes / sizeof(T)));
}

/// A block so large that each worker has one at most: neighbours stay together.
[[nodiscard]] inline std::uint64_t even_block(std::uint64_t size) {
  const std::uint64_t homes = this_memory().num_homes();
  return std::bit_ceil(std::max<std::uint64_t>(1, (size + homes - 1) / homes));
}

/// A new array of `size` elements, all bytes zero, in blocks of `block` elements, a power of two.
/// On huge pages, first touched by its home workers; stays until release(), or until global_memory
/// ends. Call: a task; yields. Throws: task_error with the exit code of memory if it will not fit,
/// before anything is allocated; usage_error. Cost: as allocate_segment().
template <typename T>
[[nodiscard]] global_array<T> allocate_array(std::uint64_t size,
                                             std::uint64_t block = cache_line_block<T>()) {
  static_assert(alignof(T) <= home_memory::part_alignment);
  require(std::has_single_bit(block), "the block of a global array is a power of two");
  const segment_shape shape{size, sizeof(T), block};
  return {allocate_segment(shape), shape, this_memory().num_homes()};
}

/// Gives the array back. Nobody uses it, or a copy of the name, any longer.
/// Call: any task, in any order; yields.
template <typename T>
void release(const global_array<T>& array) {
  release_segment(array.segment(), array.shape());
}

}  // namespace orujo
