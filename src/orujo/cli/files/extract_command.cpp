// orujo extract: a part of a graph, or two graphs together, into a file.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "orujo/algorithms/catalogue/named_vertex.hpp"
#include "orujo/algorithms/components/components.hpp"
#include "orujo/algorithms/scc/scc.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/files/graph_writing.hpp"
#include "orujo/cli/options/option_checks.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/graph/extract.hpp"
#include "orujo/graph/weighted_vertices.hpp"
#include "orujo/traversal/neighbourhood.hpp"

namespace orujo::cli {

namespace {

struct extract_options {
  write_options write;
  std::optional<std::string> joined;  ///< A second GRAPH.
  std::optional<double> least_weight;
  std::optional<double> greatest_weight;
  std::optional<std::string> list;    ///< A file of vertices.
  std::optional<std::string> centre;  ///< An id or a name of the input.
  std::optional<std::uint64_t> hops;
  std::string way = "out";  ///< Of edges from the centre.
  bool largest_component = false;
  bool largest_scc = false;
  bool renumbers = false;

  [[nodiscard]] bool asks_for_something() const noexcept {
    return joined || least_weight || greatest_weight || list || centre || largest_component ||
           largest_scc || renumbers;
  }
};

using vertex_choice = std::vector<std::uint8_t>;

vertex_choice listed_in(rank_team& team, const csr_graph& graph, const std::string& path) {
  vertex_choice chosen(graph.num_local());
  for (const vertex_id v : read_weighted_vertices(team, graph, path).vertices) {
    if (graph.owns(v)) { chosen[graph.local(v)] = 1; }
  }
  return chosen;
}

vertex_choice largest_of(rank_team& team, const csr_graph& graph,
                         std::span<const vertex_id> label) {
  const vertex_id largest = measure_components(team, graph, label).label_of_largest;
  vertex_choice chosen(label.size());
  std::transform(label.begin(), label.end(), chosen.begin(),
                 [&](vertex_id each) { return std::uint8_t{each == largest}; });
  return chosen;
}

/// With the second graph.
changed_graph joined_with(rank_team& team, const csr_graph& graph, const extract_options& options) {
  run_options second = options.write.run;
  second.graph.graph = *options.joined;
  loaded_graph loaded = load_graph_of(team, second, {.weights = true, .in_edges = true});
  const bool keeps = options.write.run.graph.keep_duplicates;
  csr_graph both = join_graphs(team, graph, loaded.graph,
                               {.rule = keeps ? parallel_edges::kept : parallel_edges::lightest});
  return {std::move(both), std::move(loaded.record)};
}

/// In the order in which help lists the options, --join before them.
csr_graph extracted(rank_team& team, csr_graph graph, const extract_options& options) {
  const auto keep = [&](const vertex_choice& vertices) {
    graph = extract_graph(team, graph, {.vertices = vertices});
  };
  if (options.least_weight || options.greatest_weight) {
    graph_selection range;
    range.least_weight = options.least_weight.value_or(range.least_weight);
    range.greatest_weight = options.greatest_weight.value_or(range.greatest_weight);
    graph = extract_graph(team, graph, range);
  }
  if (options.list) { keep(listed_in(team, graph, *options.list)); }
  if (options.centre) {
    const vertex_id centre = named_vertex(team, graph, {"--ego", *options.centre});
    keep(neighbourhood_of(team, graph, centre,
                          {options.hops.value_or(1), edge_way_named(options.way)}));
  }
  if (options.largest_component) {
    keep(largest_of(team, graph, components(team, graph).label.span()));
  }
  if (options.largest_scc) { keep(largest_of(team, graph, scc(team, graph).label.span())); }
  return options.renumbers ? renumbered(team, std::move(graph)) : std::move(graph);
}

void add_extract_options(CLI::App& app, extract_options& options) {
  constexpr const char* group = "What is written";
  const auto add = [&](const char* name, auto& value, const char* type, const char* help) {
    return app.add_option(name, value, help)->type_name(type)->group(group);
  };
  add("--join", options.joined, "GRAPH2",
      "Also all vertices and edges of a second graph, which is read as the first; of edges that "
      "both have the lightest stays, or with --keep-duplicates all do");
  add("--min-weight", options.least_weight, "X", "Only edges of at least this weight");
  add("--max-weight", options.greatest_weight, "X", "Only edges of at most this weight");
  add("--subgraph", options.list, "FILE",
      "Only the vertices that the lines of FILE list by their ids or names, and the edges between "
      "them");
  CLI::Option* const ego = add("--ego", options.centre, "V",
                               "Only the vertex V, those that edges lead to from there, and the "
                               "edges between all of them");
  add("--hops", options.hops, "K", "How many edges --ego goes along (1)")
      ->check(whole_number())
      ->needs(ego);
  app.add_option("--along", options.way,
                 "Which edges --ego goes along: those that lead out (the default), those that lead "
                 "in, backwards, or all")
      ->type_name("out|in|all")
      ->check(CLI::IsMember({"out", "in", "all"}))
      ->needs(ego)
      ->group(group);
  app.add_flag("--largest-component", options.largest_component,
               "Only the component with most vertices, whatever the directions of edges")
      ->group(group);
  app.add_flag("--largest-scc", options.largest_scc,
               "Only the strongly connected component with most vertices")
      ->group(group);
  app.add_flag("--renumber", options.renumbers,
               "Call the vertices 0, 1, … in the order of their ids or names")
      ->group(group);
}

exit_code run(extract_options options) {
  require(options.asks_for_something(),
          "extract: say what is to be written, such as --largest-component or --subgraph FILE (see "
          "orujo extract --help)");
  const graph_selection all;
  require(options.least_weight.value_or(all.least_weight) <=
              options.greatest_weight.value_or(all.greatest_weight),
          "extract: --min-weight lies above --max-weight, or one is no number");
  std::vector<named_file>& inputs = options.write.run.inputs;
  if (options.list) { inputs.push_back({"--subgraph", *options.list}); }
  if (options.joined) {
    graph_options second = options.write.run.graph;
    second.graph = *options.joined;
    check_graph_options(second);
    inputs.push_back({"--join", *options.joined});
  }
  return write_as_asked(options.write, "extract", [&](rank_team& team, csr_graph graph) {
    changed_graph changed{std::move(graph)};
    if (options.joined) { changed = joined_with(team, changed.graph, options); }
    changed.graph = extracted(team, std::move(changed.graph), options);
    return changed;
  });
}

}  // namespace

command add_extract_command(CLI::App& parent) {
  auto options = std::make_shared<extract_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "extract",
               .group = "Graphs on disk",
               .help = "Write a part of a graph, or two graphs as one",
               .example = "  orujo extract web.el core.el --largest-scc\n"
                          "  orujo extract friends.csv near.csv --ego Anna --hops 2\n"
                          "  orujo extract roads.gr city.gr --subgraph city.txt"});
  add_write_options(*app, options->write);
  add_extract_options(*app, *options);
  return {app, [options] { return run(*options); }};
}

}  // namespace orujo::cli
