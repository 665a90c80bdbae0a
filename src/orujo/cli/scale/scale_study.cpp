// Collects figures from the documents of runs.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/scale/scale_study.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/cli/scale/child_run.hpp"

namespace orujo::cli {

namespace {

double total(const json& run, const char* metric) {
  return run.at("metrics").at(metric).get<double>();
}

double busiest(const json& run, const char* metric) {
  return run.at("metrics_of_busiest_rank").at(metric).get<double>();
}

double median_seconds(const json& run) {
  std::vector<double> seconds;
  for (const json& trial : run.at("trials")) { seconds.push_back(trial.at("seconds")); }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

/// Of label-correcting algorithms: work that changed nothing in the end; else 0.
double wasted_work(const json& run) {
  const json& work = run.at("work");
  double wasted = 0;
  for (const char* kind : {"useless", "invalidated", "rejected"}) {
    if (work.contains(kind)) { wasted += work.at(kind).get<double>(); }
  }
  return wasted;
}

std::vector<std::string> arguments_of(const scale_plan& plan, const std::string& route, int ranks) {
  std::vector<std::string> words = plan.command;
  const std::string model = plan.model.empty() ? "virtual" : "virtual:" + plan.model;
  for (const std::string& word :
       {std::string("--ranks"), std::to_string(ranks), std::string("--transport"), model,
        std::string("--set"), "routing=" + route, std::string("--quiet"), std::string("--json"),
        std::string("-")}) {
    words.push_back(word);
  }
  return words;
}

scale_run run_once(const scale_plan& plan, const std::string& route, int ranks) {
  const child_outcome outcome = run_child(arguments_of(plan, route, ranks));
  if (outcome.code != exit_code::done) {
    throw error(outcome.code, fmt::format("orujo {} failed at {} ranks with routing {}",
                                          plan.command.front(), ranks, route));
  }
  json document = json::parse(outcome.output);
  require(document.contains("metrics"),
          fmt::format("orujo scale: {} is no algorithm: it counts no messages; use bfs, sssp, …",
                      plan.command.front()));
  document["host"] = {{"seconds", outcome.seconds},
                      {"bytes_per_rank", static_cast<double>(outcome.peak_bytes) / ranks}};
  scale_run run{route, ranks, {}};
  for (const scale_figure& each : scale_figures()) { run.figures.push_back(each.of(document)); }
  return run;
}

void add_laws(scale_study& study) {
  for (const std::string& route : study.plan.routes) {
    for (std::size_t f = 0; f < scale_figures().size(); ++f) {
      const std::vector<growth_point> points = points_of(study, route, f);
      study.laws.push_back({route, f, fitted_law(points), predicted_largest(points)});
    }
  }
}

std::string figure_text(const scale_figure& figure, double value) {
  const std::string_view unit = figure.unit;
  if (unit == "bytes") { return size_text(value); }
  if (unit == "seconds") { return duration_text(value); }
  return number_text(value, 3);
}

std::string error_text(const growth_prediction& prediction) {
  return fmt::format("{:+.1f} %", 100 * prediction.error());
}

std::string route_text(const scale_study& study, const std::string& route) {
  text_table table;
  text_table::line heading{"ranks"};
  for (const scale_run& run : study.runs) {
    if (run.route == route) { heading.push_back(std::to_string(run.ranks)); }
  }
  heading.insert(heading.end(), {"law", "error"});
  table.add(heading);
  for (const scale_law& law : study.laws) {
    if (law.route != route) { continue; }
    const scale_figure& figure = scale_figures()[law.figure];
    text_table::line line{figure.name};
    for (const growth_point& each : points_of(study, route, law.figure)) {
      line.push_back(figure_text(figure, each.value));
    }
    line.push_back(law.law ? law.law->text() : "-");
    line.push_back(law.prediction ? error_text(*law.prediction) : "-");
    table.add(line);
  }
  return table.text("  ");
}

json document_of(const scale_law& law) {
  json entry;
  entry["routing"] = law.route;
  entry["figure"] = scale_figures()[law.figure].name;
  entry["factor"] = law.law ? json(law.law->factor) : json(nullptr);
  entry["exponent"] = law.law ? json(law.law->exponent) : json(nullptr);
  entry["logs"] = law.law ? json(law.law->logs) : json(nullptr);
  entry["predicted_largest"] = law.prediction ? json(law.prediction->predicted) : json(nullptr);
  entry["prediction_error"] = law.prediction ? json(law.prediction->error()) : json(nullptr);
  return entry;
}

}  // namespace

const std::vector<scale_figure>& scale_figures() {
  static const std::vector<scale_figure> figures{
      {"messages", "", "given to channels by all ranks",
       [](const json& run) { return total(run, "messages_sent"); }},
      {"forwarded", "", "messages passed on by ranks between",
       [](const json& run) { return total(run, "messages_forwarded"); }},
      {"parcels", "", "given to the network by all ranks",
       [](const json& run) { return total(run, "parcels_sent"); }},
      {"parcels_busiest", "", "of the rank that sent most",
       [](const json& run) { return busiest(run, "parcels_sent"); }},
      {"bytes", "bytes", "of parcels of all ranks",
       [](const json& run) { return total(run, "parcel_bytes_sent"); }},
      {"bytes_busiest", "bytes", "of the rank that sent most",
       [](const json& run) { return busiest(run, "parcel_bytes_sent"); }},
      {"buffers_busiest", "bytes", "memory for parcels, of the rank that took most",
       [](const json& run) { return busiest(run, "parcel_memory_peak"); }},
      {"epochs", "", "phases with a termination of their own",
       [](const json& run) { return total(run, "epochs"); }},
      {"waves", "", "rounds of counting until these had ended",
       [](const json& run) { return total(run, "termination_waves"); }},
      {"collectives", "", "collective operations",
       [](const json& run) { return total(run, "collectives"); }},
      {"wasted_work", "", "items processed in vain",
       [](const json& run) { return wasted_work(run); }},
      {"time", "seconds", "of the algorithm, on the modelled network",
       [](const json& run) { return median_seconds(run); }},
      {"memory_per_rank", "bytes", "of the simulation, graph included",
       [](const json& run) { return run.at("host").at("bytes_per_rank").get<double>(); }},
      {"host_time", "seconds", "that the simulation took",
       [](const json& run) { return run.at("host").at("seconds").get<double>(); }}};
  return figures;
}

scale_study study_scale(const scale_plan& plan,
                        const std::function<void(std::size_t, std::size_t)>& note) {
  scale_study study{plan, {}, {}};
  const std::size_t all = plan.routes.size() * plan.ranks.size();
  for (const std::string& route : plan.routes) {
    for (const int ranks : plan.ranks) {
      study.runs.push_back(run_once(plan, route, ranks));
      note(study.runs.size(), all);
    }
  }
  add_laws(study);
  return study;
}

std::vector<growth_point> points_of(const scale_study& study, const std::string& route,
                                    std::size_t figure) {
  std::vector<growth_point> points;
  for (const scale_run& run : study.runs) {
    if (run.route != route) { continue; }
    points.push_back({static_cast<double>(run.ranks), run.figures[figure]});
  }
  return points;
}

json document_of(const scale_study& study) {
  json document = new_document("scale");
  document["command"] = study.plan.command;
  document["model"] = study.plan.model;
  document["figures"] = json::array();
  for (const scale_figure& each : scale_figures()) {
    document["figures"].push_back({{"name", each.name}, {"unit", each.unit}, {"help", each.help}});
  }
  document["runs"] = json::array();
  for (const scale_run& run : study.runs) {
    json entry{{"routing", run.route}, {"ranks", run.ranks}};
    for (std::size_t f = 0; f < run.figures.size(); ++f) {
      entry[scale_figures()[f].name] = run.figures[f];
    }
    document["runs"].push_back(std::move(entry));
  }
  document["laws"] = json::array();
  for (const scale_law& law : study.laws) { document["laws"].push_back(document_of(law)); }
  return document;
}

std::string text_of(const scale_study& study) {
  std::string text;
  for (const std::string& route : study.plan.routes) {
    text += "routing " + route + "\n" + route_text(study, route);
  }
  return text +
         "Laws fit all runs; the error is that of the largest run, predicted from the smaller ones "
         "alone, by several laws.\n";
}

}  // namespace orujo::cli
