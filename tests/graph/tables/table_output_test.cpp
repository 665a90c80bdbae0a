// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/tables/table_output.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "graph/io/sample_file.hpp"
#include "graph/shared_path.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

/// Reads on the first rank. Call: collective.
std::string text_of(rank_team& team, const std::string& path) {
  std::ostringstream text;
  if (index_of(team.rank()) == 0) { text << std::ifstream(path).rdbuf(); }
  const std::string mine = text.str();
  const std::vector<char> all = broadcast(team, std::vector<char>(mine.begin(), mine.end()));
  return {all.begin(), all.end()};
}

/// A number for each owned vertex, one less for each that comes later in the graph.
std::vector<std::int64_t> falling_values(const csr_graph& graph) {
  std::vector<std::int64_t> values;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    values.push_back(2 - static_cast<std::int64_t>(graph.global(v)));
  }
  return values;
}

const std::vector<launch_options>& some_teams() {
  static const std::vector<launch_options> teams = {team_of(1, 2), team_of(3, 1), team_of(8, 1)};
  return teams;
}

TEST(write_table, writes_a_row_for_each_vertex_of_all_ranks_in_the_order_of_ids) {
  const sample_file file("ids.el", "30 10\n10 20\n20 40\n");
  on_teams(some_teams(), [&](rank_team& team) {
    const csr_graph graph = load_graph(team, file.path());
    const std::vector<std::int64_t> values = falling_values(graph);
    std::vector<vertex_id> others;
    for (local_vertex v = 0; v < graph.num_local(); ++v) {
      const vertex_id own = graph.global(v);
      others.push_back(own == 3 ? no_vertex : 3 - own);
    }
    const shared_path path(team, "rows.csv");
    write_table(team, graph, path.text(),
                {.columns = {{.name = "left",
                              .values = values,
                              .special = {{bits_of(std::int64_t{-1}), bits_of(std::int64_t{-9})}}},
                             {.name = "other", .values = others, .are_vertices = true}}});
    EXPECT_EQ(text_of(team, path.text()),
              "vertex,left,other\n10,2,40\n20,1,30\n30,0,20\n40,-9,-1\n");
  });
}

TEST(write_table, calls_vertices_by_their_names_and_writes_rows_of_some_of_them) {
  const sample_file file("names.csv", "source,target\nb,a\n\"c,d\",b\n");
  on_teams(some_teams(), [&](rank_team& team) {
    const csr_graph graph = load_graph(team, file.path());
    std::vector<vertex_id> keys;
    std::vector<double> scores;
    for (const vertex_id v : {vertex_id{0}, vertex_id{2}}) {
      if (!graph.owns(v)) { continue; }
      keys.push_back(v);
      scores.push_back(static_cast<double>(v) + 0.5);
    }
    const shared_path path(team, "rows.csv");
    write_table(team, graph, path.text(),
                {.key = "who", .keys = keys, .columns = {{.name = "score", .values = scores}}});
    EXPECT_EQ(text_of(team, path.text()), "who,score\na,0.5\n\"c,d\",2.5\n");
  });
}

TEST(write_table, leaves_the_older_file_where_it_throws_on_every_rank) {
  on_teams(some_teams(), [&](rank_team& team) {
    const csr_graph graph = load_graph(team, "grid:2x3");
    const shared_path path(team, "kept.csv");
    const std::vector<std::int64_t> values = falling_values(graph);
    const result_table good{.columns = {{.name = "x", .values = values}}};
    write_table(team, graph, path.text(), good);
    const std::string before = text_of(team, path.text());
    EXPECT_EQ(before.substr(0, 13), "vertex,x\n0,2\n");

    const bool last = index_of(team.rank()) == team.size() - 1;
    std::vector<std::int64_t> longer = values;
    if (last) { longer.push_back(5); }  // a mistake of one rank
    const result_table bad{.columns = {{.name = "x", .values = longer}}};
    EXPECT_THROW(write_table(team, graph, path.text(), bad), agreed_error);
    EXPECT_EQ(text_of(team, path.text()), before);

    const std::vector<std::uint32_t> narrow(values.size());
    EXPECT_THROW(write_table(team, graph, path.text(),
                             {.columns = {{.name = "x", .values = narrow, .are_vertices = true}}}),
                 agreed_error);
    EXPECT_THROW(write_table(team, graph, path.text() + ".txt", good), agreed_error);
    EXPECT_THROW(write_table(team, graph, "/no/such/folder/rows.csv", good), agreed_error);
  });
}

}  // namespace
}  // namespace orujo::test
