// Small arrays that do not lie in one cache line with others.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/cache_aligned.hpp"

#include <cstdint>
#include <deque>
#include <limits>
#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace orujo::test {

namespace {

template <typename T>
std::set<std::uintptr_t> lines_of(const cache_aligned_vector<T>& array) {
  std::set<std::uintptr_t> lines;
  for (const T& each : array) {
    lines.insert(reinterpret_cast<std::uintptr_t>(&each) / cache_line_bytes);
  }
  return lines;
}

template <typename T>
void expect_lines_of_their_own() {
  std::deque<cache_aligned_vector<T>> arrays;
  std::set<std::uintptr_t> all;
  std::size_t count = 0;
  for (std::size_t size = 1; size <= 200; ++size) {
    arrays.emplace_back(size);
    const auto lines = lines_of(arrays.back());
    count += lines.size();
    all.insert(lines.begin(), lines.end());
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arrays.back().data()) % cache_line_bytes, 0U);
  }
  EXPECT_EQ(all.size(), count);
}

}  // namespace

TEST(cache_aligned_vector, shares_no_line_with_another) {
  expect_lines_of_their_own<std::uint8_t>();
  expect_lines_of_their_own<std::uint64_t>();
}

TEST(cache_aligned_vector, is_copied_and_moved_as_others_are) {
  cache_aligned_vector<int> first{1, 2, 3};
  cache_aligned_vector<int> second = first;
  second.push_back(4);
  EXPECT_EQ(first, (cache_aligned_vector<int>{1, 2, 3}));
  first = std::move(second);
  EXPECT_EQ(first, (cache_aligned_vector<int>{1, 2, 3, 4}));
}

TEST(cache_aligned_vector, refuses_more_than_there_are_addresses) {
  cache_aligned_allocator<std::uint64_t> allocator;
  const std::size_t too_many = std::numeric_limits<std::size_t>::max() / sizeof(std::uint64_t);
  EXPECT_THROW(static_cast<void>(allocator.allocate(too_many)), std::bad_array_new_length);
}

}  // namespace orujo::test
