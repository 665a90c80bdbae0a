// Decides how a graph is loaded.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/graph_source.hpp"

#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/building/build_plan.hpp"
#include "orujo/graph/generators/open_generator.hpp"
#include "orujo/graph/input_check.hpp"
#include "orujo/graph/native/gap_reader.hpp"
#include "orujo/graph/orj.hpp"
#include "orujo/graph/rebuild.hpp"
#include "orujo/messaging/shared_host.hpp"

namespace orujo {

namespace {

/// The same wish said alike to all who read weights or directions, and the limits of this team.
load_options settled(rank_team& team, load_options options) {
  build_options& build = options.build;
  open_options& open = options.open;
  const bool wants_input = build.weights.from == weight_origin::input;
  if (wants_input && open.weights == weight_use::ignored) {
    build.weights.from = weight_origin::none;
  }
  if (build.weights.from != weight_origin::input) { open.weights = weight_use::ignored; }
  if (build.directed) { open.directed = build.directed; }
  if (options.loops_count) { build.keep_self_loops = true; }
  open.memory_limit_bytes = memory_limit_of(team);
  open.readers_on_host = ranks_on_host(team);
  return options;
}

file_format format_of(const std::string& path, const open_options& options) {
  const file_format format = options.forced ? *options.forced : sniff_graph_file(path).format;
  check_list_options(path, format, options);
  return format;
}

bool has_weights_of_input(const load_options& options) {
  return options.build.weights.from == weight_origin::input;
}

/// What becomes of the weights of an .orj file.
row_weights weights_of_rows(const load_options& options) {
  const bool real = has_weights_of_input(options) && options.open.weights == weight_use::as_real;
  return real ? row_weights::as_real : row_weights::as_stored;
}

/// Whether the graph of an .orj file has to be built anew to be what `options` ask for.
bool needs_rebuild(const orj_summary& stored, const build_options& options, row_weights weights) {
  const bool makes_real =
      weights == row_weights::as_real && stored.facts.weights == weight_kind::integer;
  const bool directed = options.directed.value_or(stored.facts.directed);
  const bool lacks_in_edges = directed && options.in_edges && !stored.has_in_edges;
  return directed != stored.facts.directed || lacks_in_edges || makes_real ||
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

/// Throws agreed_error where loops that do not exist any more would count.
void check_loops(const graph_facts& stored) {
  if (stored.dropped_loops == 0) { return; }
  throw agreed_error(
      exit_code::input,
      fmt::format("{}: {} loops were left out when it was stored, but they count; convert the "
                  "original file again with --keep-loops, or leave them out with --no-loops",
                  stored.name, stored.dropped_loops));
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
  const bool with_weights = has_weights_of_input(options);
  const row_weights weights = weights_of_rows(options);
  const bool rebuilt = needs_rebuild(stored, build, weights);
  check_merging(stored.facts, with_weights ? build.parallel : parallel_edges::one);
  csr_graph graph = open_orj(
      team, path,
      {.weights = with_weights, .in_edges = build.in_edges && !rebuilt, .balance = build.balance});
  if (rebuilt || !holds_as_asked(team, graph, build)) {
    return rebuild_graph(team, graph, build, weights);
  }
  const bool weighted = graph.facts().weights != weight_kind::none;
  csr_parts parts = std::move(graph).take_parts();
  if (parts.facts.dropped_duplicates == 0 || !weighted) {  // no weight depends on what the file was
    parts.facts.parallel = building::effective_rule(build.parallel, weighted);
  }
  return csr_graph(team.rank(), std::move(parts));
}

/// The graph of a file whose rows are, or can be made, what is asked for; empty for all else, which
/// has to be built. Call: collective.
std::optional<csr_graph> open_stored_graph(rank_team& team, const std::string& source,
                                           const load_options& options) {
  if (is_generator(source)) { return std::nullopt; }
  const file_format format = run_agreed(team, [&] { return format_of(source, options.open); });
  if (format == file_format::native) { return load_native(team, source, options); }
  const bool as_it_is =
      format == file_format::gap_binary && options.open.weights != weight_use::as_real;
  if (!as_it_is) { return std::nullopt; }
  return native::open_gap_rows(team, source, options.build);
}

input_opener opener_of(const std::string& source, const load_options& options) {
  return [&source, &options](input_part part) -> std::unique_ptr<edge_input> {
    return is_generator(source) ? open_generator(source, options.seed, part)
                                : open_graph_file(source, part, options.open);
  };
}

}  // namespace

csr_graph load_graph(rank_team& team, const std::string& source, const load_options& options) {
  const load_options how = settled(team, options);
  if (auto stored = open_stored_graph(team, source, how)) {
    if (how.loops_count) { check_loops(stored->facts()); }
    return std::move(*stored);
  }
  return build_graph(team, opener_of(source, how), how.build);
}

std::vector<std::string> compare_with_source(rank_team& team, const csr_graph& graph,
                                             const std::string& source,
                                             const load_options& options) {
  load_options how = settled(team, options);
  const bool has_rows = !is_generator(source) && run_agreed(team, [&] {
    return format_of(source, how.open) == file_format::native;
  });
  if (has_rows) {
    const csr_graph rows =
        open_orj(team, source, {.weights = has_weights_of_input(how), .in_edges = false});
    return compare_with_rows(team, graph, {rows, weights_of_rows(how)}, how.build);
  }
  how.open.block_bytes = how.open.block_bytes / 4 * 3;  // blocks end elsewhere this time
  return compare_with_input(team, graph, opener_of(source, how), how.build);
}

}  // namespace orujo
