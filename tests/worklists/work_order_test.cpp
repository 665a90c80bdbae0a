// Orders have names that can be written and read back.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/worklists/work_order.hpp"

#include <string>

#include <gtest/gtest.h>

#include "orujo/base/error.hpp"

namespace orujo::test {

TEST(work_order, is_read_as_it_is_written) {
  for (const char* text :
       {"unordered", "levels:2", "levels", "buckets:16", "buckets:0.25", "buckets",
        "priority_per_worker:3", "priority_per_worker", "priority_per_rank", "strict"}) {
    EXPECT_EQ(text_of(order_named(text)), text);
  }
  EXPECT_EQ(order_named("levels:2"), (work_order{order_kind::levels, 2}));
}

TEST(work_order, suggests_the_nearest_name_for_an_unknown_one) {
  try {
    static_cast<void>(order_named("bukets:3"));
    FAIL();
  } catch (const usage_error& problem) {
    EXPECT_NE(std::string(problem.what()).find("'buckets'"), std::string::npos) << problem.what();
  }
}

TEST(work_order, has_a_width_only_where_it_means_something) {
  for (const char* text : {"strict:3", "unordered:1", "levels:1.5", "levels:-1", "buckets:-1",
                           "buckets:x", "buckets:", "buckets:inf", "buckets:nan"}) {
    EXPECT_THROW(static_cast<void>(order_named(text)), usage_error) << text;
  }
}

TEST(work_order, a_width_of_0_is_open_until_somebody_chooses_it) {
  for (const char* text : {"levels:0", "buckets:0", "priority_per_worker:0"}) {
    const work_order order = order_named(text);
    EXPECT_EQ(order.width, 0) << text;
    EXPECT_EQ(text_of(order) + ":0", text);
    const double expected = order.kind == order_kind::levels ? 1 : 7;
    EXPECT_EQ(with_width(order, [] { return 7.0; }).width, expected);
  }
  const auto fail = [] {
    ADD_FAILURE() << "nothing is to be chosen";
    return 1.0;
  };
  for (const work_order& order :
       {work_order{order_kind::buckets, 3}, work_order{order_kind::strict, 0}}) {
    EXPECT_EQ(with_width(order, fail), order);
  }
}

}  // namespace orujo::test
