// Checks of specs, and what they say when one is wrong.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/generators/generator_spec.hpp"

#include <charconv>

#include <fmt/format.h>

#include "orujo/base/error.hpp"

namespace orujo {

generator_spec::generator_spec(std::string_view spec, std::string_view form)
    : text_(spec), form_(form), words_(split(spec, ':')) {}

void generator_spec::require_words(std::size_t least, std::size_t most) const {
  const std::size_t words = words_.size() - 1;
  if (words < least) { fail("something is missing"); }
  if (words > most) { fail("there is more than expected"); }
}

std::uint64_t generator_spec::number(std::size_t i, const bounds& limits) const {
  return number(word(i), limits);
}

std::uint64_t generator_spec::number(std::string_view word, const bounds& limits) const {
  std::uint64_t value = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, problem] = std::from_chars(word.data(), end, value);
  if (word.empty() || stop != end || problem == std::errc::invalid_argument) {
    fail(fmt::format("{} has to be a whole number, not '{}'", limits.name, word));
  }
  if (problem != std::errc() || value < limits.least || value > limits.most) {
    fail(
        fmt::format("{} has to be {} to {}, not {}", limits.name, limits.least, limits.most, word));
  }
  return value;
}

double generator_spec::probability(std::string_view word, std::string_view name) const {
  double value = -1;
  const char* const end = word.data() + word.size();
  const auto [stop, problem] = std::from_chars(word.data(), end, value);
  const bool number = !word.empty() && stop == end && problem == std::errc();
  if (!number || !(value >= 0 && value <= 1)) {
    fail(fmt::format("{} has to be a probability from 0 to 1, not '{}'", name, word));
  }
  return value;
}

void generator_spec::fail(const std::string& problem) const {
  throw usage_error(fmt::format("generator '{}': {}; write {}", text_, problem, form_));
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace orujo
