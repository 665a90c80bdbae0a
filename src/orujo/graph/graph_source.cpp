// Decides how a graph is loaded.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/graph_source.hpp"

#include <utility>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/building/build_plan.hpp"
#include "orujo/graph/generators/open_generator.hpp"
#include "orujo/graph/native/gap_reader.hpp"
#include "orujo/graph/orj.hpp"
#include "orujo/graph/rebuild.hpp"

namespace orujo {

namespace {

file_format format_of(const std::string& path, const open_options& options) {
  const file_format format = options.forced ? *options.forced : sniff_graph_file(path).format;
  check_list_options(path, format, options);
  return format;
}

/// Whether the graph of an .orj file has to be built anew to be what `options` ask for.
bool needs_rebuild(const orj_summary& stored, const build_options& options) {
  const bool directed = options.directed.value_or(stored.facts.directed);
  const bool lacks_in_edges = directed && options.in_edges && !stored.has_in_edges;
  return directed != stored.facts.directed || lacks_in_edges ||
         options.weights.from == weight_origin::random;
}

/// Throws agreed_error where parallel edges that do not exist any more would be needed.
void check_merging(const graph_facts& stored, parallel_edges wanted) {
  const bool any = wanted == parallel_edges::one || stored.parallel == parallel_edges::one ||
                   stored.parallel == parallel_edges::kept || wanted == parallel_edges::kept;
  if (any || stored.parallel == wanted || stored.dropped_duplicates == 0 ||
      stored.weights == weight_kind::none) {
    return;
  }
  throw agreed_error(
      exit_code::input,
      fmt::format("{}: of {} parallel edges only the {} was stored, but the {} is needed; convert "
                  "the original file again with --keep-duplicates",
                  stored.name, stored.dropped_duplicates, name_of(stored.parallel),
                  name_of(wanted)));
}

/// Whether loops and parallel edges of `graph` are as the options ask for. Call: collective.
bool holds_as_asked(rank_team& team, const csr_graph& graph, const build_options& options) {
  const bool keeps_parallel = options.parallel == parallel_edges::kept;
  if (keeps_parallel && options.keep_self_loops) { return true; }
  const surplus_arcs surplus = surplus_of(team, graph);
  return (keeps_parallel || surplus.parallel == 0) &&
         (options.keep_self_loops || surplus.loops == 0);
}

csr_graph load_native(rank_team& team, const std::string& path, const load_options& options) {
  const build_options& build = options.build;
  const orj_summary stored = run_agreed(team, [&] { return summarize_orj(path); });
  const bool rebuilt = needs_rebuild(stored, build);
  const bool with_weights =
      build.weights.from == weight_origin::input && options.open.weights != weight_use::ignored;
  check_merging(stored.facts, with_weights ? build.parallel : parallel_edges::one);
  csr_graph graph = open_orj(
      team, path,
      {.weights = with_weights, .in_edges = build.in_edges && !rebuilt, .balance = build.balance});
  if (rebuilt || !holds_as_asked(team, graph, build)) { return rebuild_graph(team, graph, build); }
  const bool weighted = graph.facts().weights != weight_kind::none;
  csr_parts parts = std::move(graph).take_parts();
  if (parts.facts.dropped_duplicates == 0 || !weighted) {  // no weight depends on what the file was
    parts.facts.parallel = building::effective_rule(build.parallel, weighted);
  }
  return csr_graph(team.rank(), std::move(parts));
}

}  // namespace

std::optional<csr_graph> open_stored_graph(rank_team& team, const std::string& source,
                                           const load_options& options) {
  if (is_generator(source)) { return std::nullopt; }
  const file_format format = run_agreed(team, [&] { return format_of(source, options.open); });
  if (format == file_format::native) { return load_native(team, source, options); }
  const bool as_it_is =
      format == file_format::gap_binary && options.open.weights != weight_use::as_real;
  if (!as_it_is) { return std::nullopt; }
  build_options build = options.build;
  if (options.open.weights == weight_use::ignored && build.weights.from == weight_origin::input) {
    build.weights.from = weight_origin::none;
  }
  return native::open_gap_rows(team, source, build);
}

csr_graph load_graph(rank_team& team, const std::string& source, const load_options& options) {
  if (auto stored = open_stored_graph(team, source, options)) { return std::move(*stored); }
  open_options open = options.open;
  open.memory_limit_bytes =
      static_cast<std::uint64_t>(team.values().integer(setting::memory_limit_bytes));
  open.readers_on_host = building::ranks_on_host(team);
  if (!open.directed) { open.directed = options.build.directed; }
  return build_graph(
      team,
      [&](input_part part) {
        return is_generator(source) ? open_generator(source, options.seed, part)
                                    : open_graph_file(source, part, open);
      },
      options.build);
}

}  // namespace orujo
