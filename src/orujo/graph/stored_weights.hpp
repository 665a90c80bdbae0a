// The weights of a graph's edges in memory: all of one type, which is known at run time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/weight_type.hpp"

namespace orujo {

/// Looks at weights that belong to somebody else.
class weight_view {
public:
  weight_view() = default;

  template <stored_weight T>
  explicit weight_view(std::span<const T> weights) noexcept
      : data_(std::as_bytes(weights).data()), size_(weights.size()), type_(weight_type_of<T>) {}

  /// `bytes` are aligned to their type's size.
  weight_view(weight_type type, std::span<const std::byte> bytes) noexcept
      : data_(bytes.data()),
        size_(type == weight_type::none ? 0 : bytes.size() / bytes_of(type)),
        type_(type) {}

  [[nodiscard]] weight_type type() const noexcept { return type_; }
  [[nodiscard]] const std::byte* data() const noexcept { return data_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_ * bytes_of(type_); }

  /// All of them; `T` is what type() says, or there are none.
  template <stored_weight T>
  [[nodiscard]] std::span<const T> as() const noexcept {
    ORUJO_ASSERT(empty() || type_ == weight_type_of<T>, "weights are read as what they are");
    // T is an implicit-lifetime type, and the bytes were written as T.
    return {reinterpret_cast<const T*>(data_), size_};
  }

  /// One of them, whatever its type, as a number that holds it; where time does not matter.
  template <typename Number>
  [[nodiscard]] Number at(std::size_t i) const noexcept {
    return with_weight_type(
        type_, [&]<typename T>(std::type_identity<T>) { return static_cast<Number>(as<T>()[i]); });
  }

private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  weight_type type_ = weight_type::none;
};

/// Owns weights; all are 0 at first.
class weight_array {
public:
  weight_array() = default;
  /// Throws: memory_error.
  weight_array(weight_type type, std::size_t size) : bytes_(size * bytes_of(type)), type_(type) {}

  [[nodiscard]] weight_type type() const noexcept { return type_; }
  [[nodiscard]] bool empty() const noexcept { return bytes_.empty(); }

  /// All of them; `T` is what type() says.
  template <stored_weight T>
  [[nodiscard]] std::span<T> as() noexcept {
    ORUJO_ASSERT(empty() || type_ == weight_type_of<T>, "weights are written as what they are");
    // The memory is page-aligned, and T is an implicit-lifetime type.
    return {reinterpret_cast<T*>(bytes_.data()), bytes_.size() / sizeof(T)};
  }

  [[nodiscard]] std::span<std::byte> bytes() noexcept { return bytes_.span(); }

  /// The first `count` of them.
  [[nodiscard]] weight_view first(std::size_t count) const noexcept {
    return {type_, bytes_.span().first(count * bytes_of(type_))};
  }

private:
  huge_array<std::byte> bytes_;
  weight_type type_ = weight_type::none;
};

}  // namespace orujo
