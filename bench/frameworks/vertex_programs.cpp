// Vertex programs beside the algorithms for the same, in one run: on one rank, or under mpirun.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "../../examples/vertex_programs/connected_components.hpp"
#include "../../examples/vertex_programs/page_rank.hpp"
#include "../../examples/vertex_programs/shortest_paths.hpp"
#include "orujo/algorithms/components/components.hpp"
#include "orujo/algorithms/pagerank/pagerank.hpp"
#include "orujo/algorithms/sssp/sssp.hpp"
#include "orujo/base/print.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/vertex_centric/ordered_vertex_engine.hpp"
#include "orujo/frameworks/vertex_centric/vertex_engine.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/traversal/busiest_vertex.hpp"
#include "team_bench.hpp"

namespace {

using namespace orujo;

struct bench_options {
  std::string graph = "kron:16";
  bench::team_shape shape;
  double threshold = 1e-3;
  double tolerance = 1e-3;
  std::vector<std::string> what = {"pagerank", "sssp", "components"};
};

/// A way to do something: what it is called, and how it is done; it returns what it found.
struct way {
  std::string name;
  std::function<double()> run;
};

/// The ways in turn, again and again; the quickest and the middle time of each, and what it found.
void compare(rank_team& team, const bench_options& options, const std::vector<way>& ways) {
  std::vector<std::vector<double>> seconds(ways.size());
  std::vector<double> found(ways.size());
  for (int trial = 0; trial < options.shape.trials; ++trial) {
    for (std::size_t i = 0; i < ways.size(); ++i) {
      barrier(team);
      const auto began = std::chrono::steady_clock::now();
      found[i] = ways[i].run();
      barrier(team);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
      seconds[i].push_back(took.count());
    }
  }
  if (index_of(team.rank()) != 0) { return; }
  for (std::vector<double>& each : seconds) { std::ranges::sort(each); }
  for (std::size_t i = 0; i < ways.size(); ++i) {
    print_out(fmt::format("{:50} {:9.4f} s {:6.2f} x, median {:9.4f} s, found {:.6g}\n",
                          ways[i].name, seconds[i].front(), seconds[i].front() / seconds[0].front(),
                          seconds[i][seconds[i].size() / 2], found[i]));
  }
}

template <typename Values, typename Sum>
double sum_over(rank_team& team, const Values& values, Sum sum) {
  double all = 0;
  for (const auto& each : values) { all += sum(each); }
  return all_sum(team, all);
}

double sum_of_distances(rank_team& team, std::span<const std::uint32_t> distances) {
  return sum_over(team, distances, [](std::uint32_t each) {
    return each == ~std::uint32_t{0} ? 0.0 : static_cast<double>(each);
  });
}

/// How far scores are from `right`, all vertices together, once both add up to 1.
template <typename ScoreOf>
double distance_to(rank_team& team, std::span<const double> right, ScoreOf score_of) {
  double sum = 0;
  for (local_vertex v = 0; v < right.size(); ++v) { sum += score_of(v); }
  sum = all_sum(team, sum);
  double distance = 0;
  for (local_vertex v = 0; v < right.size(); ++v) {
    distance += std::abs(score_of(v) / sum - right[v]);
  }
  return all_sum(team, distance);
}

void compare_ranks(rank_team& team, const csr_graph& graph, const bench_options& options) {
  const pagerank_scores right = pagerank(team, graph, {.tolerance = 1e-10});
  const auto own = [&](const pagerank_options& how) {
    const pagerank_scores scores = pagerank(team, graph, how);
    return distance_to(team, right.score.span(), [&](local_vertex v) { return scores.score[v]; });
  };
  vertex_engine engine(team, graph, page_rank{.threshold = options.threshold});
  const auto program = [&](vertex_hearing hearing) {
    engine.run({.hearing = hearing});
    return distance_to(team, right.score.span(),
                       [&](local_vertex v) { return engine.states()[v].rank; });
  };
  const std::uint64_t rounds = engine.run().iterations.size();
  const std::uint64_t sweeps = engine.run({.hearing = vertex_hearing::at_once}).iterations.size();
  pagerank_options plain;
  plain.steps = pagerank_steps::plain;
  plain.tolerance = 1e-9;
  plain.max_iterations = static_cast<std::int64_t>(rounds);
  pagerank_options floats = plain;
  floats.tolerance = 1e-6;
  pagerank_options coarse;
  coarse.tolerance = options.tolerance;
  compare(team, options,
          {{fmt::format("pagerank, {} plain steps of doubles", rounds), [&] { return own(plain); }},
           {"pagerank, plain steps of floats, at most as many", [&] { return own(floats); }},
           {"pagerank, accelerated, to 1e-6", [&] { return own({}); }},
           {fmt::format("pagerank, accelerated, to {}", options.tolerance),
            [&] { return own(coarse); }},
           {fmt::format("page_rank, vertex program, {} iterations", rounds),
            [&] { return program(vertex_hearing::next_iteration); }},
           {fmt::format("page_rank, vertex program, {} sweeps", sweeps),
            [&] { return program(vertex_hearing::at_once); }}});
}

void compare_paths(rank_team& team, const csr_graph& graph, const bench_options& options) {
  const vertex_id source = busiest_vertex(team, graph);
  sssp_search search(team, graph);
  vertex_engine rounds(team, graph, shortest_paths{source});
  ordered_vertex_engine ordered(team, graph, shortest_paths{source}, {.order = search.order()});
  compare(team, options,
          {{"sssp, " + text_of(search.order()),
            [&] { return static_cast<double>(search.run(source).facts.distance_sum); }},
           {"shortest_paths, vertex program, in that order",
            [&] {
              ordered.run();
              return sum_of_distances(team, ordered.states());
            }},
           {"shortest_paths, vertex program, iterations",
            [&] {
              rounds.run();
              return sum_of_distances(team, rounds.states());
            }},
           {"shortest_paths, vertex program, sweeps", [&] {
              rounds.run({.hearing = vertex_hearing::at_once});
              return sum_of_distances(team, rounds.states());
            }}});
}

void compare_components(rank_team& team, const csr_graph& graph, const bench_options& options) {
  const auto own = [&](components_method method) {
    return static_cast<double>(components(team, graph, {.method = method}).facts.components);
  };
  const auto count = [&](std::span<const std::uint32_t> labels) {
    std::uint64_t roots = 0;
    for (local_vertex v = 0; v < graph.num_local(); ++v) {
      roots += labels[v] == graph.global(v) ? 1U : 0U;
    }
    return static_cast<double>(all_sum(team, roots));
  };
  vertex_engine rounds(team, graph, connected_components{});
  ordered_vertex_engine ordered(team, graph, connected_components{},
                                {.order = {order_kind::priority_per_worker, 0}});
  compare(
      team, options,
      {{"components, distributed_control",
        [&] { return own(components_method::distributed_control); }},
       {"components, label_propagation", [&] { return own(components_method::label_propagation); }},
       {"components, afforest", [&] { return own(components_method::afforest); }},
       {"connected_components, vertex program, in order",
        [&] {
          ordered.run();
          return count(ordered.states());
        }},
       {"connected_components, vertex program, iterations",
        [&] {
          rounds.run();
          return count(rounds.states());
        }},
       {"connected_components, vertex program, sweeps", [&] {
          rounds.run({.hearing = vertex_hearing::at_once});
          return count(rounds.states());
        }}});
}

void run(rank_team& team, const bench_options& options) {
  load_options load;
  load.build.weights = {.from = weight_origin::random, .low = 1, .high = 255};
  const csr_graph graph = load_graph(team, options.graph, load);
  if (index_of(team.rank()) == 0) {
    print_out(fmt::format("{}: {} vertices, {} edges, {} ranks, {} workers each\n", options.graph,
                          graph.num_vertices(), graph.facts().num_edges, team.size(),
                          team.num_workers()));
  }
  const auto wants = [&](const char* name) {
    return std::ranges::find(options.what, name) != options.what.end();
  };
  if (wants("pagerank")) { compare_ranks(team, graph, options); }
  if (wants("sssp")) { compare_paths(team, graph, options); }
  if (wants("components")) { compare_components(team, graph, options); }
}

}  // namespace

int main(int argc, char** argv) {
  bench_options options;
  CLI::App app("Vertex programs beside Orujo's own algorithms");
  app.add_option("graph", options.graph, "a file or a generator");
  bench::add_options(app, options.shape);
  app.add_option("--threshold", options.threshold, "of PageRank, see page_rank.hpp");
  app.add_option("--tolerance", options.tolerance, "of pagerank where it is to be as coarse");
  app.add_option("--what", options.what, "pagerank, sssp, components: some of them")
      ->delimiter(',');
  CLI11_PARSE(app, argc, argv);
  return bench::exit_code_of(
      [&] { bench::on_team(options.shape, [&](rank_team& team) { run(team, options); }); });
}
