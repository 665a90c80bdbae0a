// orujo pagerank: how likely a random surfer is at each vertex.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/pagerank/pagerank.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "orujo/algorithms/pagerank/verify.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/options/option_checks.hpp"
#include "orujo/cli/report/answer_pictures.hpp"
#include "orujo/cli/report/vertex_scores.hpp"
#include "orujo/cli/report/work_figures.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/trial_clock.hpp"

namespace orujo::cli {

namespace {

// In the order of enum class pagerank_method.
constexpr std::array<method_name, 3> pagerank_methods{
    {{"pull", "vertices add up what their in-neighbours give"},
     {"push", "vertices add to their out-neighbours"},
     {"delta", "only those whose scores are not settled do so, with few barriers"}}};

struct pagerank_command_options {
  run_options run;
  pagerank_options algorithm;
  std::optional<std::string> order;
  bool no_loops = false;
  std::uint64_t top = 5;
};

/// Looks at an edge: in a run by delta, those of its first step and those that it counted.
std::uint64_t looks_of(const csr_graph& graph, const pagerank_scores& scores) {
  const std::uint64_t arcs = graph.facts().num_arcs;
  if (scores.facts.method == pagerank_method::delta) { return arcs + scores.work.relaxations; }
  return arcs * static_cast<std::uint64_t>(scores.facts.iterations);
}

/// Says whether weights counted. Call: any rank.
void add_weight_use(run_record& record, const csr_graph& graph,
                    const pagerank_command_options& options) {
  if (options.algorithm.weighted) {
    record.result["weights"] = "an edge is followed in proportion to its weight";
  } else if (graph.facts().input_has_weights) {
    record.result["weights"] = "not used; --weights file follows edges in proportion to theirs";
  }
}

/// What the table says of scores that are not what was asked for.
text_table::line warning_of(const pagerank_facts& facts) {
  return {"NOT CONVERGED",
          fmt::format("after {} iterations a step still changes the scores by {:.3g}; raise "
                      "--max-iterations or --tolerance",
                      facts.iterations, facts.error)};
}

run_record run_on(rank_team& team, const pagerank_command_options& options) {
  const loaded_graph loaded = load_graph_of(
      team, options.run,
      {.weights = options.algorithm.weighted,
       .in_edges = true,
       .loops = !options.no_loops,
       .parallel = options.algorithm.weighted ? parallel_edges::sum : parallel_edges::lightest});
  const csr_graph& graph = loaded.graph;
  run_record record;
  record.graph = loaded.record;
  const rank_counts before = count_rank(team);
  trial_clock clock(team, options.run, "iterating", options.run.trials);
  pagerank_scores scores;
  for (std::uint64_t i = 0; i < options.run.trials; ++i) {
    trial_record trial;
    trial.seconds = clock.time([&] { scores = pagerank(team, graph, options.algorithm); });
    trial.edges_traversed = looks_of(graph, scores);
    if (options.run.verify) {
      add_verdict(trial, verify_pagerank(team, graph, scores.score.span(), options.algorithm));
    }
    record.trials.push_back(std::move(trial));
  }
  record.result["iterations"] = scores.facts.iterations;
  record.result["error"] = scores.facts.error;
  record.result["converged"] = scores.facts.converged;
  if (!scores.facts.converged) { record.work_lines.push_back(warning_of(scores.facts)); }
  if (is_first(team)) { add_weight_use(record, graph, options); }
  record.result["top"] = top_vertices(team, graph, scores.score.span(), options.top);
  if (options.algorithm.method == pagerank_method::delta) {
    add_work(record, scores.work, scores.history);
  }
  graph.describe(record.card);
  scores.describe(record.card);
  add_team_facts(record, team, before);
  if (options.run.output) { write_scores(team, graph, *options.run.output, scores.score.span()); }
  answer_page(team, graph, options.run, record).add_vertices("score", [&](local_vertex v) {
    return scores.score[v];
  });
  return record;
}

exit_code run_pagerank(pagerank_command_options options) {
  check_options(options.run, "pagerank");
  options.algorithm.method =
      static_cast<pagerank_method>(method_index(options.run.method, pagerank_methods));
  if (options.order) {
    require(options.algorithm.method == pagerank_method::delta,
            "--order is of --method delta; the other methods go round by round");
    options.algorithm.order = order_named(*options.order);
  }
  options.algorithm.weighted = options.run.graph.weights && *options.run.graph.weights != "none";
  return run_and_print("pagerank", options.run,
                       [&](rank_team& team) { return run_on(team, options); });
}

void add_pagerank_options(CLI::App& app, pagerank_command_options& options) {
  constexpr const char* group = "The work";
  app.add_option("--damping", options.algorithm.damping, "How likely the surfer follows an edge")
      ->type_name("REAL")
      ->capture_default_str()
      ->group(group);
  app.add_option("--tolerance", options.algorithm.tolerance,
                 "End once a step changes the scores of all vertices together by less; two scores "
                 "that differ by 2 * REAL / (1 - damping) are then in their true order")
      ->type_name("REAL")
      ->capture_default_str()
      ->group(group);
  app.add_option("--max-iterations", options.algorithm.max_iterations,
                 "End after so many, with pull and push, converged or not; default: as many as "
                 "damping and tolerance need on any graph")
      ->type_name("N")
      ->check(whole_number())
      ->group(group);
  app.add_option("--order", options.order,
                 "Of --method delta: unordered, or priority_per_worker, which takes vertices whose "
                 "scores are the least settled first")
      ->type_name("NAME")
      ->group(group);
  app.add_flag("--no-loops", options.no_loops,
               "Leave out edges from a vertex to itself; else they count as all others")
      ->group(group);
  add_top_option(app, options.top);
}

}  // namespace

command add_pagerank_command(CLI::App& parent) {
  auto options = std::make_shared<pagerank_command_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "pagerank",
               .group = "Analyse a graph",
               .help = "PageRank: how likely a random surfer is at each vertex",
               .example = "  orujo pagerank web.el.zst --top 10 --output ranks.npy"});
  add_algorithm_options(*app, options->run, pagerank_methods);
  add_pagerank_options(*app, *options);
  return {app, [options] { return run_pagerank(*options); }};
}

}  // namespace orujo::cli
