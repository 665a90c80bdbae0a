// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstring>
#include <fstream>
#include <functional>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "graph/graph_model.hpp"
#include "graph/shared_path.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/native/gap_reader.hpp"
#include "orujo/graph/writer.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

constexpr vertex_id num_test_vertices = 300;

/// A graph of a file and what its builder left out, which no .sg file tells.
model_graph model_of_file(const test_edges& edges, bool directed) {
  model_graph model = model_of(edges, directed);
  model.dropped_loops = model.dropped_duplicates = 0;
  model.ids.clear();
  for (std::uint64_t v = 0; v < num_test_vertices; ++v) { model.ids.push_back(v); }
  return model;
}

csr_graph built(rank_team& team, const test_edges& edges, bool directed) {
  edge_chunk chunk{.edges = edges.edges, .weights = {}};
  chunk.weights.assign(edges.weights.begin(), edges.weights.end());
  return graph_from_edges(team, num_test_vertices, chunk, {.directed = directed});
}

TEST(GapRows, AreTheGraphThatWasWritten) {
  for (const bool directed : {false, true}) {
    for (const std::string suffix : {"sg", "wsg"}) {
      test_edges edges = random_edges(7, num_test_vertices, 5000);
      const test_edges weighted = edges;
      if (suffix == "sg") { edges.weights.clear(); }
      on_teams(few_teams(), [&](rank_team& team) {
        const shared_path path(team, "rows." + suffix);
        write_graph(team, built(team, weighted, directed), path.text());
        const std::optional<csr_graph> opened = native::open_gap_rows(team, path.text(), {});
        ASSERT_TRUE(opened.has_value());
        expect_same(team, *opened, model_of_file(edges, directed));
        EXPECT_EQ(opened->directed(), directed);
      });
    }
  }
}

TEST(GapRows, LeaveOutWhatIsNotWanted) {
  const test_edges edges = random_edges(8, num_test_vertices, 2000);
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    const shared_path path(team, "rows.wsg");
    write_graph(team, built(team, edges, true), path.text());
    load_options how = {.build = {.in_edges = false}};
    how.open.weights = weight_use::ignored;
    const csr_graph graph = load_graph(team, path.text(), how);
    EXPECT_EQ(graph.facts().weights, weight_kind::none);
    EXPECT_FALSE(graph.has_in_edges());
    test_edges bare = edges;
    bare.weights.clear();
    EXPECT_EQ(all_arcs(team, graph, graph.out_edges(), false), model_of(bare, true).out);
  });
}

TEST(GapRows, GetDrawnWeightsLikeABuiltGraph) {
  const test_edges edges = random_edges(9, num_test_vertices, 2000);
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    const shared_path path(team, "rows.sg");
    write_graph(team, built(team, edges, false), path.text());
    const build_options drawn = {.weights = {.from = weight_origin::random, .seed = 5}};
    const auto opened = native::open_gap_rows(team, path.text(), drawn);
    ASSERT_TRUE(opened.has_value());
    const csr_graph expected = build_graph(
        team, [&](input_part part) { return open_graph_file(path.text(), part); }, drawn);
    EXPECT_EQ(all_arcs(team, *opened, opened->out_edges(), false),
              all_arcs(team, expected, expected.out_edges(), false));
  });
}

/// The entries of a .wsg file of 1 - 2 - 3 and 0, as they lie there.
struct small_file {
  std::uint8_t directed = 0;
  std::vector<std::uint64_t> offsets = {0, 0, 1, 3, 4};
  std::vector<std::int32_t> entries = {2, 7, 1, 7, 3, 9, 2, 9};
  std::vector<std::int32_t> in_entries = {};
};

template <typename T>
void put(std::ofstream& file, std::span<const T> values) {
  file.write(reinterpret_cast<const char*>(values.data()),
             static_cast<std::streamsize>(values.size_bytes()));
}

void write_small(const std::string& path, const small_file& content) {
  std::ofstream file(path, std::ios::binary);
  const std::uint64_t sizes[] = {content.entries.size() / 2, content.offsets.size() - 1};
  put(file, std::span<const std::uint8_t>(&content.directed, 1));
  put(file, std::span<const std::uint64_t>(sizes));
  put(file, std::span<const std::uint64_t>(content.offsets));
  put(file, std::span<const std::int32_t>(content.entries));
  if (content.directed == 0) { return; }
  put(file, std::span<const std::uint64_t>(content.offsets));
  put(file, std::span<const std::int32_t>(content.in_entries));
}

/// Whether the rows of a file of `content` are taken as they are, by one rank and by three.
bool is_taken(const small_file& content, const build_options& options = {}) {
  bool taken[2] = {false, false};
  int turn = 0;
  for (const launch_options& shape : {team_of(1, 2), team_of(3, 1)}) {
    const shared_path path(shape, "small.wsg");
    write_small(path.text(), content);
    run_team(shape, [&](rank_team& team) {
      const bool mine = native::open_gap_rows(team, path.text(), options).has_value();
      if (index_of(team.rank()) == 0) { taken[turn] = mine; }
    });
    ++turn;
  }
  EXPECT_EQ(taken[0], taken[1]);
  return taken[0];
}

TEST(GapRowsAlone, OfSimpleGraphsAreTaken) {
  EXPECT_TRUE(is_taken({}));
  EXPECT_TRUE(is_taken({.directed = 1, .in_entries = {2, 7, 1, 7, 3, 9, 2, 9}}));
  EXPECT_FALSE(is_taken({.offsets = {0, 0, 0}, .entries = {}})) << "no edges to copy";
}

TEST(GapRowsAlone, ThatAreNotThoseOfTheGraphAreLeftToTheBuilder) {
  EXPECT_FALSE(is_taken({.entries = {2, 7, 3, 9, 1, 7, 2, 9}})) << "not sorted";
  EXPECT_FALSE(is_taken({.entries = {2, 7, 1, 7, 1, 9, 2, 9}})) << "parallel edges";
  EXPECT_FALSE(is_taken({.entries = {2, 7, 1, 7, 2, 9, 2, 9}})) << "a loop";
  EXPECT_FALSE(is_taken({.entries = {2, 7, 1, 7, 3, 9, 1, 9}})) << "one side only";
  EXPECT_FALSE(is_taken({.entries = {2, 7, 1, 7, 3, 9, 2, 8}})) << "two weights of one edge";
  EXPECT_FALSE(is_taken({.entries = {2, 7, 1, 7, 4, 9, 2, 9}})) << "outside the graph";
  EXPECT_FALSE(is_taken({.entries = {2, -7, 1, -7, 3, 9, 2, 9}})) << "a negative weight";
  EXPECT_FALSE(is_taken({.offsets = {0, 0, 3, 1, 4}})) << "offsets fall";
  EXPECT_FALSE(is_taken({.offsets = {0, 0, 1, 3, 5}})) << "offsets leave the file";
  EXPECT_FALSE(is_taken({.directed = 1, .in_entries = {3, 7, 1, 7, 3, 9, 2, 9}})) << "in-edges";
}

TEST(GapRowsAlone, AreLeftToTheBuilderWhereOptionsAskForAnotherGraph) {
  EXPECT_FALSE(is_taken({}, {.directed = true}));
  EXPECT_FALSE(is_taken({}, {.keep_isolated = false}));
  EXPECT_FALSE(is_taken({}, {.wide_ids = true}));
}

TEST(GapRowsAlone, OfWhatIsNoGapFileAreNotTaken) {
  const launch_options shape = team_of(2, 1);
  const shared_path path(shape, "no.sg");
  for (const std::string& bytes : {std::string(), std::string(5, 'x'), std::string(400, '\x7f')}) {
    std::ofstream(path.text(), std::ios::binary) << bytes;
    run_team(shape, [&](rank_team& team) {
      EXPECT_FALSE(native::open_gap_rows(team, path.text(), {}).has_value());
    });
  }
}

}  // namespace
}  // namespace orujo::test
