// Expat's callbacks, and its errors in our words.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/exchange/xml_walker.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include <expat.h>
#include <fmt/format.h>

#include "orujo/graph/io/exchange/exchange_reader.hpp"
#include "orujo/graph/io/graph_file.hpp"

namespace orujo::io {

namespace {

constexpr int deepest_element = 256;
constexpr std::size_t most_at_once = std::size_t{1} << 24;  // expat counts in int

std::string_view without_prefix(const char* name) noexcept {
  const std::string_view whole = name;
  const std::size_t colon = whole.rfind(':');
  return colon == std::string_view::npos ? whole : whole.substr(colon + 1);
}

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);  // npos + 1 is 0
}

}  // namespace

std::optional<std::string_view> xml_attributes::find(std::string_view name) const noexcept {
  for (const char* const* pair = pairs_; *pair != nullptr; pair += 2) {
    if (name == pair[0]) { return pair[1]; }
  }
  return std::nullopt;
}

/// Functions that expat calls with the walker; what they throw is kept until expat has returned.
struct xml_walker::callbacks {
  template <typename Act>
  static void run(void* walker, Act act) noexcept {
    xml_walker& self = *static_cast<xml_walker*>(walker);
    if (self.problem_) { return; }
    try {
      act(self);
    } catch (...) {
      self.problem_ = std::current_exception();
      XML_StopParser(self.parser_.get(), XML_FALSE);
    }
  }

  static void begin(void* walker, const char* name, const char** attributes) noexcept {
    run(walker, [&](xml_walker& self) {
      if (++self.depth_ > deepest_element) {
        self.fail(fmt::format("more than {} elements lie within each other here", deepest_element));
      }
      self.captures_ = false;
      self.elements_.begin(without_prefix(name), xml_attributes(attributes));
    });
  }
  static void end(void* walker, const char*) noexcept {
    run(walker, [](xml_walker& self) {
      --self.depth_;
      self.captures_ = false;
      self.elements_.end();
    });
  }
  static void text(void* walker, const char* some, int size) noexcept {
    run(walker, [&](xml_walker& self) {
      if (!self.captures_) { return; }
      const auto more = static_cast<std::size_t>(size);
      if (self.text_.size() + more > longest_token_bytes) {
        self.fail("this text is longer than 16 MiB");
      }
      self.text_.append(some, more);
    });
  }
  template <typename... Rest>
  static void entity(void* walker, const char* name, Rest...) noexcept {
    run(walker, [&](xml_walker& self) {
      self.fail(
          fmt::format("the entity {} is declared here; write the text itself in place of "
                      "entities",
                      quoted(name)));
    });
  }
  static void skipped(void* walker, const char* name, int) noexcept {
    run(walker, [&](xml_walker& self) {
      self.fail(
          fmt::format("the entity {} is declared nowhere in this file; write the text "
                      "itself in its place",
                      quoted(name)));
    });
  }
};

void xml_walker::closer::operator()(XML_ParserStruct* parser) const noexcept {
  XML_ParserFree(parser);
}

xml_walker::xml_walker(std::string path, xml_elements& elements)
    : path_(std::move(path)), elements_(elements), parser_(XML_ParserCreate(nullptr)) {
  if (!parser_) { throw std::bad_alloc(); }
  XML_SetUserData(parser_.get(), this);
  XML_SetElementHandler(parser_.get(), callbacks::begin, callbacks::end);
  XML_SetCharacterDataHandler(parser_.get(), callbacks::text);
  XML_SetEntityDeclHandler(parser_.get(), callbacks::entity);
  XML_SetSkippedEntityHandler(parser_.get(), callbacks::skipped);
}

void xml_walker::feed(std::string_view piece) {
  while (!piece.empty()) {
    parse(piece.substr(0, most_at_once), XML_FALSE);
    piece.remove_prefix(std::min(piece.size(), most_at_once));
  }
}

void xml_walker::finish() { parse({}, XML_TRUE); }

void xml_walker::parse(std::string_view piece, int is_last) {
  fed_bytes_ += piece.size();
  const XML_Status status =
      XML_Parse(parser_.get(), piece.data(), static_cast<int>(piece.size()), is_last);
  if (problem_) { std::rethrow_exception(problem_); }
  if (status != XML_STATUS_OK) { fail_as_no_xml(); }
  const auto parsed =
      static_cast<std::uint64_t>(std::max<XML_Index>(0, XML_GetCurrentByteIndex(parser_.get())));
  // Expat looks at an unfinished tag anew with every piece.
  if (fed_bytes_ > parsed + longest_token_bytes) { fail("this tag is longer than 16 MiB"); }
}

std::string_view xml_walker::captured() const noexcept { return trimmed(text_); }

std::string_view xml_walker::required(const xml_attributes& attributes, std::string_view name,
                                      std::string_view owner) const {
  const std::string_view value = attributes.value(name);
  if (value.empty()) { fail(fmt::format("{} has no '{}' here", owner, name)); }
  return value;
}

file_position xml_walker::position() const noexcept {
  return {XML_GetCurrentLineNumber(parser_.get()), XML_GetCurrentColumnNumber(parser_.get()) + 1};
}

void xml_walker::fail(std::string_view problem) const {
  throw input_error(path_, position(), problem);
}

void xml_walker::fail_as_no_xml() const {
  const XML_Error problem = XML_GetErrorCode(parser_.get());
  switch (problem) {
    case XML_ERROR_NO_MEMORY: throw std::bad_alloc();
    case XML_ERROR_NO_ELEMENTS:
    case XML_ERROR_UNCLOSED_TOKEN:
    case XML_ERROR_UNCLOSED_CDATA_SECTION:
    case XML_ERROR_PARTIAL_CHAR: fail("the XML ends in the middle: the file is cut off");
    case XML_ERROR_UNKNOWN_ENCODING:
    case XML_ERROR_INCORRECT_ENCODING:
      fail(
          "the encoding is not read; convert the file to UTF-8, and correct what its first line "
          "says");
    case XML_ERROR_INVALID_TOKEN:
      fail(
          "this is no XML (invalid token); the file is damaged here, or its text is not in the "
          "encoding that it declares (UTF-8 where it declares none)");
    default: break;
  }
  fail(fmt::format("the XML is damaged here: {}", XML_ErrorString(problem)));
}

}  // namespace orujo::io
