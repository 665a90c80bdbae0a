// The subcommands; each is defined in its own file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "orujo/cli/command.hpp"

namespace orujo::cli {

[[nodiscard]] command add_graph500_command(CLI::App& parent);
[[nodiscard]] command add_gups_command(CLI::App& parent);
[[nodiscard]] command add_uts_command(CLI::App& parent);
[[nodiscard]] command add_stencil_command(CLI::App& parent);
[[nodiscard]] command add_graphalytics_command(CLI::App& parent);
[[nodiscard]] command add_wordcount_command(CLI::App& parent);
[[nodiscard]] command add_kmeans_command(CLI::App& parent);
[[nodiscard]] command add_scale_command(CLI::App& parent);
[[nodiscard]] command add_info_command(CLI::App& parent);
[[nodiscard]] command add_convert_command(CLI::App& parent);
[[nodiscard]] command add_extract_command(CLI::App& parent);
[[nodiscard]] command add_generate_command(CLI::App& parent);
[[nodiscard]] command add_config_command(CLI::App& parent);
[[nodiscard]] command add_describe_command(CLI::App& parent);
[[nodiscard]] command add_doctor_command(CLI::App& parent);
[[nodiscard]] command add_tune_command(CLI::App& parent);
[[nodiscard]] command add_completion_command(CLI::App& parent);
[[nodiscard]] command add_manual_command(CLI::App& parent);

/// Adds all of them, in the order in which help lists them.
[[nodiscard]] std::vector<command> add_all_commands(CLI::App& parent);

}  // namespace orujo::cli
