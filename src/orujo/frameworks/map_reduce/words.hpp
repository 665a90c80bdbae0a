// Where the words of a text begin and end, 64 bytes at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace orujo {

/// Whether `letter` separates words: a blank, a tab, a line end, a carriage return or a form feed,
/// which is what `\s` means to DuckDB.
[[nodiscard]] constexpr bool separates_words(char letter) noexcept {
  return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\f' || letter == '\r';
}

namespace words {

/// So many bytes are looked at together.
inline constexpr std::size_t step_bytes = 64;

/// A bit for each of the 64 bytes at `at`: whether it separates words.
[[nodiscard]] inline std::uint64_t separators(const char* at) noexcept {
  std::uint64_t found = 0;
#ifdef __SSE2__
  for (unsigned part = 0; part < 4; ++part) {
    // any bytes may be loaded as a vector
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at) + part);
    const auto are = [&](char letter) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(letter)); };
    const __m128i ends = _mm_or_si128(_mm_or_si128(are('\n'), are('\r')), are('\f'));
    const __m128i all = _mm_or_si128(_mm_or_si128(are(' '), are('\t')), ends);
    found |= std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(all))} << (16U * part);
  }
#else
  for (unsigned i = 0; i < step_bytes; ++i) { found |= std::uint64_t{separates_words(at[i])} << i; }
#endif
  return found;
}

}  // namespace words

/// Calls `take(begin, length)` for each word of `text`: a run of bytes that do not separate words.
/// 64 bytes behind the text may be read; what they are means nothing.
template <typename Take>
void for_each_word(std::string_view text, Take&& take) {
  const char* begun = nullptr;  // of a word that does not end in its step
  std::uint64_t before = 1;     // whether what lies before the step separates
  for (std::size_t done = 0; done < text.size(); done += words::step_bytes) {
    const char* const step = text.data() + done;
    std::uint64_t separators = words::separators(step);
    const std::size_t left = text.size() - done;
    if (left < words::step_bytes) { separators |= ~std::uint64_t{0} << left; }
    std::uint64_t edges = separators ^ (separators << 1U | before);
    before = separators >> 63U;
    const auto next_edge = [&] {
      const char* const edge = step + std::countr_zero(edges);
      edges &= edges - 1;
      return edge;
    };
    while (edges != 0) {
      const char* const begin = begun != nullptr ? std::exchange(begun, nullptr) : next_edge();
      if (edges == 0) {
        begun = begin;
        break;
      }
      take(begin, static_cast<std::size_t>(next_edge() - begin));
    }
  }
  if (begun != nullptr) {
    take(begun, static_cast<std::size_t>(text.data() + text.size() - begun));
  }
}

}  // namespace orujo
