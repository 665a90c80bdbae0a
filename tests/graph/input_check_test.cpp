// A graph is what its input comes to, and every way in which it is not is found.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/input_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "graph/edge_samples.hpp"
#include "graph/io/sample_file.hpp"
#include "graph/shared_path.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/orj.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

using texts = std::vector<std::string>;

/// A sample, and how it becomes a graph.
struct making {
  const sample& from;
  build_options how = {};
};

/// What is wrong with the graph that is made in one way as that of another.
texts problems_of(rank_team& team, const making& built, const making& wanted) {
  const csr_graph graph = build_graph(team, opener_of(built.from), built.how);
  return compare_with_input(team, graph, opener_of(wanted.from), wanted.how);
}

texts problems_of(rank_team& team, const sample& from, const build_options& how) {
  return problems_of(team, {from, how}, {from, how});
}

const std::vector<parallel_edges> all_rules = {parallel_edges::lightest, parallel_edges::greatest,
                                               parallel_edges::sum, parallel_edges::one,
                                               parallel_edges::kept};

TEST(compare_with_input, finds_nothing_wrong_on_any_team) {
  const std::vector<sample> samples = {
      sample_of(weights_of::none, ids_of::declared), sample_of(weights_of::huge, ids_of::gaps),
      sample_of(weights_of::real, ids_of::from_one), sample_of(weights_of::single, ids_of::gaps)};
  on_teams(all_teams(1), [&](rank_team& team) {
    std::size_t i = 0;
    for (const sample& each : samples) {
      const bool even = i % 2 == 0;
      const build_options how{
          .directed = even, .parallel = all_rules[++i], .keep_self_loops = !even};
      EXPECT_EQ(problems_of(team, each, how), texts{});
    }
    EXPECT_EQ(problems_of(team, sample_of(weights_of::small, ids_of::declared, true), {}), texts{});
  });
}

/// Calls `check(options)` for every rule, direction and use of loops.
template <typename Check>
void for_all_options(Check check) {
  for (const parallel_edges rule : all_rules) {
    for (const bool directed : {false, true}) {
      check(build_options{.directed = directed, .parallel = rule, .keep_self_loops = !directed});
      check(build_options{.directed = directed, .parallel = rule, .keep_self_loops = directed});
    }
  }
}

TEST(compare_with_input, finds_nothing_wrong_by_any_rule) {
  for (const auto weights : {weights_of::none, weights_of::small, weights_of::huge,
                             weights_of::real, weights_of::single}) {
    const sample gaps = sample_of(weights, ids_of::gaps);
    const sample from_one = sample_of(weights, ids_of::from_one);
    const sample pairs = sample_of(weights, ids_of::declared, true);
    std::vector<launch_options> teams = {team_of(3, 2)};
    if (!is_sanitized) { teams.push_back(team_of(1, 1)); }
    on_teams(teams, [&](rank_team& team) {
      for_all_options([&](const build_options& how) {
        EXPECT_EQ(problems_of(team, team.size() > 1 ? gaps : from_one, how), texts{});
        EXPECT_EQ(problems_of(team, pairs, how), texts{});
      });
    });
  }
}

TEST(compare_with_input, counts_vertices_that_are_listed_apart_from_edges) {
  const sample from = sample_of(weights_of::none, ids_of::gaps);
  sample looped = from;
  looped.all.edges.push_back({99, 99});
  sample listed = from;
  listed.all.vertices = {99, 5, 99};
  on_teams(few_teams(), [&](rank_team& team) {
    EXPECT_EQ(problems_of(team, {looped}, {listed}).size(), 1U);  // a loop less
    EXPECT_EQ(problems_of(team, {looped}, {listed, {.keep_isolated = false}}).size(), 2U);
  });
}

TEST(compare_with_input, takes_drawn_weights_and_missing_ones_as_options_say) {
  on_teams(few_teams(), [](rank_team& team) {
    const sample from = sample_of(weights_of::real, ids_of::gaps);
    const weight_options drawn{.from = weight_origin::random, .low = 3, .high = 90, .seed = 5};
    for (const bool directed : {false, true}) {
      EXPECT_EQ(problems_of(team, from, {.directed = directed, .weights = drawn}), texts{});
      EXPECT_EQ(
          problems_of(team, from, {.directed = directed, .weights = {.from = weight_origin::none}}),
          texts{});
    }
    weight_options others = drawn;
    others.seed = 6;
    const texts found = problems_of(team, {from, {.weights = drawn}}, {from, {.weights = others}});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found[0].find("weights are not those that are drawn"), std::string::npos);
  });
}

TEST(compare_with_input, works_without_edges_and_without_vertices) {
  on_teams(few_teams(), [](rank_team& team) {
    const sample nothing;
    sample empty;
    EXPECT_EQ(problems_of(team, empty, {}), texts{});
    empty.facts.declared_vertices = 5;
    empty.facts.weights = weight_kind::real;
    EXPECT_EQ(problems_of(team, empty, {}), texts{});
    EXPECT_EQ(problems_of(team, {empty}, {nothing}),
              (texts{"the input has 0 vertices, the graph 5",
                     "the input gives no weights, and the graph has real weights"}));
  });
}

/// Expects that the graph that is built is not taken for the one that is wanted, and a text on why.
void expect_found(const making& built, const making& wanted, const std::string& text) {
  on_teams(few_teams(), [&](rank_team& team) {
    std::string all;
    for (const std::string& each : problems_of(team, built, wanted)) { all += each + "\n"; }
    EXPECT_NE(all.find(text), std::string::npos) << "found: " << all << "not: " << text;
  });
}

TEST(compare_with_input, finds_an_edge_that_is_missing_or_too_many) {
  for (const parallel_edges rule : {parallel_edges::kept, parallel_edges::lightest}) {
    const sample whole = sample_of(weights_of::small, ids_of::gaps);
    sample less = whole;
    less.all.edges.erase(less.all.edges.begin() + 100);
    less.all.whole_weights.erase(less.all.whole_weights.begin() + 100);
    expect_found({less, {.parallel = rule}}, {whole, {.parallel = rule}}, ", the graph ");
    expect_found({whole, {.parallel = rule}}, {less, {.parallel = rule}}, ", the graph ");
  }
}

TEST(compare_with_input, finds_an_edge_with_another_end) {
  const sample right = sample_of(weights_of::none, ids_of::declared);
  sample wrong = right;
  ASSERT_NE(wrong.all.edges[7].source, wrong.all.edges[7].target);
  wrong.all.edges[7].target = 23;
  expect_found({wrong, {.parallel = parallel_edges::kept}},
               {right, {.parallel = parallel_edges::kept}}, "edges do not join the vertices");
  wrong = right;
  std::swap(wrong.all.edges[7].source, wrong.all.edges[7].target);
  expect_found({wrong, {.parallel = parallel_edges::kept}},
               {right, {.parallel = parallel_edges::kept}}, "edges do not join the vertices");
}

TEST(compare_with_input, finds_an_id_that_is_swapped_for_another) {
  const sample right = sample_of(weights_of::none, ids_of::gaps);
  sample wrong = right;
  for (input_edge& edge : wrong.all.edges) {
    for (std::uint64_t* const id : {&edge.source, &edge.target}) {
      if (*id == 982) { *id = 983; }
    }
  }
  expect_found({wrong}, {right}, "the ids of vertices are not those of the input");
  wrong = right;
  for (input_edge& edge : wrong.all.edges) {  // two vertices with each other's edges
    for (std::uint64_t* const id : {&edge.source, &edge.target}) {
      if (*id == 982 || *id == 5) { *id = 987 - *id; }
    }
  }
  expect_found({wrong}, {right}, "edges do not join the vertices");
}

TEST(compare_with_input, finds_a_weight_that_is_wrong_by_one_in_the_last_place) {
  for (const parallel_edges rule : {parallel_edges::lightest, parallel_edges::sum}) {
    const sample right = sample_of(weights_of::real, ids_of::gaps);
    sample wrong = right;
    wrong.all.edges.push_back({5, 12345678});  // alone between its ends
    wrong.all.weights.push_back(0.3);
    sample other = wrong;
    other.all.weights.back() = std::nextafter(0.3, 1);
    expect_found({other, {.parallel = rule}}, {wrong, {.parallel = rule}},
                 "the weights are not those of the input");
  }
  sample right = sample_of(weights_of::huge, ids_of::declared);
  right.all.whole_weights[3] = std::numeric_limits<std::int64_t>::max();
  sample wrong = right;
  --wrong.all.whole_weights[3];
  expect_found({wrong, {.parallel = parallel_edges::kept}},
               {right, {.parallel = parallel_edges::kept}},
               "the weights are not those of the input");
}

TEST(compare_with_input, finds_loops_and_parallel_edges_by_another_rule) {
  const sample from = sample_of(weights_of::small, ids_of::gaps);
  expect_found({from, {.keep_self_loops = true}}, {from}, "loops, the graph");
  expect_found({from}, {from, {.keep_self_loops = true}}, "loops, the graph");
  for (const parallel_edges rule : {parallel_edges::greatest, parallel_edges::sum}) {
    expect_found({from, {.parallel = rule}}, {from}, "the weights are not those of the input");
    expect_found({from}, {from, {.parallel = rule}}, "the weights are not those of the input");
  }
  expect_found({from, {.parallel = parallel_edges::kept}}, {from}, "parallel edges, and should");
  expect_found({from}, {from, {.parallel = parallel_edges::kept}}, "edges, the graph");
}

TEST(compare_with_input, finds_another_direction_and_other_kinds_of_weights) {
  const sample from = sample_of(weights_of::small, ids_of::gaps);
  expect_found({from, {.directed = false}}, {from, {.directed = true}},
               "edges are one-way, and in the graph both ways");
  sample real = sample_of(weights_of::real, ids_of::gaps);
  expect_found({real}, {from}, "the input gives whole weights, and the graph has real weights");
  expect_found({from, {.weights = {.from = weight_origin::none}}}, {from},
               "the input gives whole weights, and the graph has no weights");
}

/// The graph of `from` with parts that `change` has changed.
template <typename Change>
texts problems_when(rank_team& team, const sample& from, Change change) {
  const build_options how{.directed = true};
  csr_parts parts = build_graph(team, opener_of(from), how).take_parts();
  change(parts);
  return compare_with_input(team, csr_graph(team.rank(), std::move(parts)), opener_of(from), how);
}

TEST(compare_with_input, finds_what_is_wrong_within_the_rows) {
  on_teams(few_teams(), [](rank_team& team) {
    const sample from = sample_of(weights_of::small, ids_of::gaps);
    std::vector<local_vertex> targets;
    const auto turned = [&](csr_parts& parts) {  // the rows of this rank, each backwards
      targets.assign(parts.out.targets.begin(), parts.out.targets.end());
      for (std::size_t v = 0; v + 1 < parts.out.offsets.size(); ++v) {
        std::reverse(targets.begin() + static_cast<std::ptrdiff_t>(parts.out.offsets[v]),
                     targets.begin() + static_cast<std::ptrdiff_t>(parts.out.offsets[v + 1]));
      }
      parts.out.targets = targets;
    };
    std::string disorder;
    for (const std::string& each : problems_when(team, from, turned)) { disorder += each; }
    EXPECT_NE(disorder.find("out of order in their rows"), std::string::npos);
    const auto in_as_out = [&](csr_parts& parts) { parts.in = parts.out; };
    EXPECT_EQ(problems_when(team, from, in_as_out),
              texts{"the edges by target are not the edges by source"});
    const auto boast = [&](csr_parts& parts) { ++parts.facts.num_edges; };
    EXPECT_EQ(problems_when(team, from, boast).size(), 1U);
  });
}

TEST(compare_with_input, takes_names_for_what_they_are) {
  const std::string list =
      "source,target,weight\nanna,ben,3\nben,carl,4\nanna,ben,2\ncarl,carl,1\n";
  const sample_file right("names.csv", list);
  const sample_file renamed(
      "names.csv", "source,target,weight\nanna,ben,3\nben,carla,4\nanna,ben,2\ncarla,carla,1\n");
  const sample_file swapped(
      "names.csv", "source,target,weight\nben,anna,3\nanna,carl,4\nben,anna,2\ncarl,carl,1\n");
  const auto open = [](const sample_file& file) {
    return [&file](input_part part) { return open_graph_file(file.path(), part); };
  };
  on_teams(all_teams(1), [&](rank_team& team) {
    for (const bool directed : {false, true}) {
      const build_options how{.directed = directed, .keep_self_loops = directed};
      const csr_graph graph = build_graph(team, open(right), how);
      EXPECT_EQ(compare_with_input(team, graph, open(right), how), texts{});
      EXPECT_EQ(compare_with_input(team, graph, open(renamed), how).front(),
                "the names of vertices are not those of the input");
      EXPECT_EQ(compare_with_input(team, graph, open(swapped), how).size(), 1U);
    }
  });
}

TEST(compare_with_input, needs_memory_that_there_is_on_every_rank) {
  const sample from = sample_of(weights_of::small, ids_of::gaps);
  on_teams({team_of(1, 1), team_of(3, 2)}, [&](rank_team& team) {
    csr_parts parts = build_graph(team, opener_of(from), {}).take_parts();
    parts.facts.dropped_duplicates = std::uint64_t{1} << 50U;
    const csr_graph boasting(team.rank(), std::move(parts));
    try {
      static_cast<void>(compare_with_input(team, boasting, opener_of(from), {}));
      FAIL() << "nothing was thrown";
    } catch (const error& problem) { EXPECT_EQ(problem.code(), exit_code::memory); }
  });
}

TEST(compare_with_input, fails_everywhere_where_the_second_reading_fails) {
  const sample from = sample_of(weights_of::small, ids_of::gaps);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = build_graph(team, opener_of(from), {});
    const auto gone = [&](input_part part) -> std::unique_ptr<edge_input> {
      if (part.index + 1 == part.count) { throw input_error("sample: is gone"); }
      return std::make_unique<sample_input>(from, part);
    };
    EXPECT_THROW(static_cast<void>(compare_with_input(team, graph, gone, {})), agreed_error);
  });
}

TEST(compare_with_rows, tells_a_graph_of_a_stored_one_from_others) {
  const sample from = sample_of(weights_of::small, ids_of::gaps);
  on_teams(few_teams(), [&](rank_team& team) {
    const shared_path path(team, ".orj");
    const build_options all{.parallel = parallel_edges::kept, .keep_self_loops = true};
    const csr_graph stored = build_graph(team, opener_of(from), all);
    write_orj(team, stored, path.text());
    for (const bool directed : {true, false}) {
      load_options how;
      how.build = {.directed = directed, .parallel = parallel_edges::sum};
      const csr_graph graph = load_graph(team, path.text(), how);
      EXPECT_EQ(compare_with_rows(team, graph, {stored}, how.build), texts{});
      EXPECT_FALSE(compare_with_rows(team, graph, {stored}, {.directed = directed}).empty());
      csr_parts parts = load_graph(team, path.text(), how).take_parts();
      parts.ids = id_map(3);
      const csr_graph renumbered(team.rank(), std::move(parts));
      EXPECT_EQ(compare_with_rows(team, renumbered, {stored}, how.build),
                texts{"the ids or names of vertices are not those of the file"});
    }
  });
}

}  // namespace
}  // namespace orujo::test
