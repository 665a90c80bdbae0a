// orujo convert and orujo generate: graphs into files.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/output_target.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/team_run.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/generators/open_generator.hpp"
#include "orujo/graph/writer.hpp"

namespace orujo::cli {

namespace {

struct write_options {
  run_options run;
  std::string target;
};

/// What was written.
struct written_file {
  graph_record graph;
  std::string path;
  double seconds = 0;
  std::uint64_t bytes = 0;
  std::uint64_t lost_vertices = 0;  ///< Without edges, in a file that has no place for them.
};

/// How many vertices of `graph` are left out where only edges are written. Call: collective.
std::uint64_t lost_vertices_of(rank_team& team, const csr_graph& graph, const std::string& target) {
  if (keeps_isolated(written_format_of(target))) { return 0; }
  std::uint64_t own = 0;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    own += graph.out_edges().degree(v) + graph.in_edges().degree(v) == 0 ? 1U : 0U;
  }
  return all_sum(team, own);
}

written_file write_on(rank_team& team, const run_options& options) {
  const std::string& target = *options.output;
  const loaded_graph loaded = load_graph_of(team, options, {.weights = true, .in_edges = true});
  const csr_graph& graph = loaded.graph;
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t bytes = write_graph(team, graph, target);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return {.graph = loaded.record,
          .path = target,
          .seconds = elapsed.count(),
          .bytes = bytes,
          .lost_vertices = lost_vertices_of(team, graph, target)};
}

json document_of(const written_file& written, std::string_view command) {
  json document = new_document(command);
  document["graph"] = document_of(written.graph);
  document["output"] = {{"path", written.path},
                        {"bytes", written.bytes},
                        {"seconds", written.seconds},
                        {"lost_vertices", written.lost_vertices}};
  return document;
}

std::string table_of(const written_file& written) {
  const graph_record& graph = written.graph;
  text_table table;
  table.add({"graph", graph_text(graph)});
  table.add({"recognised", graph.recognised});
  for (const std::string& guess : graph.guesses) { table.add({"assumed", guess}); }
  table.add({"written",
             fmt::format("{}: {}", written.path, size_text(static_cast<double>(written.bytes)))});
  if (written.lost_vertices > 0) {
    table.add(
        {"not written", fmt::format("{} vertices without edges, for which this format has no "
                                    "place (.orj keeps them)",
                                    number_text(static_cast<double>(written.lost_vertices)))});
  }
  table.add(
      {"time", fmt::format("{} reading, {} building, {} writing", duration_text(graph.seconds_load),
                           duration_text(graph.seconds_build), duration_text(written.seconds))});
  return table.text();
}

exit_code run(const write_options& options, const std::string& command) {
  check_options(options.run, command);
  require(!options.target.empty(),
          fmt::format("{} needs a FILE to write to (see orujo {} --help)", command, command));
  static_cast<void>(written_format_of(options.target));
  run_options run = options.run;
  run.output = options.target;
  std::optional<written_file> written;
  run_on_team(run, [&](rank_team& team) {
    written_file mine = write_on(team, run);
    if (is_first(team)) { written = std::move(mine); }
  });
  if (!written) { return exit_code::done; }  // another process speaks
  if (run.json_target) { write_document(document_of(*written, command), *run.json_target); }
  const bool is_document = run.json_target && is_standard_output(*run.json_target);
  if (!is_document && !run.quiet) { print_beside(table_of(*written), run.output); }
  return exit_code::done;
}

void add_write_options(CLI::App& app, write_options& options) {
  add_graph_options(app, options.run.graph);
  app.add_option("FILE", options.target,
                 "What is written; the suffix says in which format: .el .wel .csv .tsv .txt .mtx "
                 ".gr .graph .sg .wsg .orj")
      ->type_name("");
  add_keep_options(app, options.run.graph);
  add_team_options(app, options.run.team);
  add_json_option(app, options.run.json_target);
  add_quiet_option(app, options.run);
}

}  // namespace

command add_convert_command(CLI::App& parent) {
  auto options = std::make_shared<write_options>();
  CLI::App* app = add_subcommand(parent, {.name = "convert",
                                          .group = "Graphs on disk",
                                          .help = "Write a graph in another format",
                                          .example = "  orujo convert web.el.zst web.orj"});
  add_write_options(*app, *options);
  return {app, [options] { return run(*options, "convert"); }};
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
            return run(*options, "generate");
          }};
}

}  // namespace orujo::cli
