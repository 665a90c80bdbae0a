// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/orj.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "graph/graph_model.hpp"
#include "graph/scripted_input.hpp"
#include "graph/shared_path.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/rebuild.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// A directed weighted graph whose ids have gaps: a file with every section.
input_script rich_script() {
  input_script script = {.edges = random_edges(1, 500, 4000), .weighted = true};
  for (input_edge& edge : script.edges.edges) { edge = {3 * edge.source, 3 * edge.target + 6}; }
  script.facts.weights = weight_kind::integer;
  script.facts.name = "rich";
  return script;
}

TEST(Orj, WritesTheSameBytesOnEveryTeamAndOpensTheSameGraph) {
  const input_script script = rich_script();
  const model_graph model = model_of(script.edges, true);
  std::string first;
  for (const launch_options& options : few_teams()) {
    if (under_mpirun()) { break; }
    const shared_path path(options, "rich.orj");
    run_team(options, [&](rank_team& team) {
      write_orj(team, build_graph(team, opener_of(script)), path.text());
    });
    if (first.empty()) { first = bytes_of(path.text()); }
    EXPECT_EQ(bytes_of(path.text()), first) << name_of(options);
    EXPECT_EQ(std::filesystem::exists(path.text()), true);
    on_teams(few_teams(), [&](rank_team& team) {
      const csr_graph graph = open_orj(team, path.text());
      model_graph expected = model;
      expect_same(team, graph, expected);
      EXPECT_EQ(graph.facts().recognised, "Orujo graph (.orj) made of rich ()");
    });
  }
}

TEST(Orj, OpensMappedWhereOneRankHoldsAll) {
  const input_script script = rich_script();
  const model_graph model = model_of(script.edges, true);
  on_teams({team_of(1, 1), team_of(1, 3), team_of(2, 1)}, [&](rank_team& team) {
    const shared_path path(team, "mapped.orj");
    write_orj(team, build_graph(team, opener_of(script)), path.text());
    expect_same(team, open_orj(team, path.text(), {.access = orj_access::mapped}), model);
  });
}

TEST(Orj, LeavesOutWhatIsNotWanted) {
  const input_script script = rich_script();
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    const shared_path path(team, "bare.orj");
    write_orj(team, build_graph(team, opener_of(script)), path.text());
    const csr_graph graph =
        open_orj(team, path.text(),
                 {.weights = false, .in_edges = false, .balance = block_balance::vertices});
    EXPECT_EQ(graph.facts().weights, weight_kind::none);
    EXPECT_FALSE(graph.has_in_edges());
    expect_sound(team, graph);
    write_orj(team, graph, path.text());
    const csr_graph again = open_orj(team, path.text());
    EXPECT_EQ(again.facts().weights, weight_kind::none);
    EXPECT_FALSE(again.has_in_edges());
  });
}

TEST(Orj, UndirectedGraphsAndEmptyOnesSurvive) {
  const test_edges edges = random_edges(2, 90, 700);
  on_teams(few_teams(), [&](rank_team& team) {
    const shared_path path(team, "undirected.orj");
    const csr_graph graph = graph_from_edges(team, 90, edges.edges, {.directed = false});
    write_orj(team, graph, path.text());
    test_edges bare = edges;
    bare.weights.clear();
    expect_same(team, open_orj(team, path.text()), model_of(bare, false));
    write_orj(team, graph_from_edges(team, 0, std::span<const input_edge>()), path.text());
    EXPECT_EQ(open_orj(team, path.text()).num_vertices(), 0U);
  });
}

/// Checks that opening `path` fails on every rank with a text that contains `part`.
void expect_refused(rank_team& team, const std::string& path, const std::string& part) {
  try {
    static_cast<void>(open_orj(team, path));
    ADD_FAILURE() << "no error";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), exit_code::input);
    EXPECT_NE(std::string(problem.what()).find(part), std::string::npos) << problem.what();
    EXPECT_NE(std::string(problem.what()).find("byte"), std::string::npos) << problem.what();
  }
}

class DamagedOrj : public testing::Test {
protected:
  void SetUp() override {
    if (under_mpirun()) { GTEST_SKIP() << "the ranks would damage each other's file"; }
    const input_script script = rich_script();
    run_team(team_of(1, 1), [&](rank_team& team) {
      write_orj(team, build_graph(team, opener_of(script)), path_.text());
    });
    whole_ = bytes_of(path_.text());
  }

  void expect_refused_everywhere(const std::string& bytes, const std::string& part) {
    put_bytes(path_.text(), bytes);
    for (const launch_options& options : {team_of(1, 1), team_of(2, 2), team_of(3, 1)}) {
      run_team(options, [&](rank_team& team) { expect_refused(team, path_.text(), part); });
    }
  }

  shared_path path_{team_of(1, 1), "damaged.orj"};
  std::string whole_;
};

TEST_F(DamagedOrj, AnyChangedByteIsFound) {
  for (std::size_t at = 3; at < whole_.size(); at += whole_.size() / 60) {
    std::string damaged = whole_;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    put_bytes(path_.text(), damaged);
    for (const launch_options& options : {team_of(1, 2), team_of(3, 1)}) {
      run_team(options, [&](rank_team& team) {
        SCOPED_TRACE(at);
        bool refused = false;
        try {
          static_cast<void>(open_orj(team, path_.text()));
        } catch (const input_error&) { refused = true; } catch (const agreed_error& problem) {
          refused = problem.code() == exit_code::input;
        }
        // Between the sections lie bytes that mean nothing.
        EXPECT_TRUE(refused || whole_[at] == 0);
      });
    }
  }
}

TEST_F(DamagedOrj, EveryCutIsFound) {
  expect_refused_everywhere("", "header, byte 0: the file is cut off");
  expect_refused_everywhere(whole_.substr(0, 100), "header, byte 100: the file is cut off");
  expect_refused_everywhere(whole_.substr(0, 4096), "section offsets, byte 4096");
  expect_refused_everywhere(whole_.substr(0, 9000), "section targets, byte 9000");
  expect_refused_everywhere(whole_.substr(0, whole_.size() - 1), "section checksums");
  expect_refused_everywhere(whole_ + "x", "something follows");
}

TEST_F(DamagedOrj, DamageIsNamed) {
  std::string damaged = whole_;
  damaged[9000] = static_cast<char>(damaged[9000] + 1);
  expect_refused_everywhere(damaged, "section targets, byte 8192: the checksum does not match");
  damaged = whole_;
  damaged[4] = 9;
  expect_refused_everywhere(damaged, "version 9 of the .orj format");
  damaged = whole_;
  damaged[40] = static_cast<char>(damaged[40] + 1);
  expect_refused_everywhere(damaged, "header, byte 8: its checksum");
}

TEST_F(DamagedOrj, WithoutChecksumsNoRowLeadsOutside) {
  std::string damaged = whole_;
  for (std::size_t at = 8192; at < 8196; ++at) { damaged[at] = '\x7f'; }
  put_bytes(path_.text(), damaged);
  for (const launch_options& options : {team_of(1, 1), team_of(3, 1)}) {
    run_team(with(options, "verify_checksums", "false"), [&](rank_team& team) {
      expect_refused(team, path_.text(), "leads to a vertex that does not exist");
    });
  }
  damaged = whole_;
  damaged[4096 + 8 * 50 + 6] = 1;
  put_bytes(path_.text(), damaged);
  for (const launch_options& options : {team_of(1, 1), team_of(3, 1)}) {
    run_team(with(options, "verify_checksums", "false"), [&](rank_team& team) {
      expect_refused(team, path_.text(), "the offsets do not rise");
    });
  }
}

TEST(Orj, AFileThatCannotBeWrittenIsAnErrorOnEveryRank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, std::vector<input_edge>{{0, 1}});
    try {
      write_orj(team, graph, "/no/such/folder/graph.orj");
      ADD_FAILURE() << "no error";
    } catch (const error& problem) { EXPECT_EQ(problem.code(), exit_code::input); }
  });
}

TEST(RebuildGraph, KeepsVerticesAndIds) {
  input_script script = rich_script();
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph directed = build_graph(team, opener_of(script));
    const csr_graph undirected = rebuild_graph(team, directed, {.directed = false});
    const model_graph model = model_of(script.edges, false);
    EXPECT_EQ(all_ids(team, undirected), model.ids);
    EXPECT_EQ(all_arcs(team, undirected, undirected.out_edges(), false), model.out);
    expect_sound(team, undirected);
    const csr_graph again = rebuild_graph(team, undirected, {});
    EXPECT_EQ(all_arcs(team, again, again.out_edges(), false), model.out);
  });
}

}  // namespace
}  // namespace orujo::test
