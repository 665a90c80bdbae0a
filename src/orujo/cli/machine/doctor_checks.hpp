// What the doctor looks at, one finding for each topic.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "orujo/base/settings.hpp"
#include "orujo/report/json.hpp"

namespace orujo::cli {

/// One topic: what is there, and what to change; no advice means that nothing need be changed.
struct finding {
  std::string topic;
  std::string state;
  std::string advice;
  bool absent = false;  ///< There is nothing to look at, and nothing needs it.
};

/// Looks at cores, caches, memory, huge pages, hardware transactions, mechanisms of isolation and
/// performance counters.
[[nodiscard]] std::vector<finding> check_machine();

/// Looks at MPI libraries, launchers, and the plug-in that would be opened.
[[nodiscard]] std::vector<finding> check_mpi(const settings& values);

/// Looks at the plug-in for Parquet and Arrow files.
[[nodiscard]] std::vector<finding> check_tables();

/// What is run of NetworkX, for people, on lines of a terminal.
[[nodiscard]] std::string networkx_text();

/// The same as a document.
[[nodiscard]] json networkx_document();

}  // namespace orujo::cli
