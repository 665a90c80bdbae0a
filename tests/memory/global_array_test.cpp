// Global arrays: block-cyclic addresses, allocation and release in any order.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/memory/global_array.hpp"

#include <atomic>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

#include "memory/memory_run.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/memory/symmetric.hpp"

namespace orujo::test {

TEST(global_array, deals_its_blocks_to_the_workers_in_turn) {
  with_memory(all_teams(0), [] {
    const std::uint64_t homes = this_memory().num_homes();
    for (const std::uint64_t block : {1U, 2U, 8U, 64U}) {
      const global_array<std::uint16_t> array(segment_id{num_windows + 1}, {1000, 2, block},
                                              static_cast<std::uint32_t>(homes));
      std::map<home_id, std::uint64_t> next;
      for (std::uint64_t i = 0; i < 1000; ++i) {
        const home_id home = array.home_of(i);
        EXPECT_EQ(index_of(home), i / block % homes);
        const std::uint64_t local = next[home]++;
        EXPECT_EQ(array.at(i).where(), array.place_of(local));
        EXPECT_EQ(array.index_at(home, local), i);
      }
      for (const auto& [home, size] : next) { EXPECT_EQ(array.local_size(home), size); }
    }
  });
}

TEST(global_array, is_zero_at_first_and_lies_where_it_says) {
  with_memory(all_teams(0), [] {
    const auto array = allocate_array<std::uint64_t>(777, 4);
    on_all_workers([array] {
      const auto part = array.local();
      EXPECT_EQ(part.size(), array.local_size(this_memory().home()));
      for (std::uint64_t i = 0; i < part.size(); ++i) {
        EXPECT_EQ(part[i], 0U);
        part[i] = array.index_at(this_memory().home(), i);
      }
    });
    const auto values = values_of(array);
    for (std::uint64_t i = 0; i < 777; ++i) { EXPECT_EQ(values[i], i); }
  });
}

TEST(global_array, is_allocated_and_released_by_any_task_in_any_order) {
  with_memory(all_teams(1), [] {
    const auto names = allocate_array<global_array<int>>(this_memory().num_homes() * 3, 1);
    on_all_workers([names] {
      const std::uint64_t self = index_of(this_memory().home());
      for (std::uint64_t i = 0; i < 3; ++i) {
        const auto array = allocate_array<int>(100 + self, 1);
        delegate::write(array.at(50), static_cast<int>(self));
        delegate::write(names.at(self * 3 + i), array);
      }
    });
    on_all_workers([names] {  // each releases those of the next worker, the middle one first
      const std::uint64_t next = (index_of(this_memory().home()) + 1) % this_memory().num_homes();
      for (const std::uint64_t i : {1U, 0U, 2U}) {
        const auto array = delegate::read(names.at(next * 3 + i));
        EXPECT_EQ(array.size(), 100 + next);
        EXPECT_EQ(delegate::read(array.at(50)), static_cast<int>(next));
        release(array);
      }
    });
    release(names);
  });
}

TEST(global_array, exists_ten_thousand_times_at_once) {
  with_memory({team_of(1, 1), team_of(2, 2)}, [] {
    constexpr std::uint64_t count = 10'000;
    const auto names = allocate_array<global_array<std::uint64_t>>(count, 1);
    const auto element_of = [](const global_array<std::uint64_t>& array, std::uint64_t i) {
      return array.at(i % array.size());
    };
    forall_here(0, count, [&](std::uint64_t i) {
      const auto array = allocate_array<std::uint64_t>(1 + i % 7, 1);
      EXPECT_EQ(delegate::read(element_of(array, i)), 0U);
      delegate::write(element_of(array, i), i);
      delegate::write(names.at(i), array);
    });
    forall_here(0, count, [&](std::uint64_t k) {
      const std::uint64_t i = k * 7919 % count;  // in another order
      const auto array = delegate::read(names.at(i));
      EXPECT_EQ(array.size(), 1 + i % 7);
      EXPECT_EQ(delegate::read(element_of(array, i)), i);
      release(array);
    });
  });
}

TEST(global_array, is_of_parts_on_the_heap_and_of_mapped_ones) {
  with_memory(few_teams(), [] {
    const std::uint64_t homes = this_memory().num_homes();
    for (const std::uint64_t bytes : {1U, 127U, 128U, 65'535U, 65'536U, 65'537U, 3U << 20U}) {
      const auto array = allocate_array<std::uint8_t>(bytes * homes, 1);
      on_all_workers([array] {
        EXPECT_EQ(
            reinterpret_cast<std::uintptr_t>(array.local().data()) % home_memory::part_alignment,
            0U);
        for (std::uint8_t& each : array.local()) {
          ASSERT_EQ(each, 0U);
          each = 1;
        }
      });
      EXPECT_EQ(delegate::read(array.at(array.size() - 1)), 1U);
      release(array);
    }
  });
}

TEST(global_array, stays_between_runs) {
  on_teams(all_teams(0), [](rank_team& team) {
    global_memory memory(team);
    global_array<int> array;
    run_global(team, [&] {
      array = allocate_array<int>(10);
      delegate::write(array.at(9), 5);
    });
    run_global(team, [&] { EXPECT_EQ(delegate::read(array.at(9)), 5); });
  });
}

TEST(global_array, is_refused_with_an_estimate_if_it_cannot_fit) {
  with_memory(all_teams(0), [] {
    try {
      static_cast<void>(allocate_array<std::uint64_t>(std::uint64_t{1} << 40U));
      FAIL() << "nothing was thrown";
    } catch (const task_error& problem) {
      EXPECT_EQ(problem.code(), exit_code::memory);
      EXPECT_NE(std::string(problem.what()).find("rank "), std::string::npos) << problem.what();
    }
    EXPECT_THROW(static_cast<void>(allocate_array<int>(10, 3)), usage_error);
    release(allocate_array<int>(10));  // and others still are
  });
}

TEST(symmetric, shows_the_objects_of_all_workers_of_a_rank) {
  with_memory(all_teams(1), [] {
    const auto numbers = allocate_symmetric<std::uint64_t>(0);
    on_all_workers([numbers] { numbers.here() = 100 + index_of(this_memory().home()); });
    on_all_workers([numbers] {
      const std::uint64_t own = index_of(this_memory().home());
      for (int w = 0; w < this_worker().team().num_workers(); ++w) {
        const auto other = own - static_cast<std::uint64_t>(this_worker().index() - w);
        EXPECT_EQ(numbers.at_worker(w), 100 + other);
      }
    });
    release(numbers);
  });
}

TEST(symmetric, is_one_object_for_each_worker) {
  with_memory(all_teams(1), [] {
    const auto numbers = allocate_symmetric<std::uint64_t>(5);
    const auto lists = allocate_symmetric<std::vector<int>>();
    on_all_workers([numbers, lists] {
      numbers.here() += index_of(this_memory().home());
      lists.here().assign(3, 1);
    });
    for (std::uint32_t home = 0; home < this_memory().num_homes(); ++home) {
      EXPECT_EQ(delegate::read(numbers.at(home_id{home})), 5 + home);
      EXPECT_EQ(delegate::call(lists.at(home_id{home}),
                               [](std::vector<int>& list) { return list.size(); }),
                3U);
    }
    release(numbers);
    release(lists);
  });
}

struct counted {
  counted() { ++alive; }
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;
  ~counted() { --alive; }

  static inline std::atomic<int> alive{0};
};

TEST(symmetric, destroys_what_is_left_when_a_run_fails) {
  const auto fail = [] {
    static_cast<void>(allocate_symmetric<counted>());
    EXPECT_GT(counted::alive, 0);
    release(allocate_symmetric<counted>());
    throw std::runtime_error("on purpose");
  };
  on_teams({team_of(1, 2)}, [&](rank_team& team) {
    {
      global_memory memory(team);
      EXPECT_THROW(run_global(team, fail), agreed_error);
    }
    EXPECT_EQ(counted::alive, 0);
  });
}

#ifdef ORUJO_CHECKED
TEST(global_array_death, reports_use_after_release) {
  if (under_mpirun()) { GTEST_SKIP() << "ends the process"; }
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const int workers : {1, 2}) {
    EXPECT_DEATH(with_memory({team_of(1, workers)},
                             [] {
                               const auto array = allocate_array<int>(100);
                               release(array);
                               static_cast<void>(delegate::read(array.at(99)));
                             }),
                 "released global memory");
  }
}
#endif

}  // namespace orujo::test
