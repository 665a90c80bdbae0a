// Compares files by what their names lead to.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/files/target_checks.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/output_target.hpp"

namespace orujo::cli {

namespace {

/// Throws: usage_error if `target` is a file that is read.
void check_no_input(const named_file& target, const std::vector<named_file>& inputs) {
  for (const named_file& input : inputs) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(input.path, ignored)) { continue; }
    require(!is_same_output(input.path, target.path),
            fmt::format("{} {} would replace {}, which is read; name another file", target.option,
                        target.path, input.option));
  }
}

}  // namespace

void check_targets(const std::vector<named_file>& targets, const std::vector<named_file>& inputs) {
  for (const named_file& each : targets) {
    check_output(each.path);
    check_no_input(each, inputs);
    for (const named_file* other = targets.data(); other != &each; ++other) {
      if (!is_same_output(other->path, each.path)) { continue; }
      throw usage_error(fmt::format("{} {} and {} {} are the same file; name two", other->option,
                                    other->path, each.option, each.path));
    }
  }
}

}  // namespace orujo::cli
