// The doctor's finding about the plug-in for Parquet and Arrow files.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/machine/doctor_checks.hpp"
#include "orujo/graph/columnar/table_plugin.hpp"

namespace orujo::cli {

std::vector<finding> check_tables() {
  const std::string topic = "Parquet plug-in";
  using namespace columnar;
  const std::string file = find_plugin_file(table_plugin_kind, table_plugin_file);
  if (file.empty()) { return {{topic, "none: Parquet and Arrow files are not read", "", true}}; }
  try {
    static_cast<void>(open_table_plugin());
  } catch (const plugin_problem& problem) { return {{topic, problem.what(), "install it again"}}; }
  return {{topic, file, ""}};
}

}  // namespace orujo::cli
