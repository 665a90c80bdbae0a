// The program `orujo`.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "orujo/base/interrupt.hpp"
#include "orujo/base/plugin_files.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/processor_check.hpp"
#include "orujo/cli/command_line.hpp"
#include "orujo/runtime/main_program.hpp"

const char* orujo_plugin_place() noexcept { return ORUJO_PLUGIN_PLACE; }

int main(int argc, char** argv) {
  orujo::require_processor();
  orujo::prepare_streams();
  orujo::watch_for_interrupts(orujo::rank_of_process() == 0);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return static_cast<int>(orujo::cli::run_command_line(arguments));
}
