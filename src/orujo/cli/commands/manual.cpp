// orujo manual: prints the manual page.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/print.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/options/manual_page.hpp"

namespace orujo::cli {

command add_manual_command(CLI::App& parent) {
  CLI::App* app = add_subcommand(parent, {.name = "manual",
                                          .group = "This machine",
                                          .help = "Print the manual page, for man to read",
                                          .example = "  orujo manual | man -l -"});
  return {app, [&parent] {
            print_out(manual_page(parent));
            return exit_code::done;
          }};
}

}  // namespace orujo::cli
