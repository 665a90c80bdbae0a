// Unbalanced trees: the published counts, on every team, and by a recursion of its own.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/uts/uts.hpp"

#include <algorithm>
#include <string>

#include "orujo/benchmarks/uts/rules.hpp"
#include "orujo/epochs/collectives.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// Counts the tree below a vertex, by its rules alone.
void count_below(const uts_rules& rules, const uts_state& vertex, std::uint32_t depth,
                 uts_counts& counts) {
  const std::uint32_t children = rules.children(vertex, depth);
  ++counts.tree_size;
  counts.leaves += children == 0 ? 1 : 0;
  counts.max_depth = std::max(counts.max_depth, depth);
  for (std::uint32_t i = 0; i < children; ++i) {
    count_below(rules, child_state(vertex, i), depth + 1, counts);
  }
}

uts_counts count_recursively(const uts_parameters& tree) {
  uts_counts counts;
  count_below(uts_rules(tree), root_state(tree.seed), 0, counts);
  return counts;
}

const uts_sample& sample(std::string_view name) {
  const auto all = uts_samples();
  return *std::find_if(all.begin(), all.end(),
                       [name](const uts_sample& each) { return each.name == name; });
}

uts_parameters geometric(uts_shape shape, double branching, std::uint32_t depth,
                         std::uint32_t seed) {
  return {.shape = shape, .branching = branching, .depth = depth, .seed = seed};
}

uts_parameters binomial(double branching, double probability, std::uint32_t children) {
  return {.type = uts_type::binomial,
          .branching = branching,
          .probability = probability,
          .children = children,
          .seed = 42};
}

/// Small trees of every kind: broad, deep, of as many children as there may be, of one vertex.
const std::vector<uts_parameters> small_trees = {geometric(uts_shape::fixed, 4, 6, 19),
                                                 geometric(uts_shape::cyclic, 3, 7, 7),
                                                 geometric(uts_shape::exponential, 4, 6, 19),
                                                 binomial(100, 0.12, 8),
                                                 binomial(4095, 0, 0),
                                                 binomial(0.5, 0, 0)};

/// Under mpirun: as many as it started.
launch_options two_ranks() { return under_mpirun() ? team_of(0, 1, "mpi") : team_of(2, 1); }

void expect_counts(const uts_result& result, const uts_counts& expected) {
  const auto expect_same = [&](const uts_counts& counts) {
    EXPECT_EQ(counts.tree_size, expected.tree_size);
    EXPECT_EQ(counts.leaves, expected.leaves);
    EXPECT_EQ(counts.max_depth, expected.max_depth);
  };
  expect_same(result.generated);
  for (const uts_traversal& each : result.traversals) {
    expect_same(each.counts);
    EXPECT_LE(each.remote, expected.tree_size);
  }
}

}  // namespace

TEST(uts, grows_and_walks_the_tree_that_its_rules_define) {
  std::vector<uts_counts> expected;
  for (const uts_parameters& tree : small_trees) { expected.push_back(count_recursively(tree)); }
  EXPECT_GT(expected.front().tree_size, 10'000U);
  on_teams(all_teams(1), [&](rank_team& team) {
    for (std::size_t i = 0; i < small_trees.size(); ++i) {
      SCOPED_TRACE(i);
      const uts_result result = uts(team, {.tree = small_trees[i], .traversals = 2});
      EXPECT_EQ(result.traversals.size(), 2U);
      expect_counts(result, expected[i]);
    }
  });
}

TEST(uts, finds_the_same_in_a_scattered_tree) {
  std::vector<uts_counts> expected;
  for (const uts_parameters& tree : small_trees) { expected.push_back(count_recursively(tree)); }
  on_teams(all_teams(1), [&](rank_team& team) {
    for (std::size_t i = 0; i < small_trees.size(); ++i) {
      SCOPED_TRACE(i);
      expect_counts(uts(team, {.tree = small_trees[i], .placement = uts_placement::scattered}),
                    expected[i]);
    }
  });
}

TEST(uts, reads_from_all_ranks_where_the_tree_is_scattered) {
  const uts_parameters tree = geometric(uts_shape::fixed, 4, is_sanitized ? 7 : 8, 19);
  const uts_counts expected = count_recursively(tree);
  const auto of_size = [](int ranks, int workers) {
    return under_mpirun() ? team_of(0, workers, "mpi") : team_of(ranks, workers);
  };
  on_teams({of_size(2, 1), of_size(2, 2), of_size(3, 1)}, [&](rank_team& team) {
    const uts_result result = uts(team, {.tree = tree,
                                         .placement = uts_placement::scattered,
                                         .traversals = 2,
                                         .expected_size = expected.tree_size});
    expect_counts(result, expected);
    for (const uts_traversal& each : result.traversals) {
      // Whoever reads it, a vertex is as likely to lie at one rank as at another.
      const double share =
          static_cast<double>(each.remote) / static_cast<double>(expected.tree_size);
      EXPECT_NEAR(share, 1 - 1.0 / team.size(), 0.02);
    }
  });
}

TEST(uts, finds_what_the_authors_of_the_benchmark_published) {
  on_teams({two_ranks()}, [](rank_team& team) {
    for (const char* name : {"T1", "T2", "T3", "T5"}) {
      if (is_sanitized && name != std::string("T1")) { continue; }
      SCOPED_TRACE(name);
      const uts_sample& tree = sample(name);
      expect_counts(uts(team, {.tree = tree.parameters, .expected_size = tree.published.tree_size}),
                    tree.published);
    }
  });
}

TEST(uts, spreads_the_tree_over_the_ranks) {
  on_teams({two_ranks()}, [](rank_team& team) {
    if (team.size() == 1) { return; }
    std::uint64_t stolen = 0;
    for (int tree = 0; tree < 20 && stolen == 0; ++tree) {  // a rank may find no core for a tree
      static_cast<void>(uts(team, {.tree = sample("T1").parameters}));
      stolen = all_sum(team, team.metrics()[metric::tasks_stolen_from_ranks]);
    }
    EXPECT_GT(stolen, 0U);
  });
}

TEST(uts, refuses_trees_that_do_not_exist_or_do_not_end) {
  const std::vector<uts_parameters> wrong = {
      {.branching = 5000}, {.branching = -1},         {.depth = 0},
      binomial(4, 0.5, 2), binomial(4, 0.0001, 5000), binomial(4, -0.5, 2),
  };
  on_teams({team_of(1, 1), team_of(3, 2)}, [&](rank_team& team) {
    for (const uts_parameters& tree : wrong) {
      EXPECT_THROW(static_cast<void>(uts(team, {.tree = tree})), agreed_error);
    }
  });
}

TEST(uts, refuses_trees_that_cannot_fit) {
  const auto small = [](int ranks, int workers) {
    return with(team_of(ranks, workers), "memory_limit_bytes", "3M");
  };
  on_teams({small(1, 1), small(2, 1), small(2, 2)}, [](rank_team& team) {
    const auto code_of = [&](const uts_options& options) {
      try {
        static_cast<void>(uts(team, options));
      } catch (const error& problem) { return problem.code(); }
      return exit_code::done;
    };
    const uts_sample& tree = sample("T1");
    EXPECT_EQ(code_of({.tree = tree.parameters, .expected_size = tree.published.tree_size}),
              exit_code::memory);
    EXPECT_EQ(code_of({.tree = tree.parameters}), exit_code::memory);  // once it has grown
    EXPECT_EQ(code_of({.tree = tree.parameters, .placement = uts_placement::scattered}),
              exit_code::memory);
  });
}

}  // namespace orujo::test
