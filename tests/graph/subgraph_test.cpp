// Parts of graphs: what stays, under which ids, for every team.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/subgraph.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "graph/graph_model.hpp"
#include "graph/scripted_input.hpp"
#include "orujo/base/random.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

build_options keeping(bool directed) {
  build_options build;
  build.directed = directed;
  build.parallel = parallel_edges::kept;
  build.keep_self_loops = true;
  return build;
}

/// Vertices are chosen by their ids in the input.
bool is_chosen(std::uint64_t id) { return mix64(id) % 3 != 0; }

std::vector<std::uint8_t> chosen_of(const csr_graph& graph) {
  std::vector<std::uint8_t> chosen;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    chosen.push_back(is_chosen(graph.ids().input_id(graph.global(v))) ? 1 : 0);
  }
  return chosen;
}

template <typename Stays>
std::vector<model_arc> staying(std::vector<model_arc> arcs, Stays stays) {
  std::erase_if(arcs, [&](const model_arc& arc) { return !stays(arc); });
  return arcs;
}

void expect_part(rank_team& team, const csr_graph& graph, const subgraph_choice& choice) {
  const csr_graph part = subgraph(team, graph, choice);
  expect_sound(team, part);
  expect_mirrored(team, part);
  std::vector<std::uint64_t> ids = all_ids(team, graph);
  if (!choice.vertices.empty()) {
    std::erase_if(ids, [](std::uint64_t id) { return !is_chosen(id); });
  }
  EXPECT_EQ(all_ids(team, part), ids);
  const auto stays = [&](const model_arc& arc) {
    const bool ends = choice.vertices.empty() || (is_chosen(arc.source) && is_chosen(arc.target));
    return ends && arc.weight >= choice.least_weight && arc.weight <= choice.most_weight;
  };
  EXPECT_EQ(all_arcs(team, part, part.out_edges(), false),
            staying(all_arcs(team, graph, graph.out_edges(), false), stays));
  EXPECT_EQ(all_arcs(team, part, part.in_edges(), true),
            staying(all_arcs(team, graph, graph.in_edges(), true), stays));
  EXPECT_EQ(part.directed(), graph.directed());
}

TEST(Subgraph, ChosenVerticesKeepAllEdgesBetweenThem) {
  for (const std::uint64_t factor :
       {std::uint64_t{1}, std::uint64_t{7}}) {  // ids without gaps, and with
    input_script script{.edges = random_edges(5, 60, 400), .weighted = true};
    for (input_edge& edge : script.edges.edges) {
      edge = {edge.source * factor, edge.target * factor};
    }
    for (const bool directed : {true, false}) {
      on_teams(all_teams(1), [&](rank_team& team) {
        const csr_graph graph = build_graph(team, opener_of(script), keeping(directed));
        expect_part(team, graph, {.vertices = chosen_of(graph)});
        expect_part(team, graph, {});
      });
    }
  }
}

TEST(Subgraph, EdgesStayByTheirWeights) {
  const input_script script{.edges = random_edges(6, 50, 600), .weighted = true};
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = build_graph(team, opener_of(script), keeping(false));
    expect_part(team, graph, {.least_weight = 20, .most_weight = 60});
    expect_part(team, graph, {.vertices = chosen_of(graph), .least_weight = 50});
  });
}

TEST(Subgraph, NothingMayStay) {
  const input_script script{.edges = random_edges(7, 20, 60), .weighted = true};
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = build_graph(team, opener_of(script), keeping(true));
    const std::vector<std::uint8_t> none(graph.num_local(), 0);
    const csr_graph part = subgraph(team, graph, {.vertices = none});
    EXPECT_EQ(part.num_vertices(), 0U);
    EXPECT_EQ(part.facts().num_arcs, 0U);
  });
}

TEST(Subgraph, AValueForEachOwnedVertexIsNeeded) {
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 100, std::vector<input_edge>{{0, 99}});
    const std::vector<std::uint8_t> short_list(3, 1);
    EXPECT_THROW(static_cast<void>(subgraph(team, graph, {.vertices = short_list})), agreed_error);
  });
}

}  // namespace
}  // namespace orujo::test
