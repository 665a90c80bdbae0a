// What algorithms declare of their work is what they have done, whatever the team.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "algorithms/greedy_graphs.hpp"
#include "orujo/algorithms/betweenness/betweenness.hpp"
#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/algorithms/colouring/colour.hpp"
#include "orujo/algorithms/components/components.hpp"
#include "orujo/algorithms/cores/kcore.hpp"
#include "orujo/algorithms/pagerank/pagerank.hpp"
#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"
#include "orujo/algorithms/sssp/sssp.hpp"
#include "orujo/algorithms/triangles/triangles.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/team_samples.hpp"
#include "orujo/runtime/metrics/metric_history.hpp"
#include "orujo/runtime/metrics/team_counts.hpp"

namespace orujo::test::work_metrics_tests {

namespace {

/// What `run()` has counted under names that it declares.
class declared_work {
public:
  template <typename Run>
  declared_work(rank_team& team, Run run) : before_(count_rank(team)) {
    run();
    counts_ = gather_counts(team, before_);
  }

  /// 0 if nobody has declared it.
  [[nodiscard]] std::uint64_t operator[](std::string_view name) const {
    for (const declared_total& each : counts_.declared) {
      if (each.name == name) { return each.value; }
    }
    return 0;
  }
  [[nodiscard]] std::uint64_t vertices() const { return (*this)["vertices processed"]; }
  [[nodiscard]] std::uint64_t edges() const { return (*this)["edges examined"]; }
  [[nodiscard]] std::uint64_t improvements() const { return (*this)["labels improved"]; }

private:
  rank_counts before_;
  team_counts counts_;
};

void expect_as_counted(const declared_work& found, const work_statistics& work) {
  EXPECT_EQ(found.vertices(), work.processed());
  EXPECT_EQ(found.edges(), work.relaxations);
  EXPECT_EQ(found.improvements(), work.improvements);
  EXPECT_EQ(found["items dropped"], work.invalidated);
}

/// Edges of the vertices that `tree` has reached, over all ranks.
std::uint64_t edges_reached(rank_team& team, const csr_graph& graph, const bfs_tree& tree) {
  std::uint64_t edges = 0;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    if (tree.parent[v] != no_vertex) { edges += graph.out_edges().degree(v); }
  }
  return all_sum(team, edges);
}

const std::vector<launch_options>& some_teams() {
  static const std::vector<launch_options> teams = all_teams(1);
  return teams;
}

}  // namespace

TEST(work_metrics, count_what_a_breadth_first_search_has_looked_at) {
  on_teams(some_teams(), [](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "uniform:9:4");
    for (const bfs_method method :
         {bfs_method::top_down, bfs_method::bottom_up, bfs_method::direction_optimizing}) {
      bfs_tree tree;
      const declared_work found(team, [&] { tree = bfs(team, graph, 0, {.method = method}); });
      EXPECT_EQ(found.improvements(), tree.facts.reached - 1);
      EXPECT_GE(found.edges(), tree.facts.reached - 1);
      const std::uint64_t edges = edges_reached(team, graph, tree);
      if (method == bfs_method::top_down) {
        EXPECT_EQ(found.vertices(), tree.facts.reached);
        EXPECT_EQ(found.edges(), edges);
      } else if (method == bfs_method::bottom_up) {
        EXPECT_GE(found.vertices(), tree.facts.reached - 1);  // each was looked for
      }
    }
  });
}

TEST(work_metrics, are_those_of_the_work_that_operators_report) {
  on_teams(some_teams(), [](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "uniform:8:8");
    for (const char* order : {"unordered", "levels:2", "buckets:4", "strict", "priority_per_worker",
                              "priority_per_rank"}) {
      SCOPED_TRACE(order);
      sssp_search search(team, graph, {.order = order_named(order)});
      for (int i = 0; i < 2; ++i) {
        const declared_work found(team, [&] { search.run(0); });
        expect_as_counted(found, search.work());
      }
    }
    for (const dag_options& options : all_dag_options) {
      colouring result;
      const declared_work found(team, [&] { result = colour(team, graph, {.how = options}); });
      expect_as_counted(found, result.work);
      std::uint64_t items = 0;
      for (const worker_history& each : result.history.workers) { items += each.items; }
      EXPECT_EQ(items, index_of(team.rank()) == 0 ? result.work.improvements : 0U);
    }
    pagerank_scores scores;
    const declared_work found(
        team, [&] { scores = pagerank(team, graph, {.method = pagerank_method::delta}); });
    expect_as_counted(found, scores.work);
  });
}

TEST(work_metrics, count_the_passes_of_algorithms_in_rounds) {
  on_teams(some_teams(), [](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "uniform:8:4");
    const std::uint64_t vertices = graph.num_vertices();
    const std::uint64_t arcs = graph.facts().num_arcs;
    for (const pagerank_method method : {pagerank_method::pull, pagerank_method::push}) {
      pagerank_scores scores;
      const declared_work ranks(team, [&] { scores = pagerank(team, graph, {.method = method}); });
      const auto steps = static_cast<std::uint64_t>(scores.facts.iterations);
      EXPECT_EQ(ranks.vertices(), steps * vertices);
      EXPECT_EQ(ranks.edges(), steps * arcs);
    }
    const declared_work cores(team, [&] { static_cast<void>(kcore(team, graph)); });
    EXPECT_EQ(cores.vertices(), vertices);
    EXPECT_EQ(cores.edges(), arcs);
    spanning_forest forest;
    const declared_work hooks(team, [&] { forest = minimum_spanning_forest(team, graph); });
    EXPECT_EQ(hooks["trees hooked"], forest.facts.edges);
    EXPECT_GE(hooks.edges(), forest.facts.edges);
  });
}

TEST(work_metrics, count_looks_for_components_triangles_and_shortest_ways) {
  on_teams(some_teams(), [](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "uniform:8:4");
    component_labels labels;
    const auto label_by = [&](components_method method) {
      return declared_work(team, [&] { labels = components(team, graph, {.method = method}); });
    };
    const declared_work hooking = label_by(components_method::shiloach_vishkin);
    EXPECT_EQ(hooking["trees hooked"], graph.num_vertices() - labels.facts.components);
    EXPECT_GE(hooking.edges(), graph.facts().num_arcs);
    const declared_work joining = label_by(components_method::afforest);
    EXPECT_EQ(joining["trees hooked"], 0U);
    EXPECT_GE(joining.vertices(), graph.num_vertices());
    EXPECT_GE(joining.edges(), graph.num_vertices() - labels.facts.components);
    EXPECT_LE(joining.edges(), 2 * graph.facts().num_arcs);

    const declared_work counting(team, [&] { static_cast<void>(triangles(team, graph)); });
    EXPECT_GT(counting["rows intersected"], 0U);
    const auto ranks = static_cast<std::uint64_t>(team.size());  // each may have some of a row
    EXPECT_LE(counting["rows intersected"], ranks * graph.facts().num_arcs);
    bfs_tree tree;
    const declared_work reaching(team, [&] { tree = bfs(team, graph, 0); });
    const std::vector<vertex_id> sources = {0};
    const declared_work between(team,
                                [&] { static_cast<void>(betweenness(team, graph, sources)); });
    EXPECT_GT(between.edges(), reaching.edges());
  });
}

TEST(work_metrics, are_kept_over_time) {
  std::vector<launch_options> teams = {team_of(1, 1), team_of(1, 2), team_of(2, 2)};
  for (launch_options& each : teams) { each = with(each, "metric_samples", "1000"); }
  on_teams(teams, [](rank_team& team) {
    const csr_graph graph = undirected_graph(team, "grid:60x60");
    start_samples(team);
    sssp_search search(team, graph, {.order = order_named("buckets:8")});
    search.run(0);
    stop_samples(team);
    const metric_history history = gather_metric_history(team);
    const work_statistics work = search.work();
    if (index_of(team.rank()) > 0) { return; }
    const auto is_of_edges = [](const metric_curve& each) { return each.name == "edges examined"; };
    const auto at = std::find_if(history.curves.begin(), history.curves.end(), is_of_edges);
    ASSERT_NE(at, history.curves.end());
    EXPECT_EQ(at->total, work.relaxations);
  });
}

}  // namespace orujo::test::work_metrics_tests
