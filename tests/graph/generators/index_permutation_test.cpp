// Permutations that are computed.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/generators/index_permutation.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace orujo::test {
namespace {

TEST(index_permutation, maps_every_index_to_one_of_its_own) {
  for (const std::uint64_t size : {1U, 2U, 3U, 4U, 7U, 8U, 100U, 1024U, 4097U, 100000U}) {
    for (const std::uint64_t seed : {0U, 1U, 99U}) {
      const index_permutation permutation(size, seed);
      std::vector<bool> hit(size);
      for (std::uint64_t i = 0; i < size; ++i) {
        const std::uint64_t image = permutation(i);
        ASSERT_LT(image, size);
        ASSERT_FALSE(hit[image]) << size << " " << seed << " " << i;
        hit[image] = true;
      }
    }
  }
}

TEST(index_permutation, applied_to_many_is_the_same) {
  for (const std::uint64_t size : {1024U, 1000U}) {
    const index_permutation permutation(size, 5);
    std::vector<std::uint64_t> indices(size);
    std::iota(indices.begin(), indices.end(), 0);
    permutation.apply(indices);
    for (std::uint64_t i = 0; i < size; ++i) { EXPECT_EQ(indices[i], permutation(i)); }
  }
}

TEST(index_permutation, depends_on_the_seed) {
  const index_permutation one(1 << 20, 1);
  const index_permutation two(1 << 20, 2);
  int same = 0;
  for (std::uint64_t i = 0; i < 10000; ++i) { same += one(i) == two(i) ? 1 : 0; }
  EXPECT_LT(same, 5);
}

TEST(index_permutation, spreads_neighbours_evenly) {
  constexpr std::uint64_t size = 1 << 20;
  constexpr int cells = 64;
  const index_permutation permutation(size, 3);
  std::vector<double> high(cells);
  std::vector<double> low(cells);
  constexpr int draws = 64 * 1000;
  for (std::uint64_t i = 0; i < draws; ++i) {
    ++high[permutation(i) * cells / size];
    ++low[permutation(i) % cells];
  }
  for (int cell = 0; cell < cells; ++cell) {  // 1000 expected, standard deviation 32
    EXPECT_NEAR(high[static_cast<std::size_t>(cell)], 1000, 200);
    EXPECT_NEAR(low[static_cast<std::size_t>(cell)], 1000, 200);
  }
}

}  // namespace
}  // namespace orujo::test
