// Walks along the cells of a line.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/cells.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/scan.hpp"

namespace orujo::io {

namespace {

/// Behind the quote that ends the cell beginning at `at`; two quotes in it stand for one.
std::optional<std::size_t> end_of_quotes(std::string_view line, std::size_t at) noexcept {
  std::size_t end = line.find('"', at + 1);
  while (end != std::string_view::npos && line.substr(end).starts_with("\"\"")) {
    end = line.find('"', end + 2);
  }
  return end == std::string_view::npos ? std::nullopt : std::optional(end + 1);
}

/// The same where there has to be one. Throws: malformed_text.
std::size_t behind_quotes(std::string_view line, std::size_t at) {
  if (const auto end = end_of_quotes(line, at)) { return *end; }
  throw malformed_text(line.data() + at,
                       "this quote has no end on its line; line breaks within quotes are not read");
}

/// Where the first of `wanted` stands outside of cells in quotes, whatever separates the cells;
/// npos if there is none. A quote within a cell, as in 19", hides nothing, nor does one without an
/// end.
std::size_t find_outside_of_quotes(std::string_view line, char wanted) noexcept {
  bool begins_cell = true;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == wanted) { return at; }
    if (c == '"' && begins_cell) { at = end_of_quotes(line, at).value_or(at + 1) - 1; }
    begins_cell = is_separator(c);
  }
  return std::string_view::npos;
}

/// Gives the cells of a line, one after another.
class cell_walker {
public:
  cell_walker(std::string_view line, char separator) : line_(line), separator_(separator) {
    skip_blanks();
    more_ = separator != ' ' || at_ < line.size();
  }

  [[nodiscard]] bool more() const noexcept { return more_; }

  std::string_view take() {
    skip_blanks();
    const std::size_t begin = at_;
    if (at_ < line_.size() && line_[at_] == '"') { at_ = behind_quotes(line_, at_); }
    while (at_ < line_.size() && !ends_cell(line_[at_])) { ++at_; }
    std::size_t end = at_;
    while (end > begin && is_blank(line_[end - 1])) { --end; }
    step_over_separator();
    return line_.substr(begin, end - begin);
  }

private:
  [[nodiscard]] bool ends_cell(char c) const noexcept {
    return separator_ == ' ' ? is_blank(c) : c == separator_;
  }
  void skip_blanks() noexcept {
    while (at_ < line_.size() && is_blank(line_[at_]) && line_[at_] != separator_tab()) { ++at_; }
  }
  /// A tab that separates is no blank.
  [[nodiscard]] char separator_tab() const noexcept { return separator_ == '\t' ? '\t' : '\0'; }

  void step_over_separator() noexcept {
    if (separator_ == ' ') {
      skip_blanks();
      more_ = at_ < line_.size();
    } else {
      more_ = at_ < line_.size();
      ++at_;
    }
  }

  std::string_view line_;
  char separator_;
  std::size_t at_ = 0;
  bool more_ = true;
};

/// Steps along the text of a dictionary as Python prints it.
class dictionary_reader {
public:
  explicit dictionary_reader(std::string_view text) noexcept : text_(text), at_(1) {}

  std::optional<std::string_view> value_of(std::string_view key) {
    while (skip_to_entry()) {
      const std::string_view name = take_string();
      skip_blanks();
      if (current() != ':') { fail("expected ':' here"); }
      ++at_;
      const std::string_view value = take_value();
      if (name == key) { return value; }
    }
    return std::nullopt;
  }

private:
  [[noreturn]] void fail(const char* problem) const {
    throw malformed_text(
        text_.data() + std::min(at_, text_.size()),
        fmt::format("a dictionary as NetworkX writes it is malformed: {}", problem));
  }
  [[nodiscard]] char current() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() noexcept {
    while (is_blank(current())) { ++at_; }
  }

  /// False at the end of the dictionary.
  bool skip_to_entry() {
    while (is_blank(current()) || current() == ',') { ++at_; }
    if (current() == '\0') { fail("'}' is missing"); }
    return current() != '}';
  }

  /// A string between quotes of either kind, without them.
  std::string_view take_string() {
    const char quote = current();
    if (quote != '\'' && quote != '"') { fail("expected a name in quotes"); }
    const std::size_t begin = ++at_;
    while (current() != quote && current() != '\0') { at_ += current() == '\\' ? 2U : 1U; }
    if (current() == '\0') { fail("a quote has no end"); }
    return text_.substr(begin, at_++ - begin);
  }

  std::string_view take_value() {
    skip_blanks();
    const std::size_t begin = at_;
    int depth = 0;
    while (depth > 0 || (current() != ',' && current() != '}')) {
      const char c = current();
      if (c == '\0') { fail("'}' is missing"); }
      if (c == '\'' || c == '"') {
        static_cast<void>(take_string());
        continue;
      }
      depth += c == '{' || c == '[' || c == '(' ? 1 : 0;
      depth -= c == '}' || c == ']' || c == ')' ? 1 : 0;
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  std::string_view text_;
  std::size_t at_;
};

[[noreturn]] void fail_as_missing(std::string_view line, const cell_layout& layout,
                                  std::size_t cells) {
  const char* const missing =
      cells > std::max(layout.source, layout.target) ? "the weight" : "a vertex id";
  throw malformed_text(line.data() + line.size(),
                       fmt::format("{} is missing here: this line has {} columns and others {}",
                                   missing, cells, layout.count));
}

}  // namespace

char separator_of(std::string_view line) noexcept {
  // Names hold commas more often than semicolons, and tabs next to never.
  for (const char candidate : {'\t', ';', ','}) {
    if (find_outside_of_quotes(line, candidate) != std::string_view::npos) { return candidate; }
  }
  return ' ';
}

std::vector<std::string_view> cells_of(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  cell_walker walker(line, separator);
  while (walker.more()) { cells.push_back(walker.take()); }
  return cells;
}

std::string content_of(std::string_view cell) {
  if (cell.size() < 2 || !cell.starts_with('"') || !cell.ends_with('"')) {
    return std::string(cell);
  }
  std::string content(cell.substr(1, cell.size() - 2));
  std::size_t at = content.find("\"\"");
  while (at != std::string::npos) {
    content.erase(at, 1);
    at = content.find("\"\"", at + 1);
  }
  return content;
}

void append_cell(std::string& text, std::string_view name) {
  const bool plain = !name.empty() && name.find_first_of(" \t,;\"{\r") == std::string_view::npos &&
                     std::string_view("#%/").find(name.front()) == std::string_view::npos;
  if (plain) {
    text += name;
    return;
  }
  text += '"';
  for (const char c : name) {
    if (c == '"') { text += '"'; }
    text += c;
  }
  text += '"';
}

std::size_t begin_of_dictionary(std::string_view line) noexcept {
  return find_outside_of_quotes(line, '{');
}

std::string_view without_dictionary(std::string_view line) noexcept {
  std::string_view head = line.substr(0, begin_of_dictionary(line));
  while (!head.empty() && is_separator(head.back())) { head.remove_suffix(1); }
  return head;
}

std::optional<std::string_view> dictionary_value(std::string_view line, std::string_view key) {
  const std::size_t begin = begin_of_dictionary(line);
  if (begin == std::string_view::npos) { return std::nullopt; }
  return dictionary_reader(line.substr(begin)).value_of(key);
}

edge_cells edge_cells_of(std::string_view line, const cell_layout& layout) {
  cell_walker walker(layout.dictionary ? without_dictionary(line) : line, layout.separator);
  edge_cells found;
  std::size_t cells = 0;
  while (walker.more()) {
    const std::string_view cell = walker.take();
    if (cells == layout.source) { found.source = cell; }
    if (cells == layout.target) { found.target = cell; }
    if (cells == layout.weight) { found.weight = cell; }
    ++cells;
  }
  if (cells > layout.count) {
    throw malformed_text(
        line.data(), fmt::format("this line has {} columns and others {}", cells, layout.count));
  }
  const bool lacks_weight = layout.weight && cells <= *layout.weight;
  if (cells <= std::max(layout.source, layout.target) || lacks_weight) {
    fail_as_missing(line, layout, cells);
  }
  if (layout.dictionary && !layout.weight_key.empty()) {
    found.weight = dictionary_value(line, layout.weight_key);
    if (!found.weight) {
      throw malformed_text(line.data() + line.size(),
                           fmt::format("the weight is missing here: other lines have one called {}",
                                       quoted(layout.weight_key)));
    }
  }
  return found;
}

}  // namespace orujo::io
