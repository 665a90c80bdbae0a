// Generated graphs: what they look like, that they never depend on P and W, and wrong specs.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/generators/open_generator.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "graph/io/sample_file.hpp"

namespace orujo::test {
namespace {

struct generated {
  input_facts facts;
  std::vector<read_edge> edges;  ///< Sorted.
};

struct sharing {
  int parts = 1;
  int workers = 1;
};

generated generate(std::string_view spec, std::uint64_t seed = 1, sharing share = {}) {
  generated graph;
  for (int part = 0; part < share.parts; ++part) {
    const auto input = open_generator(spec, seed, {part, share.parts});
    const std::vector<read_edge> edges = drain_with(*input, share.workers);
    graph.edges.insert(graph.edges.end(), edges.begin(), edges.end());
    EXPECT_EQ(input->progress(), 1);
    graph.facts = input->facts();
  }
  std::sort(graph.edges.begin(), graph.edges.end());
  return graph;
}

std::vector<std::uint64_t> degrees_of(const generated& graph) {
  std::vector<std::uint64_t> degrees(*graph.facts.declared_vertices);
  for (const auto& [source, target, weight] : graph.edges) {
    ++degrees.at(source);
    ++degrees.at(target);
  }
  return degrees;
}

std::string problem_of(std::string_view spec) {
  try {
    static_cast<void>(open_generator(spec, 1, {}));
  } catch (const usage_error& problem) { return problem.what(); }
  return "";
}

TEST(generators, give_the_declared_edges_among_the_declared_vertices) {
  for (const std::string_view spec :
       {"kron:10", "kron:9:7", "rmat:10:4:B", "uniform:11", "uniform:10:3", "random4n:10",
        "grid:30x70", "grid:1x1", "grid:1x9", "smallworld:1000:6:0.2"}) {
    SCOPED_TRACE(spec);
    const generated graph = generate(spec);
    EXPECT_EQ(graph.edges.size(), graph.facts.declared_edges);
    EXPECT_EQ(graph.facts.directed, false);
    EXPECT_EQ(graph.facts.weights, weight_kind::none);
    EXPECT_EQ(graph.facts.first_id, 0U);
    EXPECT_EQ(graph.facts.name, spec);
    for (const auto& [source, target, weight] : graph.edges) {
      EXPECT_LT(std::max(source, target), *graph.facts.declared_vertices);
    }
  }
}

TEST(generators, give_the_same_graph_for_every_number_of_parts_and_workers) {
  for (const std::string_view spec : {"kron:13", "rmat:12:20:0.4,0.3,0.2,0.1", "uniform:14:9",
                                      "grid:500x300", "smallworld:50000:8:0.1"}) {
    SCOPED_TRACE(spec);
    const generated expected = generate(spec);
    for (const int parts : {2, 3, 8}) {
      EXPECT_EQ(generate(spec, 1, {parts, 2}).edges, expected.edges) << parts;
    }
  }
}

TEST(generators, depend_on_the_seed) {
  for (const std::string_view spec : {"kron:10", "uniform:10", "smallworld:1000:4:0.5"}) {
    EXPECT_EQ(generate(spec, 7).edges, generate(spec, 7).edges) << spec;
    EXPECT_NE(generate(spec, 7).edges, generate(spec, 8).edges) << spec;
  }
}

TEST(generators, kron_has_few_large_and_many_isolated_vertices) {
  const std::vector<std::uint64_t> degrees = degrees_of(generate("kron:14"));
  const auto isolated = std::count(degrees.begin(), degrees.end(), 0U);
  const std::uint64_t largest = *std::max_element(degrees.begin(), degrees.end());
  EXPECT_GT(isolated, 16384 / 5);
  EXPECT_LT(isolated, 16384 / 2);
  EXPECT_GT(largest, 100 * 32U) << "the average degree is 32";
}

TEST(generators, kron_permutes_its_vertices) {
  // Unpermuted, the first quarter of the vertices would have 0.76² of the ends of the edges.
  const std::vector<std::uint64_t> degrees = degrees_of(generate("kron:16"));
  std::uint64_t first_quarter = 0;
  for (std::size_t v = 0; v < degrees.size() / 4; ++v) { first_quarter += degrees[v]; }
  EXPECT_NEAR(static_cast<double>(first_quarter), 0.25 * 2 * 16 * 65536, 0.05 * 2 * 16 * 65536);
}

TEST(generators, rmat_families_differ_in_skew) {
  const auto largest = [](std::string_view spec) {
    const std::vector<std::uint64_t> degrees = degrees_of(generate(spec));
    return *std::max_element(degrees.begin(), degrees.end());
  };
  EXPECT_LT(largest("rmat:12:16:ER"), 32U * 3);
  EXPECT_GT(largest("rmat:12:16:G500"), 32U * 20);
  EXPECT_GT(largest("rmat:12:16:G~"), largest("rmat:12:16:ER"));
  EXPECT_EQ(generate("rmat:10:16:G500").edges, generate("kron:10").edges);
  EXPECT_EQ(generate("rmat:10:8:G").edges, generate("rmat:10:8:0.45,0.15,0.15,0.25").edges);
}

TEST(generators, uniform_has_similar_degrees_everywhere) {
  const std::vector<std::uint64_t> degrees = degrees_of(generate("uniform:12"));
  EXPECT_LT(*std::max_element(degrees.begin(), degrees.end()), 32U * 3);
  EXPECT_GT(*std::min_element(degrees.begin(), degrees.end()), 32U / 5);
}

TEST(generators, grid_joins_neighbours) {
  EXPECT_EQ(generate("grid:2x3").edges,
            (std::vector<read_edge>{
                {0, 1, 0}, {0, 3, 0}, {1, 2, 0}, {1, 4, 0}, {2, 5, 0}, {3, 4, 0}, {4, 5, 0}}));
}

TEST(generators, small_world_is_a_ring_when_nothing_is_moved) {
  EXPECT_EQ(generate("smallworld:5:2:0").edges,
            (std::vector<read_edge>{{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 4, 0}, {4, 0, 0}}));
  EXPECT_EQ(generate("smallworld:6:4:0").edges.size(), 12U);
}

TEST(generators, small_world_moves_the_given_share_of_edges_and_makes_no_loops) {
  std::size_t moved = 0;
  const generated graph = generate("smallworld:20000:10:0.3");
  for (const auto& [source, target, weight] : graph.edges) {
    const std::uint64_t distance = (target + 20000 - source) % 20000;
    EXPECT_NE(distance, 0U);
    moved += distance > 5 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(moved), 0.3 * 100000, 1000);
}

TEST(generators, are_known_by_their_name_and_colon) {
  EXPECT_TRUE(is_generator("kron:20"));
  EXPECT_TRUE(is_generator("grid:nonsense"));
  EXPECT_FALSE(is_generator("kron"));
  EXPECT_FALSE(is_generator("kron.el"));
  EXPECT_FALSE(is_generator("C:\\graph.el"));
  EXPECT_FALSE(is_generator("/data/grid:3x3"));
}

TEST(generators, wrong_specs_are_told_with_the_right_form) {
  expect_message(problem_of("kron:"), "generator 'kron:'", "write kron:SCALE[:DEGREE]");
  expect_message(problem_of("kron:x"), "", "SCALE has to be a whole number, not 'x'");
  expect_message(problem_of("kron:-3"), "", "not '-3'");
  expect_message(problem_of("kron:41"), "", "SCALE has to be 1 to 40, not 41");
  expect_message(problem_of("kron:99999999999999999999"), "", "1 to 40");
  expect_message(problem_of("kron:20:0"), "", "DEGREE");
  expect_message(problem_of("kron:20:16:1"), "", "more than expected");
  expect_message(problem_of("rmat:20:16"), "", "something is missing");
  expect_message(problem_of("rmat:20:16:XY"), "", "neither A,B,C,D nor one of ER");
  expect_message(problem_of("rmat:20:16:0.5,0.5,0.5,0.5"), "", "A + B + C + D has to be 1, not 2");
  expect_message(problem_of("rmat:20:16:nan,0,0,1"), "", "probability");
  expect_message(problem_of("grid:5"), "", "write grid:ROWSxCOLS");
  expect_message(problem_of("grid:0x5"), "", "ROWS has to be 1");
  expect_message(problem_of("grid:1099511627776x1099511627776"), "", "more than 2^40");
  expect_message(problem_of("smallworld:10:3:0.1"), "", "K has to be even");
  expect_message(problem_of("smallworld:10:10:0.1"), "", "K has to be below N");
  expect_message(problem_of("smallworld:10:4:1.5"), "", "probability from 0 to 1");
  expect_message(problem_of("tree:5"), "no generator 'tree:5'", "smallworld:N:K:P");
}

}  // namespace
}  // namespace orujo::test
