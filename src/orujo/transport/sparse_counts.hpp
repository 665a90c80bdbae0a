// A counter for each rank, of which few are ever used.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "orujo/base/ids.hpp"

namespace orujo {

/// Counters that are zero until they are used.
/// Memory: once one is used half a byte for each, and a cache line for every sixteen neighbours of
/// which one was used. Call: any thread, if nothing else is said.
class sparse_counts {
public:
  using count = std::atomic<std::int32_t>;

  sparse_counts() = default;
  explicit sparse_counts(std::size_t size) { resize(size); }
  sparse_counts(const sparse_counts&) = delete;
  sparse_counts& operator=(const sparse_counts&) = delete;
  ~sparse_counts() {
    const std::unique_ptr<line_pointer[]> lines(lines_.load(std::memory_order_relaxed));
    for (std::size_t i = 0; lines != nullptr && i < num_lines_; ++i) {
      delete lines[i].load(std::memory_order_relaxed);
    }
  }

  /// How many there can be is decided once. Call: one thread, before any other call.
  void resize(std::size_t size) noexcept { num_lines_ = (size + line_counts - 1) / line_counts; }

  [[nodiscard]] bool empty() const noexcept { return num_lines_ == 0; }

  /// The counter with a number. Throws: std::bad_alloc.
  [[nodiscard]] count& operator[](std::size_t number) {
    // acquire, twice: pairs with make_once(), whose counters are zero
    line_pointer* lines = lines_.load(std::memory_order_acquire);
    if (lines == nullptr) [[unlikely]] {
      lines = make_once(lines_, std::make_unique<line_pointer[]>(num_lines_));
    }
    line* found = lines[number / line_counts].load(std::memory_order_acquire);
    if (found == nullptr) [[unlikely]] {
      found = make_once(lines[number / line_counts], std::make_unique<line>());
    }
    return found->counts[number % line_counts];
  }

  /// What it is, without making it.
  [[nodiscard]] std::int32_t value(std::size_t number) const noexcept {
    const line_pointer* const lines = lines_.load(std::memory_order_acquire);
    if (lines == nullptr) { return 0; }
    const line* const found = lines[number / line_counts].load(std::memory_order_acquire);
    return found != nullptr ? found->counts[number % line_counts].load(std::memory_order_relaxed)
                            : 0;
  }

private:
  static constexpr std::size_t line_counts = cache_line_bytes / sizeof(count);
  struct alignas(cache_line_bytes) line {
    std::array<count, line_counts> counts{};
  };

  using line_pointer = std::atomic<line*>;

  /// What `place` points to from now on: `made`, or what another thread has made.
  template <typename Made, typename Owned>
  static Made* make_once(std::atomic<Made*>& place, std::unique_ptr<Owned> made) {
    Made* before = nullptr;
    if (!place.compare_exchange_strong(before, made.get(), std::memory_order_acq_rel)) {
      return before;  // another thread was faster
    }
    return made.release();
  }

  std::size_t num_lines_ = 0;
  std::atomic<line_pointer*> lines_{nullptr};
};

}  // namespace orujo
