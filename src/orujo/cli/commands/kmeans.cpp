// orujo kmeans: clusters of points.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/kmeans.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/files/standard_input.hpp"
#include "orujo/cli/options/option_checks.hpp"
#include "orujo/cli/run/map_reduce_phases.hpp"
#include "orujo/cli/run/progress_bar.hpp"
#include "orujo/cli/run/team_run.hpp"
#include "orujo/cli/run/trial_clock.hpp"
#include "orujo/frameworks/map_reduce/kmeans/cluster_files.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_files.hpp"
#include "orujo/graph/tables/table_output.hpp"

namespace orujo::cli {

namespace {

struct kmeans_command_options {
  run_options run;
  std::string file;
  std::optional<std::uint64_t> clusters;
  std::string start = "kmeans++";
  double tolerance = 1e-4;
  std::uint64_t iterations = 300;
  std::vector<std::string> columns;
  std::optional<std::string> type;
  std::optional<std::string> centres;
};

/// The largest clusters in the order of their numbers.
json list_of_clusters(const kmeans_result& found) {
  constexpr std::size_t shown = 20;
  const std::size_t dimensions = found.centres.size() / found.sizes.size();
  json list = json::array();
  for (std::size_t k = 0; k < std::min(shown, found.sizes.size()); ++k) {
    const double* const centre = &found.centres[k * dimensions];
    list.push_back({{"cluster", k},
                    {"points", found.sizes[k]},
                    {"centre", std::vector<double>(centre, centre + dimensions)}});
  }
  return list;
}

void note_clusters(run_record& record, const kmeans_result& found) {
  record.result["clusters"] = found.sizes.size();
  record.result["iterations"] = found.iterations;
  record.result["converged"] = found.converged;
  record.result["inertia"] = found.inertia;
  record.result["centres"] = list_of_clusters(found);
  record.work["seconds_start"] = found.seconds_start;
  record.work["seconds_per_iteration"] =
      found.seconds_iterations / static_cast<double>(std::max<std::uint64_t>(1, found.iterations));
  note_phases(record, found.phases);
}

/// What --centres wrote has the number and the points of each cluster before its centre.
constexpr std::size_t columns_before_centres = 2;

/// The centres of such rows, by their numbers: a file may have been sorted since.
std::vector<double> centres_by_number(const std::vector<double>& rows, std::size_t dimensions) {
  const std::size_t width = dimensions + columns_before_centres;
  const std::size_t clusters = rows.size() / width;
  std::vector<double> centres(clusters * dimensions);
  std::vector<bool> is_there(clusters);
  for (std::size_t row = 0; row < clusters; ++row) {
    const double number = rows[row * width];
    const bool is_one = number >= 0 && number < static_cast<double>(clusters) &&
                        number == std::floor(number) && !is_there[static_cast<std::size_t>(number)];
    require_everywhere(is_one,
                       fmt::format("--start: the first of its {} columns is not the numbers "
                                   "of clusters, 0 to {} once each, as in --centres",
                                   width, clusters - 1));
    const auto k = static_cast<std::size_t>(number);
    is_there[k] = true;
    std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(row * width + columns_before_centres),
                dimensions, centres.begin() + static_cast<std::ptrdiff_t>(k * dimensions));
  }
  return centres;
}

constexpr std::uint64_t default_clusters = 8;

template <typename T>
kmeans_options options_of(rank_team& team, const kmeans_command_options& options,
                          std::size_t dimensions) {
  kmeans_options wanted{.clusters = options.clusters.value_or(default_clusters),
                        .tolerance = options.tolerance,
                        .max_iterations = options.iterations,
                        .seed = options.run.graph.seed};
  if (options.start == "kmeans++") { return wanted; }
  const point_blocks<T> start = read_points<T>(team, options.start);
  require_everywhere(start.total() > 0, "--start holds no centres");
  const bool may_have_sizes = start.dimensions() == dimensions + columns_before_centres;
  require_everywhere(start.dimensions() == dimensions || may_have_sizes,
                     fmt::format("--start has {} columns, and the points have {} coordinates",
                                 start.dimensions(), dimensions));
  wanted.clusters = options.clusters.value_or(start.total());
  require_everywhere(start.total() == wanted.clusters,
                     fmt::format("--start has {} centres, and --clusters asks for {}",
                                 start.total(), wanted.clusters));
  std::vector<T> own;
  for (std::size_t i = 0; i < start.count(); ++i) {
    for (std::size_t j = 0; j < start.dimensions(); ++j) { own.push_back(start.at(i, j)); }
  }
  const std::vector<T> all = all_gather(team, std::span<const T>(own)).take_items();
  wanted.start.assign(all.begin(), all.end());
  if (may_have_sizes) { wanted.start = centres_by_number(wanted.start, dimensions); }
  return wanted;
}

template <typename T>
run_record cluster_points(rank_team& team, const kmeans_command_options& options) {
  const rank_counts before = count_rank(team);
  run_record record;
  const auto start = team.transport().now();
  const point_blocks<T> points = read_points<T>(team, options.file, options.columns);
  if (points.total() == 0) {
    throw agreed_error(exit_code::input, options.file + ": holds no points");
  }
  kmeans_options wanted = options_of<T>(team, options, points.dimensions());
  require_everywhere(
      wanted.clusters <= points.total(),
      fmt::format("{}: {} clusters of {} points: some would be empty; ask for {} at most",
                  options.clusters || wanted.start.empty() ? "--clusters" : "--start",
                  wanted.clusters, points.total(), points.total()));
  record.work["seconds_load"] =
      all_max(team, std::chrono::duration<double>(team.transport().now() - start).count());
  record.result["points"] = points.total();
  record.result["dimensions"] = points.dimensions();
  progress_bar bar(
      {.what = "k-means", .unit = "iterations"},
      is_first(team) ? progress_mode_of(team.values(), options.run.quiet) : progress_mode::never);
  wanted.note_iteration = [&](std::uint64_t done) { bar.advance_to({.done = done}); };
  kmeans_result found;
  for (std::uint64_t i = 0; i < options.run.trials; ++i) {
    trial_record trial;
    const auto began = team.transport().now();
    found = as_trial(team, [&] { return kmeans(team, points, wanted); });
    trial.seconds =
        all_max(team, std::chrono::duration<double>(team.transport().now() - began).count());
    record.trials.push_back(std::move(trial));
  }
  bar.finish();
  note_clusters(record, found);
  if (options.run.output) { write_assignments(team, found, *options.run.output); }
  if (options.centres) { write_centres(team, found, *options.centres); }
  add_team_facts(record, team, before);
  return record;
}

run_record cluster_on(rank_team& team, const kmeans_command_options& options) {
  const point_precision precision = run_agreed(team, [&] {
    if (!options.type) { return precision_of(options.file, options.columns); }
    return *options.type == "float32" ? point_precision::single : point_precision::full;
  });
  return precision == point_precision::single ? cluster_points<float>(team, options)
                                              : cluster_points<double>(team, options);
}

exit_code run_kmeans(kmeans_command_options options) {
  require(!options.file.empty(),
          "kmeans needs a FILE of points: CSV, NPY or Parquet, or - for standard input (see orujo "
          "kmeans --help)");
  if (options.run.output) { check_table_name(*options.run.output); }
  if (options.centres) {
    check_table_name(*options.centres);
    options.run.outputs.push_back({"--centres", *options.centres});
  }
  if (options.file == standard_input_name) {
    options.run.graph.graph = options.file;
    options.file = path_of_graph(options.file);
  }
  options.run.inputs.push_back({"FILE", options.file});
  if (options.start != "kmeans++") {
    require(std::filesystem::exists(options.start),
            fmt::format("--start: '{}' is neither kmeans++ nor a file", options.start));
    options.run.inputs.push_back({"--start", options.start});
  }
  options.run.method = "lloyd";
  return run_and_print("kmeans", options.run,
                       [&](rank_team& team) { return cluster_on(team, options); });
}

void add_input_options(CLI::App& app, kmeans_command_options& options) {
  app.add_option("FILE", options.file,
                 "Points, a row each: text in columns, packed or not, a matrix of NumPy (.npy), "
                 "Parquet or Arrow; - is standard input")
      ->type_name("");
  app.add_option("--columns", options.columns,
                 "Which columns to read, by name or by number from 1; default: all")
      ->type_name("NAME|N,…")
      ->delimiter(',')
      ->group(work_group);
  app.add_option("--type", options.type,
                 "What coordinates are kept as; default: float32 where the file says so, else "
                 "float64")
      ->type_name("float32|float64")
      ->check(CLI::IsMember({"float32", "float64"}))
      ->group(work_group);
}

void add_search_options(CLI::App& app, kmeans_command_options& options) {
  app.add_option("--clusters", options.clusters,
                 fmt::format("How many clusters to find; default: as many as the file of --start "
                             "has centres, else {}",
                             default_clusters))
      ->type_name("K")
      ->check(whole_number(1, std::numeric_limits<std::int32_t>::max()))
      ->group(work_group);
  app.add_option("--start", options.start,
                 "The first centres: kmeans++ draws them by --seed, a file has a row for each, as "
                 "--centres writes it to text or Parquet, or without number and size")
      ->type_name("kmeans++|FILE")
      ->capture_default_str()
      ->group(work_group);
  app.add_option("--tolerance", options.tolerance,
                 "End when the squared moves of the centres add up to so much of the mean variance "
                 "of the coordinates")
      ->type_name("X")
      ->check(number_from_zero())
      ->capture_default_str()
      ->group(work_group);
  app.add_option("--iterations", options.iterations, "End after so many at the latest")
      ->type_name("N")
      ->check(whole_number(1))
      ->capture_default_str()
      ->group(work_group);
}

void add_file_options(CLI::App& app, kmeans_command_options& options) {
  app.add_option("--output", options.run.output,
                 "Write the cluster of each point to FILE.csv, .csv.gz, .npy or .parquet, or as "
                 "CSV to stdout with -")
      ->type_name("FILE")
      ->group(result_group);
  app.add_option("--centres", options.centres,
                 "Write the centres and sizes of all clusters to a file of these formats")
      ->type_name("FILE")
      ->group(result_group);
}

}  // namespace

command add_kmeans_command(CLI::App& parent) {
  auto options = std::make_shared<kmeans_command_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "kmeans",
               .group = "Frameworks",
               .help = "Clusters of points, by k-means",
               .example = "  orujo kmeans points.npy --clusters 10 --output clusters.csv\n"
                          "  orujo kmeans cities.csv.xz --columns lat,lon --clusters 50 "
                          "--seed 7"});
  add_input_options(*app, *options);
  add_search_options(*app, *options);
  add_seed_option(*app, options->run.graph);
  add_file_options(*app, *options);
  add_trials_option(*app, options->run);
  add_team_options(*app, options->run.team);
  add_report_options(*app, options->run);
  return {app, [options] { return run_kmeans(*options); }};
}

}  // namespace orujo::cli
