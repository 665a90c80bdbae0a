// Finds the plug-in for tables in columns and enters it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/columnar/table_plugin.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace orujo::columnar {

const table_plugin& open_table_plugin() {
  const std::filesystem::path file = find_plugin_file(table_plugin_kind, table_plugin_file);
  if (file.empty()) {
    throw plugin_problem(fmt::format(
        "the {}, {}, is missing: {}; install the package orujo-parquet, or build Orujo again where "
        "Python has pyarrow (make build), or name the folder that has it by the environment "
        "variable {}; else use CSV",
        table_plugin_kind.name, table_plugin_file, describe_folders(table_plugin_kind),
        plugin_folder_variable));
  }
  void* const entry = enter_plugin(table_plugin_kind, file, "the Arrow that it was built with");
  // POSIX: what dlsym gives for a function's name is that function
  return *reinterpret_cast<table_plugin_entry>(entry)();
}

}  // namespace orujo::columnar
