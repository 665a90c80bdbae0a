// A team's report card names what its settings chose for threads and handlers.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "orujo/messaging/rank_team.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// What the card says of `choice`; an empty row if nothing.
report_row row_of_card(const rank_team& team, std::string_view choice) {
  report_card card;
  team.describe(card);
  for (const report_entry& entry : card.entries()) {
    if (entry.row.choice == choice) { return entry.row; }
  }
  return {};
}

}  // namespace

TEST(choices_in_force, name_how_workers_are_bound_to_cores) {
  on_teams({team_of(1, 1), team_of(1, 64)}, [](rank_team& team) {
    const bool room = team.transport().place().has_core_for_each_thread();
    const std::string bound = row_of_card(team, "threads of workers").value;
    EXPECT_EQ(bound.starts_with("bound to one core"), room) << bound;
    EXPECT_EQ(bound.ends_with("fewer cores than threads"), !room) << bound;
  });
  on_teams({with(team_of(1, 1), "pin_workers", "false")}, [](rank_team& team) {
    EXPECT_EQ(row_of_card(team, "threads of workers").value, "where the system puts them");
  });
}

TEST(choices_in_force, name_how_far_batch_handlers_fetch_ahead) {
  on_teams({with(team_of(2, 1), "prefetch_distance", "7")}, [](rank_team& team) {
    const report_row row = row_of_card(team, "batch handlers");
    ASSERT_EQ(row.numbers.size(), 1U);
    EXPECT_EQ(row.numbers[0].value, 7);
  });
}

TEST(choices_in_force, name_the_pages_of_large_arrays) {
  for (const char* const wanted : {"true", "false"}) {
    on_teams({with(team_of(1, 1), "huge_pages", wanted)}, [&](rank_team& team) {
      const bool huge = row_of_card(team, "large arrays").value.starts_with("on huge pages");
      EXPECT_EQ(huge, std::string_view(wanted) == "true");
    });
  }
}

}  // namespace orujo::test
