// The unusual fields, and the messages for the wrong ones.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/fields.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace orujo::io {

namespace {

bool ends_field(char c) noexcept { return is_separator(c) || c == '\n' || c == '\r'; }

/// Parses all of `token` as a double; from_chars does not take a leading '+'.
bool parse_real(std::string_view token, double& value) noexcept {
  if (token.starts_with('+')) { token.remove_prefix(1); }
  const char* const end = token.data() + token.size();
  const auto [stop, problem] = std::from_chars(token.data(), end, value);
  return !token.empty() && stop == end && problem == std::errc();
}

[[noreturn]] void fail(const char* at, const std::string& problem) {
  throw malformed_text(at, problem);
}

[[noreturn]] void fail_as_no_id(std::string_view token) {
  const std::string shown = quoted(token);
  if (token.starts_with('-') && token.size() > 1 && token[1] >= '0' && token[1] <= '9') {
    fail(token.data(), fmt::format("vertex id {} is negative; ids are 0 and up", shown));
  }
  fail(token.data(), fmt::format("expected a vertex id (a whole number) but found {}; names have "
                                 "to be numbered first",
                                 shown));
}

[[noreturn]] void fail_as_outside(std::string_view token, const field_rules& rules) {
  if (rules.first_id > 0 && token.find_first_not_of('0') == std::string_view::npos) {
    fail(token.data(), fmt::format("vertex id {}: in this format ids begin at {}", quoted(token),
                                   rules.first_id));
  }
  if (rules.last_id == largest_id) {
    fail(token.data(),
         fmt::format("vertex id {} is too large; the limit is {}", quoted(token), largest_id));
  }
  fail(token.data(), fmt::format("vertex id {} is above {}, the last of the vertices that the "
                                 "header declares",
                                 quoted(token), rules.last_id));
}

}  // namespace

std::string_view field_reader::token() const noexcept {
  const char* end = at_;
  while (!ends_field(*end)) { ++end; }
  return {at_, static_cast<std::size_t>(end - at_)};
}

std::uint64_t field_reader::take_odd_id() {
  if (ends_field(*at_)) { fail(at_, "a vertex id is missing here"); }
  const std::string_view word = token();
  if (word.find_first_not_of("0123456789") != std::string_view::npos) { fail_as_no_id(word); }
  std::uint64_t id = 0;
  const auto [stop, problem] = std::from_chars(word.data(), word.data() + word.size(), id);
  if (problem != std::errc() || id < rules_.first_id || id > rules_.last_id) {
    fail_as_outside(word, rules_);
  }
  at_ = stop;
  return id;
}

double field_reader::take_weight() {
  if (ends_field(*at_)) { fail(at_, "the weight is missing here"); }
  switch (rules_.weights) {
    case weight_column::integer: return take_integer_weight();
    case weight_column::real: return take_real_weight();
    case weight_column::skipped: skip_weight(); break;
    case weight_column::absent: break;
  }
  return 0;
}

double field_reader::take_integer_weight() {
  const std::string_view word = token();
  double real = 0;
  if (!parse_real(word, real) || !(real >= 0) || std::isinf(real)) { return take_real_weight(); }
  std::uint64_t weight = 0;
  const std::string_view digits = word.substr(word.starts_with('+') ? 1 : 0);
  const auto [stop, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), weight);
  if (problem == std::errc::result_out_of_range || weight > largest_integer_weight) {
    fail(at_, fmt::format("integer weight {} is above {}; {}", quoted(word), largest_integer_weight,
                          advise_real));
  }
  if (stop != digits.data() + digits.size()) {
    fail(at_, fmt::format("weight {} is not a whole number, although the weights before it or the "
                          "header say so; {}",
                          quoted(word), advise_real));
  }
  at_ = stop;
  return static_cast<double>(weight);
}

double field_reader::take_real_weight() {
  const std::string_view word = token();
  double weight = 0;
  if (!parse_real(word, weight)) {
    fail(at_,
         fmt::format("expected a weight (a number) but found {}; {}", quoted(word), advise_none));
  }
  if (std::isnan(weight) || std::isinf(weight)) {
    fail(at_, fmt::format("weight {} is not finite; {}", quoted(word), advise_none));
  }
  if (std::signbit(weight) && weight != 0) {
    fail(at_, fmt::format("weight {} is negative; {}", quoted(word), advise_none));
  }
  if (weight > largest_real_weight) {
    fail(at_, fmt::format("weight {} is above {:g}, the largest with single precision; {}",
                          quoted(word), largest_real_weight, advise_none));
  }
  at_ += word.size();
  return std::abs(weight);  // -0 becomes 0
}

void field_reader::skip_weight() {
  const std::string_view word = token();
  if (word.find_first_not_of("0123456789+-.eEdDinfatyINFATY") != std::string_view::npos) {
    fail(at_, fmt::format("expected a weight (a number) but found {}", quoted(word)));
  }
  at_ += word.size();
}

void field_reader::take_separator() noexcept {
  skip_blanks();
  if (*at_ == ',' || *at_ == ';') {
    ++at_;
    skip_blanks();
  }
}

void field_reader::take_line_end() {
  skip_blanks();
  if (!at_line_end()) {
    fail(at_, fmt::format("expected the end of the line but found {}",
                          quoted(token().empty() ? std::string_view(at_, 1) : token())));
  }
  ++at_;
}

}  // namespace orujo::io
