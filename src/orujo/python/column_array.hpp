// Columns of results, in memory that later results take over.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/huge_memory.hpp"

namespace orujo::python {

/// Bytes of any content for a column. What a column has given back goes to the next one that it
/// suits, up to 64 MiB of it: a program that calls an algorithm again and again would otherwise
/// take new pages from the system each time, which can take as long as a search of a small graph.
/// Any thread may use it, and a forked child.
class column_memory {
public:
  column_memory() = default;
  /// Throws: memory_error if the system refuses.
  explicit column_memory(std::size_t bytes);
  column_memory(column_memory&&) noexcept = default;
  column_memory& operator=(column_memory&&) noexcept = default;
  ~column_memory();

  [[nodiscard]] std::byte* data() const noexcept { return held_.data(); }

private:
  huge_memory held_;
};

/// An array of plain values whose first values are any.
template <typename T>
class column_array {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  column_array() = default;
  explicit column_array(std::size_t size) : memory_(size * sizeof(T)), size_(size) {}
  /// Takes over the values.
  explicit column_array(std::vector<T> values)
      : values_(std::move(values)), size_(values_.size()) {}
  column_array(column_array&& other) noexcept
      : memory_(std::move(other.memory_)),
        values_(std::move(other.values_)),
        size_(std::exchange(other.size_, 0)) {}
  column_array& operator=(column_array&& other) noexcept {
    memory_ = std::move(other.memory_);
    values_.swap(other.values_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~column_array() = default;

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] T* data() noexcept {
    return values_.empty() ? reinterpret_cast<T*>(memory_.data()) : values_.data();
  }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return data()[i]; }
  [[nodiscard]] std::span<T> span() noexcept { return {data(), size_}; }

private:
  column_memory memory_;
  std::vector<T> values_;  // in place of memory_, if there are any
  std::size_t size_ = 0;
};

}  // namespace orujo::python
