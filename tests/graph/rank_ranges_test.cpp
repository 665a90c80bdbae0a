// A table and a list of ranges say the same.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/rank_ranges.hpp"

#include <algorithm>
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

TEST(rank_ranges, are_visited_from_any_rank_on_and_around) {
  std::vector<std::size_t> sizes(4096);
  for (const std::size_t rank : {17U, 1000U, 4095U}) { sizes[rank] = rank; }
  for (const std::size_t ranks : {4096U, 20U}) {  // as a list, and as a table
    sizes.resize(ranks);
    const rank_ranges ranges = ranges_of(sizes);
    for (const int start : {0, 17, 18, 2000, 4095}) {
      std::vector<int> visited;
      ranges.for_each(rank_id{start}, [&](rank_id rank, std::size_t first, std::size_t last) {
        EXPECT_EQ(range(first, last), ranges.of(rank));
        visited.push_back(index_of(rank));
      });
      std::vector<int> expected = {17, 1000, 4095};
      if (ranks < 4096) { expected = {17}; }
      const auto next = std::lower_bound(expected.begin(), expected.end(), start);
      std::rotate(expected.begin(), next, expected.end());
      EXPECT_EQ(visited, expected) << "from " << start << " of " << ranks;
    }
  }
}

/// The owners of all vertices, one after the other, as the blocks of `partition` say.
void expect_owners(const block_partition& partition) {
  for (int r = 0; r < partition.num_ranks(); ++r) {
    const vertex_id first = partition.first(rank_id{r});
    for (vertex_id v = first; v < first + partition.size(rank_id{r}); ++v) {
      ASSERT_EQ(partition.owner(v), rank_id{r}) << "vertex " << v;
    }
  }
}

TEST(block_partition, of_even_blocks_of_many_ranks_takes_no_table) {
  for (const int ranks : {1, 7, 64, 65, 100}) {
    for (const vertex_id vertices : {0U, 1U, 63U, 64U, 65U, 100U, 1000U}) {
      const auto even = block_partition::even(vertices, ranks);
      EXPECT_EQ(even.num_vertices(), vertices);
      EXPECT_EQ(even.memory_bytes() == 0, ranks > 64);
      expect_owners(even);
      std::vector<vertex_id> starts;
      for (int r = 0; r < ranks; ++r) { starts.push_back(even.first(rank_id{r})); }
      starts.push_back(vertices);
      const block_partition same(starts);
      EXPECT_EQ(same.memory_bytes(), even.memory_bytes());
      expect_owners(same);
    }
  }
  EXPECT_EQ(block_partition::even(1000, 64).owner(vertex_id{999}), rank_id{62});
  EXPECT_EQ(block_partition().num_vertices(), 0U);
  EXPECT_EQ(block_partition().num_ranks(), 0);
}

/// Blocks of 0 to 2 * `most` vertices.
std::vector<vertex_id> uneven_starts(std::size_t ranks, vertex_id most) {
  std::vector<vertex_id> starts = {0};
  for (std::size_t r = 0; r < ranks; ++r) { starts.push_back(starts.back() + most * (r * r % 3)); }
  return starts;
}

TEST(block_partition, of_other_blocks_has_one_table_for_all_copies) {
  const block_partition first({0, 3, 3, 10, 11});
  const block_partition second = first;
  EXPECT_EQ(second.memory_bytes(), 5 * sizeof(vertex_id));
  expect_owners(second);
  EXPECT_EQ(second.size(rank_id{1}), 0U);
  EXPECT_EQ(second.first(rank_id{3}), 10U);
  for (const std::size_t ranks : {63U, 64U, 65U, 127U, 128U, 200U}) {
    const std::vector<vertex_id> starts = uneven_starts(ranks, 5);
    const block_partition many(starts);
    expect_owners(many);
    for (std::size_t r = 0; r < ranks; ++r) {
      ASSERT_EQ(many.first(rank_id{static_cast<int>(r)}), starts[r]);
    }
    EXPECT_EQ(many.num_vertices(), starts.back());
  }
}

TEST(block_partition, of_many_ranks_takes_as_few_bytes_as_the_blocks_need) {
  EXPECT_LE(block_partition(uneven_starts(4096, 20)).memory_bytes(), 4096U * 2 + 600);
  EXPECT_LE(block_partition(uneven_starts(4096, 1 << 20)).memory_bytes(), 4096U * 4 + 600);
  for (const vertex_id most : {vertex_id{1} << 12, vertex_id{1} << 20, vertex_id{1} << 40}) {
    const std::vector<vertex_id> starts = uneven_starts(300, most);
    const block_partition many(starts);
    for (std::size_t r = 0; r < 300; ++r) {
      const rank_id rank{static_cast<int>(r)};
      ASSERT_EQ(many.first(rank), starts[r]);
      if (many.size(rank) == 0) { continue; }
      ASSERT_EQ(many.owner(starts[r]), rank);
      ASSERT_EQ(many.owner(starts[r + 1] - 1), rank);
    }
  }
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
