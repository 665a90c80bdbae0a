// orujo convert and orujo generate: graphs into files.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include <fmt/format.h>

#include "orujo/cli/commands.hpp"
#include "orujo/cli/files/graph_writing.hpp"
#include "orujo/graph/generators/open_generator.hpp"

namespace orujo::cli {

command add_convert_command(CLI::App& parent) {
  auto options = std::make_shared<write_options>();
  CLI::App* app = add_subcommand(parent, {.name = "convert",
                                          .group = "Graphs on disk",
                                          .help = "Write a graph in another format",
                                          .example = "  orujo convert web.el.zst web.orj"});
  add_write_options(*app, *options);
  return {app, [options] { return write_as_asked(*options, "convert"); }};
}

command add_generate_command(CLI::App& parent) {
  auto options = std::make_shared<write_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "generate",
               .group = "Graphs on disk",
               .help = "Write a generated graph into a file",
               .example = "  orujo generate kron:16 kron16.wel --weights 1..255 --seed 7"});
  add_write_options(*app, *options);
  return {app, [options] {
            const std::string& name = options->run.graph.graph;
            require(name.empty() || is_generator(name),
                    fmt::format("generate: '{}' is no generator; generators are {}", name,
                                generator_forms()));
            return write_as_asked(*options, "generate");
          }};
}

}  // namespace orujo::cli
