// Decides how a graph is loaded.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/graph_source.hpp"

#include <utility>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/generators/open_generator.hpp"
#include "orujo/graph/orj.hpp"
#include "orujo/graph/rebuild.hpp"

namespace orujo {

namespace {

bool is_native(const std::string& path, const open_options& options) {
  if (options.forced) { return *options.forced == file_format::native; }
  return sniff_graph_file(path).format == file_format::native;
}

/// Whether the graph of an .orj file has to be built anew to be what `options` ask for.
bool needs_rebuild(const orj_summary& stored, const build_options& options) {
  const bool directed = options.directed.value_or(stored.facts.directed);
  const bool lacks_in_edges = directed && options.in_edges && !stored.has_in_edges;
  return directed != stored.facts.directed || lacks_in_edges ||
         options.weights.from == weight_origin::random;
}

csr_graph load_native(rank_team& team, const std::string& path, const load_options& options) {
  const build_options& build = options.build;
  const orj_summary stored = run_agreed(team, [&] { return summarize_orj(path); });
  const bool rebuilt = needs_rebuild(stored, build);
  const bool with_weights =
      build.weights.from == weight_origin::input && options.open.weights != weight_use::ignored;
  csr_graph graph = open_orj(
      team, path,
      {.weights = with_weights, .in_edges = build.in_edges && !rebuilt, .balance = build.balance});
  return rebuilt ? rebuild_graph(team, graph, build) : std::move(graph);
}

}  // namespace

csr_graph load_graph(rank_team& team, const std::string& source, const load_options& options) {
  if (is_generator(source)) {
    return build_graph(
        team, [&](input_part part) { return open_generator(source, options.seed, part); },
        options.build);
  }
  if (run_agreed(team, [&] { return is_native(source, options.open); })) {
    return load_native(team, source, options);
  }
  return build_graph(
      team, [&](input_part part) { return open_graph_file(source, part, options.open); },
      options.build);
}

}  // namespace orujo
