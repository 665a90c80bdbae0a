// Says to load_graph() what the command line asks for, and draws how far it is.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/run/graph_loading.hpp"

#include <charconv>
#include <chrono>
#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/nearest_name.hpp"
#include "orujo/base/printable_text.hpp"
#include "orujo/base/trace.hpp"
#include "orujo/cli/files/standard_input.hpp"
#include "orujo/cli/run/progress_bar.hpp"
#include "orujo/cli/run/team_run.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/generators/open_generator.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/io/format.hpp"
#include "orujo/report/graph_facts_record.hpp"

namespace orujo::cli {

namespace {

std::uint32_t weight_bound(std::string_view text, const std::string& whole) {
  std::uint32_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) {
    throw usage_error(fmt::format(
        "--weights is 'file', 'real', 'none' or LOW..HIGH in whole numbers, as in 1..255, not "
        "'{}'",
        whole));
  }
  return value;
}

weight_options weights_of(const graph_options& options, const graph_needs& needs) {
  weight_options weights;
  if (!needs.weights || options.weights == "none") {
    weights.from = weight_origin::none;
    return weights;
  }
  if (!options.weights || options.weights == "file" || options.weights == "real") {
    return weights;
  }
  const std::string& text = *options.weights;
  const std::size_t dots = std::min(text.find(".."), text.size());
  weights.from = weight_origin::random;
  weights.low = weight_bound(std::string_view(text).substr(0, dots), text);
  weights.high =
      weight_bound(dots < text.size() ? std::string_view(text).substr(dots + 2) : "", text);
  weights.seed = options.seed;
  require(weights.low <= weights.high,
          fmt::format("--weights: {} lies above {} in '{}'", weights.low, weights.high, text));
  return weights;
}

build_options build_options_of(const graph_options& options, const graph_needs& needs) {
  build_options build;
  const edge_direction direction = direction_of(options);
  if (direction != edge_direction::as_input_says) {
    build.directed = direction == edge_direction::directed;
  }
  build.in_edges = needs.in_edges;
  build.parallel = options.keep_duplicates ? parallel_edges::kept : needs.parallel;
  build.keep_self_loops = options.keep_loops;
  build.weights = weights_of(options, needs);
  return build;
}

std::optional<file_format> forced_format(const graph_options& options) {
  if (!options.format) { return std::nullopt; }
  const auto format = format_named(*options.format);
  if (!format) {
    throw usage_error(fmt::format("--format is one of {}, not '{}'{}",
                                  fmt::join(all_format_names(), ", "), *options.format,
                                  suggestion(*options.format, all_format_names())));
  }
  return format;
}

/// What --columns says of the edges, and of the list of vertices.
struct chosen_columns {
  std::optional<column_choice> edges;
  std::optional<std::string> vertex;
};

/// Throws: usage_error.
chosen_columns columns_of(const graph_options& options) {
  if (!options.columns) { return {}; }
  column_choice choice;
  std::optional<std::string> vertex;
  std::string_view rest = *options.columns;
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view role = part.substr(0, equals);
    std::optional<std::string>* const place = role == "source"   ? &choice.source
                                              : role == "target" ? &choice.target
                                              : role == "weight" ? &choice.weight
                                              : role == "vertex" ? &vertex
                                                                 : nullptr;
    const bool right = place != nullptr && !place->has_value() && equals + 1 < part.size();
    require(right,
            fmt::format("--columns is source=NAME|N,target=NAME|N,weight=NAME|N,vertex=NAME|N, "
                        "each once; not '{}'",
                        *options.columns));
    *place = part.substr(equals + 1);
  }
  const bool any = choice.source || choice.weight;
  require(choice.source.has_value() == choice.target.has_value() && (any || vertex),
          fmt::format("--columns names source and target together, not '{}'", *options.columns));
  require(!vertex || options.vertices,
          "--columns: vertex=… chooses a column of the file that --vertices names; say --vertices");
  return {any ? std::optional(choice) : std::nullopt, vertex};
}

/// How the file is read.
open_options open_options_of(const graph_options& options) {
  open_options how;
  how.forced = forced_format(options);
  const chosen_columns columns = columns_of(options);
  how.columns = columns.edges;
  if (options.vertices) { how.vertices = {.path = *options.vertices, .column = columns.vertex}; }
  if (options.ids) {
    how.ids = *options.ids == "names"    ? id_use::names
              : *options.ids == "labels" ? id_use::labels
                                         : id_use::numbers;
  }
  if (options.weights == "real") { how.weights = weight_use::as_real; }
  return how;
}

void check_name(const std::string& name) {
  const std::size_t colon = name.find(':');
  std::error_code ignored;
  const bool candidate =
      colon != std::string::npos && !is_generator(name) && !std::filesystem::exists(name, ignored);
  if (!candidate) { return; }
  throw usage_error(fmt::format("GRAPH '{}' is neither a file nor a generator; generators are {}",
                                name, generator_forms()));
}

/// What the command line says, for load_graph(); it draws nothing.
load_options load_options_of(const graph_options& options, const graph_needs& needs) {
  const build_options build = build_options_of(options, needs);
  return {.build = build,
          .open = open_options_of(options),
          .seed = options.seed,
          .loops_count = needs.loops};
}

/// The same with a bar for this reading, which is gone with the copies of what is returned.
load_options watched(const load_options& how, rank_team& team, const run_options& options,
                     const char* suffix) {
  const progress_mode mode =
      is_first(team) ? progress_mode_of(team.values(), options.quiet) : progress_mode::never;
  const std::string name =
      std::filesystem::path(path_of_graph(options.graph.graph)).filename().string();
  const auto bar = std::make_shared<progress_bar>(
      progress_bar::task{.what = "reading " + name + suffix, .unit = "edges"}, mode);
  load_options shown = how;
  shown.build.on_progress = [bar](std::uint64_t edges, double share) {
    bar->advance_to({.done = edges, .share = share});
  };
  return shown;
}

/// Throws agreed_error where the graph would be gone after it was read.
void check_read_again(rank_team& team, const run_options& options) {
  run_agreed(team, [&] {
    const std::string path = path_of_graph(options.graph.graph);
    std::error_code ignored;
    const bool may = is_generator(path) || std::filesystem::is_regular_file(path, ignored) ||
                     !std::filesystem::exists(path, ignored);
    require(may, fmt::format("--verify reads the graph twice, and {} can be read once: write it "
                             "to a file, or give it on standard input as -",
                             printable(options.graph.graph)));
  });
}

}  // namespace

void check_graph_options(const graph_options& options) {
  check_name(options.graph);
  require(!options.format || !is_generator(options.graph),
          fmt::format("--format says how a file is read, and {} is generated", options.graph));
  require(!options.columns || !is_generator(options.graph),
          fmt::format("--columns says how a file is read, and {} is generated", options.graph));
  require(!options.vertices || !is_generator(options.graph),
          fmt::format("--vertices lists those of a file, and {} is generated", options.graph));
  require(options.vertices != standard_input_name,
          "--vertices names a file; standard input can hold the GRAPH only");
  require(!options.ids || !is_generator(options.graph),
          fmt::format("--ids says how a file is read, and {} is generated", options.graph));
  static_cast<void>(forced_format(options));
  static_cast<void>(columns_of(options));
  static_cast<void>(weights_of(options, {.weights = true}));
}

loaded_graph load_graph_of(rank_team& team, const run_options& options, const graph_needs& needs) {
  const load_options how = load_options_of(options.graph, needs);
  const std::string path = path_of_graph(options.graph.graph);
  if (options.verify) { check_read_again(team, options); }
  const auto load = [&] {
    const trace_span span(team.worker_at(0).trace, declare_span_kind("load graph"));
    return load_graph(team, path, watched(how, team, options, ""));
  };
  csr_graph graph = load();
  graph_record record = graph_record_of(team, graph);
  if (options.verify) {
    const trace_span span(team.worker_at(0).trace, declare_span_kind("verify graph"));
    const auto start = std::chrono::steady_clock::now();
    record.differences =
        compare_with_source(team, graph, path, watched(how, team, options, " again"));
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    record.seconds_verify = passed.count();
  }
  return {std::move(graph), std::move(record)};
}

}  // namespace orujo::cli
