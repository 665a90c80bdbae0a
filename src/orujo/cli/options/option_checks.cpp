// Words for values that are refused.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/options/option_checks.hpp"

#include <charconv>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace orujo::cli {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return CLI::Validator(
      [least, most](const std::string& text) -> std::string {
        std::uint64_t value = 0;
        const char* const behind = text.data() + text.size();
        const auto [end, problem] = std::from_chars(text.data(), behind, value);
        const bool is_number = problem == std::errc() && end == behind;
        if (is_number && text.size() > 1 && text.front() == '0') {
          return fmt::format("'{}' begins with a zero; leave it out", text);
        }
        if (is_number && value >= least && value <= most) { return {}; }
        return fmt::format("'{}' is no whole number from {} to {}", text, least, most);
      },
      "");
}

CLI::Validator some_number() {
  return CLI::Validator(
      [](const std::string& text) { return text.empty() ? "'' is not a number" : std::string(); },
      "");
}

CLI::Validator number_from_zero() {
  return CLI::Validator(
      [](const std::string& text) -> std::string {
        double value = 0;
        const char* const behind = text.data() + text.size();
        const auto [end, problem] = std::from_chars(text.data(), behind, value);
        if (problem == std::errc() && end == behind && value >= 0 && std::isfinite(value)) {
          return {};
        }
        return fmt::format("'{}' is no number of at least 0", text);
      },
      "");
}

}  // namespace orujo::cli
