// Queues: everything comes out once, and in the order that is promised.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/containers/queue.hpp"

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "containers/container_run.hpp"
#include "containers/queue_history.hpp"
#include "orujo/containers/counting_set.hpp"
#include "orujo/containers/hash_set.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/finish.hpp"
#include "orujo/tasks/forall.hpp"
#include "orujo/tasks/full_empty.hpp"
#include "orujo/tasks/run_global.hpp"
#include "orujo/tasks/spawn.hpp"

namespace orujo::test {

namespace {

/// Takes all that is in a queue out, in one task; the first rank gets it. Call: collective.
template <typename T>
std::vector<T> drained(queue<T>& from) {
  const std::uint64_t size = from.size();
  std::vector<T> all;
  run_global(from.team(), [&from, &all] {
    while (auto next = from.pop()) { all.push_back(*std::move(next)); }
  });
  if (index_of(from.team().rank()) == 0) { EXPECT_EQ(all.size(), size); }
  EXPECT_EQ(from.size(), 0U);
  return all;
}

/// Each worker pushes numbers `first` to `last`, with its own before them.
void push_numbers(queue<std::uint64_t>& to, std::uint64_t first, std::uint64_t last) {
  run_epoch(to.team(), [&](worker& self) {
    auto out = to.from(self);
    for (std::uint64_t i = first; i < last; ++i) { out.async_push(number_of(self) << 32U | i); }
  });
}

/// In two epochs: those of the first come out first, and those of each worker in its order.
void compare_order(rank_team& team, std::uint64_t each, const container_options& options = {}) {
  queue<std::uint64_t> all(team, options);
  push_numbers(all, 0, each / 2);
  push_numbers(all, each / 2, each);
  const std::vector<std::uint64_t> found = drained(all);
  std::vector<std::uint64_t> next(workers_of(team), 0);
  for (std::size_t at = 0; at < found.size(); ++at) {
    const std::uint64_t i = found[at] & 0xffffffffU;
    ASSERT_EQ(i, next.at(found[at] >> 32U)++);
    ASSERT_EQ(i < each / 2, at < each / 2 * workers_of(team));
  }
}

constexpr std::uint64_t operations_on_queue = 200;

struct queue_history {
  std::atomic<std::uint64_t> clock{1};
  std::vector<queue_event> events = std::vector<queue_event>(operations_on_queue);
};

void note_operation(queue<std::uint64_t>& elements, queue_history& all, std::uint64_t i) {
  queue_event& event = all.events[i];
  event.is_push = mix64(i) % 2 == 0;
  event.begun = all.clock++;
  if (event.is_push) {
    elements.push(i);
    event.value = i;
  } else {
    event.value = elements.pop();
  }
  event.ended = all.clock++;
}

}  // namespace

/// A pop may be given an element that another epoch brings: its own waits for that.
TEST(queue, serves_pops_before_their_own_epoch_ends) {
  on_teams(all_teams(), [](rank_team& team) {
    constexpr std::uint64_t count = is_sanitized ? 50 : 200;
    static std::atomic<std::uint64_t> served;  // of all ranks of this process
    queue<std::uint64_t> numbers(team);
    for (int round = 0; round < 4; ++round) {
      epoch pushes(team);
      epoch pops(team);
      team.on_workers([&](worker& self) {
        auto out = numbers.from(self);
        pushes.enter(self);
        for (std::uint64_t i = 0; i < count; ++i) { out.async_push(i); }
        pops.enter(self);
        for (std::uint64_t i = 0; i < count; ++i) {
          out.async_pop([](std::uint64_t&) { ++served; });
        }
        pops.finish(self);
      });
      const std::uint64_t before = all_sum(team, served.load());
      team.on_workers([&](worker& self) { pushes.finish(self); });
      EXPECT_EQ(all_sum(team, served.load()), before);
      barrier(team);
      numbers.clear();
    }
  });
}

/// While a task waits for a place, messages are handled on the stack of the worker, deeper than
/// that of a task is, and what handlers spawn belongs to no finish of the task.
TEST(queue, leaves_handlers_where_they_are_at_home_while_a_task_waits_for_a_place) {
  on_teams({with(team_of(1, 1), "reduction", "off"), with(team_of(2, 1), "reduction", "off"),
            with(team_of(2, 2), "reduction", "off"), team_of(2, 1)},
           [](rank_team& team) {
             constexpr std::uint64_t count = is_sanitized ? 4'000 : 20'000;
             full_empty<int> word;
             auto beside = make_channel<int>(team,
                                             [at = &word](worker&, const int& sent) {
                                               volatile char deep[32'768];
                                               for (std::size_t i = 0; i < sizeof deep; i += 512) {
                                                 deep[i] = static_cast<char>(sent);
                                               }
                                               spawn([at] { static_cast<void>(at->read_full()); });
                                             },
                                             {.how = deliver::later});
             queue<std::uint64_t> numbers(team);
             run_global(team, [&] {
               worker& self = this_scheduler().self();
               finish([&] {
                 for (std::uint64_t i = 0; i < count; ++i) {
                   numbers.from(self).async_push(i);
                   if (i % (count / 20) == 0) { beside.send(self, team.rank(), 1); }
                 }
               });
               word.fill(1);
             });
             EXPECT_EQ(numbers.size(), count);
           });
}

TEST(queue, gives_elements_in_the_order_of_each_worker) {
  on_teams(few_teams(), [](rank_team& team) { compare_order(team, 60); });
  on_teams({team_of(2, 2), team_of(3, 1, sim_model_of(2))},
           [](rank_team& team) { compare_order(team, 40, {.reduction = false}); });
}

TEST(queue, keeps_texts) {
  on_teams(few_teams(), [](rank_team& team) {
    queue<std::string> all(team);
    run_global(team, [name = all.name()] {
      for (std::uint64_t i = 0; i < 100; ++i) { name.here().push(text_of(i)); }
    });
    std::vector<std::string> expected;
    for (std::uint64_t i = 0; i < 100; ++i) { expected.push_back(text_of(i)); }
    const auto found = drained(all);
    if (index_of(team.rank()) == 0) { EXPECT_EQ(found, expected); }
  });
}

TEST(queue, has_one_order_of_all_operations_alone) {
  if (under_mpirun()) { return; }  // one clock for all
  for (const launch_options& options : all_teams(2)) {
    SCOPED_TRACE(name_of(options));
    queue_history all;
    run_team(options, [&](rank_team& team) {
      queue<std::uint64_t> elements(team);
      run_global(team, [name = elements.name(), history = &all] {
        forall(0, operations_on_queue,
               [name, history](std::uint64_t i) { note_operation(name.here(), *history, i); });
      });
    });
    EXPECT_EQ(queue_checker(all.events).problem(), "");
  }
}

TEST(queue, takes_what_is_there_in_an_epoch) {
  on_teams(all_teams(1), [](rank_team& team) {
    queue<std::uint64_t> all(team);
    hash_set<std::uint64_t> taken(team);
    const std::uint64_t each = 100;
    // Some pops come to the home of an element before it does.
    run_epoch(team, [&](worker& self) {
      auto out = all.from(self);
      for (std::uint64_t i = 0; i < each; ++i) {
        out.async_push(number_of(self) * each + i);
        out.async_pop([name = taken.name()](std::uint64_t& value) {
          name.here().from(this_worker()).async_insert(value);
        });
      }
    });
    EXPECT_EQ(all.size(), 0U);
    EXPECT_EQ(taken.size(), each * workers_of(team));
  });
}

TEST(queue, sends_on_from_operators_until_it_is_empty) {
  on_teams(all_teams(1), [](rank_team& team) {
    queue<std::uint64_t> all(team);
    counting_set<std::uint64_t> seen(team);
    struct halve {
      container_name<counting_set<std::uint64_t>, hash_map<std::uint64_t, std::uint64_t>> seen;
      void operator()(queue<std::uint64_t>::sender& out, std::uint64_t& size,
                      std::uint64_t parts) const {
        seen.here().from(out.self()).async_add(size);
        for (std::uint64_t i = 0; size > 1 && i < parts; ++i) {
          out.async_push(size / parts);
          out.async_pop(*this, parts);
        }
      }
    };
    run_epoch(team, [&](worker& self) {
      if (number_of(self) != 0) { return; }
      all.from(self).async_push(std::uint64_t{256});
      all.from(self).async_pop(halve{seen.name()}, std::uint64_t{2});
    });
    // No pop comes before its push, so each finds an element.
    EXPECT_EQ(all.size(), 0U);
    std::map<std::uint64_t, std::uint64_t> expected;
    for (std::uint64_t size = 256; size > 0; size /= 2) { expected[size] = 256 / size; }
    EXPECT_EQ(contents_of(seen), expected);
  });
}

TEST(queue, exchanges_and_loses_its_elements) {
  on_teams(few_teams(), [](rank_team& team) {
    queue<std::uint64_t> one(team);
    queue<std::uint64_t> other(team);
    push_numbers(one, 0, 50);
    one.swap(other);
    EXPECT_EQ(one.size(), 0U);
    push_numbers(one, 0, 2);
    push_numbers(other, 50, 60);
    EXPECT_EQ(one.size(), 2 * workers_of(team));
    EXPECT_GT(other.bytes(), 0U);
    const auto found = drained(other);
    if (index_of(team.rank()) == 0) {
      EXPECT_EQ(found.size(), 60 * workers_of(team));
      EXPECT_EQ(found.back() & 0xffU, 59U);
    }
    one.clear();
    EXPECT_EQ(one.size(), 0U);
    EXPECT_EQ(one.bytes(), 0U);
    push_numbers(one, 0, 1);
    EXPECT_EQ(drained(one).empty(), index_of(team.rank()) != 0);
  });
}

TEST(queue, finds_its_first_elements_by_value) {
  on_teams(few_teams(), [](rank_team& team) {
    queue<std::string> all(team);
    run_epoch(team, [&](worker& self) {
      if (number_of(self) != 0) { return; }
      for (const char* each : {"b", "d", "a", "c", "d"}) { all.from(self).async_push(each); }
    });
    EXPECT_EQ(all.top(3), (std::vector<std::string>{"d", "d", "c"}));
    EXPECT_EQ(all.top(9, std::less<>()), (std::vector<std::string>{"a", "b", "c", "d", "d"}));
    EXPECT_EQ(all.size(), 5U);
  });
}

TEST(queue, gives_memory_of_what_was_taken_back) {
  on_teams(few_teams(), [](rank_team& team) {
    queue<std::uint64_t> all(team);
    const std::uint64_t each = 40'000 / workers_of(team);
    push_numbers(all, 0, each);
    const std::uint64_t full = all.bytes();
    EXPECT_GE(full, each * workers_of(team) * sizeof(std::uint64_t));
    run_epoch(team, [&](worker& self) {
      auto out = all.from(self);
      for (std::uint64_t i = 0; i < each; ++i) {
        out.async_pop([](std::uint64_t&) {});
      }
    });
    EXPECT_EQ(all.size(), 0U);
    EXPECT_LT(all.bytes(), full / 2);
  });
}

// --- the checker ---------------------------------------------------------------------------------

TEST(queue_checker, finds_what_no_queue_does) {
  const auto problem_of = [](const std::vector<queue_event>& events) {
    return queue_checker(events).problem();
  };
  const queue_event push_1{true, 1, 1, 2};
  const queue_event push_2{true, 2, 3, 4};
  EXPECT_EQ(problem_of({push_1, push_2, {false, 1, 5, 7}, {false, 2, 6, 8}}), "");
  EXPECT_EQ(problem_of({push_1, push_2, {false, 2, 5, 7}, {false, 1, 6, 8}}), "");
  EXPECT_EQ(problem_of({push_1, push_2, {false, 2, 5, 6}, {false, 1, 7, 8}}), "2 overtook 1");
  EXPECT_EQ(problem_of({push_1, push_2, {false, 2, 5, 6}}), "2 overtook 1");
  EXPECT_EQ(problem_of({push_1, {false, 1, 5, 6}, {false, 1, 7, 8}}), "a value came out twice");
  EXPECT_NE(problem_of({push_1, {false, 3, 5, 6}}), "");
  EXPECT_NE(problem_of({push_2, {false, 2, 1, 2}}), "");
  EXPECT_NE(problem_of({push_1, {false, std::nullopt, 3, 4}}), "");
  EXPECT_EQ(problem_of({{true, 1, 1, 4}, {false, std::nullopt, 2, 3}}), "");
  // One value is there until the other one is.
  EXPECT_NE(problem_of({push_1, {true, 2, 4, 5}, {false, std::nullopt, 3, 8}, {false, 1, 6, 7}}),
            "");
}

}  // namespace orujo::test
