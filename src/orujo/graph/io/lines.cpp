// Lines, words and numbers of a header.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/lines.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace orujo::io {

bool line_walker::next() noexcept {
  if (end_ >= text_.size()) { return false; }
  begin_ = end_;
  const std::size_t newline = text_.find('\n', begin_);
  const std::size_t stop = std::min(newline, text_.size());
  end_ = std::min(stop + 1, text_.size());
  line_ = text_.substr(begin_, stop - begin_);
  if (line_.ends_with('\r')) { line_.remove_suffix(1); }
  return true;
}

std::string_view first_lines(std::string_view text, std::size_t limit) noexcept {
  if (text.size() <= limit) { return text; }
  const std::string_view head = text.substr(0, limit);
  return head.substr(0, head.rfind('\n') + 1);  // npos + 1 is 0
}

std::vector<std::string_view> words_of(std::string_view line, std::size_t limit) {
  constexpr std::string_view separators = " \t,;\r\n";
  std::vector<std::string_view> words;
  std::size_t at = line.find_first_not_of(separators);
  while (at != std::string_view::npos && words.size() < limit) {
    const std::size_t end = std::min(line.find_first_of(separators, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(separators, end);
  }
  return words;
}

std::optional<std::uint64_t> whole_number(std::string_view word) noexcept {
  std::uint64_t value = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, problem] = std::from_chars(word.data(), end, value);
  if (word.empty() || problem != std::errc() || stop != end) { return std::nullopt; }
  return value;
}

bool begins_as_number(std::string_view text) noexcept {
  if (text.empty()) { return false; }
  const char c = text.front();
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

bool looks_like_number(std::string_view text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  text = text.substr(0, text.find_last_not_of(" \t") + 1);
  if (text.starts_with('+')) { text.remove_prefix(1); }
  if (text.find_first_of("0123456789") == std::string_view::npos) { return false; }  // inf, nan
  double ignored = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, problem] = std::from_chars(text.data(), end, ignored);
  return behind == end && problem != std::errc::invalid_argument;
}

bool looks_whole(std::string_view text) noexcept {
  if (text.starts_with('-') || text.starts_with('+')) { text.remove_prefix(1); }
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

}  // namespace orujo::io
