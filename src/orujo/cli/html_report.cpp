// Writes the page of a run.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/html_report.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/output_file.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/cli/heat_map.hpp"

namespace orujo::cli {

namespace {

constexpr const char* head =
    R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<style>
body { font: 14px/1.45 sans-serif; color: #1c2733; max-width: 960px; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; margin: 0.5em 0 1.5em }
td { padding: 2px 16px 2px 0; vertical-align: top; border-bottom: 1px solid #e3e8ee }
td:first-child { white-space: nowrap; color: #51606f }
h2 { font-size: 1.15em; margin-top: 1.8em }
svg { display: block; max-width: 100%; height: auto; margin: 0.8em 0 }
</style>
)";

/// Rows of a table; missing cells are empty.
std::string table_html(const std::vector<text_table::line>& lines) {
  std::string text = "<table>\n";
  for (const text_table::line& line : lines) {
    text += "<tr>";
    for (const std::string& cell : line) { text += "<td>" + html_text(cell) + "</td>"; }
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

std::vector<text_table::line> lines_of(const metric_totals& metrics) {
  std::vector<text_table::line> lines;
  for (const metric_row& row : all_metrics()) {
    if (metrics[row.id] == 0) { continue; }
    lines.push_back({std::string(row.name), number_text(static_cast<double>(metrics[row.id])),
                     std::string(row.unit), std::string(row.help)});
  }
  return lines;
}

std::vector<text_table::line> lines_of(const report_card& card) {
  std::vector<text_table::line> lines;
  for (const report_entry& entry : card.entries()) {
    std::string numbers;
    for (const report_number& number : entry.row.numbers) {
      numbers += fmt::format("{}{} {} {}", numbers.empty() ? "" : "; ", number.name,
                             number_text(number.value), number.unit);
    }
    lines.push_back({entry.row.choice, entry.row.value, std::move(numbers)});
  }
  return lines;
}

/// One value of each sample of each worker.
template <typename Value>
heat_map map_of(const run_record& record, std::string title, std::string unit, Value value) {
  heat_map map{std::move(title), std::move(unit), record.history.seconds_per_sample, {}, {}};
  const auto per_rank = static_cast<std::size_t>(record.team.workers);
  for (std::size_t i = 0; i < record.history.workers.size(); ++i) {
    map.row_names.push_back(fmt::format("{} · {}", i / per_rank, i % per_rank));
    std::vector<double>& row = map.rows.emplace_back();
    for (const work_sample& each : record.history.workers[i].samples) {
      row.push_back(each.seconds > 0 ? value(each) / each.seconds : 0);
    }
  }
  return map;
}

std::string heat_maps(const run_record& record) {
  if (record.history.seconds_per_sample <= 0) { return {}; }
  std::string text =
      "<h2>The last trial over time</h2>\n<p>A row for each worker: rank · worker.</p>\n";
  text += svg_of(map_of(record, "Items processed", "items/s",
                        [](const work_sample& each) { return each.items; }));
  text += svg_of(map_of(record, "Labels sent to other ranks", "labels/s",
                        [](const work_sample& each) { return each.messages; }));
  text += svg_of(map_of(record, "Waiting: at barriers and for the end", "of the time",
                        [](const work_sample& each) { return each.wait_seconds; }));
  text += svg_of(map_of(record, "Length of the queue", "items",
                        [](const work_sample& each) { return each.queued_seconds; }));
  text += svg_of(map_of(record, "Items between two rounds of progress", "items",
                        [](const work_sample& each) { return each.pace_seconds; }));
  return text;
}

}  // namespace

std::string html_report(const run_record& record) {
  const std::string title =
      html_text("orujo " + record.algorithm + (record.graph ? " " + record.graph->name : ""));
  std::string text = head;
  text += "<title>" + title + "</title>\n</head>\n<body>\n<h1>" + title + "</h1>\n";
  text += table_html(cli::lines_of(record)) + heat_maps(record);
  text += "<h2>Metrics</h2>\n" + table_html(lines_of(record.metrics));
  text += "<h2>Choices in force</h2>\n" + table_html(lines_of(record.card));
  return text + "</body>\n</html>\n";
}

void write_report(const run_record& record, const std::string& path) {
  output_file file(path);
  file.write(html_report(record));
  file.commit();
}

}  // namespace orujo::cli
