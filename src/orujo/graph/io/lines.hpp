// Lines and words of a header, where speed does not matter.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orujo::io {

/// Walks along the lines of a text.
class line_walker {
public:
  explicit line_walker(std::string_view text, std::size_t begin = 0) noexcept
      : text_(text), end_(begin) {}

  /// Steps to the next line; false if there is none.
  bool next() noexcept;

  /// The line without its end.
  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  /// All of the text from the line on.
  [[nodiscard]] std::string_view text_from_line() const noexcept { return text_.substr(begin_); }
  /// Where in the text the line begins, and where the next one does.
  [[nodiscard]] std::size_t begin() const noexcept { return begin_; }
  [[nodiscard]] std::size_t end() const noexcept { return end_; }

private:
  std::string_view text_;
  std::string_view line_;
  std::size_t begin_ = 0;
  std::size_t end_;
};

/// The lines at the beginning of `text` that lie within `limit` bytes.
[[nodiscard]] std::string_view first_lines(std::string_view text, std::size_t limit) noexcept;

/// The words of `line` between blanks, commas and semicolons; at most `limit` of them.
[[nodiscard]] std::vector<std::string_view> words_of(std::string_view line, std::size_t limit = 16);

/// `word` as a whole number; empty if it is anything else or above 2^64-1.
[[nodiscard]] std::optional<std::uint64_t> whole_number(std::string_view word) noexcept;

/// Whether `text` begins with a digit, a sign or a point.
[[nodiscard]] bool begins_as_number(std::string_view text) noexcept;

/// Whether all of `text`, blanks around it apart, is a finite number in digits.
[[nodiscard]] bool looks_like_number(std::string_view text) noexcept;

/// Whether all of `text` is a whole number in digits, behind a sign or not.
[[nodiscard]] bool looks_whole(std::string_view text) noexcept;

[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace orujo::io
