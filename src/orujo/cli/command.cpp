// Adds a subcommand with its texts.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/command.hpp"

#include <string>

namespace orujo::cli {

CLI::App* add_subcommand(CLI::App& parent, const command_text& text) {
  CLI::App* app = parent.add_subcommand(text.name, text.help);
  app->group(text.group);
  app->footer(std::string("Example:\n") + text.example);
  app->allow_extras();  // command_line.cpp reports them, with the nearest known name
  return app;
}

}  // namespace orujo::cli
