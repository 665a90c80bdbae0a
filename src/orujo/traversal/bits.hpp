// Sets of small numbers as bits in words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"

namespace orujo {

/// How many bits a word has.
template <std::unsigned_integral Word>
inline constexpr std::size_t bits_of_word = std::numeric_limits<Word>::digits;

/// Of the words of a bit_array.
inline constexpr std::size_t word_bits = bits_of_word<std::uint64_t>;

/// The number of words that hold `bits` bits.
[[nodiscard]] constexpr std::size_t words_for(std::size_t bits) noexcept {
  return (bits + word_bits - 1) / word_bits;
}

/// Calls `visit(v)` for each bit of `bits`, the word with the number `word`; v is the bit's number.
template <std::unsigned_integral Word, typename Visit>
void for_each_bit(Word bits, std::size_t word, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) {
    visit(static_cast<local_vertex>(word * bits_of_word<Word> +
                                    static_cast<std::size_t>(std::countr_zero(bits))));
  }
}

/// Bit number `i` of words.
[[nodiscard]] inline bool test_bit(const std::uint64_t* words, std::size_t i) noexcept {
  return (words[i / word_bits] >> (i % word_bits) & 1U) != 0;
}

/// Bits on huge pages, all zero at first. A word is changed by one thread at a time.
class bit_array {
public:
  bit_array() = default;
  explicit bit_array(std::size_t bits) : words_(words_for(bits)) {}

  [[nodiscard]] std::size_t num_words() const noexcept { return words_.size(); }
  [[nodiscard]] std::uint64_t* words() noexcept { return words_.data(); }
  [[nodiscard]] const std::uint64_t* words() const noexcept { return words_.data(); }

  [[nodiscard]] bool test(std::size_t i) const noexcept { return test_bit(words_.data(), i); }

  /// Sets bit i; whether it was zero before.
  bool claim(std::size_t i) noexcept {
    std::uint64_t& word = words_[i / word_bits];
    const std::uint64_t bit = std::uint64_t{1} << (i % word_bits);
    const bool fresh = (word & bit) == 0;
    word |= bit;
    return fresh;
  }

private:
  huge_array<std::uint64_t> words_;
};

}  // namespace orujo
