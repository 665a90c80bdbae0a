// How many activities are under way: raised while few attempts are refused, cut where many are.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/distributed/flight_window.hpp"

#include <algorithm>
#include <cstddef>

#include <gtest/gtest.h>

namespace orujo::test {

namespace {

using activities::flight_window;

/// Ends rows of attempts, of which `refused` in eight are refused.
void end_rows(flight_window& window, int rows, std::size_t refused) {
  for (int row = 0; row < rows; ++row) {
    const std::size_t attempts = std::max<std::size_t>(32, window.size());
    for (std::size_t i = 0; i < attempts; ++i) { window.note(i % 8 < refused); }
  }
}

}  // namespace

TEST(flight_window, stays_where_it_is_fixed) {
  flight_window window(7);
  end_rows(window, 10, 8);
  end_rows(window, 10, 0);
  EXPECT_EQ(window.size(), 7U);
  EXPECT_EQ(window.bound(), 7U);
}

TEST(flight_window, doubles_up_to_its_bound_while_few_are_refused) {
  flight_window window(0);
  const std::size_t first = window.size();
  end_rows(window, 1, 3);
  EXPECT_EQ(window.size(), 2 * first);
  end_rows(window, 10, 0);
  EXPECT_EQ(window.size(), flight_window::most_adapted);
  EXPECT_EQ(window.size(), window.bound());
}

TEST(flight_window, loses_a_quarter_where_most_are_refused_and_is_then_raised_slowly) {
  flight_window window(0);
  end_rows(window, 10, 0);
  end_rows(window, 1, 5);
  EXPECT_EQ(window.size(), flight_window::most_adapted * 3 / 4);
  end_rows(window, 1, 0);
  EXPECT_EQ(window.size(), flight_window::most_adapted * 3 / 4 * 9 / 8);
  end_rows(window, 20, 8);
  EXPECT_EQ(window.size(), 1U);
  end_rows(window, 1, 0);
  EXPECT_EQ(window.size(), 2U);
}

TEST(flight_window, stays_where_about_half_are_refused) {
  flight_window window(0);
  const std::size_t first = window.size();
  end_rows(window, 10, 4);
  EXPECT_EQ(window.size(), first);
}

}  // namespace orujo::test
