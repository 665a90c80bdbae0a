// Each policy does what it says; the atomic one does it for several workers at once.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/isolation.hpp"

#include <cstdint>
#include <numeric>
#include <vector>

#include "support/teams.hpp"

namespace orujo::test {

template <typename Policy>
class isolation_policies : public testing::Test {};
using all_policies = testing::Types<isolation::plain, isolation::atomic>;
TYPED_TEST_SUITE(isolation_policies, all_policies);

TYPED_TEST(isolation_policies, change_values_and_say_what_was) {
  static_assert(isolation::policy<TypeParam>);
  std::uint32_t value = 7;
  EXPECT_EQ(TypeParam::load(value), 7U);
  EXPECT_EQ(TypeParam::add(value, 3), 7U);
  EXPECT_EQ(TypeParam::subtract(value, 4), 10U);
  EXPECT_EQ(value, 6U);
  EXPECT_FALSE(TypeParam::lower(value, 6));
  EXPECT_FALSE(TypeParam::lower(value, 9));
  EXPECT_TRUE(TypeParam::lower(value, 2));
  EXPECT_EQ(value, 2U);
  EXPECT_FALSE(TypeParam::claim(value, 3, 5));
  EXPECT_EQ(value, 2U);
  EXPECT_TRUE(TypeParam::claim(value, 2, 5));
  EXPECT_EQ(value, 5U);
  double real = 0.5;
  TypeParam::add(real, 0.25);
  EXPECT_EQ(real, 0.75);
}

TEST(isolation_atomic, loses_nothing_of_several_workers) {
  run_team(team_of(1, 4), [](rank_team& team) {
    constexpr std::uint64_t rounds = 2000;
    std::uint64_t sum = 0;
    std::uint64_t least = ~std::uint64_t{0};
    std::vector<std::uint64_t> owner(rounds, 0);
    std::vector<std::uint64_t> claimed(4, 0);
    team.on_workers([&](worker& self) {
      const auto me = static_cast<std::size_t>(self.index());
      for (std::uint64_t i = 0; i < rounds; ++i) {
        isolation::atomic::add(sum, 1);
        isolation::atomic::lower(least, (rounds - i) * 4 + me);
        if (isolation::atomic::claim(owner[i], 0, me + 1)) { ++claimed[me]; }
      }
    });
    EXPECT_EQ(sum, 4 * rounds);
    EXPECT_EQ(least, 4U);
    EXPECT_EQ(std::accumulate(claimed.begin(), claimed.end(), std::uint64_t{0}), rounds);
    for (std::size_t w = 0; w < 4; ++w) {
      EXPECT_EQ(static_cast<std::uint64_t>(std::count(owner.begin(), owner.end(), w + 1)),
                claimed[w]);
    }
  });
}

}  // namespace orujo::test
