// What all workers of a host hold of a container is compared with the limit.
// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <string>

#include "containers/container_run.hpp"
#include "orujo/containers/bag.hpp"
#include "orujo/containers/vector.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/tasks/run_global.hpp"

namespace orujo::test {

namespace {

/// Each of two workers may hold 10 MiB: expects that `fill` is refused, with `text`.
void expect_refused(const std::string& text, const std::function<void(rank_team&)>& fill) {
  if (under_mpirun()) { return; }
  for (const launch_options& team : {team_of(1, 2), team_of(2, 1)}) {
    SCOPED_TRACE(name_of(team));
    const std::string said = failure_of(with(team, "memory_limit_bytes", "20M"), fill);
    EXPECT_NE(said.find(text), std::string::npos) << said;
  }
}

/// Calls `put(worker, i)` for the numbers below `count`, shared out among all workers.
template <typename Put>
void for_each_number(rank_team& team, std::uint64_t count, Put put) {
  run_epoch(team, [&](worker& self) {
    for (std::uint64_t i = number_of(self); i < count; i += workers_of(team)) { put(self, i); }
  });
}

/// So many texts are 15 MiB at each worker.
constexpr std::uint64_t too_many = 15'000;
std::string long_text() { return std::string(2'000, 'x'); }

}  // namespace

TEST(container_memory, of_tables_is_that_of_all_workers_alone) {
  expect_refused("a larger table of squares", [](rank_team& team) {
    hash_map<std::uint64_t, std::uint64_t> map(team, {.name = "squares"});
    for_each_number(team, 1'000'000,
                    [&](worker& self, std::uint64_t i) { map.from(self).async_insert(i, i * i); });
  });
}

TEST(container_memory, has_the_texts_of_keys_alone) {
  expect_refused("longer texts and lists of words", [](rank_team& team) {
    hash_map<std::string, std::uint64_t> map(team, {.name = "words"});
    for_each_number(team, too_many, [&](worker& self, std::uint64_t i) {
      map.from(self).async_insert(std::to_string(i) + long_text(), i);
    });
  });
}

TEST(container_memory, has_the_texts_of_values_alone) {
  expect_refused("longer texts and lists of texts", [](rank_team& team) {
    hash_map<std::uint64_t, std::string> map(team, {.name = "texts"});
    // 1 MiB at each worker, however often they are replaced
    for_each_number(team, 4 * too_many, [&](worker& self, std::uint64_t i) {
      map.from(self).async_assign(i % 1'000, long_text());
    });
    EXPECT_EQ(map.size(), 1'000U);
    for_each_number(team, too_many, [&](worker& self, std::uint64_t i) {
      map.from(self).async_assign(i, long_text());
    });
    ADD_FAILURE() << "all have room";
  });
}

TEST(container_memory, has_what_tasks_insert_at_home_alone) {
  if (under_mpirun()) { return; }
  const std::string said =
      failure_of(with(team_of(1, 1), "memory_limit_bytes", "10M"), [](rank_team& team) {
        hash_map<std::uint64_t, std::string> map(team, {.name = "texts"});
        const std::string text = long_text();  // the task is given up, and what it holds with it
        run_global(team, [&] {
          for (std::uint64_t i = 0; i < too_many; ++i) { map.insert(i, text); }
        });
        ADD_FAILURE() << "all have room";
      });
  EXPECT_NE(said.find("longer texts and lists of texts"), std::string::npos) << said;
}

TEST(container_memory, is_used_up_by_what_stays_and_not_by_what_is_read_alone) {
  if (under_mpirun()) { return; }
  const std::string said =
      failure_of(with(team_of(1, 1), "memory_limit_bytes", "10M"), [](rank_team& team) {
        hash_map<std::uint64_t, std::string> map(team, {.name = "texts"});
        run_global(team, [&] {
          constexpr std::uint64_t most = 4'700;  // 9 MiB
          for (std::uint64_t i = 0; i < most; ++i) { map.insert(i, long_text()); }
          for (std::uint64_t i = 0; i < 50 * most; ++i) {
            if (!map.find(i % most)) { throw usage_error("a text is lost"); }
          }
        });
      });
  EXPECT_EQ(said, "");
}

TEST(container_memory, has_the_texts_of_elements_alone) {
  expect_refused("more elements of lines", [](rank_team& team) {
    vector<std::string> lines(team, {.name = "lines"});
    for_each_number(team, too_many, [&](worker& self, std::uint64_t /*i*/) {
      lines.from(self).async_push_back(long_text());
    });
  });
}

TEST(container_memory, has_the_items_of_bags_alone) {
  expect_refused("more items of a bag", [](rank_team& team) {
    bag<std::string> items(team);
    for_each_number(team, too_many,
                    [&](worker& self, std::uint64_t /*i*/) { items.insert(self, long_text()); });
  });
  expect_refused("more items of a bag", [](rank_team& team) {
    bag<std::uint64_t> items(team);
    for_each_number(team, 4'000'000, [&](worker& self, std::uint64_t i) { items.insert(self, i); });
  });
}

}  // namespace orujo::test
