// The pace follows the queue, or does not, as the settings say.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/worklists/progress_pace.hpp"

#include <string>

#include <gtest/gtest.h>

namespace orujo::test {

namespace {

settings with_pace(const char* name, const char* items) {
  settings values;
  values.assign("progress_pace", name, setting_source::option);
  values.assign("pace_items", items, setting_source::option);
  return values;
}

}  // namespace

TEST(progress_pace, slows_down_while_the_queue_grows) {
  const auto pace = make_progress_pace(with_pace("adaptive", "64"));
  EXPECT_EQ(pace->items(100), 32U);
  EXPECT_EQ(pace->items(200), 16U);
  EXPECT_EQ(pace->items(300), 16U);
  EXPECT_EQ(pace->items(200), 32U);
  EXPECT_EQ(pace->items(200), 64U);
  for (int i = 0; i < 4; ++i) { EXPECT_EQ(pace->items(100), 128U << i); }
  EXPECT_EQ(pace->items(50), 1024U);
}

TEST(progress_pace, never_stops) {
  const auto pace = make_progress_pace(with_pace("adaptive", "1"));
  for (const std::size_t queued : {1U, 2U, 3U, 4U}) { EXPECT_EQ(pace->items(queued), 1U); }
}

TEST(progress_pace, stays_the_same_if_fixed) {
  const auto pace = make_progress_pace(with_pace("fixed", "7"));
  EXPECT_EQ(pace->items(1), 7U);
  EXPECT_EQ(pace->items(1000), 7U);
}

TEST(progress_pace, says_what_it_is) {
  const report_row row = make_progress_pace(with_pace("adaptive", "8"))->describe();
  EXPECT_EQ(row.choice, "progress pace");
  EXPECT_EQ(row.numbers.front().value, 8);
  EXPECT_NE(row.value, make_progress_pace(with_pace("fixed", "8"))->describe().value);
}

}  // namespace orujo::test
