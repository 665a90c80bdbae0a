// Stealable tasks: the owner gets the youngest, thieves the oldest, each task goes to one of them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/public_tasks.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace orujo::test {

namespace {

using sharing = public_tasks::sharing;

/// A task that writes its number to `where`.
task numbered(int number, int* where) {
  return task([number, where] { *where = number; }, nullptr);
}

int number_of(task work, const int& where) {
  work.run();
  return where;
}

}  // namespace

TEST(public_tasks, are_last_in_first_out_for_their_owner) {
  for (const sharing how : {sharing::off, sharing::on}) {
    public_tasks tasks;
    int number = -1;
    for (int i = 0; i < 100; ++i) { tasks.push(numbered(i, &number), how); }
    task work;
    for (int i = 99; i >= 0; --i) {
      ASSERT_TRUE(tasks.pop(work));
      EXPECT_EQ(number_of(work, number), i);
    }
    EXPECT_FALSE(tasks.pop(work));
  }
}

TEST(public_tasks, are_given_away_by_halves_oldest_first) {
  public_tasks tasks;
  int number = -1;
  for (int i = 0; i < 9; ++i) { tasks.push(numbered(i, &number), sharing::on); }
  std::vector<task> taken = tasks.take_half(100);
  ASSERT_EQ(taken.size(), 5U);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(number_of(taken[static_cast<std::size_t>(i)], number), i);
  }
  taken = tasks.take_half(1);
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(number_of(taken.front(), number), 5);
  EXPECT_EQ(tasks.take_half(100).size(), 2U);
  task left;
  ASSERT_TRUE(tasks.pop(left));
  EXPECT_EQ(number_of(left, number), 8);
  EXPECT_TRUE(tasks.take_half(100).empty());
}

TEST(public_tasks, are_offered_to_thieves_oldest_first) {
  public_tasks tasks;
  int number = -1;
  EXPECT_FALSE(tasks.push(numbered(0, &number), sharing::on));
  EXPECT_FALSE(tasks.any_offered());
  EXPECT_TRUE(tasks.push(numbered(1, &number), sharing::on));
  EXPECT_TRUE(tasks.any_offered());
  const std::vector<task> taken = tasks.steal_half();
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(number_of(taken.front(), number), 0);
  EXPECT_TRUE(tasks.steal_half().empty());
}

TEST(public_tasks, are_withheld_until_offered_again) {
  public_tasks tasks;
  int number = -1;
  for (int i = 0; i < 5; ++i) { tasks.push(numbered(i, &number), sharing::on); }
  tasks.withhold();
  EXPECT_FALSE(tasks.any_offered());
  EXPECT_TRUE(tasks.steal_half().empty());
  EXPECT_FALSE(tasks.push(numbered(5, &number), sharing::on));
  EXPECT_FALSE(tasks.offer_if_none());
  EXPECT_EQ(tasks.size(), 6U);
  EXPECT_TRUE(tasks.offer_again());
  EXPECT_FALSE(tasks.offer_again());
  const std::vector<task> taken = tasks.steal_half();
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(number_of(taken.front(), number), 0);
  task work;
  for (int i = 5; i >= 1; --i) {
    ASSERT_TRUE(tasks.pop(work));
    EXPECT_EQ(number_of(work, number), i);
  }
}

TEST(public_tasks, of_which_none_is_left_are_not_offered_again) {
  public_tasks tasks;
  tasks.withhold();
  EXPECT_FALSE(tasks.offer_again());
}

TEST(public_tasks, go_to_their_owner_or_to_one_thief) {
  constexpr int count = 20'000;
  public_tasks tasks;
  std::vector<std::atomic<int>> runs(count);
  std::atomic<bool> done{false};
  std::vector<std::jthread> thieves;
  for (int t = 0; t < 2; ++t) {
    thieves.emplace_back([&] {
      while (!done) {
        for (task& each : tasks.steal_half()) { each.run(); }
      }
    });
  }
  task work;
  for (int i = 0; i < count; ++i) {
    tasks.push(task([&runs, i] { ++runs[static_cast<std::size_t>(i)]; }, nullptr), sharing::on);
    if (i % 3 == 0 && tasks.pop(work)) { work.run(); }
  }
  while (tasks.pop(work)) { work.run(); }
  done = true;
  thieves.clear();
  for (const auto& each : runs) { ASSERT_EQ(each.load(), 1); }
}

TEST(task, runs_small_and_large_closures_once_and_frees_the_large_ones) {
  auto shared = std::make_shared<int>(0);
  task large([shared] { ++*shared; }, nullptr);
  EXPECT_EQ(shared.use_count(), 2);
  task moved = large;  // as queues do
  moved.run();
  EXPECT_EQ(*shared, 1);
  EXPECT_EQ(shared.use_count(), 1);
}

}  // namespace orujo::test
