// Caches: a range of any homes as a plain buffer, there and back.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/memory/cache.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include "memory/memory_run.hpp"
#include "orujo/memory/forall.hpp"
#include "orujo/memory/symmetric.hpp"

namespace orujo::test {

namespace {

global_array<std::uint32_t> numbered(std::uint64_t size, std::uint64_t block) {
  const auto array = allocate_array<std::uint32_t>(size, block);
  forall(array,
         [](std::uint64_t i, std::uint32_t& value) { value = static_cast<std::uint32_t>(i); });
  return array;
}

/// 0 … size-1 with some elements replaced.
std::vector<std::uint32_t> numbers(std::uint64_t size) {
  std::vector<std::uint32_t> values(size);
  std::iota(values.begin(), values.end(), 0U);
  return values;
}

constexpr std::uint64_t some_size = 5000;

/// Compares holders_of() with the homes of each element of many ranges.
void check_holders(std::uint32_t homes, std::uint64_t block) {
  const global_array<std::uint32_t> array(segment_id{1}, {1000, 4, block}, homes);
  const auto check = [&](std::uint64_t first, std::uint64_t count) {
    std::set<std::uint32_t> expected;
    for (std::uint64_t i = 0; i < count; ++i) {
      expected.insert(index_of(array.home_of(first + i)));
    }
    const auto found = cache_detail::holders_of({first, count, 4, block, {}}, homes);
    std::set<std::uint32_t> holders;
    for (std::uint32_t i = 0; i < found.count; ++i) { holders.insert((found.first + i) % homes); }
    EXPECT_EQ(holders, expected) << homes << " homes, " << block << ", " << first;
    EXPECT_EQ(found.count, expected.size());
  };
  for (const std::uint64_t first : {0U, 1U, 63U, 250U, 999U}) {
    for (const std::uint64_t count : {0U, 1U, 2U, 60U, 700U}) {
      check(first, std::min(count, array.size() - first));
    }
  }
}

}  // namespace

TEST(cache, fetches_ranges_that_span_many_homes) {
  with_memory(all_teams(1), [] {
    for (const std::uint64_t block : {1U, 16U, 1024U}) {
      const auto array = numbered(some_size, block);
      for (const std::array<std::uint64_t, 2> range : {std::array<std::uint64_t, 2>{0, some_size},
                                                       {17, 0},
                                                       {some_size, 0},
                                                       {31, 1},
                                                       {999, 3000}}) {
        read_only_cache<std::uint32_t> cache(array, range[0], range[1]);
        std::uint64_t wrong = 0;
        for (std::uint64_t i = 0; i < cache.size(); ++i) { wrong += cache[i] != range[0] + i; }
        EXPECT_EQ(wrong, 0U) << "block " << block << ", first " << range[0];
        EXPECT_EQ(cache.size(), range[1]);
      }
      release(array);
    }
  });
}

TEST(cache, writes_back_what_was_changed_and_nothing_else) {
  with_memory(all_teams(1), [] {
    const auto array = numbered(some_size, 16);
    auto expected = numbers(some_size);
    {
      read_write_cache<std::uint32_t> cache(array, 100, 3000);
      for (std::uint32_t& value : cache) { value *= 2; }
      cache.release();
    }
    for (std::uint32_t i = 100; i < 3100; ++i) { expected[i] = 2 * i; }
    {
      write_only_cache<std::uint32_t> cache(array, 3100, 50);
      for (std::uint32_t& value : cache) { value = 7; }
      cache.release();
    }
    std::fill_n(expected.begin() + 3100, 50, 7U);
    finish([&] {
      write_only_cache<std::uint32_t> cache(array, 4000, 1000);
      for (std::uint32_t& value : cache) { value = 8; }
      cache.release_async();
    });
    std::fill_n(expected.begin() + 4000, 1000, 8U);
    read_only_cache<std::uint32_t> all(array, 0, some_size);
    EXPECT_EQ(std::vector<std::uint32_t>(all.begin(), all.end()), expected);
  });
}

TEST(cache, serves_many_tasks_at_once) {
  with_memory(all_teams(1), [] {
    const auto array = numbered(some_size, 2);
    on_all_workers([array] {
      for (std::uint64_t task = 0; task < 20; ++task) {
        spawn([array, task] {
          // Ranges of different tasks do not overlap, but lie in the same blocks.
          const std::uint64_t worker = index_of(this_memory().home());
          const std::uint64_t first = (worker * 20 + task) * 7;
          read_write_cache<std::uint32_t> cache(array, first, 7);
          for (std::uint32_t& value : cache) { value += 10'000; }
          cache.release();
        });
      }
    });
    auto expected = numbers(some_size);
    const std::uint64_t changed = this_memory().num_homes() * 20 * 7;
    for (std::uint64_t i = 0; i < changed; ++i) { expected[i] += 10'000; }
    read_only_cache<std::uint32_t> all(array, 0, some_size);
    EXPECT_EQ(std::vector<std::uint32_t>(all.begin(), all.end()), expected);
  });
}

TEST(cache, refuses_a_range_outside_the_array) {
  with_memory({team_of(2, 1)}, [] {
    const auto array = numbered(10, 1);
    EXPECT_THROW(read_only_cache<std::uint32_t>(array, 5, 6), usage_error);
    EXPECT_THROW(read_only_cache<std::uint32_t>(array, 11, 0), usage_error);
    EXPECT_THROW(write_only_cache<std::uint32_t>(array, ~std::uint64_t{0}, 2), usage_error);
    EXPECT_THROW(read_only_cache<std::uint32_t>(array, 0, ~std::uint64_t{0}), usage_error);
    EXPECT_THROW(read_only_cache<std::uint32_t>(array.at(0), ~std::uint64_t{0}), usage_error);
  });
}

TEST(cache, refuses_elements_that_no_message_holds) {
  using large = std::array<char, 40'000>;
  with_memory({team_of(2, 1)}, [] {
    const auto array = allocate_array<large>(4);
    EXPECT_THROW(read_only_cache<large>(array, 2, 1), usage_error);
    EXPECT_THROW(write_only_cache<large>(array, 2, 1), usage_error);
  });
  with_memory({with(team_of(2, 1), "parcel_bytes", "65536")}, [] {
    const auto array = allocate_array<large>(4);
    const read_only_cache<large> all(array, 0, 4);
    EXPECT_EQ(all.size(), 4U);
  });
  with_memory({team_of(1, 1)}, [] {  // nothing travels
    const auto array = allocate_array<large>(4);
    EXPECT_EQ(read_only_cache<large>(array, 0, 4).size(), 4U);
  });
}

TEST(cache, copies_what_a_pointer_names_at_any_worker) {
  with_memory(all_teams(1), [] {
    using numbers_of_worker = std::array<std::uint32_t, some_size>;
    const auto all = allocate_symmetric<numbers_of_worker>();
    on_all_workers([all] { std::iota(all.here().begin(), all.here().end(), 0U); });
    const std::uint32_t last = this_memory().num_homes() - 1;
    for (const std::uint32_t home : std::set<std::uint32_t>{0U, last / 2, last}) {
      const global_pointer<std::uint32_t> first(home_id{home}, all.at(home_id{home}).where());
      for (const std::uint64_t count : {0U, 1U, 64U, 4000U}) {  // at most a message, or several
        read_only_cache<std::uint32_t> cache(first + 17, count);
        const auto own = numbers(some_size);
        EXPECT_EQ(std::vector<std::uint32_t>(cache.begin(), cache.end()),
                  std::vector<std::uint32_t>(own.begin() + 17,
                                             own.begin() + 17 + static_cast<std::int64_t>(count)));
      }
      {
        read_write_cache<std::uint32_t> cache(first + 100, 3000);
        for (std::uint32_t& value : cache) { value *= 2; }
        cache.release();
      }
      {
        write_only_cache<std::uint32_t> cache(first + 3100, 50);
        for (std::uint32_t& value : cache) { value = 7; }
        cache.release();
      }
      auto expected = numbers(some_size);
      for (std::uint32_t i = 100; i < 3100; ++i) { expected[i] = 2 * i; }
      std::fill_n(expected.begin() + 3100, 50, 7U);
      read_only_cache<std::uint32_t> result(first, some_size);
      EXPECT_EQ(std::vector<std::uint32_t>(result.begin(), result.end()), expected);
    }
  });
}

TEST(cache, copies_what_lies_on_the_stack_of_another_task) {
  with_memory({team_of(2, 1), team_of(1, 2), team_of(3, 2, sim_model_of(1))}, [] {
    std::array<std::uint64_t, 1000> values{};
    const auto pointer = global(values[0]);
    finish([&] {
      spawn_over({0, this_memory().num_homes()}, [pointer] {
        // A stretch for each worker.
        const std::uint64_t share = 1000 / this_memory().num_homes();
        const auto own =
            pointer + static_cast<std::int64_t>(share * index_of(this_memory().home()));
        read_write_cache<std::uint64_t> cache(own, share);
        for (std::uint64_t i = 0; i < cache.size(); ++i) { cache[i] += i; }
        cache.release();
      });
    });
    const std::uint64_t homes = this_memory().num_homes();
    const std::uint64_t share = 1000 / homes;
    std::uint64_t sum = 0;
    for (const std::uint64_t each : values) { sum += each; }
    EXPECT_EQ(sum, homes * (share * (share - 1) / 2));
  });
}

TEST(cache, refuses_a_pointer_that_names_nothing) {
  with_memory({team_of(2, 1)}, [] {
    EXPECT_THROW(read_only_cache<std::uint32_t>(global_pointer<std::uint32_t>(), 1), usage_error);
    EXPECT_EQ(read_only_cache<std::uint32_t>(global_pointer<std::uint32_t>(), 0).size(), 0U);
  });
}

TEST(cache, knows_the_homes_that_hold_a_range) {
  for (const std::uint32_t homes : {1U, 2U, 3U, 8U, 64U}) {
    for (const std::uint64_t block : {1U, 4U, 64U}) { check_holders(homes, block); }
  }
}

TEST(cache, asks_only_the_homes_that_hold_some_of_the_range) {
  with_memory({team_of(8, 1), team_of(2, 4)}, [] {
    const auto array = numbered(some_size, 1);
    const auto asked = [] {
      const worker_metrics& metrics = this_worker().metrics;
      return metrics.value(metric::delegates_blocking_remote) +
             metrics.value(metric::delegates_blocking_own_rank);
    };
    for (const std::uint64_t count : {0U, 1U, 3U, 7U}) {
      const std::uint64_t before = asked();
      const std::uint64_t first = index_of(this_memory().home()) + 1;
      read_only_cache<std::uint32_t> cache(array, first, count);
      EXPECT_EQ(asked() - before, count) << "one piece from each home";
    }
  });
}

TEST(cache, writes_nothing_back_if_an_exception_ends_its_scope) {
  with_memory(all_teams(1), [] {
    const auto array = numbered(100, 1);
    const auto fail = [array](bool is_released) {
      read_write_cache<std::uint32_t> cache(array, 10, 50);
      for (std::uint32_t& value : cache) { value = 0; }
      if (is_released) { cache.release(); }
      throw usage_error("thrown on purpose");
    };
    EXPECT_THROW(fail(false), usage_error);
    EXPECT_EQ(delegate::read(array.at(10)), 10U);
    EXPECT_THROW(fail(true), usage_error);
    EXPECT_EQ(delegate::read(array.at(10)), 0U);
  });
}

#ifdef ORUJO_CHECKED
TEST(cache_death, reports_a_writing_cache_that_goes_without_being_released) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(with_memory({team_of(1, 1)},
                           [] {
                             const auto array = numbered(10, 1);
                             write_only_cache<std::uint32_t> cache(array, 0, 1);
                           }),
               "a cache that writes is released before it goes");
  EXPECT_DEATH(with_memory({team_of(1, 1)},
                           [] {
                             const auto array = numbered(10, 1);
                             read_write_cache<std::uint32_t> cache(array, 0, 1);
                             cache.release();
                             cache.release();
                           }),
               "a cache is released once");
}
#endif

}  // namespace orujo::test
