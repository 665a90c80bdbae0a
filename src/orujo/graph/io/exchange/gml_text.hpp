// The tokens of GML, and the entities in its strings.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "orujo/base/error.hpp"

namespace orujo::io {

enum class gml_kind : std::uint8_t { word, text, open, close };

struct gml_token {
  gml_kind kind;
  std::string_view text;  ///< Of a string without its quotes.
  file_position at;
};

/// Takes tokens out of pieces of text that may end within a token.
class gml_scanner {
public:
  explicit gml_scanner(std::string path) : path_(std::move(path)) {}

  void add(std::string_view piece);
  /// Says that no more comes. Throws: input_error for a string without an end.
  void end();

  /// Sets `token` to the next one, which stays until the next call of add(); false if the text ends
  /// before it, or in it. Throws: input_error if it is absurdly long.
  bool next(gml_token& token);

private:
  [[nodiscard]] file_position here() const noexcept {
    return {line_, begin_ + at_ - line_begin_ + 1};
  }
  bool skip_blanks() noexcept;
  void step_over(std::size_t end) noexcept;

  std::string path_;
  std::string rest_;         ///< What was added, from begin_ on.
  std::size_t at_ = 0;       ///< In rest_.
  std::uint64_t begin_ = 0;  ///< Where in the whole text rest_ begins.
  std::uint64_t line_ = 1;
  std::uint64_t line_begin_ = 0;  ///< Where in the whole text the line begins.
  bool ended_ = false;
};

/// `text` with its entities replaced: those by number, those of ISO 8859-1 and the five of XML.
[[nodiscard]] std::string without_entities(std::string_view text);

/// Whether `text` is the beginning of a GML file: pairs of words and values up to `graph [`.
[[nodiscard]] bool begins_as_gml(std::string_view text);

}  // namespace orujo::io
