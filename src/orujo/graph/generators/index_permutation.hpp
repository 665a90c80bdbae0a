// A random permutation of 0 … size-1 that is computed, not stored.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "orujo/base/random.hpp"

namespace orujo {

/// Rounds of "multiply by an odd number, add, shift-xor" on just enough bits: each is a bijection
/// of the numbers of so many bits. What falls outside of `size` goes round again (cycle-walking),
/// which keeps it one.
class index_permutation {
public:
  /// `size` in 1 … 2^63.
  index_permutation(std::uint64_t size, std::uint64_t seed) noexcept
      : size_(size), mask_(std::bit_ceil(size) - 1) {
    const int bits = std::countr_zero(std::bit_ceil(size));
    shift_ = static_cast<unsigned>(std::max(1, (bits + 1) / 2));
    random_stream numbers(seed, 0x7065726d757465ULL);
    for (round& r : rounds_) { r = {numbers.next() | 1U, numbers.next()}; }
  }

  [[nodiscard]] std::uint64_t operator()(std::uint64_t index) const noexcept {
    index = go_round(index);
    while (index >= size_) { index = go_round(index); }
    return index;
  }

  /// Replaces each of `indices` by its image; the compiler does several at a time.
  void apply(std::span<std::uint64_t> indices) const noexcept {
    for (std::uint64_t& index : indices) { index = go_round(index); }
    if (size_ == mask_ + 1) { return; }
    for (std::uint64_t& index : indices) {
      while (index >= size_) { index = go_round(index); }
    }
  }

private:
  struct round {
    std::uint64_t factor;
    std::uint64_t summand;
  };

  [[nodiscard]] std::uint64_t go_round(std::uint64_t index) const noexcept {
    for (const round& r : rounds_) {
      index = (index * r.factor + r.summand) & mask_;
      index ^= index >> shift_;
    }
    return index;
  }

  std::uint64_t size_;
  std::uint64_t mask_;
  unsigned shift_;
  std::array<round, 4> rounds_;
};

}  // namespace orujo
