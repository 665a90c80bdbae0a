// Arrays whose pages workers take together are zero, whatever their size.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/touched_array.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "support/teams.hpp"

namespace orujo::test {

// Of one page, of some that worker 0 takes alone, and of more.
TEST(touched_array, is_zero_for_every_size_and_number_of_workers) {
  on_teams({team_of(1, 1), team_of(1, 2), team_of(1, 4), team_of(2, 3)}, [](rank_team& team) {
    for (const std::size_t bytes : {0U, 1U, 100'000U, 5U << 20U, (70U << 20U) + 1U}) {
      auto found = touched_array<std::uint8_t>(team, bytes);
      ASSERT_EQ(found.size(), bytes);
      for (std::size_t i = 0; i < bytes; i += 4093) { ASSERT_EQ(found[i], 0U); }
      std::fill(found.begin(), found.end(), std::uint8_t{7});
    }
  });
}

TEST(touch_pages, leaves_what_is_no_page_alone) {
  on_teams({team_of(1, 2)}, [](rank_team& team) {
    std::array<std::byte, 64> few{};
    few.front() = std::byte{9};
    touch_pages(team, few);
    EXPECT_EQ(few.front(), std::byte{9});
    touch_pages(team, {});
  });
}

}  // namespace orujo::test
