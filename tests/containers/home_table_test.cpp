// One worker's table beside std::map, through growth, erasing and keys with bad hashes.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/containers/home_table.hpp"

#include <map>
#include <string>
#include <vector>

#include "containers/container_run.hpp"

namespace orujo::test {

namespace {

/// Random insertions and removals of `keys` keys, compared at each step and as a whole.
template <typename K, typename V, typename Hash>
void compare_with_map(std::uint64_t seed, std::uint64_t keys, std::uint64_t steps) {
  home_table<K, V, Hash> table(seed);
  std::map<K, V> model;
  random_stream random(seed, 0);
  for (std::uint64_t step = 0; step < steps; ++step) {
    const K key = key_of<K>(random.below(keys));
    const auto what = sought<K>(key);
    const std::uint64_t hash = hash_of<K, Hash>(what);
    auto* const found = table.find(hash, what);
    ASSERT_EQ(found != nullptr, model.contains(key)) << "at step " << step;
    // Rising and falling by turns: places are closed and opened at all sizes.
    if (random.below(8) < (step / 1024 % 2 == 0 ? 6U : 2U)) {
      const V value = key_of<V>(random.next());
      ASSERT_EQ(table.emplace(hash, what, value).is_new, model.emplace(key, value).second);
    } else if (found != nullptr) {
      ASSERT_EQ(found->value(), model.at(key));
      table.erase(*found);
      model.erase(key);
    }
    ASSERT_EQ(table.size(), model.size());
  }
  std::map<K, V> all;
  table.for_each([&](auto& each) { all.emplace(key_form<K>::viewed(each.key), each.value()); });
  EXPECT_EQ(all, model);
}

}  // namespace

TEST(home_table, holds_what_a_map_of_one_thread_holds) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    compare_with_map<std::uint64_t, std::uint64_t, usual_hash<std::uint64_t>>(seed, 40 * seed,
                                                                              8192);
    compare_with_map<std::string, std::uint64_t, usual_hash<std::string>>(seed, 40 * seed, 8192);
    compare_with_map<std::uint8_t, std::string, usual_hash<std::uint8_t>>(seed, 256, 4096);
  }
}

TEST(home_table, tells_keys_apart_whose_hashes_are_equal) {
  compare_with_map<std::uint64_t, std::uint64_t, constant_hash>(1, 200, 8192);
  compare_with_map<std::string, std::string, length_hash>(2, 300, 8192);
}

TEST(home_table, compares_keys_of_many_bytes) {
  struct pair_of_words {
    std::uint64_t first;
    std::uint64_t second;
  };
  home_table<pair_of_words, int, usual_hash<pair_of_words>> table(1);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const auto what = sought<pair_of_words>(pair_of_words{i % 10, i / 10});
    EXPECT_TRUE(table
                    .emplace(hash_of<pair_of_words, usual_hash<pair_of_words>>(what), what,
                             static_cast<int>(i))
                    .is_new);
  }
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const auto what = sought<pair_of_words>(pair_of_words{i % 10, i / 10});
    auto* const found = table.find(hash_of<pair_of_words, usual_hash<pair_of_words>>(what), what);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->value(), static_cast<int>(i));
  }
}

TEST(home_table, gives_room_of_erased_texts_back) {
  home_table<std::string, std::uint64_t, usual_hash<std::string>> table(1);
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const std::string text = "a text of some length, number " + std::to_string(i);
    const auto what = sought<std::string>(text);
    const std::uint64_t hash = hash_of<std::string, usual_hash<std::string>>(what);
    table.erase(table.emplace(hash, what, i).entry);
  }
  EXPECT_LT(table.bytes(), std::size_t{1} << 20U);  // all texts together have 350 KB
  EXPECT_LT(table.bytes(), 4 * (std::size_t{64} << 10U));
}

TEST(home_table, has_another_order_than_other_tables) {
  // In one order, a table that is filled from another would have all its entries at its beginning.
  const auto order_of = [](std::uint64_t order) {
    home_table<std::uint64_t, no_value, usual_hash<std::uint64_t>> table(order);
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const auto what = sought<std::uint64_t>(i);
      static_cast<void>(table.emplace(mix64(i), what));
    }
    std::vector<std::uint64_t> keys;
    table.for_each([&](auto& each) { keys.push_back(each.key); });
    return keys;
  };
  const std::vector<std::uint64_t> one = order_of(1);
  const std::vector<std::uint64_t> other = order_of(2);
  std::size_t in_order = 0;
  std::map<std::uint64_t, std::size_t> place;
  for (std::size_t i = 0; i < other.size(); ++i) { place[other[i]] = i; }
  for (std::size_t i = 1; i < one.size(); ++i) {
    in_order += place.at(one[i - 1]) < place.at(one[i]) ? 1U : 0U;
  }
  EXPECT_GT(in_order, 300U);
  EXPECT_LT(in_order, 700U);
}

TEST(home_table, keeps_its_entries_where_it_grows_in_its_memory) {
  const auto fill = [](std::uint64_t order, std::uint64_t count, const auto& value_of) {
    using value = decltype(value_of(count));
    home_table<std::uint64_t, value, usual_hash<std::uint64_t>> table(order);
    for (std::uint64_t i = 0; i < count; ++i) {  // one of them is 0
      const auto what = sought<std::uint64_t>(i);
      ASSERT_TRUE(table.emplace(mix64(i), what, value_of(i)).is_new);
    }
    EXPECT_EQ(table.size(), count);
    for (std::uint64_t i = 0; i < count; ++i) {
      auto* const found = table.find(mix64(i), sought<std::uint64_t>(i));
      ASSERT_NE(found, nullptr) << i;
      ASSERT_EQ(found->value(), value_of(i)) << i;
    }
    std::uint64_t sum = 0;
    table.for_each([&](auto& each) { sum += each.key; });
    EXPECT_EQ(sum, count * (count - 1) / 2);
    ASSERT_EQ(table.find(mix64(count), sought<std::uint64_t>(count)), nullptr);
  };
  for (std::uint64_t order = 1; order <= 6; ++order) {
    SCOPED_TRACE(order);
    fill(order, 210'000, [](std::uint64_t i) { return i; });
  }
  fill(7, 110'000, [](std::uint64_t i) { return std::to_string(i); });
}

TEST(home_table, refuses_to_grow_beyond_its_limit) {
  home_table<std::uint64_t, std::uint64_t, usual_hash<std::uint64_t>> table(
      1, {.name = "squares", .limit_bytes = 32U << 20U});
  EXPECT_THROW(table.reserve(8U << 20U), memory_error);
  EXPECT_NO_THROW(table.reserve(1U << 19U));
  home_table<std::uint64_t, std::uint64_t, usual_hash<std::uint64_t>> one_of_four(
      1, {.name = "squares", .limit_bytes = 32U << 20U, .sharers = 4});
  EXPECT_THROW(one_of_four.reserve(1U << 19U), memory_error);
  EXPECT_NO_THROW(one_of_four.reserve(1U << 17U));
}

TEST(home_table, refuses_texts_and_values_beyond_its_limit) {
  const memory_bound bound{.name = "words", .limit_bytes = 8U << 20U, .sharers = 2};
  const std::string long_text(1'000, 'x');
  const auto hash_of_text = [](std::string_view text) {
    return hash_of<std::string, usual_hash<std::string>>(sought<std::string>(text));
  };
  home_table<std::string, std::uint64_t, usual_hash<std::string>> keys(1, bound);
  const auto put_key = [&](std::uint64_t i) {
    const std::string key = std::to_string(i) + long_text;
    keys.emplace(hash_of_text(key), sought<std::string>(key), i);
  };
  for (std::uint64_t i = 0; i < 3'000; ++i) { put_key(i); }
  EXPECT_THROW(
      for (std::uint64_t i = 3'000; i < 6'000; ++i) { put_key(i); }, memory_error);
  home_table<std::uint64_t, std::string, usual_hash<std::uint64_t>> values(1, bound);
  const auto put_value = [&](std::uint64_t i) {
    const auto what = sought<std::uint64_t>(i);
    values.expect(long_text.size());
    values.emplace(hash_of<std::uint64_t, usual_hash<std::uint64_t>>(what), what, long_text);
  };
  for (std::uint64_t i = 0; i < 100'000; ++i) { put_value(i % 2'000); }  // most replace another
  EXPECT_EQ(values.size(), 2'000U);
  EXPECT_THROW(
      for (std::uint64_t i = 2'000; i < 6'000; ++i) { put_value(i); }, memory_error);
}

}  // namespace orujo::test
