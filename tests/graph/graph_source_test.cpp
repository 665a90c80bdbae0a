// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/graph_source.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "graph/graph_model.hpp"
#include "graph/io/sample_file.hpp"
#include "graph/shared_path.hpp"
#include "orujo/graph/orj.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

TEST(GraphSource, LoadsGeneratorsFilesAndOrjFiles) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph made = load_graph(team, "kron:8", {.seed = 5});
    EXPECT_EQ(made.num_vertices(), 256U);
    const shared_path path(team, "source.orj");
    write_orj(team, made, path.text());
    const csr_graph opened = load_graph(team, path.text());
    EXPECT_EQ(all_arcs(team, opened, opened.out_edges(), false),
              all_arcs(team, made, made.out_edges(), false));
    EXPECT_GE(opened.facts().seconds_load, 0);

    load_options weighted;
    weighted.build.weights.from = weight_origin::random;
    weighted.build.directed = true;
    const csr_graph directed = load_graph(team, path.text(), weighted);
    EXPECT_TRUE(directed.has_in_edges());
    EXPECT_EQ(directed.facts().weights, weight_kind::integer);
    EXPECT_EQ(directed.facts().num_edges, made.facts().num_arcs);
    expect_sound(team, directed);
    EXPECT_THROW(static_cast<void>(load_graph(team, "/no/such/file")), error);
  });
}

TEST(GraphSource, TakesTheWeightsOfAnOrjFileAsRealIfAsked) {
  const sample_file file("a.wel", "1 2 3\n2 3 9007199254740993\n");
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    const shared_path path(team, "whole.orj");
    write_orj(team, load_graph(team, file.path()), path.text());
    load_options options;
    EXPECT_EQ(load_graph(team, path.text(), options).facts().weights, weight_kind::integer);
    options.open.weights = weight_use::as_real;
    const csr_graph real = load_graph(team, path.text(), options);
    EXPECT_EQ(real.facts().weights, weight_kind::real);
    EXPECT_EQ(all_arcs(team, real, real.out_edges(), false),
              (std::vector<model_arc>{{1, 2, 3.0}, {2, 3, 9007199254740992.0}}));
    EXPECT_TRUE(compare_with_source(team, real, path.text(), options).empty());
  });
}

TEST(GraphSource, TellsHowFarAFileIsRead) {
  const sample_file file("told.el", "0 1\n1 2\n2 3\n");
  on_teams({team_of(1, 3), team_of(2, 2)}, [&](rank_team& team) {
    std::uint64_t most_edges = 0;
    double share = -1;
    load_options how;
    how.build.on_progress = [&](std::uint64_t edges, double so_far) {
      most_edges = std::max(most_edges, edges);
      share = so_far;
    };
    const csr_graph graph = load_graph(team, file.path(), how);
    EXPECT_EQ(all_sum(team, most_edges), 3U);
    EXPECT_EQ(all_max(team, share), 1.0);
    most_edges = 0;
    EXPECT_TRUE(compare_with_source(team, graph, file.path(), how).empty());
    EXPECT_EQ(all_sum(team, most_edges), 3U);
  });
}

TEST(GraphSource, LooksAtNoWeightsThatAreNotWanted) {
  const sample_file file("not_whole.el", "0 1 7\n1 2 99999999999999999999999\n");
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    for (const weight_origin from : {weight_origin::none, weight_origin::random}) {
      load_options how;
      how.build.weights = {.from = from, .low = 5, .high = 5};
      const csr_graph graph = load_graph(team, file.path(), how);
      EXPECT_EQ(graph.facts().num_edges, 2U);
      EXPECT_EQ(graph.facts().weights,
                from == weight_origin::none ? weight_kind::none : weight_kind::integer);
    }
    load_options ignoring;  // the same, said of the file
    ignoring.open.weights = weight_use::ignored;
    EXPECT_EQ(load_graph(team, file.path(), ignoring).facts().weights, weight_kind::none);
    EXPECT_THROW(static_cast<void>(load_graph(team, file.path())), error);
  });
}

TEST(GraphSource, RefusesAStoredGraphWithoutTheLoopsThatCount) {
  const sample_file file("loops.el", "0 0\n0 1\n1 1\n");
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    const load_options counting{.loops_count = true};
    EXPECT_EQ(load_graph(team, file.path(), counting).facts().num_edges, 3U);
    const shared_path without(team, "without.orj");
    write_orj(team, load_graph(team, file.path()), without.text());
    EXPECT_EQ(load_graph(team, without.text()).facts().num_edges, 1U);
    EXPECT_THROW(static_cast<void>(load_graph(team, without.text(), counting)), agreed_error);
    const shared_path with(team, "with.orj");
    write_orj(team, load_graph(team, file.path(), counting), with.text());
    EXPECT_EQ(load_graph(team, with.text(), counting).facts().num_edges, 3U);
  });
}

TEST(GraphSource, ComparesAGraphWithWhatItWasLoadedFrom) {
  const sample_file one("one.el", "0 1\n1 2\n2 0\n");
  const sample_file other("other.el", "0 1\n1 2\n0 2\n");
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    const load_options how{.build = {.directed = true}};
    const csr_graph graph = load_graph(team, one.path(), how);
    EXPECT_TRUE(compare_with_source(team, graph, one.path(), how).empty());
    EXPECT_FALSE(compare_with_source(team, graph, other.path(), how).empty());
    const shared_path stored(team, "stored.orj");
    write_orj(team, graph, stored.text());
    const csr_graph opened = load_graph(team, stored.text(), how);
    EXPECT_TRUE(compare_with_source(team, opened, stored.text(), how).empty());
    EXPECT_TRUE(compare_with_source(team, load_graph(team, "kron:6"), "kron:6").empty());
    EXPECT_FALSE(compare_with_source(team, opened, "kron:6", how).empty());
  });
}

}  // namespace
}  // namespace orujo::test
