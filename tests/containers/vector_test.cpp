// Vectors beside std::vector: what each index holds, whoever adds and asks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/containers/vector.hpp"

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "activities/history.hpp"
#include "containers/container_run.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/tasks/forall.hpp"
#include "orujo/tasks/run_global.hpp"

namespace orujo::test {

namespace {

/// All elements by their indices, on every rank, which are 0 to size() - 1. Call: collective.
template <typename T>
std::vector<T> elements_of(vector<T>& from) {
  std::map<std::uint64_t, T> all;
  for (auto& [index, value] : from.top(std::size_t{1} << 30U)) { all.emplace(index, value); }
  EXPECT_EQ(from.size(), all.size());
  std::vector<T> made;
  for (auto& [index, value] : all) {
    EXPECT_EQ(index, made.size());
    made.push_back(value);
  }
  return made;
}

/// Element number i of those that a worker adds: its number, and i.
template <typename T>
T added(std::uint64_t worker, std::uint64_t i) {
  return key_of<T>(worker << 20U | i);
}

/// Each worker adds elements `from` to `to` of its own.
template <typename T>
void add_elements(vector<T>& to, std::uint64_t first, std::uint64_t last) {
  run_epoch(to.team(), [&](worker& self) {
    auto out = to.from(self);
    for (std::uint64_t i = first; i < last; ++i) {
      out.async_push_back(added<T>(number_of(self), i));
    }
  });
}

/// Those of each worker are in its order, and the first `before` of each come first.
template <typename T>
void expect_order(const std::vector<T>& found, std::uint64_t workers, std::uint64_t before) {
  std::map<T, std::pair<std::uint64_t, std::uint64_t>> known;
  const std::uint64_t each = found.size() / workers;
  for (std::uint64_t w = 0; w < workers; ++w) {
    for (std::uint64_t i = 0; i < each; ++i) { known[added<T>(w, i)] = {w, i}; }
  }
  std::vector<std::uint64_t> next(workers, 0);
  for (std::uint64_t at = 0; at < found.size(); ++at) {
    ASSERT_TRUE(known.contains(found[at]));
    const auto [worker, i] = known.at(found[at]);
    ASSERT_EQ(next[worker]++, i);
    ASSERT_EQ(i < before, at < before * workers);
  }
}

template <typename T>
void compare_elements(rank_team& team, std::uint64_t each, const container_options& options = {}) {
  vector<T> all(team, options);
  add_elements(all, 0, each / 2);
  add_elements(all, each / 2, each);
  const std::uint64_t workers = workers_of(team);
  EXPECT_EQ(all.size(), each * workers);
  expect_order(elements_of(all), workers, each / 2);
}

constexpr std::uint64_t operations_on_vector = 160;

struct vector_history {
  std::atomic<std::uint64_t> clock{1};
  std::vector<history_event> events = std::vector<history_event>(operations_on_vector);
  /// Of each push: when it began and ended, and the index that it was given.
  std::vector<std::array<std::uint64_t, 3>> pushes =
      std::vector<std::array<std::uint64_t, 3>>(operations_on_vector);
};

/// Operation number i: reads an element, or replaces it by its number; then adds one.
void note_operation(vector<std::uint64_t>& elements, vector_history& all, std::uint64_t i) {
  const std::uint64_t index = mix64(i) % 5 * 400;
  history_event& event = all.events[i];
  event.words[0] = static_cast<std::uint32_t>(index);
  event.reads = 1;
  event.begun = all.clock++;
  if (mix64(i) / 5 % 3 == 0) {
    event.seen[0] = elements.get(index);
  } else {
    event.writes = 1;
    event.seen[0] = elements.visit(
        index, [](std::uint64_t& value, std::uint64_t mine) { return std::exchange(value, mine); },
        i + 1);
  }
  event.ended = all.clock++;
  const std::uint64_t begun = all.clock++;
  const std::uint64_t given = elements.push_back(i);
  all.pushes[i] = {begun, all.clock++, given};
  EXPECT_EQ(elements.get(given), i);
}

/// A push that had ended when another one began was given a lower index.
void expect_real_time(const vector_history& all) {
  for (const auto& one : all.pushes) {
    for (const auto& other : all.pushes) {
      if (one[1] < other[0]) { EXPECT_LT(one[2], other[2]); }
    }
  }
}

}  // namespace

TEST(vector, holds_elements_in_the_order_of_each_worker) {
  on_teams(all_teams(1), [](rank_team& team) {
    compare_elements<std::uint64_t>(team, 300);
    compare_elements<std::string>(team, 40);
  });
}

TEST(vector, holds_the_same_without_combining_and_in_small_parcels) {
  on_teams(few_teams(), [](rank_team& team) {
    compare_elements<std::uint64_t>(team, 40, {.reduction = false});
    compare_elements<std::string>(team, 40, {.reduction = false});
  });
  std::vector<launch_options> teams;
  for (const launch_options& each : few_teams()) {
    teams.push_back(with(each, "parcel_bytes", "256"));
  }
  on_teams(teams, [](rank_team& team) {
    compare_elements<std::uint64_t>(team, 200);
    compare_elements<std::string>(team, 40);
  });
}

TEST(vector, changes_elements_where_they_lie) {
  on_teams(few_teams(), [](rank_team& team) {
    vector<std::uint64_t> all(team);
    add_elements(all, 0, 3000);
    const std::uint64_t size = all.size();
    std::vector<std::uint64_t> model = elements_of(all);
    run_epoch(team, [&](worker& self) {
      auto out = all.from(self);
      for (std::uint64_t i = number_of(self); i < size; i += workers_of(team)) {
        if (i % 3 == 0) { out.async_assign(i, i); }
        if (i % 3 == 1) { out.async_combine(i, i, std::plus<>()); }
        if (i % 3 == 2) {
          out.async_visit(
              i, [](std::uint64_t key, std::uint64_t& v, std::uint64_t more) { v = key * more; },
              std::uint64_t{7});
        }
        out.async_visit_if_present(size + i, [](std::uint64_t& v) { v = 0; });
      }
    });
    for (std::uint64_t i = 0; i < size; ++i) {
      model[i] = i % 3 == 0 ? i : i % 3 == 1 ? model[i] + i : 7 * i;
    }
    EXPECT_EQ(elements_of(all), model);
    all.for_all([](std::uint64_t index, std::uint64_t& value) { value = index; });
    for (const auto& [index, value] : all.top(3)) { EXPECT_EQ(index, value); }
    EXPECT_EQ(all.top(1).front().first, size - 1);
  });
}

TEST(vector, exchanges_and_loses_its_elements) {
  on_teams(few_teams(), [](rank_team& team) {
    vector<std::string> one(team);
    vector<std::string> other(team);
    add_elements(one, 0, 60);
    const std::vector<std::string> before = elements_of(one);
    one.swap(other);
    EXPECT_EQ(one.size(), 0U);
    EXPECT_EQ(elements_of(other), before);
    add_elements(one, 0, 1);
    add_elements(other, 60, 61);
    EXPECT_EQ(one.size(), workers_of(team));
    EXPECT_EQ(elements_of(other).size(), 61 * workers_of(team));
    other.clear();
    EXPECT_EQ(other.size(), 0U);
    EXPECT_EQ(other.bytes(), 0U);
    add_elements(other, 0, 2);
    EXPECT_EQ(elements_of(other).size(), 2 * workers_of(team));
  });
}

TEST(vector, gives_tasks_what_they_put_in) {
  on_teams(all_teams(1), [](rank_team& team) {
    vector<std::string> all(team);
    run_global(team, [name = all.name()] {
      forall(0, 80, [name](std::uint64_t i) {
        vector<std::string>& mine = name.here();
        const std::uint64_t index = mine.push_back(text_of(i));
        EXPECT_EQ(mine.get(index), text_of(i));
        EXPECT_FALSE(mine.contains(1'000'000 + i));
        EXPECT_EQ(mine.find(~i), std::nullopt);
        mine.assign(index, "new");
        EXPECT_EQ(mine.visit(index, [](std::string& text) { return text += '!'; }), "new!");
      });
    });
    EXPECT_EQ(elements_of(all), std::vector<std::string>(80, "new!"));
  });
}

TEST(vector, has_one_order_of_all_operations_alone) {
  if (under_mpirun()) { return; }  // one clock for all
  for (const launch_options& options : all_teams(2)) {
    SCOPED_TRACE(name_of(options));
    vector_history all;
    run_team(options, [&](rank_team& team) {
      vector<std::uint64_t> elements(team);
      run_epoch(team, [&](worker& self) {
        for (int i = 0; number_of(self) == 0 && i < 2000; ++i) {
          elements.from(self).async_push_back(0);
        }
      });
      run_global(team, [name = elements.name(), history = &all] {
        forall(0, operations_on_vector,
               [name, history](std::uint64_t i) { note_operation(name.here(), *history, i); });
      });
      EXPECT_EQ(elements.size(), 2000 + operations_on_vector);
    });
    EXPECT_EQ(history_checker(all.events).problem(), "");
    expect_real_time(all);
  }
}

TEST(vector, combines_what_one_worker_adds) {
  const auto count = [](bool combines) {
    return [combines](rank_team& team) {
      vector<std::uint64_t> all(team, {.reduction = combines});
      add_elements(all, 0, 100);
      const std::uint64_t looks = all_sum(team, team.metrics()[metric::reduction_looks]);
      const std::uint64_t hits = all_sum(team, team.metrics()[metric::reduction_hits]);
      EXPECT_EQ(looks, 100 * workers_of(team));
      if (combines) {
        EXPECT_GE(hits, looks / 2);
      } else {
        EXPECT_EQ(hits, 0U);
      }
    };
  };
  on_teams(few_teams(), count(true));
  on_teams(few_teams(), count(false));
}

}  // namespace orujo::test
