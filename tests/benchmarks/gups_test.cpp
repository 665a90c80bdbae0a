// Random updates leave the table that the same updates undo.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/gups/gups.hpp"

#include <iterator>

#include "support/teams.hpp"

namespace orujo::test {

TEST(gups, makes_every_update_at_its_home) {
  on_teams(all_teams(1), [](rank_team& team) {
    const auto homes = static_cast<unsigned>(team.size() * team.num_workers());
    for (std::size_t style = 0; style < std::size(gups_style_names); ++style) {
      SCOPED_TRACE(gups_style_names[style]);
      gups_options options{.table_bytes = 1 << 14, .updates = 20000, .seed = 3};
      options.style = static_cast<gups_style>(style);
      // Of those that wait, fewer: each takes a round trip.
      if (options.style <= gups_style::localized) { options.updates = 500; }
      const gups_result result = gups(team, options);
      EXPECT_EQ(result.errors, 0U);
      EXPECT_EQ(result.updates, options.updates * homes);
    }
  });
}

TEST(gups, refuses_a_table_that_cannot_fit_on_every_rank) {
  on_teams({team_of(3, 1)}, [](rank_team& team) {
    for (const gups_style style : {gups_style::async, gups_style::channel}) {
      gups_options options{.table_bytes = std::uint64_t{1} << 47U};
      options.style = style;
      EXPECT_THROW(static_cast<void>(gups(team, options)), error);
    }
  });
}

}  // namespace orujo::test
