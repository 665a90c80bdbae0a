// Numbers of names, from many threads at once.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/name_table.hpp"

#include <map>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/base/random.hpp"

namespace orujo::test {
namespace {

std::string numbered_name(std::uint64_t i) {
  // Short and long ones, some that differ late, some with odd bytes.
  const std::string number = std::to_string(i);
  switch (i % 4) {
    case 0: return number;
    case 1: return "http://a.long.beginning.that.all.share.example/" + number;
    case 2: return std::string(i % 300, 'x') + number;
    default: return "\xff\n\t " + number;
  }
}

std::vector<std::uint64_t> numbered(name_table& table, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  std::vector<std::uint64_t> numbers(names.size());
  table.number(views, numbers);
  return numbers;
}

using numbers_of_names = std::map<std::string, std::uint64_t>;

/// Numbers drawn names again and again; fails unless each has one number only.
numbers_of_names number_drawn(name_table& table, std::uint64_t stream) {
  constexpr std::uint64_t different = 20000;
  random_stream random(7, stream);
  numbers_of_names found;
  for (int batch = 0; batch < 60; ++batch) {
    std::vector<std::string> names;
    for (int i = 0; i < 1000; ++i) { names.push_back(numbered_name(random.below(different))); }
    const std::vector<std::uint64_t> numbers = numbered(table, names);
    for (std::size_t i = 0; i < names.size(); ++i) {
      EXPECT_EQ(found.emplace(names[i], numbers[i]).first->second, numbers[i]) << names[i];
    }
  }
  return found;
}

TEST(name_table, equal_names_and_no_others_have_equal_numbers_whoever_asks) {
  constexpr std::size_t threads = 4;
  name_table table;
  std::vector<numbers_of_names> found(threads);
  {
    std::vector<std::jthread> workers;
    for (std::size_t t = 0; t < threads; ++t) {
      workers.emplace_back([&, t] { found[t] = number_drawn(table, t); });
    }
  }
  numbers_of_names all;
  std::map<std::uint64_t, std::string> back;
  for (const auto& of_thread : found) {
    for (const auto& [name, number] : of_thread) {
      EXPECT_EQ(all.emplace(name, number).first->second, number);
      EXPECT_EQ(back.emplace(number, name).first->second, name);
      EXPECT_LT(number, table.end());
    }
  }
  EXPECT_EQ(table.size(), all.size());
  EXPECT_LE(table.end(), 2 * all.size()) << "numbers are almost without gaps";
  numbers_of_names visited;
  for (std::size_t shard = 0; shard < name_table::num_shards; ++shard) {
    table.visit(
        shard, [&](std::string_view name, std::uint64_t number) { visited.emplace(name, number); });
  }
  EXPECT_EQ(visited, all);
}

TEST(name_table, memory_is_the_names_and_a_bounded_sum_for_each) {
  name_table table;
  std::vector<std::string> names;
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < 300000; ++i) {
    names.push_back("vertex " + std::to_string(i));
    bytes += names.back().size();
  }
  static_cast<void>(numbered(table, names));
  // 16 bytes a slot, at least three eighths full; 4 bytes and the name; blocks that are not full.
  EXPECT_LE(table.bytes(), names.size() * 48 + bytes + (std::uint64_t{64} << 20U));
  EXPECT_GE(table.bytes(), bytes + names.size() * 20);
}

TEST(name_table, nothing_is_no_name_and_any_bytes_are) {
  name_table table;
  EXPECT_EQ(table.size(), 0U);
  EXPECT_EQ(table.end(), 0U);
  EXPECT_TRUE(numbered(table, {}).empty());
  const std::vector<std::uint64_t> numbers =
      numbered(table, {"", std::string(1, '\0'), std::string(2, '\0'), "", "a"});
  EXPECT_EQ(numbers[0], numbers[3]);
  EXPECT_EQ(table.size(), 4U);
}

}  // namespace
}  // namespace orujo::test
