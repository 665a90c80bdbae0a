// A finish waits for the requests of its tasks, whichever containers they went to.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/finish.hpp"

#include <string>

#include "containers/container_run.hpp"
#include "orujo/containers/counting_set.hpp"
#include "orujo/containers/hash_set.hpp"
#include "orujo/containers/queue.hpp"
#include "orujo/containers/vector.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/tasks/forall.hpp"
#include "orujo/tasks/run_global.hpp"

namespace orujo::test {

TEST(container_finish, waits_for_requests_of_its_tasks) {
  on_teams(all_teams(1), [](rank_team& team) {
    hash_map<std::string, std::uint64_t> map(team);
    run_global(team, [name = map.name()] {
      for (std::uint64_t round = 0; round < 2; ++round) {
        finish([&] {
          forall_async(0, 30, [name, round](std::uint64_t i) {
            auto out = name.here().from(this_worker());
            out.async_assign(text_of(i), round);
            out.async_visit(text_of(100 + i), [](std::uint64_t& visits) { ++visits; });
          });
        });
        for (std::uint64_t i = 0; i < 30; ++i) {
          EXPECT_EQ(name.here().find(text_of(i)), round);
          EXPECT_EQ(name.here().find(text_of(100 + i)), round + 1);
        }
      }
    });
  });
}

TEST(container_finish, waits_for_reduced_requests) {
  on_teams(few_teams(), [](rank_team& team) {
    counting_set<std::uint64_t> counts(team);
    hash_set<std::uint64_t> keys(team);
    run_global(team, [counts = counts.name(), keys = keys.name()] {
      for (std::uint64_t round = 1; round < 3; ++round) {
        finish([&] {
          for (std::uint64_t i = 0; i < 300; ++i) {
            counts.here().from(this_worker()).async_add(i % 30);
            keys.here().from(this_worker()).async_insert(i % 30 + round);
          }
        });
        for (std::uint64_t i = 0; i < 30; ++i) {
          EXPECT_EQ(counts.here().count(i), 10 * round);
          EXPECT_TRUE(keys.here().contains(i + round));
        }
      }
    });
  });
}

TEST(container_finish, waits_for_elements) {
  on_teams(few_teams(), [](rank_team& team) {
    vector<std::uint64_t> elements(team);
    queue<std::uint64_t> waiting(team);
    run_global(team, [elements = elements.name(), waiting = waiting.name()] {
      finish([&] {
        for (std::uint64_t i = 0; i < 100; ++i) {
          elements.here().from(this_worker()).async_push_back(i);
          waiting.here().from(this_worker()).async_push(i);
        }
      });
      finish([&] {
        for (std::uint64_t i = 0; i < 50; ++i) {
          waiting.here().from(this_worker()).async_pop([elements](std::uint64_t& value) {
            elements.here()
                .from(this_worker())
                .async_visit_if_present(value, [](std::uint64_t& found) { found += 1000; });
          });
          elements.here().from(this_worker()).async_combine(i, 7, std::plus<>());
        }
        waiting.here().from(this_worker()).async_pop([](std::uint64_t& value) { value = 0; });
      });
      for (std::uint64_t i = 0; i < 100; ++i) {
        EXPECT_EQ(elements.here().get(i) % 1000, i < 50 ? i + 7 : i);
      }
      for (std::uint64_t i = 51; i < 100; ++i) { EXPECT_EQ(waiting.here().pop(), i); }
      EXPECT_EQ(waiting.here().pop(), std::nullopt);
      finish([&] { waiting.here().from(this_worker()).async_pop([](std::uint64_t&) {}); });
    });
    for (const auto& [index, value] : elements.top(50)) { EXPECT_GE(value, 1000U) << index; }
  });
}

TEST(container_finish, does_not_wait_for_what_was_refused_alone) {
  if (under_mpirun()) { return; }  // one rank fails
  on_teams(few_teams(), [](rank_team& team) {
    hash_map<std::string, std::string> map(team);
    vector<std::string> texts(team);
    run_global(team, [map = map.name(), texts = texts.name()] {
      const std::string long_text(300'000, 'x');
      EXPECT_THROW(finish([&] { map.here().from(this_worker()).async_insert("key", long_text); }),
                   task_error);
      EXPECT_THROW(finish([&] { texts.here().from(this_worker()).async_push_back(long_text); }),
                   task_error);
    });
  });
}

}  // namespace orujo::test
