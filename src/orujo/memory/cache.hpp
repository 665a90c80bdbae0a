// Local copies of ranges of global memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <type_traits>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/memory/cache_transfer.hpp"
#include "orujo/memory/global_array.hpp"

namespace orujo {

/// What a cache is for.
enum class cache_use : std::uint8_t { read_only, read_write, write_only };

/// A copy of elements first … first+count-1 of an array, or of `count` objects that lie one behind
/// the other at one worker, used as a plain buffer by one task and lying on its stack. The contract
/// is in docs/contracts/cache.md.
///
/// Memory: the elements, on the worker's heap.
template <typename T, cache_use Use>
class array_cache {
public:
  static constexpr bool reads = Use != cache_use::write_only;
  static constexpr bool writes = Use != cache_use::read_only;
  using element = std::conditional_t<writes, T, const T>;

  /// Fetches the range, unless it is for writing only.
  /// Call: a task; yields. Throws: usage_error if the range is not part of the array, or where a
  /// parcel holds no element and there are several workers.
  /// Cost: to each home that holds some of the range, a message and one back for each 2 KiB or so.
  array_cache(const global_array<T>& array, std::uint64_t first, std::uint64_t count)
      : transfer_{first, checked_count(array, first, count), sizeof(T), array.block(),
                  array.place_of(0)},
        elements_(count) {
    if constexpr (reads) { cache_detail::fetch(transfer_, bytes()); }
  }

  /// Fetches `count` objects from `at` on, all at its home, unless they are for writing only.
  /// Call, Cost: as above. Throws: usage_error if the pointer is null.
  array_cache(global_pointer<T> at, std::uint64_t count)
      : transfer_(
            cache_detail::range_at(at.home(), at.where(), {checked_count(at, count), sizeof(T)})),
        elements_(count) {
    if constexpr (reads) { cache_detail::fetch(transfer_, bytes()); }
  }
  array_cache(const array_cache&) = delete;
  array_cache& operator=(const array_cache&) = delete;

  /// A cache that writes has been released by then, unless an exception ends its scope: then
  /// nothing is written back. Call: local.
  ~array_cache() {
    ORUJO_ASSERT(!writes || released_ || std::uncaught_exceptions() > exceptions_before_,
                 "a cache that writes is released before it goes");
  }

  /// Writes all elements back and waits until that is done; nothing for `read_only`. The elements
  /// are not used any longer. Call: the same task, once; yields if it writes.
  void release() {
    end_use();
    if constexpr (writes) { cache_detail::store_and_wait(transfer_, bytes()); }
  }

  /// As release(), but the enclosing finish waits. Call: the same task, once; never yields.
  void release_async() requires writes {
    end_use();
    cache_detail::store(transfer_, bytes());
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return elements_.size(); }
  /// Element first + i of the array; object i from the pointer on.
  [[nodiscard]] element& operator[](std::uint64_t i) noexcept { return elements_[i]; }
  [[nodiscard]] std::span<element> elements() noexcept { return elements_; }
  [[nodiscard]] element* begin() noexcept { return elements_.data(); }
  [[nodiscard]] element* end() noexcept { return elements_.data() + elements_.size(); }

private:
  static std::uint64_t checked_count(const global_array<T>& array, std::uint64_t first,
                                     std::uint64_t count) {
    require(first <= array.size() && count <= array.size() - first,
            "cache: the range is not part of the array");
    cache_detail::check_items(sizeof(T));
    return count;
  }
  static std::uint64_t checked_count(global_pointer<T> at, std::uint64_t count) {
    require(static_cast<bool>(at) || count == 0, "cache: the pointer names nothing");
    require(count <= cache_detail::most_bytes / sizeof(T), "cache: no worker has so many objects");
    cache_detail::check_items(sizeof(T));
    return count;
  }

  void end_use() {
    ORUJO_ASSERT(!released_, "a cache is released once");
    released_ = true;
  }
  [[nodiscard]] std::span<std::byte> bytes() noexcept {
    return std::as_writable_bytes(std::span(elements_));
  }

  cache_detail::range transfer_;
  std::vector<T> elements_;
  int exceptions_before_ = std::uncaught_exceptions();
  bool released_ = false;
};

template <typename T>
using read_only_cache = array_cache<T, cache_use::read_only>;
template <typename T>
using read_write_cache = array_cache<T, cache_use::read_write>;
template <typename T>
using write_only_cache = array_cache<T, cache_use::write_only>;

}  // namespace orujo
