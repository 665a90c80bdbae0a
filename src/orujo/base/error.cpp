// Messages of the error family.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/error.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "orujo/base/print.hpp"

namespace orujo {

namespace {

std::string located(std::string_view path, file_position at, std::string_view problem) {
  if (at.line == 0) { return fmt::format("{}: {}", path, problem); }
  if (at.column == 0) { return fmt::format("{}:{}: {}", path, at.line, problem); }
  return fmt::format("{}:{}:{}: {}", path, at.line, at.column, problem);
}

}  // namespace

input_error::input_error(std::string_view path, file_position at, std::string_view problem)
    : error(exit_code::input, located(path, at, problem)) {}

void contract_broken(const char* file, int line, const char* what) noexcept {
  print_error(fmt::format("{}:{}: broken contract: {}", file, line, what));
  std::abort();
}

}  // namespace orujo
