// A vector that gives up its first elements as quickly as it takes more behind its last.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace orujo {

/// Elements behind each other. Those that were dropped keep their place until they are half of all,
/// so each of the others moves once, on average, for each that is dropped.
template <typename T>
class front_vector {
public:
  void push_back(T value) { elements_.push_back(std::move(value)); }
  /// Adds `count` default elements; returns the first of them, which lies still until the next
  /// change.
  [[nodiscard]] T* grow(std::size_t count) {
    elements_.resize(elements_.size() + count);
    return elements_.data() + elements_.size() - count;
  }
  /// Removes the first `count` elements.
  void drop_front(std::size_t count) {
    dropped_ += count;
    if (2 * dropped_ < elements_.size()) { return; }
    elements_.erase(elements_.begin(), elements_.begin() + static_cast<std::ptrdiff_t>(dropped_));
    dropped_ = 0;
  }
  void clear() noexcept {
    elements_.clear();
    dropped_ = 0;
  }

  [[nodiscard]] std::size_t size() const noexcept { return elements_.size() - dropped_; }
  [[nodiscard]] T& front() noexcept { return elements_[dropped_]; }
  [[nodiscard]] T& back() noexcept { return elements_.back(); }
  [[nodiscard]] std::span<const T> all() const noexcept {
    return std::span<const T>(elements_).subspan(dropped_);
  }

private:
  std::vector<T> elements_;
  std::size_t dropped_ = 0;
};

}  // namespace orujo
