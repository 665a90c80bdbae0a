// Reads the fields of one line with every check, and says what is wrong with them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/scan.hpp"

namespace orujo::io {

/// What is done with a weight column.
enum class weight_column : std::uint8_t { absent, skipped, integer, real };

/// The largest id; 2^64-1 means "no vertex".
inline constexpr std::uint64_t largest_id = std::numeric_limits<std::uint64_t>::max() - 1;

/// The largest whole weight, with a sign or without.
inline constexpr std::int64_t largest_integer_weight = std::numeric_limits<std::int64_t>::max();

/// What may stand in the fields of a format.
struct field_rules {
  weight_column weights = weight_column::absent;
  std::uint64_t first_id = 0;
  std::uint64_t last_id = largest_id;
  bool takes_zeros_in_front = true;  ///< Else 07, which is 7 where ids are numbers, is refused.
  std::string_view id_advice = "";   ///< What to do where an id is none.
};

[[nodiscard]] constexpr bool has_weight(weight_column column) noexcept {
  return column == weight_column::integer || column == weight_column::real;
}

/// Calls `visit(std::type_identity<Weight>())`: std::int64_t or double for a column of weights that
/// are kept, std::monostate for any other.
template <typename Visit>
decltype(auto) with_kept_weight(weight_column column, Visit&& visit) {
  switch (column) {
    case weight_column::integer: return visit(std::type_identity<std::int64_t>());
    case weight_column::real: return visit(std::type_identity<double>());
    case weight_column::absent:
    case weight_column::skipped: break;
  }
  return visit(std::type_identity<std::monostate>());
}

/// Whether the digits in [begin, end) spell their number in another way than the usual one.
[[nodiscard]] constexpr bool has_zeros_in_front(const char* begin, const char* end) noexcept {
  return *begin == '0' && end - begin > 1;
}

/// What is wrong with an id such as 07 where it is not said that ids are numbers, or names.
[[nodiscard]] std::string problem_of_zeros_in_front(std::string_view id, std::uint64_t number);

/// What messages advise for weights that cannot be used.
inline constexpr std::string_view advise_real = "read weights as real numbers with --weights real";
inline constexpr std::string_view advise_none = "leave weights out with --weights none";

/// Steps along a line that ends in '\n'. Throws: malformed_text, from every take_….
class field_reader {
public:
  field_reader(const field_rules& rules, const char* at) noexcept : rules_(rules), at_(at) {}

  [[nodiscard]] const char* at() const noexcept { return at_; }

  void skip_blanks() noexcept {
    while (is_blank(*at_) || (*at_ == '\r' && at_[1] == '\n')) { ++at_; }
  }
  [[nodiscard]] bool at_line_end() const noexcept { return *at_ == '\n'; }

  /// Goes on from `at`, a place behind on the same line.
  void move_to(const char* at) noexcept { at_ = at; }

  /// Takes a vertex id in the range that the rules allow.
  [[nodiscard]] std::uint64_t take_id() {
    std::uint64_t id = 0;
    const char* const end = scan_number(at_, id);
    const bool plain = end != nullptr && (is_separator(*end) || *end == '\n' || *end == '\r');
    const bool odd = !plain || id < rules_.first_id || id > rules_.last_id ||
                     (!rules_.takes_zeros_in_front && has_zeros_in_front(at_, end));
    if (odd) { return take_odd_id(); }
    at_ = end;
    return id;
  }

  /// Takes the weight of a kept column: `Weight` is std::int64_t or double; or steps over one that
  /// is not kept, with std::monostate.
  template <typename Weight>
  [[nodiscard]] Weight take_weight();

  /// Takes what separates two columns: blanks, or one comma or semicolon among blanks.
  void take_separator() noexcept;

  /// Takes the end of the line; anything else there is an error.
  void take_line_end();

  /// The characters up to the next separator.
  [[nodiscard]] std::string_view token() const noexcept;

private:
  [[nodiscard]] std::uint64_t take_odd_id();
  void require_weight() const;

  const field_rules& rules_;
  const char* at_;
};

template <>
std::int64_t field_reader::take_weight<std::int64_t>();
template <>
double field_reader::take_weight<double>();
template <>
std::monostate field_reader::take_weight<std::monostate>();

}  // namespace orujo::io
