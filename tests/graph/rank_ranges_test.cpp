// A table and a list of ranges say the same.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/rank_ranges.hpp"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/graph/block_partition.hpp"

namespace orujo {

namespace {

using range = std::pair<std::size_t, std::size_t>;

/// Ranges of `sizes[r]` places for each rank r.
rank_ranges ranges_of(const std::vector<std::size_t>& sizes) {
  rank_ranges ranges;
  for (std::size_t r = 0; r < sizes.size(); ++r) {
    ranges.add(rank_id{static_cast<int>(r)}, sizes[r]);
  }
  ranges.seal();
  return ranges;
}

void expect_ranges(const std::vector<std::size_t>& sizes) {
  const rank_ranges ranges = ranges_of(sizes);
  std::size_t at = 0;
  for (std::size_t r = 0; r < sizes.size(); ++r) {
    EXPECT_EQ(ranges.of(rank_id{static_cast<int>(r)}), range(at, at + sizes[r])) << "rank " << r;
    at += sizes[r];
  }
  EXPECT_EQ(ranges.size(), at);
}

}  // namespace

TEST(rank_ranges, of_few_ranks_are_as_they_were_noted) {
  expect_ranges({});
  expect_ranges({7});
  expect_ranges({0});
  expect_ranges({3, 0, 0, 5, 1, 0});
  expect_ranges({0, 0, 2});
}

TEST(rank_ranges, of_many_ranks_are_as_they_were_noted) {
  std::vector<std::size_t> full(2000, 3);
  expect_ranges(full);
  full[0] = full[1999] = full[700] = 0;
  expect_ranges(full);
  std::vector<std::size_t> sparse(4096);
  expect_ranges(sparse);
  for (std::size_t r = 5; r < sparse.size(); r += 97) { sparse[r] = r; }
  expect_ranges(sparse);
  sparse.back() = 1;
  sparse.front() = 2;
  expect_ranges(sparse);
}

TEST(rank_ranges, take_memory_for_ranks_that_have_something) {
  std::vector<std::size_t> sizes(4096);
  for (const std::size_t rank : {17U, 1000U, 4095U}) { sizes[rank] = 10; }
  EXPECT_LE(ranges_of(sizes).memory_bytes(), 3U * 10);
  EXPECT_LE(ranges_of(std::vector<std::size_t>(4096, 10)).memory_bytes(), 4096U * 8);
}

TEST(block_partition, copies_share_a_table) {
  const auto first = block_partition::even(1000, 64);
  const block_partition second = first;
  EXPECT_EQ(first.starts().data(), second.starts().data());
  EXPECT_EQ(second.owner(vertex_id{999}), rank_id{62});
  EXPECT_EQ(block_partition().num_vertices(), 0U);
}

TEST(block_partition, finds_the_vertices_of_the_first_ones_owner) {
  const auto partition = block_partition::even(100, 10);
  const std::vector<vertex_id> vertices = {3, 9, 10, 55, 56, 99};
  const std::span<const vertex_id> all(vertices);
  EXPECT_EQ(partition.with_one_owner(all), 2U);
  EXPECT_EQ(partition.with_one_owner(all.subspan(2)), 1U);
  EXPECT_EQ(partition.with_one_owner(all.subspan(3)), 2U);
  EXPECT_EQ(partition.with_one_owner(all.subspan(5)), 1U);
}

}  // namespace orujo
