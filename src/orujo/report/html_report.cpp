// Writes the page of a run.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/html_report.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/output_file.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/report/bar_chart.hpp"
#include "orujo/report/heat_map.hpp"
#include "orujo/report/html_page.hpp"
#include "orujo/report/rate_chart.hpp"
#include "orujo/report/run_place.hpp"
#include "orujo/report/share_chart.hpp"
#include "orujo/report/svg.hpp"
#include "orujo/report/traffic_pictures.hpp"

namespace orujo {

namespace {

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

std::vector<text_table::line> lines_of(const std::vector<declared_total>& metrics) {
  std::vector<text_table::line> lines;
  for (const declared_total& each : metrics) {
    lines.push_back({each.name, number_text(static_cast<double>(each.value)),
                     each.merge == metric_merge::sum ? "in all" : "at most"});
  }
  return lines;
}

/// One value of each sample of each worker.
template <typename Value>
heat_map map_of(const run_record& record, std::string title, std::string unit, Value value) {
  heat_map map{std::move(title), std::move(unit), record.history.seconds_per_sample, {}, {}};
  for (std::size_t i = 0; i < record.history.workers.size(); ++i) {
    const worker_history& worker = record.history.workers[i];
    map.row_names.push_back(fmt::format("{} · {}", worker.rank, worker.worker));
    std::vector<double>& row = map.rows.emplace_back();
    for (const work_sample& each : record.history.workers[i].samples) {
      row.push_back(each.seconds > 0 ? value(each) / each.seconds : 0);
    }
  }
  return map;
}

std::string worker_name(const run_record& record, std::size_t index) {
  const worker_history& worker = record.history.workers[index];
  return fmt::format("worker {} of rank {}", worker.worker, worker.rank);
}

/// One figure of each worker, and what people call it.
struct worker_figures {
  std::vector<double> values;

  [[nodiscard]] double sum() const { return std::accumulate(values.begin(), values.end(), 0.0); }
  [[nodiscard]] std::size_t most() const {
    return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) -
                                    values.begin());
  }
  [[nodiscard]] std::size_t least() const {
    return static_cast<std::size_t>(std::min_element(values.begin(), values.end()) -
                                    values.begin());
  }
};

template <typename Value>
worker_figures figures_of(const run_record& record, Value value) {
  worker_figures figures;
  for (const worker_history& each : record.history.workers) {
    figures.values.push_back(value(each));
  }
  return figures;
}

/// "12 items in all; most by worker 1 of rank 0 (8), fewest by worker 0 of rank 0 (4)."
std::string counts_sentence(const run_record& record, const worker_figures& figures,
                            const char* what) {
  std::string text = fmt::format("{} {} in all", number_text(figures.sum()), what);
  if (figures.values.size() < 2) { return text + "."; }
  const std::size_t most = figures.most();
  const std::size_t least = figures.least();
  return text + fmt::format("; most by {} ({}), fewest by {} ({}).", worker_name(record, most),
                            number_text(figures.values[most]), worker_name(record, least),
                            number_text(figures.values[least]));
}

std::string waiting_sentence(const run_record& record) {
  const worker_figures waits =
      figures_of(record, [](const worker_history& each) { return each.wait_seconds; });
  const double seconds = record.trials.empty() ? 0 : record.trials.back().seconds;
  const std::size_t most = waits.most();
  const double all = seconds * static_cast<double>(waits.values.size());
  const double share = all > 0 ? 100 * waits.sum() / all : 0;
  return fmt::format(
      "At barriers and for the ends of epochs {} waited the longest: {} of {}. All together waited "
      "{:.0f} % of their time there.",
      worker_name(record, most), duration_text(waits.values[most]), duration_text(seconds), share);
}

/// Of a value that is kept over time: its mean and its largest.
template <typename Value>
std::string level_sentence(const run_record& record, const char* what, Value value) {
  double sum = 0;
  double seconds = 0;
  double most = 0;
  for (const worker_history& worker : record.history.workers) {
    for (const work_sample& each : worker.samples) {
      if (each.seconds <= 0) { continue; }
      sum += value(each);
      seconds += each.seconds;
      most = std::max(most, value(each) / each.seconds);
    }
  }
  return fmt::format("{}: {} items on average, {} at most.", what,
                     number_text(seconds > 0 ? sum / seconds : 0, 3), number_text(most, 3));
}

/// The map and what it shows; nothing where all is zero.
std::string map_with(const heat_map& map, const std::string& sentence) {
  const bool is_empty = std::all_of(map.rows.begin(), map.rows.end(), [](const auto& row) {
    return std::all_of(row.begin(), row.end(), [](double value) { return value == 0; });
  });
  return is_empty ? "" : svg_of(map) + "<p>" + html_text(sentence) + "</p>\n";
}

/// A table with a heading of its own.
std::string ranking_html(const value_ranking& ranking) {
  std::vector<text_table::line> lines{ranking.heading};
  lines.insert(lines.end(), ranking.rows.begin(), ranking.rows.end());
  return "<h3>" + html_text(ranking.title) + "</h3>\n" + table_html(lines);
}

/// Each histogram with its sentence, and the greatest values next to it.
std::string answer_html(const answer_pictures& pictures) {
  std::string text;
  for (std::size_t i = 0; i < pictures.histograms.size(); ++i) {
    const value_histogram& histogram = pictures.histograms[i];
    if (!histogram.bars.empty()) { text += svg_of(histogram); }
    text += "<p>" + html_text(sentence_of(histogram)) + "</p>\n";
    if (!pictures.rankings[i].rows.empty()) { text += ranking_html(pictures.rankings[i]); }
  }
  return text;
}

std::string phases_html(const run_record& record) {
  const std::string picture = svg_of(record.phases);
  if (picture.empty()) { return {}; }
  return "<h2>Phases</h2>\n" + picture +
         "<p>One after the other: " + html_text(sentence_of(record.phases)) + ".</p>\n";
}

std::string steps_html(const run_record& record) {
  std::string text;
  for (const step_figures& steps : record.steps) {
    text += svg_of(steps) + "<p>" + html_text(sentence_of(steps)) + "</p>\n";
  }
  return text.empty() ? text : "<h2>Step by step</h2>\n" + text;
}

std::string time_html(const run_record& record) {
  if (record.times.empty()) { return {}; }
  return "<h2>Where the time went</h2>\n<p>A bar for each worker: rank · worker.</p>\n" +
         share_chart(record.times) + "<p>" + html_text(sentence_of(record.times)) + "</p>\n";
}

std::string heat_maps(const run_record& record) {
  if (record.history.seconds_per_sample <= 0 || record.history.workers.empty()) { return {}; }
  const auto items = [](const auto& each) { return static_cast<double>(each.items); };
  const auto messages = [](const auto& each) { return static_cast<double>(each.messages); };
  const auto waits = [](const work_sample& each) { return each.wait_seconds; };
  const auto queued = [](const work_sample& each) { return each.queued_seconds; };
  const auto pace = [](const work_sample& each) { return each.pace_seconds; };
  const std::string text =
      map_with(map_of(record, "Items processed", "items/s", items),
               counts_sentence(record, figures_of(record, items), "items")) +
      map_with(map_of(record, "Labels sent to other ranks", "labels/s", messages),
               counts_sentence(record, figures_of(record, messages), "labels")) +
      map_with(map_of(record, "Waiting: at barriers and for the end", "of the time", waits),
               waiting_sentence(record)) +
      map_with(map_of(record, "Length of the queue", "items", queued),
               level_sentence(record, "A worker's queue", queued)) +
      map_with(map_of(record, "Items between two rounds of progress", "items", pace),
               level_sentence(record, "Between two rounds of progress", pace));
  if (text.empty()) { return {}; }
  return "<h2>The last trial over time</h2>\n<p>A row for each worker: rank · worker; darker is "
         "more.</p>\n" +
         text;
}

std::string rates_html(const run_record& record) {
  std::string text;
  for (const metric_curve& curve : record.rates.curves) {
    text += rate_chart(curve, record.rates.seconds_per_column) + "<p>" +
            html_text(sentence_of(curve, record.rates.seconds_per_column)) + "</p>\n";
  }
  if (text.empty()) { return {}; }
  text += map_with(heat_map_of(record.full_parcels, "Full parcels sent: rank · worker"),
                   sentence_of(record.full_parcels));
  return "<h2>Metrics over time</h2>\n<p>Of the last trial. The area is the mean of all workers, "
         "the "
         "line the busiest worker of each moment.</p>\n" +
         text;
}

std::string traffic_html(const run_record& record) {
  if (record.team.ranks < 2) { return {}; }
  std::string text = table_html(skew_lines(record.skew));
  if (!record.traffic.rows.empty()) {
    text += svg_of(bytes_of(record.traffic)) + "<p>" + html_text(sentence_of(record.traffic)) +
            "</p>\n" + svg_of(parcels_of(record.traffic));
  }
  return "<h2>Between ranks</h2>\n" + text;
}

}  // namespace

std::string html_report(const run_record& record) {
  std::string text = "<h2>The answer</h2>\n" + table_html(orujo::lines_of(record)) +
                     answer_html(record.pictures) + phases_html(record) + steps_html(record) +
                     time_html(record) + heat_maps(record) + rates_html(record) +
                     traffic_html(record);
  text += "<h2>The run</h2>\n" + table_html(run_place_lines());
  text += "<h2>Metrics</h2>\n" + table_html(lines_of(record.declared)) +
          table_html(lines_of(record.metrics));
  text += "<h2>Choices in force</h2>\n" + table_html(lines_of(record.card));
  return html_page("orujo " + record.algorithm + (record.graph ? " " + record.graph->name : ""),
                   text);
}

void write_report(const run_record& record, const std::string& path) {
  output_file file(path);
  file.write(html_report(record));
  file.commit();
}

}  // namespace orujo
