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

TEST(progress_pace, lets_messages_in_after_each_item_below_the_eager_limit) {
  settings values = with_pace("fixed", "64");
  values.assign("eager_limit", "10", setting_source::option);
  const auto pace = make_progress_pace(values);
  for (const std::size_t queued : {1U, 5U, 9U, 10U}) { EXPECT_EQ(pace->items(queued), 1U); }
  EXPECT_EQ(pace->items(11), 2U);  // down to the limit
  EXPECT_EQ(pace->items(72), 63U);
  EXPECT_EQ(pace->items(1000), 64U);
}

TEST(progress_pace, adapts_also_below_the_eager_limit) {
  settings values = with_pace("adaptive", "64");
  values.assign("eager_limit", "10", setting_source::option);
  const auto pace = make_progress_pace(values);
  for (std::size_t queued = 1; queued < 10; ++queued) { EXPECT_EQ(pace->items(queued), 1U); }
  EXPECT_EQ(pace->items(1000), 16U);  // the queue has grown all the time
}

TEST(progress_pace, names_the_eager_limit_where_there_is_one) {
  settings values = with_pace("adaptive", "64");
  const std::size_t numbers = make_progress_pace(values)->describe().numbers.size();
  values.assign("eager_limit", "10", setting_source::option);
  const report_row row = make_progress_pace(values)->describe();
  ASSERT_EQ(row.numbers.size(), numbers + 1);
  EXPECT_EQ(row.numbers.back().name, "eager limit");
  EXPECT_EQ(row.numbers.back().value, 10);
}

TEST(progress_pace, says_what_it_is) {
  const report_row row = make_progress_pace(with_pace("adaptive", "8"))->describe();
  EXPECT_EQ(row.choice, "progress pace");
  EXPECT_EQ(row.numbers.front().value, 8);
  EXPECT_NE(row.value, make_progress_pace(with_pace("fixed", "8"))->describe().value);
}

}  // namespace orujo::test
