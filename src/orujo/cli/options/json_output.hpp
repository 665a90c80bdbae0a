// Where the command writes JSON documents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "orujo/report/json.hpp"

namespace orujo::cli {

/// Adds `--json FILE`, where "-" is stdout.
void add_json_option(CLI::App& app, std::optional<std::string>& target);

/// Writes `document` to stdout where `target` is "-", else to the file, which appears complete.
/// Throws: input_error if the file cannot be written.
void write_document(const json& document, const std::string& target);

}  // namespace orujo::cli
