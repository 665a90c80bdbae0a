// The option `--set name=value`, and the settings that follow from it and the environment.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "orujo/base/settings.hpp"

namespace orujo::cli {

/// Adds `--set`, which may be given several times.
void add_set_option(CLI::App& app, std::vector<std::string>& pairs);

/// Defaults, overridden by the environment, overridden by `pairs`. Throws: usage_error.
[[nodiscard]] settings settings_in_force(const std::vector<std::string>& pairs);

}  // namespace orujo::cli
