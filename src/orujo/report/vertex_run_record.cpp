// Makes pictures and a record of what a vertex program did.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/vertex_run_record.hpp"

#include <utility>

#include "orujo/epochs/collectives.hpp"
#include "orujo/report/graph_facts_record.hpp"
#include "orujo/report/team_facts.hpp"

namespace orujo {

step_figures figures_of(const vertex_run& run, std::string title) {
  step_figures steps{.title = std::move(title), .step = "iteration", .figures = {}};
  const auto add = [&](const char* name, const char* unit, auto value_of) {
    step_figure& figure = steps.figures.emplace_back();
    figure.name = name;
    figure.unit = unit;
    for (const iteration_facts& each : run.iterations) {
      figure.values.push_back(static_cast<double>(value_of(each)));
    }
  };
  add("active vertices", "vertices", [](const iteration_facts& each) { return each.active; });
  add("vertices that told their neighbours", "vertices",
      [](const iteration_facts& each) { return each.scattering; });
  add("edges looked at", "edges", [](const iteration_facts& each) { return each.edges; });
  add("messages between ranks", "messages",
      [](const iteration_facts& each) { return each.messages; });
  add("bytes between ranks", "bytes", [](const iteration_facts& each) { return each.bytes; });
  add("time", "ms", [](const iteration_facts& each) { return 1000 * each.seconds; });
  return steps;
}

run_record record_of(rank_team& team, const csr_graph& graph, const shown_vertex_run& shown) {
  const vertex_run& run = shown.run;
  run_record record;
  record.algorithm = shown.program;
  record.method = "vertex program";
  record.graph = graph_record_of(team, graph);
  trial_record trial;
  for (const iteration_facts& each : run.iterations) {
    trial.seconds += each.seconds;
    trial.edges_traversed += each.edges;
  }
  trial.seconds = all_max(team, trial.seconds);
  record.trials.push_back(std::move(trial));
  record.result["iterations"] = run.iterations.size();
  record.result["converged"] = run.converged;
  record.steps.push_back(figures_of(run, shown.program));
  graph.describe(record.card);
  run.describe(record.card);
  add_team_facts(record, team, shown.before);
  return record;
}

}  // namespace orujo
