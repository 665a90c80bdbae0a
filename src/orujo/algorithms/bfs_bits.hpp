// An array of bits that the workers of a rank share during a breadth-first search.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"

namespace orujo::breadth_first {

/// Whether other threads change the same data at the same time.
enum class access : std::uint8_t { alone, shared };

inline constexpr std::size_t word_bits = 64;

/// The number of words that hold `bits` bits.
[[nodiscard]] constexpr std::size_t words_for(std::size_t bits) noexcept {
  return (bits + word_bits - 1) / word_bits;
}

/// Calls `visit(v)` for each bit of `bits`, the word with the number `word`; v is the bit's number.
template <typename Visit>
void for_each_bit(std::uint64_t bits, std::size_t word, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) {
    visit(static_cast<local_vertex>(word * word_bits +
                                    static_cast<std::size_t>(std::countr_zero(bits))));
  }
}

/// Bits on huge pages, all zero at first.
class bit_array {
public:
  bit_array() = default;
  explicit bit_array(std::size_t bits) : words_(words_for(bits)) {}

  [[nodiscard]] std::size_t num_words() const noexcept { return words_.size(); }
  [[nodiscard]] std::uint64_t* words() noexcept { return words_.data(); }
  [[nodiscard]] const std::uint64_t* words() const noexcept { return words_.data(); }

  /// Call: while nobody changes the bits.
  [[nodiscard]] bool test(std::size_t i) const noexcept {
    return (words_[i / word_bits] >> (i % word_bits) & 1U) != 0;
  }

  /// As test(), while others may change the bits: perhaps the value of a moment ago.
  [[nodiscard]] bool test_shared(std::size_t i) noexcept {
    const std::atomic_ref<std::uint64_t> shared(words_[i / word_bits]);
    return (shared.load(std::memory_order_relaxed) >> (i % word_bits) & 1U) != 0;
  }

  /// Asks for the memory of bit i, so that claim() need not wait for it.
  void prefetch_for_claim(std::size_t i) const noexcept {
    __builtin_prefetch(&words_[i / word_bits], 1);
  }

  /// Sets bit i; whether it was zero before. With access::shared exactly one caller is told so.
  template <access Access>
  bool claim(std::size_t i) noexcept {
    std::uint64_t& word = words_[i / word_bits];
    const std::uint64_t bit = std::uint64_t{1} << (i % word_bits);
    if constexpr (Access == access::alone) {
      const bool fresh = (word & bit) == 0;
      word |= bit;
      return fresh;
    } else {
      // relaxed: the bit says who may write the vertex; what is written is published by a barrier
      const std::atomic_ref<std::uint64_t> shared(word);
      if ((shared.load(std::memory_order_relaxed) & bit) != 0) { return false; }
      return (shared.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
    }
  }

private:
  huge_array<std::uint64_t> words_;
};

}  // namespace orujo::breadth_first
