// Algorithms give the same verified answers under every messaging policy.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <type_traits>
#include <vector>

#include "algorithms/components_graphs.hpp"
#include "algorithms/messaging_policies.hpp"
#include "algorithms/pagerank_graphs.hpp"
#include "algorithms/sssp_graphs.hpp"
#include "algorithms/verified.hpp"
#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/algorithms/bfs/verify.hpp"
#include "orujo/algorithms/pagerank/verify.hpp"
#include "orujo/algorithms/sssp/sssp.hpp"
#include "orujo/algorithms/sssp/verify.hpp"
#include "orujo/benchmarks/gups/gups.hpp"
#include "orujo/epochs/collectives.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// Each policy on each of `teams`.
std::vector<launch_options> under_all_policies(const std::vector<launch_options>& teams) {
  std::vector<launch_options> all;
  for (const messaging_policy& policy : all_policies()) {
    for (const launch_options& options : teams) { all.push_back(under(policy, options)); }
  }
  return all;
}

std::vector<launch_options> some_teams() {
  if (under_mpirun()) { return all_teams(); }
  if (is_sanitized) { return {team_of(1, 2), team_of(3, 2, sim_model_of(2))}; }
  return {team_of(1, 2),
          team_of(2, 1, sim_model_of(1)),
          team_of(3, 2, sim_model_of(2)),
          team_of(8, 1, sim_model_of(3)),
          team_of(8, 1),
          team_of(3, 4),
          team_of(2, 2)};
}

void expect_within_budget(rank_team& team) {
  EXPECT_LE(team.transport().in_flight_peak(), tight_budget_bytes);
}

}  // namespace

TEST(policies, change_no_distance) {
  const weighted_graph listed =
      random_weighted(5, 400, 3000, [](random_stream& random) { return 1 + random.below(255); });
  const auto expected = serial_distances<std::uint64_t>(listed, false, 3, no_distance);
  on_teams(under_all_policies(some_teams()), [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges, {.directed = false});
    for (const work_order& order :
         {work_order{order_kind::buckets, 32}, work_order{order_kind::priority_per_worker, 0},
          work_order{order_kind::priority_per_rank, 0}, work_order{order_kind::unordered, 0}}) {
      SCOPED_TRACE(text_of(order));
      sssp_search search(team, graph, {.order = order});
      const sssp_distances& found = search.run(3);
      EXPECT_EQ(all_values<std::uint64_t>(team, found.whole.span()), expected);
      expect_none(verify_sssp(team, graph, 3, found));
    }
    expect_within_budget(team);
  });
}

TEST(policies, change_no_component) {
  const listed_graph listed = random_graph(11, 400, 500);
  const std::vector<vertex_id> expected = serial_labels(listed);
  on_teams(under_all_policies(some_teams()), [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges, {.directed = false});
    for (const auto method :
         {components_method::label_propagation, components_method::distributed_control,
          components_method::shiloach_vishkin, components_method::bfs_then_sv,
          components_method::afforest}) {
      const component_labels found = components(team, graph, {.method = method});
      EXPECT_EQ(all_labels(team, found), expected);
    }
    expect_within_budget(team);
  });
}

TEST(policies, change_no_score) {
  const std::vector<input_edge> edges = skewed_edges(7, 300, 2500);
  const auto expected = serial_pagerank(300, arcs_of(edges, true), 0.85);
  on_teams(under_all_policies(some_teams()), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 300, edges, {.directed = true});
    for (const auto method :
         {pagerank_method::push, pagerank_method::pull, pagerank_method::delta}) {
      const pagerank_options options{.method = method, .tolerance = 1e-5};
      const pagerank_scores found = pagerank(team, graph, options);
      EXPECT_LT(sum_of_differences(all_scores(team, found), expected), 2e-4);
      expect_none(verify_pagerank(team, graph, found.score.span(), options));
    }
    expect_within_budget(team);
  });
}

TEST(policies, change_no_depth_and_no_update) {
  const std::vector<input_edge> edges = skewed_edges(8, 500, 3000);
  on_teams(under_all_policies(some_teams()), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 500, edges, {.directed = false});
    for (const auto method : {bfs_method::top_down, bfs_method::direction_optimizing,
                              bfs_method::distributed_control}) {
      const bfs_tree tree = bfs(team, graph, 1, {.method = method});
      expect_none(verify_bfs(team, graph, 1, tree));
    }
    gups_options options{.table_bytes = 1 << 12, .updates = 3000, .seed = 3};
    options.style = gups_style::channel;
    EXPECT_EQ(gups(team, options).errors, 0U);
    expect_within_budget(team);
  });
}

/// What `observe` sees of a PageRank on several ranks under each kind of reduction: off, cache,
/// ghosts; nothing if mpirun has started one. It is called collectively.
template <typename Observe>
auto under_each_reduction(pagerank_method method, const Observe& observe) {
  const std::vector<input_edge> edges = skewed_edges(7, 300, 6000);
  std::vector<std::invoke_result_t<Observe, rank_team&, const pagerank_scores&>> seen;
  for (const char* const kind : {"off", "cache", "ghosts"}) {
    const launch_options ranks = under_mpirun() ? team_of(0, 1, "mpi") : team_of(3, 1);
    const launch_options options = with(ranks, "reduction", kind);
    on_teams({with(options, "reduction_entries", "64")}, [&](rank_team& team) {
      if (team.size() == 1) { return; }
      const csr_graph graph = graph_from_edges(team, 300, edges, {.directed = true});
      const auto here = observe(team, pagerank(team, graph, {.method = method}));
      if (under_mpirun() || index_of(team.rank()) == 0) { seen.push_back(here); }
    });
  }
  return seen;
}

std::uint64_t sum_over_ranks(rank_team& team, metric which) {
  return all_sum(team, team.metrics()[which]);
}

TEST(policies, reduction_sends_fewer_messages_the_more_it_remembers) {
  const std::vector<std::uint64_t> sent = under_each_reduction(
      pagerank_method::push, [](rank_team& team, const pagerank_scores& /*found*/) {
        return sum_over_ranks(team, metric::messages_sent);
      });
  if (under_mpirun() && sent.empty()) { return; }  // on one rank
  ASSERT_EQ(sent.size(), 3U);
  EXPECT_LT(sent[1], sent[0]);
  EXPECT_LT(sent[2], sent[1]);
}

/// How many updates there are depends on the schedule, so shares are compared, not messages.
TEST(policies, reduction_of_residuals_keeps_back_the_more_it_remembers) {
  const std::vector<double> kept_back = under_each_reduction(
      pagerank_method::delta, [](rank_team& team, const pagerank_scores& found) {
        const std::uint64_t held =
            sum_over_ranks(team, metric::reduction_hits) + found.work.reduced;
        const std::uint64_t sent = sum_over_ranks(team, metric::messages_sent);
        return static_cast<double>(held) / static_cast<double>(held + sent);
      });
  if (under_mpirun() && kept_back.empty()) { return; }  // on one rank
  ASSERT_EQ(kept_back.size(), 3U);
  EXPECT_EQ(kept_back[0], 0);
  EXPECT_GT(kept_back[1], 0.1);
  EXPECT_GT(kept_back[2], kept_back[1]);
}

}  // namespace orujo::test
