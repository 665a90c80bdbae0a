// The six algorithms of Graphalytics are six of ours, under its names and with its values.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/graphalytics/jobs.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <span>

#include <fmt/format.h>

#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/algorithms/clustering/clustering.hpp"
#include "orujo/algorithms/communities/communities.hpp"
#include "orujo/algorithms/components/components.hpp"
#include "orujo/algorithms/pagerank/fixed_rounds.hpp"
#include "orujo/algorithms/sssp/sssp.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/input_labels.hpp"
#include "orujo/graph/io/vertex_list.hpp"
#include "orujo/graph/vertex_lookup.hpp"
#include "orujo/traversal/weight_extent.hpp"

namespace orujo {

namespace {

void check_count(const graphalytics_dataset& dataset, std::string_view what,
                 std::optional<std::uint64_t> said, std::uint64_t found) {
  if (!said || *said == found) { return; }
  throw agreed_error(exit_code::input, fmt::format("{}: says that there are {} {}, and the files "
                                                   "have {}",
                                                   dataset.properties, *said, what, found));
}

vertex_id source_of(rank_team& team, const csr_graph& graph, const graphalytics_job& job) {
  const vertex_id source = find_vertex(team, graph, job.source);
  if (source == no_vertex) {
    throw agreed_error(exit_code::input,
                       fmt::format("{}.source-vertex {} is no vertex of the graph",
                                   name_of(job.algorithm), job.source));
  }
  return source;
}

/// What the input calls vertices that are labels.
std::vector<std::int64_t> ids_of(rank_team& team, const csr_graph& graph,
                                 std::span<const vertex_id> labels) {
  const std::vector<std::uint64_t> ids = input_ids_of(team, graph, labels);
  return {ids.begin(), ids.end()};
}

std::vector<std::int64_t> depths(rank_team& team, const csr_graph& graph, vertex_id source) {
  const bfs_tree tree = bfs(team, graph, source);
  std::vector<std::int64_t> found;
  found.reserve(tree.depth.size());
  for (const std::uint32_t depth : tree.depth.span()) {
    found.push_back(depth == unreached ? graphalytics_unreached : std::int64_t{depth});
  }
  return found;
}

std::vector<double> distances(rank_team& team, const csr_graph& graph, vertex_id source) {
  const sssp_distances all = sssp(team, graph, source);
  std::vector<double> found(graph.num_local());
  for (local_vertex v = 0; v < graph.num_local(); ++v) { found[v] = all.distance(v); }
  return found;
}

std::vector<double> values_of(const huge_array<double>& values) {
  return {values.span().begin(), values.span().end()};
}

/// What is computed; labels are vertices still.
struct raw_answer {
  graphalytics_answer answer;
  huge_array<vertex_id> labels;
};

raw_answer compute(rank_team& team, const csr_graph& graph, const graphalytics_job& job,
                   vertex_id source) {
  raw_answer raw;
  switch (job.algorithm) {
    case graphalytics_algorithm::bfs: raw.answer.whole = depths(team, graph, source); break;
    case graphalytics_algorithm::sssp: raw.answer.real = distances(team, graph, source); break;
    case graphalytics_algorithm::wcc: raw.labels = components(team, graph).label; break;
    case graphalytics_algorithm::cdlp:
      raw.labels =
          communities(team, graph, {.method = communities_method::cdlp, .iterations = job.rounds})
              .label;
      break;
    case graphalytics_algorithm::lcc:
      raw.answer.real = values_of(clustering(team, graph, clustering_rule::directed).coefficient);
      break;
    case graphalytics_algorithm::pr:
      raw.answer.real = values_of(pagerank_after(team, graph, {job.damping, job.rounds}));
      break;
  }
  return raw;
}

void add_line(std::string& text, std::uint64_t id, std::int64_t value) {
  fmt::format_to(std::back_inserter(text), "{} {}\n", id, value);
}

void add_line(std::string& text, std::uint64_t id, double value) {
  if (std::isinf(value)) {
    fmt::format_to(std::back_inserter(text), "{} Infinity\n", id);
  } else {
    fmt::format_to(std::back_inserter(text), "{} {:.15e}\n", id, value);
  }
}

/// Whether the file has more than blanks and line ends; the same on every rank.
bool has_edges(rank_team& team, const std::string& path) {
  std::ifstream file(path);
  char first = ' ';
  const bool has_here = !file || static_cast<bool>(file >> first);
  return all_max(team, std::uint64_t{has_here ? 1U : 0U}) > 0;
}

/// Without the last part of a message about `path` if that names options, of commands that have
/// them.
std::string without_options(const std::string& problem, const std::string& path) {
  const std::size_t option = problem.find("--", problem.starts_with(path) ? path.size() : 0);
  const std::size_t part = option == std::string::npos ? option : problem.rfind("; ", option);
  return problem.substr(0, part);
}

csr_graph loaded_edges(rank_team& team, const graphalytics_dataset& dataset,
                       const load_options& how) {
  try {
    return load_graph(team, dataset.edge_file, how);
  } catch (const agreed_error& problem) {
    throw agreed_error(problem.code(), without_options(problem.what(), dataset.edge_file));
  }
}

/// Weights that no algorithm of the benchmark takes are refused whichever is run.
void check_weights(rank_team& team, const graphalytics_dataset& dataset, const csr_graph& graph) {
  if (graph.stored_weights() == weight_type::none) {
    throw agreed_error(exit_code::input,
                       fmt::format("{}: says by edge-properties.names that edges have weights, and "
                                   "those of {} have none",
                                   dataset.properties, dataset.edge_file));
  }
  with_weight_type(graph.stored_weights(), [&]<typename T>(std::type_identity<T>) {
    const weight_extent<T> all = weight_extent_of<T>(team, graph);
    if (all.least > all.greatest || all.least >= T{0}) { return; }
    throw agreed_error(exit_code::input,
                       fmt::format("{}: weights are at least 0, and the least is {}",
                                   dataset.edge_file, all.least));
  });
}

csr_graph graph_with_edges(rank_team& team, const graphalytics_dataset& dataset) {
  load_options how;
  how.build.directed = dataset.directed;
  how.build.weights.from = dataset.weighted ? weight_origin::input : weight_origin::none;
  how.open.vertices = {.path = dataset.vertex_file};
  how.open.ids = id_use::numbers;
  how.open.forced = file_format::edge_list;  // whose first line is an edge
  if (dataset.weighted) { how.open.weights = weight_use::as_real; }
  if (dataset.weight_column) {
    how.open.columns = {
        .source = "1", .target = "2", .weight = std::to_string(*dataset.weight_column)};
  }
  csr_graph graph = loaded_edges(team, dataset, how);
  if (dataset.weighted) { check_weights(team, dataset, graph); }
  return graph;
}

/// Of a dataset whose file of edges is empty.
csr_graph graph_without_edges(rank_team& team, const graphalytics_dataset& dataset) {
  const open_options how{.ids = id_use::numbers,
                         .vertices = vertex_list{.path = dataset.vertex_file}};
  return build_graph(team, [&](input_part part) { return io::open_listed_vertices(part, how); },
                     {.directed = dataset.directed});
}

}  // namespace

csr_graph load_graphalytics_graph(rank_team& team, const graphalytics_dataset& dataset) {
  csr_graph graph = has_edges(team, dataset.edge_file) ? graph_with_edges(team, dataset)
                                                       : graph_without_edges(team, dataset);
  check_count(dataset, "vertices", dataset.vertices, graph.num_vertices());
  check_count(dataset, "edges", dataset.edges, graph.facts().num_edges);
  return graph;
}

graphalytics_answer run_graphalytics_job(rank_team& team, const csr_graph& graph,
                                         const graphalytics_job& job) {
  const bool searches =
      job.algorithm == graphalytics_algorithm::bfs || job.algorithm == graphalytics_algorithm::sssp;
  const vertex_id source = searches ? source_of(team, graph, job) : no_vertex;
  barrier(team);
  const auto start = team.transport().now();
  raw_answer raw = compute(team, graph, job, source);
  const std::chrono::duration<double> took = team.transport().now() - start;
  raw.answer.seconds = all_max(team, took.count());
  if (!raw.labels.span().empty()) {
    raw.answer.whole = ids_of(team, graph, raw.labels.span());
  } else if (job.algorithm == graphalytics_algorithm::wcc ||
             job.algorithm == graphalytics_algorithm::cdlp) {
    raw.answer.whole = ids_of(team, graph, {});  // others may have vertices
  }
  return std::move(raw.answer);
}

std::string graphalytics_output(rank_team& team, const csr_graph& graph,
                                const graphalytics_answer& answer) {
  std::string own;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const std::uint64_t id = graph.ids().input_id(graph.global(v));
    if (answer.real.empty()) {
      add_line(own, id, answer.whole[v]);
    } else {
      add_line(own, id, answer.real[v]);
    }
  }
  const rank_pieces<char> all = gather(team, std::span<const char>(own));
  return {all.items().begin(), all.items().end()};
}

}  // namespace orujo
