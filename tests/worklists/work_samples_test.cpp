// Samples over time are few, and nothing that was counted is lost in them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/worklists/work_samples.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace orujo::test {

namespace {

work_sample sum_of(const std::vector<work_sample>& samples) {
  work_sample sum;
  for (const work_sample& each : samples) { sum.add(each); }
  return sum;
}

/// Looks until each sample covers `doublings` times two as much as at first.
work_statistics look_until(work_sampler& sampler, int doublings, std::size_t& questions) {
  work_statistics counts;
  const double wanted = sampler.seconds_per_sample() * std::exp2(doublings) * 0.99;
  while (sampler.seconds_per_sample() < wanted) {
    counts.useful += 3;
    counts.messages += 1;
    counts.wait_seconds += 1e-9;
    sampler.look(counts, 8, [&] {
      ++questions;
      return 5;
    });
  }
  return counts;
}

}  // namespace

TEST(work_sampler, halves_its_resolution_when_it_is_full) {
  for (const std::size_t most : {1U, 7U, 16U}) {
    work_sampler sampler(most);
    for (int run = 0; run < 2; ++run) {
      sampler.start();
      std::size_t questions = 0;
      const work_statistics counts = look_until(sampler, 6, questions);
      const std::vector<work_sample> samples = sampler.coarsened(sampler.seconds_per_sample());
      EXPECT_LE(samples.size(), most);
      EXPECT_GE(samples.size(), (most + 1) / 2);
      const work_sample sum = sum_of(samples);
      EXPECT_NEAR(sum.items, static_cast<double>(counts.useful), 1e-6 * sum.items);
      EXPECT_NEAR(sum.messages, static_cast<double>(counts.messages), 1e-6 * sum.items);
      EXPECT_NEAR(sum.wait_seconds, counts.wait_seconds, 1e-9);
      EXPECT_NEAR(sum.queued_seconds, 5 * sum.seconds, 1e-9);
      EXPECT_NEAR(sum.pace_seconds, 8 * sum.seconds, 1e-9);
      EXPECT_LE(questions, 8 * most + 2);
    }
  }
}

TEST(work_sampler, can_be_made_coarser) {
  work_sampler sampler(16);
  sampler.start();
  std::size_t questions = 0;
  static_cast<void>(look_until(sampler, 2, questions));
  const double seconds = sampler.seconds_per_sample();
  const auto fine = sampler.coarsened(seconds);
  const auto coarse = sampler.coarsened(4 * seconds);
  EXPECT_EQ(coarse.size(), (fine.size() + 3) / 4);
  EXPECT_NEAR(sum_of(coarse).items, sum_of(fine).items, 1e-6);
  EXPECT_NEAR(coarse.front().seconds, 4 * seconds, 1e-9);
}

TEST(work_sampler, keeps_nothing_if_it_is_off) {
  work_sampler sampler;
  sampler.start();
  sampler.look({.useful = 5}, 1, [] {
    ADD_FAILURE() << "nobody is interested";
    return 0;
  });
  EXPECT_TRUE(sampler.coarsened(1).empty());
  EXPECT_EQ(sampler.seconds_per_sample(), 0);
}

}  // namespace orujo::test
