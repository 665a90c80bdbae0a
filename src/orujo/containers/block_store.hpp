// What one worker holds of a sequence: elements in blocks, which come and go in any order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "orujo/containers/memory_meter.hpp"

namespace orujo {

/// Elements by their places, from 0. Each may be taken out once; a block is there from its first
/// element to its last.
template <typename T>
class block_store {
public:
  /// A block has 2^block_shift elements: 8 KiB or so, at least 64 and at most 1024.
  static constexpr std::size_t block_size =
      std::clamp<std::size_t>(std::bit_floor(8192 / sizeof(T)), 64, 1024);
  static constexpr unsigned block_shift = static_cast<unsigned>(std::countr_zero(block_size));

  explicit block_store(memory_bound bound) : meter_(std::move(bound)) {}
  block_store(const block_store&) = delete;
  block_store& operator=(const block_store&) = delete;
  ~block_store() { clear(); }

  /// The element at `place`; nullptr if it has not come, or was taken.
  [[nodiscard]] T* find(std::uint64_t place) noexcept {
    const std::uint64_t number = (place >> block_shift) - first_;  // before the first: very large
    if (number >= blocks_.size() || blocks_[number].elements == nullptr) { return nullptr; }
    block& in = *blocks_[number].elements;
    return in.has(place % block_size) ? &in.at(place % block_size) : nullptr;
  }

  /// Makes the element at `place`; where there is one it stays. Throws: memory_error if it does not
  /// fit.
  template <typename Value>
  T& emplace(std::uint64_t place, Value&& value) {
    block& in = block_at(place >> block_shift);
    const std::size_t at = place % block_size;
    if (in.has(at)) { return in.at(at); }
    T* const made = new (&in.at(at)) T(std::forward<Value>(value));
    in.set(at);
    ++size_;
    if constexpr (has_more) { expect(bytes_beside(*made)); }
    return *made;
  }

  /// Values get so many bytes more. Throws: memory_error.
  void expect(std::size_t more) {
    meter_.expect(more, "more elements of", [this] { return bytes() + bytes_of_values(); });
  }

  /// Takes out the element at `place`, which is there.
  [[nodiscard]] T take(std::uint64_t place) {
    row& holder = blocks_[(place >> block_shift) - first_];
    T& element = holder.elements->at(place % block_size);
    T taken = std::move(element);
    std::destroy_at(&element);
    holder.elements->unset(place % block_size);
    --size_;
    if (++holder.taken == block_size) { drop(holder); }
    return taken;
  }

  /// Calls `visit(place, element)` for each element, by their places.
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (std::size_t number = 0; number < blocks_.size(); ++number) {
      if (blocks_[number].elements == nullptr) { continue; }
      block& in = *blocks_[number].elements;
      for (std::size_t i = 0; i < block_size; ++i) {
        if (in.has(i)) { visit(((first_ + number) << block_shift) + i, in.at(i)); }
      }
    }
  }

  /// Makes the blocks of all places below `end`. Throws: memory_error.
  void reserve(std::uint64_t end) {
    for (std::uint64_t number = first_; number << block_shift < end; ++number) {
      static_cast<void>(block_at(number));
    }
  }

  /// The number in its sequence of what lies at `place` of part number `part` of `parts`, to which
  /// blocks are dealt in turn.
  [[nodiscard]] static constexpr std::uint64_t number_at(std::uint64_t place, std::uint64_t part,
                                                         std::uint64_t parts) noexcept {
    const std::uint64_t block = (place >> block_shift) * parts + part;
    return (block << block_shift) + place % block_size;
  }

  /// Removes all elements and gives their memory back; places begin at 0 again.
  void clear() noexcept {
    for_each([](std::uint64_t /*place*/, T& element) { std::destroy_at(&element); });
    blocks_.clear();
    first_ = size_ = made_ = 0;
    meter_.clear();
  }

  /// Exchanges all elements with those of `other`; each keeps its limits.
  void swap(block_store& other) noexcept {
    blocks_.swap(other.blocks_);
    std::swap(first_, other.first_);
    std::swap(size_, other.size_);
    std::swap(made_, other.made_);
    meter_.swap(other.meter_);
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return made_ * sizeof(block); }
  /// Bytes of the blocks of so many elements.
  [[nodiscard]] static std::uint64_t bytes_for(std::uint64_t elements) noexcept {
    return (elements + block_size - 1) / block_size * sizeof(block);
  }

private:
  static constexpr bool has_more = !std::is_trivially_copyable_v<T>;

  class block {
  public:
    [[nodiscard]] T& at(std::size_t i) noexcept {
      return *std::launder(reinterpret_cast<T*>(room_ + i * sizeof(T)));
    }
    [[nodiscard]] bool has(std::size_t i) const noexcept {
      return (present_[i / 64] >> (i % 64) & 1U) != 0;
    }
    void set(std::size_t i) noexcept { present_[i / 64] |= bit(i); }
    void unset(std::size_t i) noexcept { present_[i / 64] &= ~bit(i); }

  private:
    [[nodiscard]] static std::uint64_t bit(std::size_t i) noexcept {
      return std::uint64_t{1} << (i % 64);
    }
    std::array<std::uint64_t, block_size / 64> present_{};
    alignas(T) std::byte room_[block_size * sizeof(T)];
  };
  struct row {
    std::unique_ptr<block> elements;  // null before the first element, and after the last
    std::size_t taken = 0;
  };

  [[nodiscard]] block& block_at(std::uint64_t number) {
    if (number - first_ >= blocks_.size()) { blocks_.resize(number - first_ + 1); }
    row& holder = blocks_[number - first_];
    if (holder.elements == nullptr) {
      expect(sizeof(block));
      holder.elements.reset(new block);  // its room stays as it is
      ++made_;
    }
    return *holder.elements;
  }

  void drop(row& holder) noexcept {
    holder.elements.reset();
    --made_;
    for (; !blocks_.empty() && blocks_.front().taken == block_size; ++first_) {
      blocks_.pop_front();
    }
  }

  [[nodiscard]] std::size_t bytes_of_values() {
    std::size_t sum = 0;
    if constexpr (has_more) {
      for_each([&](std::uint64_t /*place*/, T& each) { sum += bytes_beside(each); });
    }
    return sum;
  }

  memory_meter meter_;
  std::deque<row> blocks_;
  std::uint64_t first_ = 0;  // the number of the first of them
  std::size_t size_ = 0;
  std::size_t made_ = 0;
};

}  // namespace orujo
