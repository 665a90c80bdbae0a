// Steps through XML with expat: elements and their text, in order, with their places.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "orujo/base/error.hpp"

struct XML_ParserStruct;

namespace orujo::io {

/// The attributes of an element.
class xml_attributes {
public:
  explicit xml_attributes(const char* const* pairs) noexcept : pairs_(pairs) {}

  /// The value of the attribute `name`; empty if there is none.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const noexcept;
  /// The same, or `otherwise`.
  [[nodiscard]] std::string_view value(std::string_view name,
                                       std::string_view otherwise = {}) const noexcept {
    return find(name).value_or(otherwise);
  }

private:
  const char* const* pairs_;  // names and values in turn, then nullptr
};

/// Takes elements by their names without prefixes. Throws: input_error.
class xml_elements {
public:
  virtual ~xml_elements() = default;
  virtual void begin(std::string_view name, const xml_attributes& attributes) = 0;
  virtual void end() = 0;
};

/// - Nothing outside of the file is ever read, and entities of its own are refused: a short text
///   could mean a very long one.
/// - Elements lie in each other up to a depth of 256.
class xml_walker {
public:
  xml_walker(std::string path, xml_elements& elements);

  /// Throws: input_error where the text is no XML, and what `elements` throw.
  void feed(std::string_view piece);
  void finish();

  /// Keeps the text of the element that begins, up to the next element or its end. Call: in
  /// begin().
  void capture() noexcept {
    captures_ = true;
    text_.clear();
  }
  /// The text that was kept last, without white space at its ends.
  [[nodiscard]] std::string_view captured() const noexcept;

  /// The value of the attribute `name` of the element that begins. Throws: input_error if there is
  /// none, or an empty one; `owner` is what it should belong to, for people.
  [[nodiscard]] std::string_view required(const xml_attributes& attributes, std::string_view name,
                                          std::string_view owner) const;

  /// Where the element, or its end, begins that is being taken.
  [[nodiscard]] file_position position() const noexcept;
  /// Throws an input_error that points there.
  [[noreturn]] void fail(std::string_view problem) const;

private:
  struct callbacks;
  struct closer {
    void operator()(XML_ParserStruct* parser) const noexcept;
  };

  void parse(std::string_view piece, int is_last);
  [[noreturn]] void fail_as_no_xml() const;

  std::string path_;
  xml_elements& elements_;
  std::unique_ptr<XML_ParserStruct, closer> parser_;
  std::exception_ptr problem_;  ///< What a callback threw: it may not pass through expat.
  int depth_ = 0;
  bool captures_ = false;
  std::string text_;
  std::uint64_t fed_bytes_ = 0;
};

}  // namespace orujo::io
