// Reads settings from options and the environment.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/options/setting_options.hpp"

namespace orujo::cli {

void add_set_option(CLI::App& app, std::vector<std::string>& pairs) {
  app.add_option("--set", pairs, "Change one runtime setting (orujo config lists them)")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
}

settings settings_in_force(const std::vector<std::string>& pairs) {
  settings values;
  values.read_environment();
  for (const std::string& pair : pairs) { values.assign_pair(pair, setting_source::option); }
  return values;
}

}  // namespace orujo::cli
