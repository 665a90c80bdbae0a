// A counter for each rank, of which few are ever used.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "orujo/base/ids.hpp"

namespace orujo {

/// Counters that are zero until they are used.
/// Memory: half a byte for each, and a cache line for every sixteen neighbours of which one was
/// used. Call: any thread, if nothing else is said.
class sparse_counts {
public:
  using count = std::atomic<std::int32_t>;

  sparse_counts() = default;
  explicit sparse_counts(std::size_t size) : lines_((size + line_counts - 1) / line_counts) {}
  sparse_counts(const sparse_counts&) = delete;
  sparse_counts& operator=(const sparse_counts&) = delete;
  ~sparse_counts() {
    for (const auto& each : lines_) { delete each.load(std::memory_order_relaxed); }
  }

  /// How many there can be is decided once. Call: one thread, before any other call.
  void resize(std::size_t size) {
    lines_ = std::vector<std::atomic<line*>>((size + line_counts - 1) / line_counts);
  }

  [[nodiscard]] bool empty() const noexcept { return lines_.empty(); }

  /// The counter with a number. Throws: std::bad_alloc.
  [[nodiscard]] count& operator[](std::size_t number) {
    // acquire: pairs with make_line(), whose counters are zero
    line* const found = lines_[number / line_counts].load(std::memory_order_acquire);
    return (found != nullptr ? *found : make_line(number / line_counts))
        .counts[number % line_counts];
  }

  /// What it is, without making it.
  [[nodiscard]] std::int32_t value(std::size_t number) const noexcept {
    const line* const found = lines_[number / line_counts].load(std::memory_order_acquire);
    return found != nullptr ? found->counts[number % line_counts].load(std::memory_order_relaxed)
                            : 0;
  }

private:
  static constexpr std::size_t line_counts = cache_line_bytes / sizeof(count);
  struct alignas(cache_line_bytes) line {
    std::array<count, line_counts> counts{};
  };

  line& make_line(std::size_t index) {
    auto made = std::make_unique<line>();
    line* before = nullptr;
    if (!lines_[index].compare_exchange_strong(before, made.get(), std::memory_order_acq_rel)) {
      return *before;  // another thread was faster
    }
    return *made.release();
  }

  std::vector<std::atomic<line*>> lines_;
};

}  // namespace orujo
