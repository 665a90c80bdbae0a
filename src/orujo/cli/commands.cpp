// The list of all subcommands.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/commands.hpp"

#include "orujo/algorithms/catalogue/catalogue.hpp"
#include "orujo/cli/run/algorithm_command.hpp"

namespace orujo::cli {

std::vector<command> add_all_commands(CLI::App& parent) {
  std::vector<command> all;
  for (const algorithm_entry& entry : all_algorithms()) {
    all.push_back(add_algorithm_command(parent, entry));
  }
  for (const auto add :
       {add_graph500_command, add_gups_command, add_uts_command, add_stencil_command,
        add_graphalytics_command, add_wordcount_command, add_kmeans_command, add_scale_command,
        add_info_command, add_convert_command, add_extract_command, add_generate_command,
        add_describe_command, add_config_command, add_doctor_command, add_tune_command,
        add_completion_command, add_manual_command}) {
    all.push_back(add(parent));
  }
  return all;
}

}  // namespace orujo::cli
