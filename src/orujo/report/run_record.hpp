// What one run of an algorithm produced, and its two faces: a short table and JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "orujo/base/metrics.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/graph/parallel_edges.hpp"
#include "orujo/report/json.hpp"
#include "orujo/report/stacked_bars.hpp"
#include "orujo/report/step_chart.hpp"
#include "orujo/report/value_histogram.hpp"
#include "orujo/runtime/metrics/metric_history.hpp"
#include "orujo/runtime/metrics/team_counts.hpp"
#include "orujo/runtime/metrics/traffic_map.hpp"
#include "orujo/runtime/trace/time_shares.hpp"
#include "orujo/worklists/work_history.hpp"

namespace orujo {

struct graph_record {
  std::string name;
  std::string recognised;            ///< What the reader took the input for.
  std::vector<std::string> guesses;  ///< What it assumed.
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool directed = false;
  bool direction_assumed = false;  ///< Neither the input nor an option said it.
  bool weighted = false;
  parallel_edges parallel = parallel_edges::one;
  std::uint64_t merged_edges = 0;  ///< Parallel edges that did not stay.
  std::uint64_t dropped_loops = 0;
  double seconds_load = 0;
  double seconds_build = 0;
  /// How it differs from its input, read once more; nothing: was not asked for.
  std::optional<std::vector<std::string>> differences;
  double seconds_verify = 0;  ///< That this took.
};

struct team_record {
  int ranks = 1;
  int workers = 1;
  std::string transport;
  int hosts = 1;
};

struct trial_record {
  json source;  ///< By its id or name in the input; null: there is none.
  double seconds = 0;
  std::uint64_t edges_traversed = 0;
  std::optional<bool> verified;  ///< Nothing: was not asked for.
  std::string problem;           ///< What the verifier found; empty if all is right.
};

/// Notes in `trial` what a verifier found: the first of its violations, if there are any.
template <typename Violation>
void add_verdict(trial_record& trial, const std::vector<Violation>& violations) {
  trial.verified = violations.empty();
  if (!violations.empty()) { trial.problem = violations.front().text(); }
}

/// Figures in `result` and `work` are numbers by name, or lists for `top`.
struct run_record {
  std::string algorithm;
  std::string method;
  std::uint64_t seed = 0;
  std::optional<graph_record> graph;  ///< Nothing where there is no graph, as in gups.
  team_record team;
  std::vector<trial_record> trials;
  json result = json::object();
  json work = json::object();
  std::vector<text_table::line> work_lines;  ///< What the table says of `work`.
  work_history history;                      ///< Of the workers, where the algorithm keeps one.
  answer_pictures pictures;                  ///< Of the answer, where a page is asked for.
  stacked_bars phases;                       ///< What took how long, one after the other.
  std::vector<step_figures> steps;           ///< Of iterations, where there are any.
  std::vector<worker_time> times;            ///< Of the workers in the last trial, for a page.
  metric_totals metrics;
  metric_totals metrics_of_busiest;      ///< Each metric's largest value on one rank.
  std::vector<declared_total> declared;  ///< Metrics of the program.
  std::vector<rank_skew> skew;           ///< Of the ranks.
  traffic_map traffic;                   ///< Between ranks, with the setting traffic_map.
  metric_history rates;                  ///< Of the last trial, with the setting metric_samples.
  metric_map full_parcels;               ///< Worker by worker, as well.
  report_card card;
  std::string report;  ///< What a benchmark's rules want printed; replaces the table if not empty.
};

/// The document of schema "orujo.`algorithm`/1"; docs/schema/run.schema.json describes it.
[[nodiscard]] json document_of(const run_record& record);

[[nodiscard]] json document_of(const graph_record& graph);

/// "directed", "undirected", or the former with the option that changes it where it was assumed.
[[nodiscard]] std::string direction_text(const graph_record& graph);

/// The graph in a line: name, size, direction, weights.
[[nodiscard]] std::string graph_text(const graph_record& graph);

/// What table_of() prints: a name and a value on each line.
[[nodiscard]] std::vector<text_table::line> lines_of(const run_record& record);

/// A few lines for people: the graph, the team, the time, the result, the work.
[[nodiscard]] std::string table_of(const run_record& record);

/// Whether the graph was not verified or was right, and every trial as well.
[[nodiscard]] bool all_verified(const run_record& record) noexcept;

}  // namespace orujo
