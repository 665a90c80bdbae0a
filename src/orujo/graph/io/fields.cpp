// The unusual fields, and the messages for the wrong ones.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/fields.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include <fmt/format.h>

namespace orujo::io {

namespace {

bool ends_field(char c) noexcept { return is_separator(c) || c == '\n' || c == '\r'; }

[[noreturn]] void fail(const char* at, const std::string& problem) {
  throw malformed_text(at, problem);
}

/// All of `token` as a finite double; from_chars does not take a leading '+'.
double real_in(std::string_view token) {
  const std::string_view text = token.substr(token.starts_with('+') ? 1 : 0);
  double value = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || stop != text.data() + text.size()) {
    fail(token.data(),
         fmt::format("expected a weight (a number) but found {}; {}", quoted(token), advise_none));
  }
  if (problem == std::errc::result_out_of_range) {
    fail(token.data(), fmt::format("weight {} is beyond what 64-bit real numbers hold; {}",
                                   quoted(token), advise_none));
  }
  if (!std::isfinite(value)) {
    fail(token.data(), fmt::format("weight {} is not finite; {}", quoted(token), advise_none));
  }
  return value;
}

[[noreturn]] void fail_as_no_id(std::string_view token, const field_rules& rules) {
  const std::string shown = quoted(token);
  if (token.starts_with('-') && token.size() > 1 && token[1] >= '0' && token[1] <= '9') {
    fail(token.data(), fmt::format("vertex id {} is negative; ids are 0 and up", shown));
  }
  fail(token.data(),
       fmt::format("expected a vertex id (a whole number) but found {}{}", shown, rules.id_advice));
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

std::string problem_of_zeros_in_front(std::string_view id, std::uint64_t number) {
  return fmt::format(
      "the id {} is another way to write {}; say --ids numbers if both are one vertex, or --ids "
      "names if they are two",
      quoted(id), number);
}

std::string_view field_reader::token() const noexcept {
  const char* end = at_;
  while (!ends_field(*end)) { ++end; }
  return {at_, static_cast<std::size_t>(end - at_)};
}

std::uint64_t field_reader::take_odd_id() {
  if (ends_field(*at_)) { fail(at_, "a vertex id is missing here"); }
  const std::string_view word = token();
  if (word.find_first_not_of("0123456789") != std::string_view::npos) {
    fail_as_no_id(word, rules_);
  }
  std::uint64_t id = 0;
  const auto [stop, problem] = std::from_chars(word.data(), word.data() + word.size(), id);
  if (problem != std::errc() || id < rules_.first_id || id > rules_.last_id) {
    fail_as_outside(word, rules_);
  }
  if (!rules_.takes_zeros_in_front && has_zeros_in_front(word.data(), stop)) {
    fail(word.data(), problem_of_zeros_in_front(word, id));
  }
  at_ = stop;
  return id;
}

void field_reader::require_weight() const {
  if (ends_field(*at_)) { fail(at_, "the weight is missing here"); }
}

template <>
std::int64_t field_reader::take_weight<std::int64_t>() {
  require_weight();
  const std::string_view word = token();
  std::int64_t weight = 0;
  const std::string_view digits = word.substr(word.starts_with('+') ? 1 : 0);
  const char* const end = digits.data() + digits.size();
  const auto [stop, problem] = std::from_chars(digits.data(), end, weight);
  const bool too_large = problem == std::errc::result_out_of_range ||
                         weight == std::numeric_limits<std::int64_t>::min();
  if (stop != end || digits.empty()) {
    static_cast<void>(real_in(word));  // what is no number at all is said to be none
    fail(at_, fmt::format("weight {} is not a whole number, although the weights before it or the "
                          "header say so; {}",
                          quoted(word), advise_real));
  }
  if (too_large) {
    fail(at_, fmt::format("integer weight {} is beyond {}; {}, which rounds it", quoted(word),
                          largest_integer_weight, advise_real));
  }
  at_ = end;
  return weight;
}

template <>
double field_reader::take_weight<double>() {
  require_weight();
  const std::string_view word = token();
  const double weight = real_in(word);
  at_ += word.size();
  return weight;
}

template <>
std::monostate field_reader::take_weight<std::monostate>() {
  require_weight();
  const std::string_view word = token();
  if (word.find_first_not_of("0123456789+-.eEdDinfatyINFATY") != std::string_view::npos) {
    fail(at_, fmt::format("expected a weight (a number) but found {}", quoted(word)));
  }
  at_ += word.size();
  return {};
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
