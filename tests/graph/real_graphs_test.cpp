// Real graphs against counts that SciPy and NetworKit made.
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graph/graph_model.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

/// The folder of real data, or nothing; see shared/data/README.md.
std::string data_folder() {
  const char* const folder = std::getenv("ORUJO_DATA");
  return folder == nullptr ? "" : folder;
}

/// Python wrote an infinite weight as JSON does not allow.
nlohmann::json read_counts() {
  std::stringstream text;
  text << std::ifstream(data_folder() + "/counts.json").rdbuf();
  std::string counts = text.str();
  const std::string infinity = "Infinity";
  for (std::size_t at = counts.find(infinity); at != std::string::npos;
       at = counts.find(infinity, at)) {
    counts.replace(at, infinity.size(), "null");
  }
  return nlohmann::json::parse(counts);
}

class RealGraphs : public testing::Test {
protected:
  void SetUp() override {
    if (data_folder().empty()) { GTEST_SKIP() << "ORUJO_DATA is not set"; }
  }

  /// Loads each graph on `team` and calls check(facts, what others counted).
  template <typename Check>
  void check_all(const launch_options& team, const build_options& options, Check check) {
    const nlohmann::json counts = read_counts();
    for (const auto& entry : counts.items()) {
      const std::string& name = entry.key();
      const nlohmann::json& expected = entry.value();
      SCOPED_TRACE(name);
      load_options load = {.build = options};
      load.open.weights = weight_use::ignored;
      load.build.keep_isolated = false;
      run_team(team, [&](rank_team& rank) {
        const csr_graph graph = load_graph(rank, data_folder() + "/" + name, load);
        EXPECT_EQ(graph.num_vertices(), expected["vertices"]);
        check(graph.facts(), expected);
      });
    }
  }
};

TEST_F(RealGraphs, HaveTheArcsThatOthersCounted) {
  check_all(team_of(2, 2), {.directed = true, .keep_self_loops = true},
            [](const graph_facts& facts, const nlohmann::json& expected) {
              EXPECT_EQ(facts.num_arcs, expected["distinct_arcs"]);
            });
}

TEST_F(RealGraphs, HaveTheUndirectedEdgesAndLoopsThatOthersCounted) {
  check_all(team_of(1, 2), {.directed = false},
            [](const graph_facts& facts, const nlohmann::json& expected) {
              EXPECT_EQ(facts.num_edges, expected["und_edges_noloops"]);
              EXPECT_EQ(facts.dropped_loops, expected["selfloops"]);
            });
}

}  // namespace
}  // namespace orujo::test
