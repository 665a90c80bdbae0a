// orujo info: what a graph is like.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "orujo/base/output_target.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/options/json_output.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/team_run.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/report/figures.hpp"
#include "orujo/traversal/weight_extent.hpp"

namespace orujo::cli {

namespace {

/// How many edges the vertices have in one direction.
struct degree_facts {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most = 0;
  std::uint64_t without = 0;  ///< Vertices of degree 0.
};

degree_facts merged(const degree_facts& a, const degree_facts& b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most), a.without + b.without};
}

degree_facts degrees_of(rank_team& team, const csr_graph& graph, const adjacency& edges) {
  degree_facts mine;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const std::uint64_t degree = edges.degree(v);
    mine = merged(mine, {degree, degree, degree == 0 ? 1U : 0U});
  }
  degree_facts all = all_reduce(team, mine, merged);
  if (graph.num_vertices() == 0) { all.least = 0; }
  return all;
}

struct weight_range {
  exact_number least;
  exact_number most;
};

std::optional<weight_range> weights_of(rank_team& team, const csr_graph& graph) {
  if (graph.stored_weights() == weight_type::none) { return std::nullopt; }
  return with_weight_type(graph.stored_weights(),
                          [&]<typename T>(std::type_identity<T>) -> std::optional<weight_range> {
                            const weight_extent<T> all = weight_extent_of<T>(team, graph);
                            if (all.least > all.greatest) { return std::nullopt; }  // no edges
                            return weight_range{static_cast<exact_number>(all.least),
                                                static_cast<exact_number>(all.greatest)};
                          });
}

json document_of(const degree_facts& degrees, double mean) {
  return {{"least", degrees.least},
          {"mean", mean},
          {"most", degrees.most},
          {"without", degrees.without}};
}

/// What `info` says, in the order in which it says it.
json describe(rank_team& team, const loaded_graph& loaded) {
  const csr_graph& graph = loaded.graph;
  const graph_facts& facts = graph.facts();
  const double mean = facts.num_vertices == 0 ? 0
                                              : static_cast<double>(facts.num_arcs) /
                                                    static_cast<double>(facts.num_vertices);
  json document = new_document("info");
  document["graph"] = document_of(loaded.record);
  document["arcs"] = facts.num_arcs;
  document["degrees"] = document_of(degrees_of(team, graph, graph.out_edges()), mean);
  if (graph.directed()) {
    document["in_degrees"] = document_of(degrees_of(team, graph, graph.in_edges()), mean);
  }
  const auto weights = weights_of(team, graph);
  document["weights"] = nullptr;
  if (weights) {
    const bool whole = facts.weights == weight_kind::integer;
    document["weights"] = {{"kind", whole ? "integer" : "real"},
                           {"bits", 8 * bytes_of(graph.stored_weights())},
                           {"least", json_of(weight_figure(graph, "least", weights->least))},
                           {"most", json_of(weight_figure(graph, "most", weights->most))}};
  }
  document["dropped_loops"] = facts.dropped_loops;
  document["dropped_duplicates"] = facts.dropped_duplicates;
  document["dense_ids"] = graph.ids().is_dense() && !graph.ids().is_named();
  document["named"] = graph.ids().is_named();
  document["memory_bytes"] = all_sum(team, graph.memory_bytes());
  return document;
}

std::string degrees_text(const json& degrees) {
  return fmt::format("{} to {}, mean {}; {} vertices without", degrees["least"].get<double>(),
                     number_text(degrees["most"].get<double>()),
                     number_text(degrees["mean"].get<double>()),
                     number_text(degrees["without"].get<double>()));
}

/// With all digits of the least and the greatest weight.
std::string weights_text(const json& weights) {
  if (weights.is_null()) { return "none"; }
  const std::size_t bytes = weights["bits"].get<std::size_t>() / 8;
  const weight_kind kind = weights["kind"] == "integer" ? weight_kind::integer : weight_kind::real;
  const auto exact = [](const json& value) {
    if (value.is_number_float()) { return fmt::format("{}", value.get<double>()); }
    return value.dump();
  };
  return fmt::format("{}, {} to {}", name_of(weight_type_for(kind, bytes)), exact(weights["least"]),
                     exact(weights["most"]));
}

std::string table_of(const json& document, const graph_record& record) {
  const json& graph = document["graph"];
  const auto number = [](const json& value) { return number_text(value.get<double>()); };
  const bool directed = graph["directed"].get<bool>();
  text_table table;
  table.add({"graph", graph["name"].get<std::string>()});
  table.add({"recognised", graph["recognised"].get<std::string>()});
  for (const std::string& guess : record.guesses) { table.add({"assumed", guess}); }
  table.add({"vertices",
             number(graph["vertices"]) + (document["named"].get<bool>()       ? ", with names"
                                          : document["dense_ids"].get<bool>() ? ", ids without gaps"
                                                                              : "")});
  table.add({"edges", fmt::format("{}, {}", number(graph["edges"]), direction_text(record))});
  table.add({directed ? "out-degrees" : "degrees", degrees_text(document["degrees"])});
  if (directed) { table.add({"in-degrees", degrees_text(document["in_degrees"])}); }
  table.add({"weights", weights_text(document["weights"])});
  table.add({"left out", fmt::format("{} loops, {} duplicates", number(document["dropped_loops"]),
                                     number(document["dropped_duplicates"]))});
  table.add({"memory", size_text(document["memory_bytes"].get<double>())});
  table.add({"loading", fmt::format("{} reading, {} building", duration_text(graph["seconds_load"]),
                                    duration_text(graph["seconds_build"]))});
  return table.text();
}

exit_code run_info(const run_options& options) {
  check_options(options, "info");
  std::optional<json> document;
  graph_record record;
  run_on_team(options, [&](rank_team& team) {
    const loaded_graph loaded = load_graph_of(team, options, {.weights = true, .in_edges = true});
    json mine = describe(team, loaded);
    if (is_first(team)) {
      document = std::move(mine);
      record = loaded.record;
    }
  });
  if (!document) { return exit_code::done; }  // another process speaks
  if (options.json_target) { write_document(*document, *options.json_target); }
  const bool is_document = options.json_target && is_standard_output(*options.json_target);
  if (!is_document) { print_out(table_of(*document, record)); }
  return exit_code::done;
}

}  // namespace

command add_info_command(CLI::App& parent) {
  auto options = std::make_shared<run_options>();
  CLI::App* app = add_subcommand(parent, {.name = "info",
                                          .group = "Graphs on disk",
                                          .help = "Say what a graph is like",
                                          .example = "  orujo info roads.gr.xz"});
  add_graph_options(*app, options->graph);
  add_keep_options(*app, options->graph);
  add_team_options(*app, options->team);
  add_json_option(*app, options->json_target);
  add_quiet_option(*app, *options);
  return {app, [options] { return run_info(*options); }};
}

}  // namespace orujo::cli
