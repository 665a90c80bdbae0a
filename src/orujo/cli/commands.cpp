// The list of all subcommands.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/commands.hpp"

namespace orujo::cli {

std::vector<command> add_all_commands(CLI::App& parent) {
  return {
      add_bfs_command(parent),      add_sssp_command(parent),
      add_widest_command(parent),   add_components_command(parent),
      add_mst_command(parent),      add_triangles_command(parent),
      add_pagerank_command(parent), add_betweenness_command(parent),
      add_colour_command(parent),   add_mis_command(parent),
      add_kcore_command(parent),    add_graph500_command(parent),
      add_gups_command(parent),     add_uts_command(parent),
      add_stencil_command(parent),  add_scale_command(parent),
      add_info_command(parent),     add_convert_command(parent),
      add_generate_command(parent), add_config_command(parent),
      add_doctor_command(parent),   add_completion_command(parent),
      add_manual_command(parent),
  };
}

}  // namespace orujo::cli
