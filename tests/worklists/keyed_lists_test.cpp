// Lists of items by key give back what was put in, key by key, wherever the window stands.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <map>
#include <queue>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/base/random.hpp"
#include "orujo/worklists/bucket_bins.hpp"
#include "orujo/worklists/bucket_queue.hpp"
#include "orujo/worklists/d_ary_heap.hpp"
#include "orujo/worklists/held_buckets.hpp"
#include "orujo/worklists/strict_heap.hpp"

namespace orujo::test {

namespace {

template <typename List>
class keyed_list : public testing::Test {};

using all_lists = testing::Types<bucket_bins<std::uint32_t>, strict_heap<std::uint32_t>>;
TYPED_TEST_SUITE(keyed_list, all_lists);

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> items) {
  std::sort(items.begin(), items.end());
  return items;
}

}  // namespace

TYPED_TEST(keyed_list, gives_items_back_by_key_as_a_map_does) {
  using key_type = typename TypeParam::key_type;
  for (const std::uint64_t spread : {10U, 900U, 5000U, 4000000U}) {
    TypeParam list;
    std::map<std::uint64_t, std::vector<std::uint32_t>> expected;
    random_stream random(spread, 1);
    std::vector<std::uint32_t> taken;
    std::uint32_t next = 0;
    std::uint64_t current = 0;
    for (int round = 0; round < 4000; ++round) {
      for (std::uint64_t pushes = random.below(4); pushes > 0 && round < 2000; --pushes) {
        const std::uint64_t key = current + random.below(spread);
        list.push(static_cast<key_type>(key), next);
        expected[key].push_back(next++);
      }
      if (expected.empty()) {
        ASSERT_EQ(list.first_key(), TypeParam::no_key);
        continue;
      }
      current = expected.begin()->first;
      ASSERT_EQ(list.first_key(), static_cast<key_type>(current));
      list.take(static_cast<key_type>(current), taken);
      ASSERT_EQ(sorted(taken), expected.begin()->second);
      expected.erase(expected.begin());
    }
    EXPECT_EQ(list.first_key(), TypeParam::no_key);
  }
}

TYPED_TEST(keyed_list, takes_items_below_those_taken_before) {
  using key_type = typename TypeParam::key_type;
  TypeParam list;
  std::vector<std::uint32_t> taken;
  list.push(key_type{5000}, 1);
  list.take(key_type{5000}, taken);
  list.push(key_type{5001}, 2);
  list.push(key_type{7}, 3);
  EXPECT_EQ(list.first_key(), key_type{7});
  list.take(key_type{7}, taken);
  EXPECT_EQ(taken, (std::vector<std::uint32_t>{3}));
  EXPECT_EQ(list.first_key(), key_type{5001});
}

TYPED_TEST(keyed_list, has_buckets_that_make_way_for_lower_ones) {
  using key_type = typename TypeParam::key_type;
  held_buckets<TypeParam, std::uint32_t> held;
  EXPECT_EQ(held.first_key(), TypeParam::no_key);
  std::vector<std::uint32_t> items{1, 2};
  held.hold(key_type{9}, items);
  EXPECT_TRUE(items.empty());
  items = {3};
  held.hold(key_type{4}, items);
  EXPECT_EQ(held.first_key(), key_type{4});
  held.take(items);
  EXPECT_EQ(items, (std::vector<std::uint32_t>{3}));
  EXPECT_EQ(held.first_key(), key_type{9});
  held.take(items);
  EXPECT_EQ(items, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(held.first_key(), TypeParam::no_key);
}

TEST(bucket_bins, starts_again_where_the_next_items_are) {
  bucket_bins<std::uint32_t> list;
  std::vector<std::uint32_t> taken;
  list.push(1'000'000, 1);
  list.take(list.first_key(), taken);
  ASSERT_TRUE(list.empty());
  list.push(3, 2);
  EXPECT_TRUE(list.take_few(3, 1, taken));
  EXPECT_EQ(taken, (std::vector<std::uint32_t>{2}));
}

TEST(bucket_bins, moves_each_of_many_items_far_apart_a_few_times_only) {
  // As many windows as items: if each move touched all of them, this would take hours.
  bucket_bins<std::uint32_t> list;
  std::vector<std::uint32_t> taken;
  constexpr std::uint32_t count = 300'000;
  for (std::uint32_t i = 0; i < count; ++i) { list.push(std::uint64_t{i} * 5000, i); }
  for (std::uint32_t i = 0; i < count; ++i) {
    ASSERT_EQ(list.first_key(), std::uint64_t{i} * 5000);
    list.take(list.first_key(), taken);
    ASSERT_EQ(taken, (std::vector<std::uint32_t>{i}));
  }
  EXPECT_TRUE(list.empty());
}

TEST(bucket_bins, take_few_leaves_a_large_bucket_alone) {
  bucket_bins<std::uint32_t> list;
  std::vector<std::uint32_t> taken;
  for (std::uint32_t i = 0; i < 10; ++i) { list.push(3, i); }
  EXPECT_FALSE(list.take_few(3, 9, taken));
  EXPECT_FALSE(list.take_few(2, 9, taken));
  EXPECT_FALSE(list.take_few(5000, 9, taken));
  EXPECT_TRUE(list.take_few(3, 10, taken));
  EXPECT_EQ(taken.size(), 10U);
}

TEST(bucket_queue, takes_an_item_of_the_least_bucket_there_is) {
  for (const std::uint64_t spread : {3U, 200U, 90000U}) {
    bucket_queue<std::uint64_t> queue;
    std::multiset<std::uint64_t> expected;
    random_stream random(spread, 3);
    for (int i = 0; i < 20000; ++i) {
      ASSERT_EQ(queue.size(), expected.size());
      if (expected.empty() || random.below(20) < (i < 10000 ? 13U : 7U)) {
        const std::uint64_t key = random.below(spread);
        queue.push(key, key);
        expected.insert(key);
      } else {
        ASSERT_EQ(queue.pop(), *expected.begin());
        expected.erase(expected.begin());
        ASSERT_LT(queue.later(3), spread);
      }
    }
  }
}

TEST(d_ary_heap, pops_in_order_as_a_priority_queue_does) {
  struct is_less {
    bool operator()(std::uint64_t a, std::uint64_t b) const noexcept { return a < b; }
  };
  d_ary_heap<std::uint64_t, is_less, 2> two;
  d_ary_heap<std::uint64_t, is_less, 4> four;
  d_ary_heap<std::uint64_t, is_less, 8> eight;
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> expected;
  random_stream random(1, 2);
  for (int i = 0; i < 20000; ++i) {
    if (expected.empty() || random.below(20) < (i < 10000 ? 13U : 7U)) {
      const std::uint64_t item = random.below(500);
      two.push(item);
      four.push(item);
      eight.push(item);
      expected.push(item);
    } else {
      ASSERT_EQ(two.pop(), expected.top());
      ASSERT_EQ(four.pop(), expected.top());
      ASSERT_EQ(eight.pop(), expected.top());
      expected.pop();
    }
    ASSERT_EQ(four.size(), expected.size());
  }
}

}  // namespace orujo::test
