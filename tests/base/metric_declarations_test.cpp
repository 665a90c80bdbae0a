// Metrics that a program declares: a slot for each name, and what is refused.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/metric_declarations.hpp"

#include <string>

#include <gtest/gtest.h>

#include "orujo/base/error.hpp"

namespace orujo {
namespace {

using enum metric_merge;

TEST(metric_declarations, give_each_name_one_slot) {
  metric_declarations all;
  const declared_slot edges = all.declare("relaxed edges", sum);
  const declared_slot queue = all.declare("longest queue", maximum);
  EXPECT_NE(edges, queue);
  EXPECT_EQ(all.declare("relaxed edges", sum), edges);
  ASSERT_EQ(all.rows().size(), 2U);
  EXPECT_EQ(all.rows()[1].name, "longest queue");
  EXPECT_EQ(all.rows()[1].merge, maximum);
}

TEST(metric_declarations, refuse_names_that_are_empty_or_mean_two_things) {
  metric_declarations all;
  EXPECT_THROW(all.declare("", sum), usage_error);
  all.declare("edges", sum);
  EXPECT_THROW(all.declare("edges", maximum), usage_error);
  EXPECT_EQ(all.rows().size(), 1U);
}

TEST(metric_declarations, refuse_more_than_there_are_counters) {
  metric_declarations all;
  for (std::size_t i = 0; i < most_declared_metrics; ++i) { all.declare(std::to_string(i), sum); }
  EXPECT_THROW(all.declare("one more", sum), usage_error);
  EXPECT_EQ(all.declare("0", sum), declared_slot{0});
}

TEST(metric_declarations, have_a_fingerprint_of_names_kinds_and_order) {
  metric_declarations a;
  metric_declarations b;
  EXPECT_EQ(a.fingerprint(), b.fingerprint());
  a.declare("x", sum);
  EXPECT_NE(a.fingerprint(), b.fingerprint());
  b.declare("x", maximum);
  EXPECT_NE(a.fingerprint(), b.fingerprint());
  metric_declarations c;
  metric_declarations d;
  c.declare("x", sum);
  c.declare("y", sum);
  d.declare("y", sum);
  d.declare("x", sum);
  EXPECT_NE(c.fingerprint(), d.fingerprint());
  a.declare("y", sum);
  EXPECT_EQ(a.fingerprint(), c.fingerprint());
}

}  // namespace
}  // namespace orujo
