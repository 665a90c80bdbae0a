// Renders run records.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/run_record.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/text_table.hpp"
#include "orujo/report/team_figures.hpp"
#include "orujo/report/vertex_labels.hpp"
#include "orujo/runtime/report_card_text.hpp"

namespace orujo {

namespace {

using table_lines = std::vector<text_table::line>;

double teps_of(const trial_record& trial) {
  return trial.seconds > 0 ? static_cast<double>(trial.edges_traversed) / trial.seconds : 0;
}

json document_of(const trial_record& trial) {
  json entry;
  entry["source"] = trial.source;
  entry["seconds"] = trial.seconds;
  entry["edges_traversed"] = trial.edges_traversed;
  entry["teps"] = teps_of(trial);
  entry["verified"] = trial.verified ? json(*trial.verified) : json(nullptr);
  if (!trial.problem.empty()) { entry["problem"] = trial.problem; }
  return entry;
}

std::string counted(int count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string figure_text(const json& value) {
  if (value.is_number()) { return number_text(value.get<double>()); }
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Some words of a text are as long as a file.
std::string cut_text(const std::string& text) {
  constexpr std::size_t longest = 200;
  if (text.size() <= longest) { return text; }
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; };
  std::size_t end = longest;
  while (end > 0 && continues(text[end])) { --end; }
  return fmt::format("{}… ({} bytes)", text.substr(0, end), text.size());
}

/// Labels of vertices in a row; of many, the first and the last ones.
std::string list_text(const json& labels) {
  constexpr std::size_t shown = 5;  // at either end
  if (labels.empty()) { return "none"; }
  std::string text;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels.size() > 2 * shown + 1 && i == shown) {
      i = labels.size() - shown;
      text += fmt::format(" … {} more …", i - shown);
    }
    text += (text.empty() ? "" : " ") + text_of_label(labels[i]);
  }
  return text;
}

void add_result(table_lines& table, const json& result) {
  for (const auto& [name, value] : result.items()) {
    if (!value.is_array()) {
      table.push_back({name, figure_text(value)});
      continue;
    }
    if (value.empty() || !value.front().is_object()) {
      table.push_back({name, list_text(value)});
      continue;
    }
    std::string label = name;  // a list of objects: one line each
    for (const json& entry : value) {
      std::string text;
      for (const auto& [key, part] : entry.items()) {
        text +=
            fmt::format("{}{} {}", text.empty() ? "" : "  ", key,
                        part.is_number_float() ? figure_text(part) : cut_text(text_of_label(part)));
      }
      table.push_back({label, text});
      label.clear();
    }
  }
}

std::string_view name_with_article(parallel_edges rule) {
  switch (rule) {
    case parallel_edges::lightest: return "the lightest";
    case parallel_edges::greatest: return "the greatest";
    case parallel_edges::sum: return "the sum";
    default: return "one";
  }
}

/// What parallel edges and loops of the input were taken for; empty where there were none.
std::string merging_text(const graph_record& graph) {
  const auto number = [](std::uint64_t count) { return number_text(static_cast<double>(count)); };
  const std::string loops = graph.dropped_loops == 0 ? "no" : number(graph.dropped_loops);
  if (graph.parallel == parallel_edges::kept) {
    return graph.dropped_loops == 0 ? "all edges kept"
                                    : fmt::format("all kept; {} loops left out", loops);
  }
  if (graph.merged_edges == 0 && graph.dropped_loops == 0) { return {}; }
  return fmt::format("{} edges merged, {} of each stays; {} loops left out",
                     number(graph.merged_edges), name_with_article(graph.parallel), loops);
}

void add_graph(table_lines& table, const graph_record& graph) {
  table.push_back({"graph", graph_text(graph)});
  for (const std::string& guess : graph.guesses) { table.push_back({"assumed", guess}); }
  const std::string merging = merging_text(graph);
  if (!merging.empty()) { table.push_back({"parallel", merging}); }
  table.push_back(
      {"loading", fmt::format("{} reading, {} building", duration_text(graph.seconds_load),
                              duration_text(graph.seconds_build))});
}

/// The source of the last trial, whose result the table shows.
void add_source(table_lines& table, const run_record& record) {
  if (record.trials.empty() || record.trials.back().source.is_null()) { return; }
  const json& source = record.trials.back().source;
  const auto same = [&](const trial_record& trial) { return trial.source == source; };
  const bool alone = std::all_of(record.trials.begin(), record.trials.end(), same);
  table.push_back(
      {"source", fmt::format("{}{}", text_of_label(source), alone ? "" : ", the last of several")});
}

void add_times(table_lines& table, const run_record& record) {
  if (record.trials.empty()) { return; }
  std::vector<double> seconds;
  std::vector<double> teps;
  for (const trial_record& trial : record.trials) {
    seconds.push_back(trial.seconds);
    teps.push_back(teps_of(trial));
  }
  std::sort(seconds.begin(), seconds.end());
  std::sort(teps.begin(), teps.end());
  std::string text = duration_text(seconds[seconds.size() / 2]);
  if (seconds.size() > 1) {
    text += fmt::format(" (median of {}, {} to {})", seconds.size(), duration_text(seconds.front()),
                        duration_text(seconds.back()));
  }
  table.push_back({"time", text});
  const double median = teps[teps.size() / 2];
  if (median > 0) {
    table.push_back({"speed", fmt::format("{:.4g} million edges/s", median / 1e6)});
  }
}

std::string verdict_of(const run_record& record) {
  if (record.graph && record.graph->differences && !record.graph->differences->empty()) {
    return fmt::format("NO: {}", fmt::join(*record.graph->differences, "; "));
  }
  const auto wrong =
      std::find_if(record.trials.begin(), record.trials.end(),
                   [](const trial_record& trial) { return trial.verified && !*trial.verified; });
  if (wrong == record.trials.end()) { return "yes"; }
  return wrong->problem.empty() ? "NO" : "NO: " + wrong->problem;
}

}  // namespace

std::string direction_text(const graph_record& graph) {
  if (!graph.direction_assumed) { return graph.directed ? "directed" : "undirected"; }
  return "taken as directed (--undirected for edges both ways)";
}

std::string graph_text(const graph_record& graph) {
  return fmt::format("{}: {} vertices, {} edges, {}{}", graph.name,
                     number_text(static_cast<double>(graph.vertices)),
                     number_text(static_cast<double>(graph.edges)), direction_text(graph),
                     graph.weighted ? ", weighted" : "");
}

json document_of(const graph_record& graph) {
  json entry;
  entry["name"] = graph.name;
  entry["recognised"] = graph.recognised;
  entry["guesses"] = graph.guesses;
  entry["vertices"] = graph.vertices;
  entry["edges"] = graph.edges;
  entry["directed"] = graph.directed;
  entry["direction_assumed"] = graph.direction_assumed;
  entry["weighted"] = graph.weighted;
  entry["parallel_edges"] = name_of(graph.parallel);
  entry["merged_edges"] = graph.merged_edges;
  entry["dropped_loops"] = graph.dropped_loops;
  entry["seconds_load"] = graph.seconds_load;
  entry["seconds_build"] = graph.seconds_build;
  if (graph.differences) {
    entry["verified"] = graph.differences->empty();
    entry["differences"] = *graph.differences;
    entry["seconds_verify"] = graph.seconds_verify;
  }
  return entry;
}

json document_of(const run_record& record) {
  json document = new_document(record.algorithm);
  document["algorithm"] = record.algorithm;
  document["method"] = record.method;
  document["seed"] = record.seed;
  document["graph"] = record.graph ? document_of(*record.graph) : json(nullptr);
  document["team"] = {{"ranks", record.team.ranks},
                      {"workers", record.team.workers},
                      {"transport", record.team.transport},
                      {"hosts", record.team.hosts}};
  document["trials"] = json::array();
  for (const trial_record& trial : record.trials) {
    document["trials"].push_back(document_of(trial));
  }
  document["result"] = record.result;
  document["work"] = record.work;
  add_team_figures(document, record);
  document["report_card"] = json::parse(report_card_json(record.card));
  return document;
}

std::vector<text_table::line> lines_of(const run_record& record) {
  table_lines table;
  if (record.graph) { add_graph(table, *record.graph); }
  table.push_back(
      {"team", fmt::format("{} of {}, {}", counted(record.team.ranks, "rank"),
                           counted(record.team.workers, "worker"), record.team.transport)});
  table.push_back({record.algorithm, record.method});
  add_source(table, record);
  add_times(table, record);
  add_result(table, record.result);
  table.insert(table.end(), record.work_lines.begin(), record.work_lines.end());
  const bool verified = std::any_of(record.trials.begin(), record.trials.end(),
                                    [](const trial_record& trial) { return trial.verified; });
  if (verified || (record.graph && record.graph->differences)) {
    table.push_back({"verified", verdict_of(record)});
  }
  return table;
}

std::string table_of(const run_record& record) {
  text_table table;
  for (text_table::line& line : lines_of(record)) { table.add(std::move(line)); }
  return table.text();
}

bool all_verified(const run_record& record) noexcept {
  const bool same =
      !record.graph || !record.graph->differences || record.graph->differences->empty();
  if (!same) { return false; }
  return std::all_of(record.trials.begin(), record.trials.end(),
                     [](const trial_record& trial) { return trial.verified.value_or(true); });
}

}  // namespace orujo
