// orujo completion: prints the completion script of a shell.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include <fmt/format.h>

#include "orujo/base/print.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/options/completion_scripts.hpp"

namespace orujo::cli {

namespace {

exit_code run_completion(const CLI::App& root, const std::string& shell) {
  if (shell == "bash") {
    print_out(bash_completion(root));
  } else if (shell == "zsh") {
    print_out(zsh_completion(root));
  } else if (shell == "fish") {
    print_out(fish_completion(root));
  } else {
    throw usage_error(shell.empty()
                          ? "completion needs the name of a shell: bash, zsh or fish"
                          : fmt::format("completion knows bash, zsh and fish, not '{}'", shell));
  }
  return exit_code::done;
}

}  // namespace

command add_completion_command(CLI::App& parent) {
  auto shell = std::make_shared<std::string>();
  CLI::App* app = add_subcommand(parent, {.name = "completion",
                                          .group = "This machine",
                                          .help = "Print a shell's completion script",
                                          .example = "  source <(orujo completion bash)"});
  app->add_option("SHELL", *shell, "bash, zsh or fish")->type_name("");
  return {app, [&parent, shell] { return run_completion(parent, *shell); }};
}

}  // namespace orujo::cli
