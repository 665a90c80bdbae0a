// Opens inputs, watches how they are read, and builds graphs.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/run/graph_loading.hpp"

#include <atomic>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/nearest_name.hpp"
#include "orujo/base/printable_text.hpp"
#include "orujo/base/spin_lock.hpp"
#include "orujo/base/trace.hpp"
#include "orujo/cli/files/standard_input.hpp"
#include "orujo/cli/run/progress_bar.hpp"
#include "orujo/cli/run/team_run.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/building/build_plan.hpp"
#include "orujo/graph/generators/open_generator.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/input_check.hpp"
#include "orujo/graph/input_labels.hpp"
#include "orujo/graph/io/format.hpp"
#include "orujo/graph/orj.hpp"

namespace orujo::cli {

namespace {

/// Draws how far an input is while it is read.
/// - Shared by all inputs that one rank opens; any worker calls it.
class reading_watch {
public:
  reading_watch(std::string name, progress_mode mode)
      : bar_({.what = "reading " + std::move(name), .unit = "edges"}, mode) {}

  void handed_out(std::uint64_t edges, double share) {
    // relaxed: only the sum matters, and nothing else is read after it
    const std::uint64_t all = edges_.fetch_add(edges, std::memory_order_relaxed) + edges;
    const std::unique_lock drawing(busy_, std::try_to_lock);
    if (drawing.owns_lock()) { bar_.advance_to({.done = all, .share = share}); }
  }

private:
  progress_bar bar_;
  std::atomic<std::uint64_t> edges_{0};
  spin_lock busy_;  // guards bar_
};

class watched_input final : public edge_input {
public:
  watched_input(std::unique_ptr<edge_input> input, reading_watch& watch)
      : input_(std::move(input)), watch_(watch) {}

  [[nodiscard]] const input_facts& facts() const override { return input_->facts(); }
  [[nodiscard]] std::shared_ptr<const name_table> names() const override { return input_->names(); }

  bool next(edge_chunk& chunk) override {
    const bool more = input_->next(chunk);
    watch_.handed_out(more ? chunk.edges.size() : 0, input_->progress());
    return more;
  }

  void check_complete(std::uint64_t edges_of_all_parts) const override {
    input_->check_complete(edges_of_all_parts);
  }

  [[nodiscard]] std::string place_of(std::string_view vertex) const override {
    return input_->place_of(vertex);
  }

  [[nodiscard]] double progress() const override { return input_->progress(); }

private:
  std::unique_ptr<edge_input> input_;
  reading_watch& watch_;
};

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
  build.keep_self_loops = options.keep_loops || needs.loops;
  build.weights = weights_of(options, needs);
  return build;
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

std::unique_ptr<edge_input> open_input(const std::string& name, const load_options& how,
                                       input_part part) {
  return is_generator(name) ? open_generator(name, how.seed, part)
                            : open_graph_file(name, part, how.open);
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

/// How the file is read; the text of weights that are not wanted is not looked at.
open_options open_options_of(const graph_options& options, weight_origin weights) {
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
  if (weights != weight_origin::input) { how.weights = weight_use::ignored; }
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

/// Loads the graph that options name, and compares it with its input, read once more.
class graph_loader {
public:
  /// Call: collective, as the following.
  graph_loader(rank_team& team, const run_options& options, const graph_needs& needs)
      : team_(team), options_(options), needs_(needs), path_(path_of_graph(options.graph.graph)) {
    how_.build = build_options_of(options.graph, needs);
    how_.open = open_options_of(options.graph, how_.build.weights.from);
    how_.open.directed = how_.build.directed;
    how_.seed = options.graph.seed;
    if (options.verify) { check_read_again(); }
  }

  csr_graph load() {
    // A file of rows is open before a bar would be drawn.
    if (auto stored = open_stored_graph(team_, path_, how_)) {
      if (needs_.loops) { check_loops(stored->facts()); }
      return std::move(*stored);
    }
    limit_reading();
    reading_watch watch = watch_of("");
    return build_graph(team_, opener(watch), how_.build);
  }

  /// As compare_with_input() says it.
  std::vector<std::string> differences_of(const csr_graph& graph) {
    if (run_agreed(team_, [&] { return holds_native_rows(); })) {
      const bool weights = how_.build.weights.from == weight_origin::input;
      const csr_graph rows = open_orj(team_, path_, {.weights = weights, .in_edges = false});
      return compare_with_rows(team_, graph, rows, how_.build);
    }
    limit_reading();
    how_.open.block_bytes = how_.open.block_bytes / 4 * 3;  // blocks end elsewhere this time
    reading_watch watch = watch_of(" again");
    return compare_with_input(team_, graph, opener(watch), how_.build);
  }

private:
  /// Throws agreed_error where the graph would be gone after it was read.
  void check_read_again() {
    run_agreed(team_, [&] {
      std::error_code ignored;
      const bool may = is_generator(path_) || std::filesystem::is_regular_file(path_, ignored) ||
                       !std::filesystem::exists(path_, ignored);
      require(may, fmt::format("--verify reads the graph twice, and {} can be read once: write it "
                               "to a file, or give it on standard input as -",
                               printable(options_.graph.graph)));
    });
  }

  void limit_reading() {
    how_.open.memory_limit_bytes =
        static_cast<std::uint64_t>(team_.values().integer(setting::memory_limit_bytes));
    how_.open.readers_on_host = building::ranks_on_host(team_);
  }

  [[nodiscard]] bool holds_native_rows() const {
    if (is_generator(path_)) { return false; }
    const auto forced = how_.open.forced;
    return (forced ? *forced : sniff_graph_file(path_).format) == file_format::native;
  }

  [[nodiscard]] reading_watch watch_of(const char* suffix) const {
    const progress_mode mode =
        is_first(team_) ? progress_mode_of(team_.values(), options_.quiet) : progress_mode::never;
    return {std::filesystem::path(path_).filename().string() + suffix, mode};
  }

  /// Opens the input, and draws how far it is.
  [[nodiscard]] input_opener opener(reading_watch& watch) const {
    return [this, &watch](input_part part) -> std::unique_ptr<edge_input> {
      return std::make_unique<watched_input>(open_input(path_, how_, part), watch);
    };
  }

  rank_team& team_;
  const run_options& options_;
  const graph_needs& needs_;
  std::string path_;
  load_options how_;
};

/// What was assumed about the input, and what of its names is shown otherwise.
/// Call: collective.
std::vector<std::string> guesses_of(rank_team& team, const csr_graph& graph) {
  std::vector<std::string> guesses = graph.facts().guesses;
  const std::uint64_t odd = names_not_in_utf8(team, graph);
  if (odd > 0) {
    guesses.push_back(fmt::format(
        "{} name{} not in UTF-8: JSON, .npy, .parquet and pages have U+FFFD for each byte that is "
        "wrong, tables \\xNN; .csv and graph files keep it",
        odd, odd == 1 ? " is" : "s are"));
  }
  return guesses;
}

/// What the record says about a graph. Call: collective.
graph_record graph_record_of(rank_team& team, const csr_graph& graph) {
  const graph_facts& facts = graph.facts();
  return {.name = facts.name,
          .recognised = facts.recognised,
          .guesses = guesses_of(team, graph),
          .vertices = facts.num_vertices,
          .edges = facts.num_edges,
          .directed = facts.directed,
          .direction_assumed = facts.direction_assumed,
          .weighted = facts.weights != weight_kind::none,
          .parallel = facts.parallel,
          .merged_edges = facts.dropped_duplicates,
          .dropped_loops = facts.dropped_loops,
          .seconds_load = facts.seconds_load,
          .seconds_build = facts.seconds_build,
          .differences = {},
          .seconds_verify = 0};
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
  graph_loader loader(team, options, needs);
  const auto load = [&] {
    const trace_span span(team.worker_at(0).trace, declare_span_kind("load graph"));
    return loader.load();
  };
  csr_graph graph = load();
  graph_record record = graph_record_of(team, graph);
  if (options.verify) {
    const trace_span span(team.worker_at(0).trace, declare_span_kind("verify graph"));
    const auto start = std::chrono::steady_clock::now();
    record.differences = loader.differences_of(graph);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    record.seconds_verify = passed.count();
  }
  return {std::move(graph), std::move(record)};
}

}  // namespace orujo::cli
