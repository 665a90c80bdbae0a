// Metrics: counting by one worker, merging of workers and ranks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/metrics.hpp"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace orujo {
namespace {

TEST(metrics, sums_add_and_maxima_do_not) {
  std::vector<worker_metrics> workers(3);
  for (worker_metrics& worker : workers) {
    worker.add(metric::messages_sent, 5);
    worker.raise(metric::in_flight_bytes_peak, 7);
  }
  workers[1].raise(metric::in_flight_bytes_peak, 9);
  workers[1].raise(metric::in_flight_bytes_peak, 8);
  metric_totals totals = merge(workers);
  EXPECT_EQ(totals[metric::messages_sent], 15U);
  EXPECT_EQ(totals[metric::in_flight_bytes_peak], 9U);
  totals.merge(totals);
  EXPECT_EQ(totals[metric::messages_sent], 30U);
  EXPECT_EQ(totals[metric::in_flight_bytes_peak], 9U);
}

TEST(metrics, every_row_has_a_name_a_unit_and_a_help) {
  for (const metric_row& row : all_metrics()) {
    EXPECT_FALSE(row.name.empty());
    EXPECT_FALSE(row.unit.empty()) << row.name;
    EXPECT_FALSE(row.help.empty()) << row.name;
  }
}

TEST(metrics, another_thread_may_read_while_the_owner_counts) {
  worker_metrics worker;
  std::jthread owner([&] {
    for (int i = 0; i < 10000; ++i) { worker.add(metric::messages_sent); }
  });
  std::uint64_t before = 0;
  while (before < 10000) {
    const std::uint64_t now = worker.value(metric::messages_sent);
    ASSERT_GE(now, before);
    before = now;
  }
}

TEST(metrics, workers_share_no_cache_line) {
  EXPECT_EQ(sizeof(worker_metrics) % cache_line_bytes, 0U);
}

}  // namespace
}  // namespace orujo
