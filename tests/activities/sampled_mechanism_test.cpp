// The choice by trial: exact where times are given, and one that can be used where they are taken.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/choice/sampled_mechanism.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/activities/choice/mechanism_table.hpp"
#include "orujo/base/error.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

isolation_cost cost_of(mechanism_kind kind, std::vector<cost_point> points) {
  return {.mechanism = kind, .points = std::move(points)};
}

// Of one operator: 30, 20 and 40 ns; in activities of 16: 10, 15 and 5 ns; of 64: 20, 15, 9.
std::vector<isolation_cost> three_costs() {
  return {cost_of(mechanism_kind::lock, {{1, 30}, {16, 160}, {64, 1280}}),
          cost_of(mechanism_kind::htm, {{1, 20}, {16, 240}, {64, 960}}),
          cost_of(mechanism_kind::global, {{1, 40}, {16, 80}, {64, 576}})};
}

/// What may be the quickest for operators of that reach.
const std::vector<mechanism_kind>& tried(operator_reach reach) {
  using enum mechanism_kind;
  static const std::vector<mechanism_kind> of_one{atomic, htm};
  static const std::vector<mechanism_kind> of_several{htm, global, lock, stm, combine};
  return reach == operator_reach::one_element ? of_one : of_several;
}

}  // namespace

TEST(sampled_mechanism, is_the_cheapest_for_activities_of_that_size) {
  const auto costs = three_costs();
  EXPECT_EQ(cheapest_mechanism(costs, 1), mechanism_kind::htm);
  EXPECT_EQ(cheapest_mechanism(costs, 16), mechanism_kind::global);
}

TEST(sampled_mechanism, is_the_cheapest_at_the_best_size_where_that_is_adapted) {
  auto costs = three_costs();
  EXPECT_EQ(cheapest_mechanism(costs, 0), mechanism_kind::global);
  costs.push_back(cost_of(mechanism_kind::stm, {{1, 100}, {64, 4 * 64}}));
  EXPECT_EQ(cheapest_mechanism(costs, 0), mechanism_kind::stm);
}

TEST(sampled_mechanism, looks_at_the_best_of_several_trials_of_one) {
  auto costs = three_costs();
  costs.push_back(cost_of(mechanism_kind::lock, {{1, 19}}));
  EXPECT_EQ(cheapest_mechanism(costs, 1), mechanism_kind::lock);
}

TEST(sampled_mechanism, is_the_first_of_equals) {
  const std::array<isolation_cost, 2> costs = {cost_of(mechanism_kind::stm, {{2, 10}}),
                                               cost_of(mechanism_kind::lock, {{4, 20}})};
  EXPECT_EQ(cheapest_mechanism(costs, 0), mechanism_kind::stm);
  EXPECT_THROW(static_cast<void>(cheapest_mechanism({}, 0)), usage_error);
}

TEST(sampled_mechanism, serves_the_reach_of_operators_and_several_workers) {
  on_teams({team_of(1, 2), team_of(1, 4)}, [](rank_team& team) {
    for (const auto reach : {operator_reach::one_element, operator_reach::several_elements}) {
      for (const auto change : {operator_change::swapped, operator_change::added}) {
        for (const std::size_t coarsen : {0U, 1U, 16U}) {
          const mechanism_kind kind =
              sampled_mechanism(team, {.reach = reach,
                                       .change = change,
                                       .coarsen = coarsen,
                                       .with_transactions = is_available(mechanism_kind::htm)});
          EXPECT_NE(std::find(tried(reach).begin(), tried(reach).end(), kind), tried(reach).end());
          EXPECT_NO_THROW(require_mechanism(kind, reach));
        }
      }
    }
  });
}

TEST(sampled_mechanism, tries_additions_where_operators_add) {
  struct adder {
    using element = double;
    using arguments = int;
    double* sum;
    [[nodiscard]] element& place(arguments /*at*/) const { return *sum; }
    [[nodiscard]] static element amount(arguments /*at*/) { return 1; }
  };
  struct setter {
    using element = double;
    using arguments = int;
    double* kept;
    [[nodiscard]] element& place(arguments /*at*/) const { return *kept; }
    static void act(element& value, arguments /*at*/) { value = 1; }
  };
  EXPECT_EQ(sampled_work({.reach = reach_of<adder>, .change = change_of<adder>}),
            trial_work::accumulating);
  EXPECT_EQ(sampled_work({.reach = reach_of<setter>, .change = change_of<setter>}),
            trial_work::marking);
  EXPECT_EQ(sampled_work({.reach = operator_reach::several_elements}), trial_work::several);
}

TEST(sampled_mechanism, is_no_transaction_where_a_rank_has_none) {
  on_teams({team_of(1, 2)}, [](rank_team& team) {
    EXPECT_EQ(sampled_mechanism(team, {.reach = operator_reach::one_element}),
              mechanism_kind::atomic);
    EXPECT_NE(sampled_mechanism(team, {.reach = operator_reach::several_elements}),
              mechanism_kind::htm);
  });
}

}  // namespace orujo::test
