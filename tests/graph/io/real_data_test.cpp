// Real graphs against counts that SciPy and NetworKit made.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unordered_set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graph/io/sample_file.hpp"

namespace orujo::test {
namespace {

namespace fs = std::filesystem;

/// The folder of real data, or nothing; see shared/data/README.md.
fs::path data_folder() {
  const char* const folder = std::getenv("ORUJO_DATA");
  return folder == nullptr ? fs::path() : fs::path(folder);
}

/// Python wrote an infinite weight as JSON does not allow.
nlohmann::json read_counts() {
  std::stringstream text;
  text << std::ifstream(data_folder() / "counts.json").rdbuf();
  std::string counts = text.str();
  const std::string_view infinity = "Infinity";
  for (std::size_t at = counts.find(infinity); at != std::string::npos;
       at = counts.find(infinity, at)) {
    counts.replace(at, infinity.size(), "null");
  }
  return nlohmann::json::parse(counts);
}

class real_data : public testing::Test {
protected:
  void SetUp() override {
    if (data_folder().empty()) { GTEST_SKIP() << "ORUJO_DATA is not set"; }
  }
};

struct id_range {
  std::uint64_t least = largest;
  std::uint64_t most = 0;
  std::size_t different = 0;
  std::uint64_t loops = 0;

  static constexpr std::uint64_t largest = ~std::uint64_t{0};
};

id_range ids_of(const read_graph& graph) {
  id_range range;
  std::unordered_set<std::uint64_t> ids;
  for (const auto& [source, target, weight] : graph.edges) {
    ids.insert({source, target});
    range.least = std::min({range.least, source, target});
    range.most = std::max({range.most, source, target});
    range.loops += source == target ? 1 : 0;
  }
  range.different = ids.size();
  return range;
}

TEST_F(real_data, has_the_lines_ids_and_loops_that_others_counted) {
  const nlohmann::json counts = read_counts();
  for (const auto& [name, expected] : counts.items()) {
    SCOPED_TRACE(name);
    const bool infinite = name.find("cond-mat") != std::string::npos;
    const open_options options = infinite ? without_weights : open_options{};
    const read_graph graph = read_whole((data_folder() / name).string(), {options, 1, 2});
    const id_range range = ids_of(graph);
    EXPECT_EQ(graph.edges.size(), expected["lines"]);
    EXPECT_EQ(range.least, expected["min_id"]);
    EXPECT_EQ(range.most, expected["max_id"]);
    EXPECT_EQ(range.different, expected["vertices"]);
    EXPECT_EQ(range.loops, expected["selfloops"]);
  }
}

TEST_F(real_data, has_the_weights_that_others_counted) {
  const nlohmann::json counts = read_counts();
  for (const auto& [name, expected] : counts.items()) {
    if (!expected.contains("w_max") || !expected["w_max"].is_number()) { continue; }
    SCOPED_TRACE(name);
    if (name.find("cond-mat") != std::string::npos) { continue; }
    const read_graph graph = read_whole((data_folder() / name).string());
    double least = 1e300;
    double most = 0;
    for (const auto& [source, target, weight] : graph.edges) {
      least = std::min(least, weight);
      most = std::max(most, weight);
    }
    EXPECT_EQ(least, expected["w_min"]);
    EXPECT_EQ(most, expected["w_max"]);
  }
}

TEST_F(real_data, infinite_weights_are_refused_with_their_place) {
  const fs::path path = data_folder() / "classic/cond-mat-2005.tsv.xz";
  try {
    static_cast<void>(read_whole(path.string()));
    FAIL() << "no error";
  } catch (const input_error& problem) {
    expect_message(problem.what(), path.string() + ":4857:11: ", "--weights none");
  }
}

TEST_F(real_data, every_colouring_graph_has_as_many_edges_as_it_declares) {
  for (const auto& entry : fs::directory_iterator(data_folder() / "colouring")) {
    if (entry.path().string().find(".col") == std::string::npos) { continue; }
    const read_graph graph = read_whole(entry.path().string());
    EXPECT_EQ(graph.facts.declared_edges, graph.edges.size()) << entry.path();
  }
}

TEST_F(real_data, matrices_are_read_or_refused_with_a_reason) {
  for (const auto& entry : fs::directory_iterator(data_folder() / "matrixmarket")) {
    const std::string name = entry.path().filename().string();
    const bool dense = name == "complex.mtx" || name == "full_symmetric.mtx";
    try {
      const read_graph graph = read_whole(entry.path().string(), {.options = without_weights});
      EXPECT_FALSE(dense) << name;
      EXPECT_EQ(graph.facts.declared_edges, graph.edges.size()) << name;
    } catch (const input_error& problem) {
      EXPECT_TRUE(dense) << problem.what();
      expect_message(problem.what(), entry.path().string() + ":1:16: ", "no graph");
    }
  }
}

TEST_F(real_data, the_gap_suites_formats_agree_with_each_other) {
  const auto read = [](std::string_view name, const open_options& options) {
    return read_whole((data_folder() / "validation/gapbs/graphs" / name).string(), {options, 1, 1});
  };
  const auto shifted = [](std::vector<read_edge> edges, std::uint64_t by) {
    for (auto& [source, target, weight] : edges) {
      source -= by;
      target -= by;
    }
    return edges;
  };
  const auto list = read("4.wel", {}).edges;
  EXPECT_EQ(shifted(read("4.gr", {}).edges, 1), list);
  const auto plain = read("4.el", {}).edges;
  EXPECT_EQ(shifted(read("4.mtx", {}).edges, 1), plain);
  EXPECT_EQ(read("4.wel", without_weights).edges, plain);
  EXPECT_EQ(read("4.graph", {}).facts.directed, true);
  EXPECT_EQ(read("4w.graph", {}).edges.size(), 53U);
}

}  // namespace
}  // namespace orujo::test
