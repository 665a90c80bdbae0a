// Reads the words of a generator's spec.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orujo {

/// The largest scale: 2^40 vertices.
inline constexpr std::uint64_t largest_scale = 40;

/// A spec split at its colons. All members throw usage_error that shows `form`.
class generator_spec {
public:
  /// `form` is how such a spec is written: "kron:SCALE[:DEGREE]".
  generator_spec(std::string_view spec, std::string_view form);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  /// Checks that between `least` and `most` words follow the name.
  void require_words(std::size_t least, std::size_t most) const;

  /// Whether word `i` behind the name was given.
  [[nodiscard]] bool has(std::size_t i) const noexcept { return i + 1 < words_.size(); }
  [[nodiscard]] std::string_view word(std::size_t i) const { return words_[i + 1]; }

  struct bounds {
    std::string_view name;
    std::uint64_t least;
    std::uint64_t most;
  };
  /// Word `i` as a whole number within `bounds`.
  [[nodiscard]] std::uint64_t number(std::size_t i, const bounds& limits) const;
  /// The same for any part of a word.
  [[nodiscard]] std::uint64_t number(std::string_view word, const bounds& limits) const;
  /// `word` as a probability, 0 … 1.
  [[nodiscard]] double probability(std::string_view word, std::string_view name) const;

  [[noreturn]] void fail(const std::string& problem) const;

private:
  std::string text_;
  std::string form_;
  std::vector<std::string> words_;
};

/// `text` split at each `separator`; empty parts stay.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

}  // namespace orujo
