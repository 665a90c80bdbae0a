// Tasks that wait for answers of maps: each sees what it did, and one order explains what all saw.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "activities/history.hpp"
#include "containers/container_run.hpp"
#include "containers/map_history.hpp"
#include "orujo/containers/counting_set.hpp"
#include "orujo/containers/hash_set.hpp"
#include "orujo/tasks/forall.hpp"
#include "orujo/tasks/run_global.hpp"

namespace orujo::test {

namespace {

/// Random operations on keys that only this task uses, each compared with a map of its own.
template <typename K>
void compare_steps(hash_map<K, std::string>& map, std::uint64_t task) {
  std::map<K, std::string> model;
  random_stream random(1, task);
  for (int step = 0; step < 60; ++step) {
    const K key = key_of<K>(task * 8 + random.below(8));
    const std::string value = text_of(random.below(1000));
    switch (random.below(6)) {
      case 0: EXPECT_EQ(map.insert(key, value), model.emplace(key, value).second); break;
      case 1: EXPECT_EQ(map.assign(key, value), model.insert_or_assign(key, value).second); break;
      case 2: EXPECT_EQ(map.erase(key), model.erase(key) == 1); break;
      case 3: {
        const auto found = model.find(key);
        EXPECT_EQ(map.contains(key), found != model.end());
        EXPECT_EQ(map.visit_if_present(key, [](std::string& /*kept*/) {}), found != model.end());
        EXPECT_EQ(map.visit_if_present(key, [](std::string& kept) { return kept; }),
                  found == model.end() ? std::nullopt : std::optional(found->second));
        break;
      }
      case 4: {
        const std::string longer = map.visit(
            key, [](std::string& kept, std::string_view more) { return kept += more; }, value);
        EXPECT_EQ(longer, model[key] += value);
        break;
      }
      default: {
        const auto found = model.find(key);
        EXPECT_EQ(map.find(key),
                  found == model.end() ? std::nullopt : std::optional(found->second));
      }
    }
  }
}

template <typename K>
void compare_tasks(rank_team& team) {
  hash_map<K, std::string> map(team);
  run_global(team, [name = map.name()] {
    forall(0, 40, [name](std::uint64_t task) { compare_steps(name.here(), task); });
  });
}

constexpr std::uint64_t operations = 400;

struct shared_history {
  std::atomic<std::uint64_t> clock{1};
  std::vector<history_event> events = std::vector<history_event>(operations);
};

/// Operation number i, from 0: reads a key, or writes its number there and reads what was before.
void note_operation(hash_map<std::uint64_t, std::uint64_t>& map, shared_history& all,
                    std::uint64_t i) {
  const std::uint64_t key = mix64(i) % 5;
  history_event& event = all.events[i];
  event.words[0] = static_cast<std::uint32_t>(key);
  event.reads = 1;
  event.begun = all.clock++;
  if (mix64(i) / 5 % 3 == 0) {
    event.seen[0] = map.find(key).value_or(0);
  } else {
    event.writes = 1;
    event.seen[0] = map.visit(
        key, [](std::uint64_t& value, std::uint64_t mine) { return std::exchange(value, mine); },
        i + 1);
  }
  event.ended = all.clock++;
}

constexpr std::uint64_t tasks_of_history = 6;
constexpr std::uint64_t steps_of_task = 50;

/// What the tasks of a history did, each in its own events.
struct map_history {
  std::atomic<std::uint64_t> clock{1};
  std::vector<map_event> events = std::vector<map_event>(tasks_of_history * steps_of_task);
};

/// Does `event` on a map, and notes the result.
void note_result(hash_map<std::uint64_t, std::uint64_t>& map, map_event& event) {
  switch (event.what) {
    case map_operation::find: event.result = map.find(event.key).value_or(0); return;
    case map_operation::contains: event.result = map.contains(event.key) ? 1 : 0; return;
    case map_operation::insert: event.result = map.insert(event.key, event.value) ? 1 : 0; return;
    case map_operation::assign: event.result = map.assign(event.key, event.value) ? 1 : 0; return;
    case map_operation::erase: event.result = map.erase(event.key) ? 1 : 0; return;
    case map_operation::exchange: break;
  }
  event.result = map.visit(
      event.key,
      [](std::uint64_t& value, std::uint64_t mine) { return std::exchange(value, mine); },
      event.value);
}

/// The same on a set, which has insert, contains and erase.
void note_result(hash_set<std::uint64_t>& set, map_event& event) {
  switch (event.what) {
    case map_operation::insert: event.result = set.insert(event.key) ? 1 : 0; return;
    case map_operation::erase: event.result = set.erase(event.key) ? 1 : 0; return;
    default: break;
  }
  event.what = map_operation::contains;
  event.result = set.contains(event.key) ? 1 : 0;
}

/// Random operations of one task on keys that all tasks use.
template <typename Container>
void note_steps(Container& container, map_history& all, std::uint64_t task) {
  random_stream random(5, task);
  for (std::uint64_t step = 0; step < steps_of_task; ++step) {
    map_event& event = all.events[task * steps_of_task + step];
    event.what = static_cast<map_operation>(random.below(6));
    event.key = random.below(3);
    event.task = task;
    event.value = task * steps_of_task + step + 1;
    event.begun = all.clock++;
    note_result(container, event);
    event.ended = all.clock++;
  }
}

template <typename Container>
void expect_one_order() {
  if (under_mpirun()) { return; }  // one clock for all
  for (const launch_options& options : all_teams(6)) {
    SCOPED_TRACE(name_of(options));
    map_history all;
    run_team(options, [&](rank_team& team) {
      Container container(team);
      run_global(team, [name = container.name(), history = &all] {
        forall(0, tasks_of_history,
               [name, history](std::uint64_t task) { note_steps(name.here(), *history, task); });
      });
    });
    EXPECT_EQ(map_checker(all.events).problem(), "");
  }
}

/// An operation of task `task` between two moments.
map_event event_of(std::uint64_t task, map_operation what, std::uint64_t result,
                   std::pair<std::uint64_t, std::uint64_t> moments) {
  return {what, 1, task, task + 10, result, moments.first, moments.second};
}

}  // namespace

TEST(container_tasks, see_one_order_of_all_operations_on_maps_alone) {
  expect_one_order<hash_map<std::uint64_t, std::uint64_t>>();
}

TEST(container_tasks, see_one_order_of_all_operations_on_sets_alone) {
  expect_one_order<hash_set<std::uint64_t>>();
}

TEST(map_checker, finds_what_no_order_explains) {
  using enum map_operation;
  const auto explains = [](const std::vector<map_event>& events) {
    return map_checker(events).problem().empty();
  };
  // two insertions at once: one of them makes the entry
  EXPECT_TRUE(explains({event_of(0, insert, 1, {1, 4}), event_of(1, insert, 0, {2, 3})}));
  EXPECT_FALSE(explains({event_of(0, insert, 1, {1, 4}), event_of(1, insert, 1, {2, 3})}));
  // an old value, while another one replaces it and when that is done
  EXPECT_TRUE(explains({event_of(0, insert, 1, {1, 2}), event_of(1, assign, 0, {3, 6}),
                        event_of(2, find, 10, {4, 7})}));
  EXPECT_FALSE(explains({event_of(0, insert, 1, {1, 2}), event_of(1, assign, 0, {3, 4}),
                         event_of(2, find, 10, {5, 6})}));
  // what was erased once is erased by one
  EXPECT_TRUE(explains({event_of(0, insert, 1, {1, 2}), event_of(1, erase, 1, {3, 6}),
                        event_of(2, erase, 0, {4, 5}), event_of(3, contains, 0, {7, 8})}));
  EXPECT_FALSE(explains({event_of(0, insert, 1, {1, 2}), event_of(1, erase, 1, {3, 6}),
                         event_of(2, erase, 1, {4, 5})}));
  // one that has seen it gone before one that still sees it
  EXPECT_FALSE(explains({event_of(0, insert, 1, {1, 2}), event_of(1, erase, 1, {3, 8}),
                         event_of(2, contains, 0, {4, 5}), event_of(3, contains, 1, {6, 7})}));
}

TEST(container_tasks, see_what_they_did_before) {
  on_teams(all_teams(3), [](rank_team& team) {
    compare_tasks<std::uint64_t>(team);
    compare_tasks<std::string>(team);
  });
}

TEST(container_tasks, see_one_order_of_all_operations_alone) {
  if (under_mpirun()) { return; }  // one clock for all
  for (const launch_options& options : all_teams(6)) {
    SCOPED_TRACE(name_of(options));
    shared_history all;
    run_team(options, [&](rank_team& team) {
      hash_map<std::uint64_t, std::uint64_t> map(team);
      run_global(team, [name = map.name(), history = &all] {
        forall(0, operations,
               [name, history](std::uint64_t i) { note_operation(name.here(), *history, i); });
      });
    });
    EXPECT_EQ(history_checker(all.events).problem(), "");
  }
}

TEST(container_tasks, find_what_others_sent_in_an_epoch_before) {
  on_teams(few_teams(), [](rank_team& team) {
    counting_set<std::string> words(team);
    hash_set<std::uint64_t> numbers(team);
    run_epoch(team, [&](worker& self) {
      auto out = words.from(self);
      auto out_numbers = numbers.from(self);
      for (std::uint64_t i = 0; i < 200; ++i) {
        out.async_add(text_of(i % 50), 2);
        out_numbers.async_insert(i % 50 * 2);
      }
    });
    const std::uint64_t times = 8 * workers_of(team);
    run_global(team, [words = words.name(), numbers = numbers.name(), times] {
      forall(0, 100, [words, numbers, times](std::uint64_t i) {
        EXPECT_EQ(words.here().count(text_of(i)), i < 50 ? times : 0U);
        EXPECT_EQ(numbers.here().contains(i), i % 2 == 0);
        EXPECT_EQ(numbers.here().insert(i), i % 2 == 1);
        EXPECT_EQ(numbers.here().erase(i), true);
      });
    });
    EXPECT_EQ(words.size(), 50U);
    EXPECT_EQ(words.total(), 50 * times);
    EXPECT_EQ(numbers.size(), 0U);
  });
}

}  // namespace orujo::test
