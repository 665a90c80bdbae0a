// Steps over GML one token after another.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/exchange/gml_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "orujo/graph/io/exchange/exchange_reader.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo::io {

namespace {

bool is_white(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool ends_word(char c) noexcept { return is_white(c) || c == '[' || c == ']' || c == '"'; }

/// The names of U+00A0 … U+00FF, in order.
constexpr std::array<std::string_view, 96> latin_names = {
    "nbsp",   "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",   "uml",
    "copy",   "ordf",   "laquo",  "not",    "shy",    "reg",    "macr",   "deg",    "plusmn",
    "sup2",   "sup3",   "acute",  "micro",  "para",   "middot", "cedil",  "sup1",   "ordm",
    "raquo",  "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc",  "Atilde",
    "Auml",   "Aring",  "AElig",  "Ccedil", "Egrave", "Eacute", "Ecirc",  "Euml",   "Igrave",
    "Iacute", "Icirc",  "Iuml",   "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde",
    "Ouml",   "times",  "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",
    "szlig",  "agrave", "aacute", "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil",
    "egrave", "eacute", "ecirc",  "euml",   "igrave", "iacute", "icirc",  "iuml",   "eth",
    "ntilde", "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide", "oslash", "ugrave",
    "uacute", "ucirc",  "uuml",   "yacute", "thorn",  "yuml"};

std::optional<std::uint32_t> code_of(std::string_view entity) noexcept {
  if (entity == "quot") { return '"'; }
  if (entity == "amp") { return '&'; }
  if (entity == "lt") { return '<'; }
  if (entity == "gt") { return '>'; }
  if (entity == "apos") { return '\''; }
  if (!entity.starts_with('#')) {
    const auto* const found = std::find(latin_names.begin(), latin_names.end(), entity);
    if (found == latin_names.end()) { return std::nullopt; }
    return 0xa0U + static_cast<std::uint32_t>(found - latin_names.begin());
  }
  const bool hex = entity.size() > 1 && (entity[1] == 'x' || entity[1] == 'X');
  const std::string_view digits = entity.substr(hex ? 2 : 1);
  std::uint32_t code = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, problem] = std::from_chars(digits.data(), end, code, hex ? 16 : 10);
  const bool whole = !digits.empty() && stop == end && problem == std::errc();
  const bool is_letter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return whole && is_letter ? std::optional(code) : std::nullopt;
}

void append_utf8(std::string& text, std::uint32_t code) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  const auto add_rest = [&](std::uint32_t shift) { add(0x80U | ((code >> shift) & 0x3fU)); };
  if (code < 0x80) { return add(code); }
  if (code < 0x800) {
    add(0xc0U | (code >> 6U));
    return add_rest(0);
  }
  if (code < 0x10000) {
    add(0xe0U | (code >> 12U));
  } else {
    add(0xf0U | (code >> 18U));
    add_rest(12);
  }
  add_rest(6);
  add_rest(0);
}

}  // namespace

void gml_scanner::add(std::string_view piece) {
  rest_.erase(0, at_);
  begin_ += at_;
  at_ = 0;
  rest_ += piece;
}

void gml_scanner::end() {
  add("\n");  // ends a last word
  ended_ = true;
}

/// False at the end of what was added.
bool gml_scanner::skip_blanks() noexcept {
  while (at_ < rest_.size()) {
    if (rest_[at_] == '#') {
      const std::size_t end = rest_.find('\n', at_);
      if (end == std::string::npos) { return false; }
      at_ = end;
    }
    if (!is_white(rest_[at_])) { return true; }
    step_over(at_ + 1);
  }
  return false;
}

/// Goes on at `end`, and counts the lines before it.
void gml_scanner::step_over(std::size_t end) noexcept {
  for (; at_ < end; ++at_) {
    if (rest_[at_] != '\n') { continue; }
    ++line_;
    line_begin_ = begin_ + at_ + 1;
  }
}

bool gml_scanner::next(gml_token& token) {
  const bool found = skip_blanks();
  if (rest_.size() - at_ > longest_token_bytes && !found) {
    throw input_error(path_, here(), "this comment is longer than 16 MiB");
  }
  if (!found) { return false; }
  const std::size_t begin = at_;
  const char first = rest_[begin];
  token.at = here();
  if (first == '[' || first == ']') {
    token.kind = first == '[' ? gml_kind::open : gml_kind::close;
    token.text = std::string_view(rest_).substr(begin, 1);
    ++at_;
    return true;
  }
  const bool quoted_text = first == '"';
  std::size_t end = quoted_text ? rest_.find('"', begin + 1) : begin;
  while (!quoted_text && end < rest_.size() && !ends_word(rest_[end])) { ++end; }
  if (end >= rest_.size()) {
    if (ended_ && quoted_text) { throw input_error(path_, token.at, "this quote has no end"); }
    if (rest_.size() - begin > longest_token_bytes) {
      throw input_error(path_, token.at, "this text is longer than 16 MiB; has it an end?");
    }
    return false;
  }
  token.kind = quoted_text ? gml_kind::text : gml_kind::word;
  const std::size_t text_begin = quoted_text ? begin + 1 : begin;
  token.text = std::string_view(rest_).substr(text_begin, end - text_begin);
  step_over(quoted_text ? end + 1 : end);
  return true;
}

std::string without_entities(std::string_view text) {
  constexpr std::size_t longest_entity = 10;
  std::string plain;
  while (!text.empty()) {
    const std::size_t ampersand = std::min(text.find('&'), text.size());
    plain += text.substr(0, ampersand);
    text.remove_prefix(ampersand);
    if (text.empty()) { break; }
    const std::size_t end = text.substr(0, longest_entity).find(';');
    const auto code =
        end == std::string_view::npos ? std::nullopt : code_of(text.substr(1, end - 1));
    if (code) { append_utf8(plain, *code); }
    if (!code) { plain += '&'; }
    text.remove_prefix(code ? end + 1 : 1);
  }
  return plain;
}

bool begins_as_gml(std::string_view text) {
  if (text.find('[') == std::string_view::npos) { return false; }
  gml_scanner scanner("");
  try {
    scanner.add(text);
    gml_token key;
    gml_token value;
    while (scanner.next(key) && key.kind == gml_kind::word && scanner.next(value)) {
      const bool opens = value.kind == gml_kind::open;
      if (opens || value.kind == gml_kind::close) {
        return opens && lower_case(key.text) == "graph";
      }
    }
  } catch (const input_error&) { return false; }
  return false;
}

}  // namespace orujo::io
