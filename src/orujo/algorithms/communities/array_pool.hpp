// Large arrays that levels hand on to each other: pages that were touched once need not be again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/huge_memory.hpp"

namespace orujo::community_search {

/// Memory that was given back. Call: one thread.
class memory_pool {
public:
  memory_pool() = default;
  memory_pool(const memory_pool&) = delete;
  memory_pool& operator=(const memory_pool&) = delete;

  /// The smallest piece of `bytes` or more; new memory if there is none. Throws: memory_error.
  [[nodiscard]] huge_memory take(std::size_t bytes) {
    auto best = free_.end();
    for (auto at = free_.begin(); at != free_.end(); ++at) {
      if (at->size() < bytes) { continue; }
      if (best == free_.end() || at->size() < best->size()) { best = at; }
    }
    if (best == free_.end()) { return huge_memory(bytes); }
    huge_memory taken = std::move(*best);
    free_.erase(best);
    return taken;
  }

  void give_back(huge_memory memory) {
    if (memory.size() > 0) { free_.push_back(std::move(memory)); }
  }

private:
  std::vector<huge_memory> free_;
};

/// An array in memory of a pool, which outlives it. What is in it at first is not known.
template <typename T>
class pooled_array {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  pooled_array() = default;
  pooled_array(memory_pool& pool, std::size_t size)
      : pool_(&pool), memory_(pool.take(size * sizeof(T))), size_(size) {}
  pooled_array(pooled_array&& other) noexcept
      : pool_(other.pool_),
        memory_(std::move(other.memory_)),
        size_(std::exchange(other.size_, 0)) {}
  pooled_array& operator=(pooled_array&& other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(memory_, other.memory_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~pooled_array() {
    if (pool_ != nullptr) { pool_->give_back(std::move(memory_)); }
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  // As in huge_array: the bytes are aligned, and T is an implicit-lifetime type.
  [[nodiscard]] T* begin() noexcept { return reinterpret_cast<T*>(memory_.data()); }
  [[nodiscard]] T* end() noexcept { return begin() + size_; }
  [[nodiscard]] const T* begin() const noexcept {
    return reinterpret_cast<const T*>(memory_.data());
  }
  [[nodiscard]] const T* end() const noexcept { return begin() + size_; }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return begin()[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return begin()[i]; }
  [[nodiscard]] std::span<T> span() noexcept { return {begin(), size_}; }
  [[nodiscard]] std::span<const T> span() const noexcept { return {begin(), size_}; }

private:
  memory_pool* pool_ = nullptr;
  huge_memory memory_;
  std::size_t size_ = 0;
};

}  // namespace orujo::community_search
