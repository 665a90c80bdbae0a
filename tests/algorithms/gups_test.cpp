// Random updates leave the table that the same updates undo.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/gups.hpp"

#include "support/teams.hpp"

namespace orujo::test {

TEST(gups, makes_every_update_at_its_home) {
  on_teams(all_teams(1), [](rank_team& team) {
    const gups_result result = gups(team, {.table_bytes = 1 << 14, .updates = 20000, .seed = 3});
    EXPECT_EQ(result.errors, 0U);
    EXPECT_EQ(result.updates, 20000U * static_cast<unsigned>(team.size()) *
                                  static_cast<unsigned>(team.num_workers()));
  });
}

TEST(gups, refuses_a_table_that_cannot_fit_on_every_rank) {
  on_teams({team_of(3, 1)}, [](rank_team& team) {
    EXPECT_THROW(static_cast<void>(gups(team, {.table_bytes = std::uint64_t{1} << 50U})), error);
  });
}

}  // namespace orujo::test
