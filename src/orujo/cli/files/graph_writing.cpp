// What commands that write a graph into a file have in common.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/files/graph_writing.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/output_target.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/cli/options/json_output.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/team_run.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/writer.hpp"

namespace orujo::cli {

namespace {

/// What was written.
struct written_file {
  graph_record graph;                  ///< That was read.
  std::optional<graph_record> joined;  ///< Another one that was.
  std::uint64_t vertices = 0;          ///< That were written, as are edges.
  std::uint64_t edges = 0;
  std::string path;
  double seconds = 0;
  std::uint64_t bytes = 0;
  lost_parts lost;
};

written_file write_on(rank_team& team, const run_options& options, const graph_change& change) {
  const std::string& target = *options.output;
  loaded_graph loaded = load_graph_of(team, options, {.weights = true, .in_edges = true});
  changed_graph changed = change(team, std::move(loaded.graph));
  const csr_graph& graph = changed.graph;
  const graph_facts& facts = graph.facts();
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t bytes = write_graph(team, graph, target);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return {.graph = loaded.record,
          .joined = std::move(changed.joined),
          .vertices = facts.num_vertices,
          .edges = facts.num_edges,
          .path = target,
          .seconds = elapsed.count(),
          .bytes = bytes,
          .lost = parts_lost_by(written_format_of(target), team, graph)};
}

json document_of(const written_file& written, std::string_view command) {
  json document = new_document(command);
  document["graph"] = document_of(written.graph);
  if (written.joined) { document["joined"] = document_of(*written.joined); }
  document["output"] = {{"path", written.path},
                        {"vertices", written.vertices},
                        {"edges", written.edges},
                        {"bytes", written.bytes},
                        {"seconds", written.seconds},
                        {"lost_vertices", written.lost.vertices},
                        {"lost_weights", written.lost.weights},
                        {"lost_names", written.lost.names},
                        {"lost_ids", written.lost.ids}};
  return document;
}

void add_graph_lines(text_table& table, const char* called, const graph_record& graph) {
  table.add({called, graph_text(graph)});
  table.add({"recognised", graph.recognised});
  for (const std::string& guess : graph.guesses) { table.add({"assumed", guess}); }
}

std::string table_of(const written_file& written) {
  const graph_record& graph = written.graph;
  text_table table;
  add_graph_lines(table, "graph", graph);
  if (written.joined) { add_graph_lines(table, "joined", *written.joined); }
  table.add({"written", fmt::format("{}: {} vertices, {} edges, {}", written.path,
                                    number_text(static_cast<double>(written.vertices)),
                                    number_text(static_cast<double>(written.edges)),
                                    size_text(static_cast<double>(written.bytes)))});
  for (const std::string& each : written.lost.phrases()) { table.add({"not written", each}); }
  table.add(
      {"time", fmt::format("{} reading, {} building, {} writing", duration_text(graph.seconds_load),
                           duration_text(graph.seconds_build), duration_text(written.seconds))});
  return table.text();
}

}  // namespace

exit_code write_as_asked(const write_options& options, const std::string& command,
                         const graph_change& change) {
  check_options(options.run, command);
  require(!options.target.empty(),
          fmt::format("{} needs a FILE to write to (see orujo {} --help)", command, command));
  static_cast<void>(written_format_of(options.target));
  run_options run = options.run;
  run.output = options.target;
  run.output_called = "FILE";
  std::optional<written_file> written;
  output_batch files;
  run_on_team(run, [&](rank_team& team) {
    written_file mine = write_on(team, run, change);
    if (is_first(team)) { written = std::move(mine); }
  });
  if (!written) { return exit_code::done; }  // another process speaks
  const bool is_shown =
      write_document_and_publish(files, run, [&] { return document_of(*written, command); });
  if (!is_shown && !run.quiet) { print_beside(table_of(*written), run.output); }
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

}  // namespace orujo::cli
