// Moments of counters: bounded in number, spread over the whole time.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/metric_sampler.hpp"

#include <gtest/gtest.h>

namespace orujo {
namespace {

TEST(metric_sampler, keeps_the_first_and_the_last_moment_and_few_between) {
  worker_metrics counters;
  metric_sampler sampler(16);
  EXPECT_TRUE(sampler.moments().empty());
  counters.add(metric::messages_sent, 5);
  sampler.start(counters, 1000);
  for (std::uint64_t now = 1001; now < 4000; ++now) {
    counters.add(metric::messages_sent);
    sampler.note(counters, now);
    EXPECT_LE(sampler.moments().size(), 16U);
  }
  counters.add(metric::messages_sent, 1);
  sampler.stop(counters, 4000);
  const auto moments = sampler.moments();
  ASSERT_GE(moments.size(), 8U);
  EXPECT_EQ(moments.front().when, 1000U);
  EXPECT_EQ(moments.front().values[0], 5U);
  EXPECT_EQ(moments.back().when, 4000U);
  EXPECT_EQ(moments.back().values[0], 3005U);
  for (std::size_t i = 1; i < moments.size(); ++i) {
    EXPECT_LT(moments[i - 1].when, moments[i].when);
    EXPECT_EQ(moments[i].values[0], moments[i].when - 995);
  }
}

TEST(metric_sampler, keeps_nothing_while_it_has_stopped) {
  worker_metrics counters;
  metric_sampler sampler(8);
  sampler.look(counters);
  sampler.note(counters, 3);
  EXPECT_TRUE(sampler.moments().empty());
  sampler.start(counters, 5);
  sampler.stop(counters, 6);
  sampler.look(counters);
  sampler.stop(counters, 9);
  ASSERT_EQ(sampler.moments().size(), 2U);
  EXPECT_EQ(sampler.moments().back().when, 6U);
  sampler.start(counters, 20);
  ASSERT_EQ(sampler.moments().size(), 1U);
  EXPECT_EQ(sampler.moments().front().when, 20U);
}

TEST(metric_sampler, looks_keep_moments_that_lie_apart) {
  worker_metrics counters;
  metric_sampler sampler(8);
  sampler.start(counters, trace_now());
  while (sampler.moments().size() < 7) { sampler.look(counters); }
  const auto moments = sampler.moments();
  for (std::size_t i = 1; i < moments.size(); ++i) {
    EXPECT_GE(moments[i].when - moments[i - 1].when, 10'000U);
  }
}

TEST(metric_sampler, keeps_declared_metrics_behind_the_others) {
  worker_metrics counters;
  metric_sampler sampler(4);
  counters.add(declared_slot{3}, 7);
  counters.raise(declared_slot{4}, 9);
  counters.raise(declared_slot{4}, 8);
  sampler.start(counters, 1);
  EXPECT_EQ(sampler.moments().front().values[sampled_metrics.size() + 3], 7U);
  EXPECT_EQ(sampler.moments().front().values[sampled_metrics.size() + 4], 9U);
}

}  // namespace
}  // namespace orujo
