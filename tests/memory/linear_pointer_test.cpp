// Linear pointers: arithmetic over all homes, and all that a delegate does with them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/memory/linear_pointer.hpp"

#include <cstdint>
#include <type_traits>
#include <vector>

#include "memory/memory_run.hpp"
#include "orujo/base/random.hpp"

namespace orujo::test {

static_assert(sizeof(linear_pointer<int>) == 16);
static_assert(std::is_trivially_copyable_v<linear_pointer<int>>);

TEST(linear_pointer, names_the_elements_that_indices_name) {
  with_memory(all_teams(0), [] {
    for (const std::uint64_t block : {1U, 2U, 8U, 64U}) {
      const auto array = allocate_array<std::uint16_t>(1000, block);
      const linear_pointer<std::uint16_t> first = array.linear();
      linear_pointer<std::uint16_t> walking = first;
      for (std::uint64_t i = 0; i < 1000; ++i, ++walking) {
        EXPECT_EQ(walking.element(), array.at(i));
        EXPECT_EQ(walking.home(), array.home_of(i));
        EXPECT_EQ(first[static_cast<std::int64_t>(i)], array.at(i));
      }
      EXPECT_EQ(walking, array.linear(1000));
      release(array);
    }
  });
}

TEST(linear_pointer, moves_and_compares_as_an_index_does) {
  with_memory(few_teams(), [] {
    const auto array = allocate_array<std::uint64_t>(500);
    random_stream random(7, 1);
    linear_pointer<std::uint64_t> at = array.linear(250);
    std::int64_t index = 250;
    for (int step = 0; step < 2000; ++step) {
      const std::int64_t wanted = static_cast<std::int64_t>(random.below(500));
      const auto there = array.linear(static_cast<std::uint64_t>(wanted));
      EXPECT_EQ(there - at, wanted - index);
      EXPECT_EQ(there < at, wanted < index);
      EXPECT_EQ(there >= at, wanted >= index);
      EXPECT_EQ(there == at, wanted == index);
      switch (step % 4) {
        case 0: at += wanted - index; break;
        case 1: at -= index - wanted; break;
        case 2: at = at + (wanted - index); break;
        default: at = (wanted - index) + at - 0; break;
      }
      index = wanted;
      EXPECT_EQ(at.index(), static_cast<std::uint64_t>(index));
      const global_pointer<std::uint64_t> element = at;
      EXPECT_EQ(element, array.at(at.index()));
    }
    at = array.linear(3);
    EXPECT_EQ((at++).index(), 3U);
    EXPECT_EQ((at--).index(), 4U);
    EXPECT_EQ((++at).index(), 4U);
    EXPECT_EQ((--at).index(), 3U);
    EXPECT_TRUE(at);
    EXPECT_FALSE(linear_pointer<std::uint64_t>());
  });
}

TEST(linear_pointer, is_taken_by_all_delegates) {
  with_memory(all_teams(2), [] {
    const auto array = allocate_array<std::uint64_t>(100, 1);
    on_all_workers([first = array.linear()] {
      const auto self = static_cast<std::int64_t>(index_of(this_memory().home()));
      const linear_pointer<std::uint64_t> mine = first + self;
      delegate::write(mine, 10);
      EXPECT_EQ(delegate::fetch_add(mine, 5), 10U);
      std::uint64_t expected = 15;
      EXPECT_TRUE(delegate::compare_exchange(mine, expected, 20));
      EXPECT_EQ(delegate::call(mine, [](std::uint64_t& word) { return ++word; }), 21U);
      finish([&] {
        delegate::async_add(mine, 4);
        delegate::async_xor(mine + 50, 3);
        delegate::async(mine + 50, [](std::uint64_t& word) { word ^= 8; });
      });
      promise<std::uint64_t> read;
      promise<std::uint64_t> asked;
      delegate::async_read(mine, read);
      delegate::async(
          mine + 50, [](const std::uint64_t& word) { return word; }, asked);
      EXPECT_EQ(read.get(), 25U);
      EXPECT_EQ(asked.get(), 11U);
      delegate::prefetch(mine);
      finish([&] { delegate::async_write(mine, 30); });
      EXPECT_EQ(delegate::read(mine), 30U);
      if (mine.is_here()) { EXPECT_EQ(mine.get(), 30U); }
    });
  });
}

TEST(linear_pointer, lies_in_global_memory_and_leads_on) {
  with_memory(all_teams(1), [] {
    struct link {
      linear_pointer<link> next;
      std::uint64_t number;
    };
    const auto links = allocate_array<link>(101, 1);
    const linear_pointer<link> first = links.linear();
    finish([&] {
      for (std::int64_t i = 0; i < 100; ++i) {  // a ring of steps of 37
        delegate::async_write(first + i, link{first + (i + 37) % 100, 3});
      }
    });
    std::uint64_t sum = 0;
    linear_pointer<link> at = first;
    do {
      const link found = delegate::read(at);
      sum += found.number;
      at = found.next;
    } while (at != first);
    EXPECT_EQ(sum, 300U);
  });
}

}  // namespace orujo::test
