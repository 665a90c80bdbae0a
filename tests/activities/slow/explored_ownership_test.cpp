// The ownership protocol in programs that are drawn, under every schedule of two ranks that
// deviates twice from the order in which parcels were sent, and of three that deviates once.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "activities/ownership_models.hpp"
#include "orujo/base/random.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

constexpr std::uint64_t drawn_programs = is_sanitized ? 4 : 24;

/// One or two elements, which are not the same.
std::vector<global_element> drawn_names(random_stream& random, int ranks) {
  std::vector<global_element> names;
  for (std::uint64_t left = 1 + random.below(2); left > 0; --left) {
    const auto owner = static_cast<int>(random.below(static_cast<std::uint64_t>(ranks)));
    const global_element one{rank_id{owner}, static_cast<std::uint32_t>(random.below(2))};
    if (names.empty() || names.front() != one) { names.push_back(one); }
  }
  return names;
}

ownership_program drawn_program(std::uint64_t seed, int ranks) {
  random_stream random(seed, static_cast<std::uint64_t>(ranks));
  ownership_program drawn;
  drawn.in_flight = 1 + random.below(2);
  for (int r = 0; r < ranks; ++r) {
    std::vector<std::vector<global_element>> of_rank;
    for (std::uint64_t left = 1 + random.below(3); left > 0; --left) {
      of_rank.push_back(drawn_names(random, ranks));
    }
    drawn.spawned.push_back(std::move(of_rank));
  }
  return drawn;
}

template <typename Op>
void explore_drawn_programs(int ranks, int deviations) {
  for (std::uint64_t seed = 1; seed <= drawn_programs; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(ranks) + " ranks");
    const exploration found = explore_ownership<Op>({.deviations = deviations}, {.ranks = ranks},
                                                    drawn_program(seed, ranks));
    EXPECT_EQ(found.failure, "") << found.text();
    EXPECT_TRUE(found.exhausted) << found.text();
  }
}

}  // namespace

TEST(explored_ownership, loses_nothing_in_drawn_programs_of_two_ranks) {
  explore_drawn_programs<named_activity>(2, 2);
  explore_drawn_programs<adding_activity>(2, 2);
}

TEST(explored_ownership, loses_nothing_in_drawn_programs_of_three_ranks) {
  explore_drawn_programs<named_activity>(3, 1);
  explore_drawn_programs<adding_activity>(3, 1);
}

}  // namespace orujo::test
