// The part of a vector that one worker holds, in the shape of a table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/containers/block_store.hpp"
#include "orujo/containers/key_form.hpp"
#include "orujo/memory/home_divisor.hpp"

namespace orujo {

/// Elements by their indices, of which block number b lies at worker b mod (P × W). What home_table
/// is to a map this is to a vector; but requests make no elements.
template <typename V>
class index_table {
public:
  /// An element where it lies.
  class slot {
  public:
    template <typename Value>
    explicit slot(Value&& value) : value_(std::forward<Value>(value)) {}
    [[nodiscard]] V& value() noexcept { return value_; }

  private:
    friend std::size_t bytes_beside(const slot& each) noexcept {
      return orujo::bytes_beside(each.value_);
    }
    V value_;
  };

private:
  using store = block_store<slot>;

public:
  static constexpr unsigned block_shift = store::block_shift;
  /// Larger indices have no element.
  static constexpr std::uint64_t most_elements = std::uint64_t{1} << 48U;

  index_table(const home_divisor& homes, std::size_t home, const memory_bound& bound)
      : homes_(homes), home_(home), name_(bound.name), elements_(bound) {}

  void prefetch(std::uint64_t /*index*/) const noexcept {}

  [[nodiscard]] slot* find(std::uint64_t index,
                           const sought_key<std::uint64_t>& /*what*/) noexcept {
    return index < most_elements ? elements_.find(place_of(index)) : nullptr;
  }

  struct placed {
    slot& entry;
    bool is_new;
  };
  /// The element with this index. Throws: usage_error if there is none.
  template <typename... Values>
  placed emplace(std::uint64_t index, const sought_key<std::uint64_t>& what,
                 Values&&... /*values*/) {
    slot* const found = find(index, what);
    if (found == nullptr) { throw usage_error(name_ + " has no element " + std::to_string(index)); }
    return {*found, false};
  }

  /// Values get so many bytes more. Throws: memory_error.
  void expect(std::size_t more) { elements_.expect(more); }

  /// Makes the element with this index; where there is one it stays. Throws: memory_error.
  template <typename Value>
  void put(std::uint64_t index, Value&& value) {
    elements_.emplace(place_of(index), std::forward<Value>(value));
  }

  /// Calls `take(each)` for each element, by their indices: `each.key` is one, `each.value()` it.
  template <typename Take>
  void for_each(Take&& take) {
    elements_.for_each([&](std::uint64_t place, slot& element) {
      visited each{index_at(place), &element.value()};
      take(each);
    });
  }

  /// Makes room for so many elements here. Throws: memory_error.
  void reserve(std::uint64_t elements) { elements_.reserve(elements); }
  void clear() noexcept { elements_.clear(); }
  /// Exchanges all elements with those of `other`, which has the same home; each keeps its name.
  void swap(index_table& other) noexcept { elements_.swap(other.elements_); }

  [[nodiscard]] std::size_t size() const noexcept { return elements_.size(); }
  [[nodiscard]] std::size_t bytes() const noexcept { return elements_.bytes(); }
  [[nodiscard]] static std::uint64_t bytes_for(std::uint64_t elements) noexcept {
    return store::bytes_for(elements);
  }

private:
  struct visited {
    std::uint64_t key;
    V* element;
    [[nodiscard]] V& value() const noexcept { return *element; }
  };

  [[nodiscard]] std::uint64_t place_of(std::uint64_t index) const noexcept {
    return homes_.slot_of(index, block_shift).local;
  }
  [[nodiscard]] std::uint64_t index_at(std::uint64_t place) const noexcept {
    return store::number_at(place, home_, homes_.homes());
  }

  home_divisor homes_;
  std::size_t home_;
  std::string name_;
  store elements_;
};

}  // namespace orujo
