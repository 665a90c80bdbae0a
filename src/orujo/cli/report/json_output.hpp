// JSON documents of the command: their schema names, and where they are written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace orujo::cli {

/// Objects keep the order in which their members were set.
using json = nlohmann::ordered_json;

/// Adds `--json FILE`, where "-" is stdout.
void add_json_option(CLI::App& app, std::optional<std::string>& target);

/// A document that starts with its schema, "orujo.`command`/1", and the program's version.
[[nodiscard]] json new_document(std::string_view command);

/// Writes `document` to stdout where `target` is "-", else to the file, which appears complete.
/// Throws: input_error if the file cannot be written.
void write_document(const json& document, const std::string& target);

}  // namespace orujo::cli
