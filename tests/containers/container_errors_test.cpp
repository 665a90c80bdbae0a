// What is wrong ends the run on every rank, and says what it was.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "containers/container_run.hpp"
#include "orujo/containers/bag.hpp"
#include "orujo/containers/block_store.hpp"
#include "orujo/containers/counting_set.hpp"
#include "orujo/containers/disjoint_set.hpp"
#include "orujo/containers/queue.hpp"
#include "orujo/containers/vector.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/tasks/finish.hpp"
#include "orujo/tasks/run_global.hpp"

namespace orujo::test {

namespace {

/// Teams of this process only: what fails on one rank would end the processes of the others.
void expect_failure(const std::string& text, const std::function<void(rank_team&)>& program) {
  if (under_mpirun()) { return; }
  for (const launch_options& options : all_teams(1)) {
    SCOPED_TRACE(name_of(options));
    EXPECT_NE(failure_of(options, program).find(text), std::string::npos)
        << failure_of(options, program);
  }
}

}  // namespace

TEST(container_errors, of_an_operator_that_throws_end_the_run_alone) {
  expect_failure("the value of 17 is odd", [](rank_team& team) {
    hash_map<std::uint64_t, std::uint64_t> map(team);
    run_epoch(team, [&](worker& self) {
      auto out = map.from(self);
      for (std::uint64_t i = 0; i < 100; ++i) {
        out.async_visit(i, [](std::uint64_t key, std::uint64_t& value) {
          ++value;
          if (key == 17) { throw std::runtime_error("the value of 17 is odd"); }
        });
      }
    });
    ADD_FAILURE() << "the epoch has ended";
  });
}

TEST(container_errors, of_an_operator_that_throws_end_a_run_of_tasks_alone) {
  expect_failure("no such word", [](rank_team& team) {
    hash_map<std::string, std::uint64_t> map(team);
    global_memory memory(team);
    std::vector<std::string> texts;  // the task is given up, and what it holds with it
    for (std::uint64_t i = 0; i < 64; ++i) { texts.push_back(text_of(i)); }
    run_global(team, [&] {
      for (const std::string& text : texts) {
        map.visit(text, [](std::string_view key, std::uint64_t&) {
          if (key == text_of(33)) { throw std::runtime_error("no such word"); }
        });
      }
    });
    ADD_FAILURE() << "the run has ended";
  });
}

TEST(container_errors, of_an_operator_pass_by_the_task_that_asked_alone) {
  std::atomic<bool> is_caught = false;
  for (const std::uint64_t key : {1U, 2U, 3U}) {  // wherever its home is
    expect_failure("no such number", [&](rank_team& team) {
      hash_map<std::uint64_t, std::uint64_t> map(team);
      global_memory memory(team);
      run_global(team, [&] {
        try {
          map.visit(key, [](std::uint64_t, std::uint64_t&) {
            throw std::runtime_error("no such number");
          });
        } catch (const std::runtime_error&) { is_caught = true; }
      });
      ADD_FAILURE() << "the run has ended";
    });
  }
  EXPECT_FALSE(is_caught);
}

TEST(container_errors, of_an_operator_that_combines_pass_by_who_sends_alone) {
  if (under_mpirun()) { return; }
  std::atomic<bool> is_caught = false;
  const auto add_three = [](auto out) {
    for (int i = 0; i < 3; ++i) {
      out.async_insert_or_combine(7, 1, [](std::uint64_t, std::uint64_t) -> std::uint64_t {
        throw std::runtime_error("not to be added");
      });
    }
  };
  for (const launch_options& options : all_teams(1)) {
    for (const bool reduction : {true, false}) {
      SCOPED_TRACE(name_of(options) + (reduction ? ", reduced" : ""));
      const std::string in_a_task = failure_of(options, [&](rank_team& team) {
        hash_map<std::uint64_t, std::uint64_t> map(team, {.reduction = reduction});
        global_memory memory(team);
        run_global(team, [&] {
          try {
            finish([&] { add_three(map.from(this_worker())); });
          } catch (const std::exception&) { is_caught = true; }
        });
        ADD_FAILURE() << "the run has ended";
      });
      EXPECT_EQ(in_a_task, "not to be added");
      const std::string in_an_epoch = failure_of(options, [&](rank_team& team) {
        hash_map<std::uint64_t, std::uint64_t> map(team, {.reduction = reduction});
        run_epoch(team, [&](worker& self) { add_three(map.from(self)); });
        ADD_FAILURE() << "the epoch has ended";
      });
      EXPECT_EQ(in_an_epoch, "not to be added");
    }
  }
  EXPECT_FALSE(is_caught);
}

TEST(container_errors, name_texts_that_are_longer_than_a_parcel_alone) {
  const std::string long_text(300'000, 'x');
  expect_failure("words: a record with", [&](rank_team& team) {
    counting_set<std::string> words(team, {.name = "words"});
    run_epoch(team, [&](worker& self) { words.from(self).async_add(long_text); });
  });
  expect_failure("longer than a parcel", [&](rank_team& team) {
    hash_map<std::string, std::string> map(team);
    global_memory memory(team);
    run_global(team, [&] { map.insert("key", long_text); });
  });
}

TEST(container_errors, name_answers_that_are_longer_than_a_parcel_alone) {
  for (const std::uint64_t key : {1U, 2U, 3U}) {  // wherever its home is
    expect_failure("answers of texts: a record with", [&](rank_team& team) {
      hash_map<std::uint64_t, std::string> map(team, {.name = "texts"});
      global_memory memory(team);
      run_global(team, [&] {
        for (int i = 0; i < 10; ++i) {
          map.visit(key, [](std::uint64_t, std::string& text) { text.append(30'000, 'x'); });
        }
        (void)map.find(key);
        ADD_FAILURE() << "the text has arrived";
      });
    });
  }
}

TEST(container_errors, name_the_container_whose_memory_is_refused_alone) {
  if (under_mpirun()) { return; }
  const auto limited = [](int ranks, int workers) {
    return with(team_of(ranks, workers), "memory_limit_bytes", "24M");
  };
  EXPECT_NE(failure_of(limited(2, 2),
                       [](rank_team& team) {
                         hash_map<std::uint64_t, std::uint64_t> map(
                             team, {.name = "squares", .expected_entries = 100'000'000});
                       })
                .find("the tables of squares"),
            std::string::npos);
  EXPECT_NE(failure_of(limited(1, 1),
                       [](rank_team& team) {
                         hash_map<std::uint64_t, std::uint64_t> map(team, {.name = "squares"});
                         run_epoch(team, [&](worker& self) {
                           auto out = map.from(self);
                           for (std::uint64_t i = 0; i < 6'000'000; ++i) {
                             out.async_insert(i, i * i);
                           }
                         });
                       })
                .find("a larger table"),
            std::string::npos);
}

TEST(container_errors, name_the_sequence_whose_memory_is_refused_alone) {
  if (under_mpirun()) { return; }
  const launch_options limited = with(team_of(1, 1), "memory_limit_bytes", "24M");
  const auto failure_with = [&](auto put) {
    return failure_of(limited, [&](rank_team& team) {
      vector<std::uint64_t> elements(team, {.name = "squares"});
      queue<std::uint64_t> waiting(team, {.name = "those that wait"});
      run_epoch(team, [&](worker& self) {
        for (std::uint64_t i = 0; i < 4'000'000; ++i) { put(self, elements, waiting); }
      });
    });
  };
  EXPECT_NE(failure_with([](worker& self, auto& elements, auto& /*waiting*/) {
              elements.from(self).async_push_back(1);
            }).find("more elements of squares"),
            std::string::npos);
  EXPECT_NE(failure_with([](worker& self, auto& /*elements*/, auto& waiting) {
              waiting.from(self).async_push(1);
            }).find("more elements of those that wait"),
            std::string::npos);
  EXPECT_NE(failure_of(limited,
                       [](rank_team& team) {
                         vector<std::uint64_t> elements(team, {.name = "squares"});
                         elements.reserve(1'000'000);
                         EXPECT_GE(elements.bytes(), 8'000'000U);
                         EXPECT_GE(elements.bytes_for(1'000'000), 8'000'000U);
                         elements.reserve(100'000'000);
                       })
                .find("squares"),
            std::string::npos);
}

TEST(container_errors, name_the_index_without_an_element_alone) {
  expect_failure("squares has no element 7", [](rank_team& team) {
    vector<std::uint64_t> elements(team, {.name = "squares"});
    run_epoch(team, [&](worker& self) { elements.from(self).async_assign(7, 49); });
  });
}

/// A container of one element whose loop sends it another one.
template <typename Container>
void send_while_going_over(rank_team& team) {
  Container elements(team);
  const auto add = [&elements](worker& self, std::uint64_t value) {
    if constexpr (requires { elements.from(self).async_push(value); }) {
      elements.from(self).async_push(value);
    } else if constexpr (requires { elements.from(self).async_push_back(value); }) {
      elements.from(self).async_push_back(value);
    } else if constexpr (requires { elements.from(self).async_add(value); }) {
      elements.from(self).async_add(value);
    } else if constexpr (requires { elements.from(self).async_insert(value, value); }) {
      elements.from(self).async_insert(value, value);
    } else {
      for (int i = 0; i < 100; ++i) { elements.insert(self, value); }
    }
  };
  run_epoch(team, [&](worker& self) {
    if (team.rank() == rank_id{0} && self.index() == 0) { add(self, 1); }
  });
  elements.for_all([&](worker& self, auto&&... /*element*/) { add(self, 2); });
}

TEST(container_errors, refuse_requests_of_a_loop_to_what_it_goes_over_alone) {
  if (under_mpirun()) { return; }
  for (const launch_options& shape : {team_of(1, 1), team_of(1, 2), team_of(2, 1)}) {
    const auto map =
        failure_of(shape, send_while_going_over<hash_map<std::uint64_t, std::uint64_t>>);
    EXPECT_NE(map.find("went over its entries"), std::string::npos) << map;
    const auto counts = failure_of(shape, send_while_going_over<counting_set<std::uint64_t>>);
    EXPECT_NE(counts.find("went over its entries"), std::string::npos) << counts;
    const auto queued = failure_of(shape, send_while_going_over<queue<std::uint64_t>>);
    EXPECT_NE(queued.find("went over its elements"), std::string::npos) << queued;
    const auto vectors = failure_of(shape, send_while_going_over<vector<std::uint64_t>>);
    EXPECT_NE(vectors.find("went over its entries"), std::string::npos) << vectors;
    const auto bags = failure_of(shape, send_while_going_over<bag<std::uint64_t>>);
    EXPECT_NE(bags.find("a bag got an item while for_all() went over its items"), std::string::npos)
        << bags;
  }
}

TEST(container_errors, name_keys_of_which_two_do_not_fit_into_a_message_alone) {
  // The least key of the set, g, is as long as k, and p is short: g < p < k. Each pair fits.
  const std::size_t most = 32 * 1024 / 10 * 6;
  const auto failure_with = [](const std::string& g, const std::string& k, bool alone) {
    return failure_of(with(team_of(2, 1), "parcel_bytes", "32K"), [&](rank_team& team) {
      disjoint_set<std::string> sets(team, {.name = "names"});
      run_epoch(team, [&](worker& self) {
        if (number_of(self) != 0) { return; }
        if (alone) { return sets.from(self).async_insert(k); }
        sets.from(self).async_union(g, "p");
        sets.from(self).async_union("p", k);
      });
      sets.find_all();
    });
  };
  const std::string said = "two keys of names have to fit into a message";
  const auto g = std::string(most, 'g');
  const auto k = std::string(most, 'q');
  EXPECT_NE(failure_with(g, k, false).find(said), std::string::npos) << failure_with(g, k, false);
  EXPECT_NE(failure_with(g, "q", false).find(said), std::string::npos);
  EXPECT_NE(failure_with(g, k, true).find(said), std::string::npos);
  const auto bound = std::string("at most ");
  const std::string text = failure_with(g, k, false);
  ASSERT_NE(text.find(bound), std::string::npos) << text;
  const auto longest = std::stoul(text.substr(text.find(bound) + bound.size()));
  EXPECT_GT(longest, 15'000U);
  EXPECT_EQ(failure_with(std::string(longest, 'g'), std::string(longest, 'q'), false), "");
  EXPECT_NE(failure_with(std::string(longest + 1, 'g'), "q", false).find(said), std::string::npos);
}

TEST(container_errors, refuse_what_is_asked_outside_an_epoch) {
  on_teams(few_teams(), [](rank_team& team) {
    hash_map<std::uint64_t, std::uint64_t> map(team);
    counting_set<std::uint64_t> counts(team);  // whose requests wait in a cache
    queue<std::uint64_t> queued(team);
    worker& self = this_worker();
    const auto expect_refused = [&] {
      EXPECT_THROW(map.from(self).async_insert(1, 1), usage_error);
      EXPECT_THROW(counts.from(self).async_add(1), usage_error);
      EXPECT_THROW(queued.from(self).async_push(1), usage_error);
    };
    expect_refused();
    for (int i = 0; i < 20; ++i) {  // more epochs than are open at once: nothing is left of it
      run_epoch(team, [&](worker& here) {
        counts.from(here).async_add(1);
        queued.from(here).async_push(1);
      });
      expect_refused();
    }
    const auto workers = static_cast<std::uint64_t>(team.size() * team.num_workers());
    EXPECT_EQ(counts.total(), 20 * workers);
    EXPECT_EQ(queued.size(), 20 * workers);
  });
}

TEST(container_errors, name_the_container_that_was_asked_after_an_exchange_alone) {
  expect_failure("second has no element 5", [](rank_team& team) {
    vector<std::uint64_t> first(team, {.name = "first"});
    vector<std::uint64_t> second(team, {.name = "second"});
    first.swap(second);
    run_epoch(team, [&](worker& self) { second.from(self).async_assign(5, 1); });
    ADD_FAILURE() << "the epoch has ended";
  });
}

TEST(container_errors, of_memory_name_whose_elements_they_are_after_an_exchange) {
  using wide = std::array<char, 4096>;
  const std::uint64_t limit = std::uint64_t{20} << 20U;
  block_store<wide> one({"one", limit});
  block_store<wide> other({"other", limit});
  other.emplace(0, wide{});
  one.swap(other);
  EXPECT_EQ(one.size(), 1U);
  try {
    for (std::uint64_t i = 0; i < 100; ++i) { other.emplace(i * other.block_size, wide{}); }
    ADD_FAILURE() << "all have room";
  } catch (const memory_error& why) {
    EXPECT_NE(std::string(why.what()).find("more elements of other"), std::string::npos);
  }
}

}  // namespace orujo::test
