// Whether the files that options name can be written without a loss.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "orujo/cli/options/run_options.hpp"

namespace orujo::cli {

/// Checks that `targets` can be written, that no two of them are the same file, and that none is
/// one of the files of `inputs`, before hours of work end in vain. Call: local. Throws:
/// usage_error; input_error.
void check_targets(const std::vector<named_file>& targets, const std::vector<named_file>& inputs);

}  // namespace orujo::cli
