// Delegates: they act at the home, once, and come back with what they found.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/memory/delegate.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "memory/memory_run.hpp"
#include "orujo/memory/global_array.hpp"
#include "orujo/memory/symmetric.hpp"

namespace orujo::test {

TEST(delegate, reads_and_writes_values_of_all_sizes) {
  with_memory(all_teams(1), [] {
    const auto check = [](auto sample) {
      using value = decltype(sample);
      const auto array = allocate_array<value>(40, 2);
      for (std::uint64_t i = 0; i < 40; i += 7) {
        EXPECT_EQ(delegate::read(array.at(i)), value{});
        delegate::write(array.at(i), sample);
        EXPECT_EQ(delegate::read(array.at(i)), sample);
      }
      release(array);
    };
    check(std::uint8_t{200});
    check(std::int16_t{-3});
    check(7.5F);
    check(std::uint64_t{1} << 60U);
    check(std::array<char, 3>{'a', 'b', 'c'});
    check(std::array<std::uint64_t, 9>{1, 2, 3, 4, 5, 6, 7, 8, 9});
  });
}

TEST(delegate, fetch_add_returns_each_value_once) {
  with_memory(all_teams(), [] {
    const auto counters = allocate_array<std::uint64_t>(3, 1);
    const auto seen = allocate_array<std::uint64_t>(300, 1);
    on_all_workers([counters, seen] {
      const std::uint64_t share = 300 / this_memory().num_homes();
      for (std::uint64_t i = 0; i < share; ++i) {
        spawn([counters, seen] {
          const std::uint64_t ticket = delegate::fetch_add(counters.at(1), 1);
          delegate::async_add(seen.at(ticket), 1);
        });
      }
    });
    const std::uint64_t tickets = 300 / this_memory().num_homes() * this_memory().num_homes();
    EXPECT_EQ(delegate::read(counters.at(1)), tickets);
    EXPECT_EQ(delegate::read(counters.at(0)), 0U);
    std::vector<std::uint64_t> expected(300, 0);
    std::fill_n(expected.begin(), tickets, 1U);
    EXPECT_EQ(values_of(seen), expected);
  });
}

TEST(delegate, compare_exchange_tells_what_it_found) {
  with_memory(all_teams(1), [] {
    const auto array = allocate_array<std::int32_t>(64);
    for (std::uint64_t i = 0; i < 64; i += 7) {
      std::int32_t expected = 5;
      EXPECT_FALSE(delegate::compare_exchange(array.at(i), expected, 9));
      EXPECT_EQ(expected, 0);
      EXPECT_TRUE(delegate::compare_exchange(array.at(i), expected, 9));
      EXPECT_EQ(expected, 0);
      EXPECT_EQ(delegate::read(array.at(i)), 9);
    }
  });
}

TEST(delegate, call_brings_back_results_of_any_size) {
  with_memory(all_teams(1), [] {
    const auto array = allocate_array<std::uint64_t>(32, 1);
    for (std::uint64_t i = 0; i < 32; ++i) {
      delegate::call(array.at(i), [i](std::uint64_t& word) { word = i * i; });
      const auto many = delegate::call(array.at(i), [](std::uint64_t& word) {
        return std::array<std::uint64_t, 5>{word, word + 1, word + 2, word + 3, ++word};
      });
      EXPECT_EQ(many,
                (std::array<std::uint64_t, 5>{i * i, i * i + 1, i * i + 2, i * i + 3, i * i + 1}));
    }
    const home_id last = some_home(this_memory().num_homes() - 1);
    EXPECT_EQ(delegate::call(last, [](home_memory& there) { return there.home(); }), last);
  });
}

TEST(delegate, asynchronous_ones_have_happened_when_finish_returns) {
  with_memory(all_teams(), [] {
    const auto words = allocate_array<std::int64_t>(97, 4);
    const auto numbers = allocate_array<double>(97, 4);
    const auto labels = allocate_array<std::uint32_t>(97, 4);
    for (std::uint32_t round = 1; round <= 3; ++round) {
      finish([&] {
        for (std::uint64_t i = 0; i < 97 * 20; ++i) {
          delegate::async_add(words.at(i % 97), -2);
          delegate::async_add(numbers.at(i % 97), 0.5);
          delegate::async_write(labels.at(i % 97), round);
          delegate::async(words.at(i % 97), [i](std::int64_t& word) { word += i < 97 ? 1 : 0; });
        }
      });
      EXPECT_EQ(values_of(words), std::vector<std::int64_t>(97, -39 * std::int64_t{round}));
      EXPECT_EQ(values_of(numbers), std::vector<double>(97, 10.0 * round));
      EXPECT_EQ(values_of(labels), std::vector<std::uint32_t>(97, round));
    }
  });
}

TEST(delegate, asynchronous_ones_of_nested_finishes_are_told_apart) {
  with_memory(all_teams(1), [] {
    const auto words = allocate_array<std::uint64_t>(64, 1);
    finish([&] {
      for (int task = 0; task < 40; ++task) {
        spawn([words, task] {
          finish([&] {
            for (std::uint64_t i = 0; i < 64; ++i) { delegate::async_add(words.at(i), 1); }
          });
          // All 64 of this task are there, whatever the others have done.
          const std::uint64_t sum = delegate::read(words.at(static_cast<std::uint64_t>(task)));
          EXPECT_GE(sum, 1U);
          EXPECT_LE(sum, 40U);
        });
      }
    });
    EXPECT_EQ(values_of(words), std::vector<std::uint64_t>(64, 40));
  });
}

TEST(delegate, may_send_more_from_its_home) {
  on_teams(all_teams(1), [](rank_team& team) {
    global_memory memory(team);
    global_array<std::uint64_t> words;
    run_global(team, [&] {
      words = allocate_array<std::uint64_t>(64, 1);
      for (std::uint64_t i = 0; i < 64; ++i) {
        delegate::call(words.at(i), [words, i](std::uint64_t& word) {
          ++word;
          delegate::async_add(words.at((i * 7 + 3) % 64), 1000);
        });
      }
    });
    run_global(team, [&] {  // no finish waits for what handlers send, but the end of a run does
      EXPECT_EQ(values_of(words), std::vector<std::uint64_t>(64, 1001));
    });
  });
}

TEST(delegate, promises_bring_answers_later) {
  with_memory(all_teams(1), [] {
    const auto words = allocate_array<std::uint64_t>(64, 1);
    promise<std::uint64_t> first;
    promise<void> second;
    promise<std::array<std::uint64_t, 4>> third;
    promise<std::uint64_t> unread;
    delegate::async(
        words.at(5), [](std::uint64_t& word) { return ++word; }, first);
    delegate::async(
        words.at(6), [](std::uint64_t& word) { word = 6; }, second);
    delegate::async(
        words.at(7),
        [](std::uint64_t& word) {
          return std::array<std::uint64_t, 4>{word, 1, 2, 3};
        },
        third);
    delegate::async_read(words.at(8), unread);
    EXPECT_EQ(first.get(), 1U);
    second.get();
    EXPECT_EQ(delegate::read(words.at(6)), 6U);
    EXPECT_EQ(third.get(), (std::array<std::uint64_t, 4>{0, 1, 2, 3}));
  });
}

TEST(delegate, drops_answers_whose_promises_went_early_and_never_waits_for_them) {
  with_memory(all_teams(1), [] {
    const auto words = allocate_array<std::uint64_t>(64, 1);
    const auto ask_and_leave = [words](std::uint64_t i) {
      promise<std::uint64_t> small;
      promise<std::array<std::uint64_t, 4>> large;
      promise<void> nothing;
      delegate::async_read(words.at(i), small);
      delegate::async(
          words.at(i),
          [](std::uint64_t& word) {
            return std::array{word, word, word, word};
          },
          large);
      delegate::async(
          words.at(i), [](std::uint64_t& word) { word += 1; }, nothing);
      throw usage_error("thrown on purpose");
    };
    const worker_metrics& metrics = this_worker().metrics;
    const std::uint64_t before = metrics.value(metric::delegate_suspensions);
    for (std::uint64_t i = 0; i < 64; ++i) { EXPECT_THROW(ask_and_leave(i), usage_error); }
    EXPECT_EQ(metrics.value(metric::delegate_suspensions), before);
    for (std::uint64_t i = 0; i < 64; ++i) {  // the delegates are done all the same
      while (delegate::read(words.at(i)) == 0) { yield(); }
    }
    // Slots of answers that have come are freed, those of others are kept.
    for (std::uint64_t i = 0; i < 64; ++i) { EXPECT_THROW(ask_and_leave(i), usage_error); }
  });
}

TEST(delegate, brings_the_answer_to_the_task_that_made_the_promise_whoever_asks) {
  with_memory(all_teams(1), [] {
    const auto words = allocate_array<std::uint64_t>(64, 1);
    std::array<promise<std::uint64_t>, 64> answers;
    finish([&] {
      for (std::uint64_t i = 0; i < 64; ++i) {
        spawn([&, i] {
          delegate::async(
              words.at(i), [i](std::uint64_t& word) { return word + i; }, answers[i]);
        });
      }
    });
    for (std::uint64_t i = 0; i < 64; ++i) { EXPECT_EQ(answers[i].get(), i); }
  });
}

TEST(delegate, reaches_objects_on_stacks_and_heaps_of_other_workers) {
  with_memory(all_teams(1), [] {
    std::uint64_t on_stack = 0;
    const auto name = global(on_stack);
    on_all_workers([name] {
      delegate::async_add(name, 1);
      EXPECT_GT(delegate::fetch_add(name, 1) + 1, 0U);
    });
    EXPECT_EQ(on_stack, 2U * this_memory().num_homes());
    std::vector<int> list{1, 2, 3};
    const auto list_name = global(list);
    const home_id last = some_home(this_memory().num_homes() - 1);
    finish([&] {
      spawn_at(last, [list_name] {
        EXPECT_EQ(delegate::call(list_name,
                                 [](std::vector<int>& all) {
                                   all.push_back(4);
                                   return all.size();
                                 }),
                  4U);
      });
    });
    EXPECT_EQ(list.back(), 4);
  });
}

TEST(delegate, goes_on_under_back_pressure) {
  std::vector<launch_options> teams;
  for (const int ranks : {2, 3}) {
    teams.push_back(with(team_of(ranks, 2), "in_flight_bytes", "4096"));
  }
  with_memory(teams, [] {
    const auto words = allocate_array<std::uint64_t>(512, 1);
    on_all_workers([words] {
      for (std::uint64_t i = 0; i < 50'000; ++i) { delegate::async_add(words.at(i % 512), 1); }
    });
    const auto values = values_of(words);
    EXPECT_EQ(std::accumulate(values.begin(), values.end(), std::uint64_t{0}),
              50'000U * this_memory().num_homes());
  });
}

TEST(delegate, is_counted_by_where_it_goes_and_whether_it_answers) {
  on_teams(all_teams(1), [](rank_team& team) {
    global_memory memory(team);
    const auto homes = static_cast<std::uint64_t>(team.size() * team.num_workers());
    const auto workers = static_cast<std::uint64_t>(team.num_workers());
    const metric_totals before = team.metrics();
    run_global(team, [] {
      const auto words = allocate_symmetric<std::uint64_t>(0);
      on_all_workers([words] {
        for (std::uint32_t home = 0; home < this_memory().num_homes(); ++home) {
          for (int i = 0; i < 3; ++i) { delegate::async_add(words.at(home_id{home}), 1); }
          delegate::async(words.at(home_id{home}), [](std::uint64_t& word) { ++word; });
          static_cast<void>(delegate::read(words.at(home_id{home})));
          delegate::fetch_add(words.at(home_id{home}), 1);
        }
      });
    });
    const metric_totals after = team.metrics();
    const auto count = [&](metric which) { return after[which] - before[which]; };
    // Of this rank; allocation asks workers, too, and only those of rank 0 do.
    EXPECT_EQ(count(metric::delegates_async_own_worker), 4 * workers);
    EXPECT_EQ(count(metric::delegates_async_own_rank), 4 * workers * (workers - 1));
    EXPECT_EQ(count(metric::delegates_async_remote), 4 * workers * (homes - workers));
    const std::uint64_t allocating = index_of(team.rank()) == 0 ? 16 * homes : 0;
    const auto expect_about = [&](metric which, std::uint64_t expected) {
      EXPECT_GE(count(which), expected);
      EXPECT_LE(count(which), expected + allocating);
    };
    expect_about(metric::delegates_blocking_own_worker, 2 * workers);
    expect_about(metric::delegates_blocking_own_rank, 2 * workers * (workers - 1));
    expect_about(metric::delegates_blocking_remote, 2 * workers * (homes - workers));
    EXPECT_LE(count(metric::delegate_suspensions), count(metric::delegates_blocking_own_rank) +
                                                       count(metric::delegates_blocking_remote));
    EXPECT_EQ(count(metric::delegate_suspensions) > 0, homes > 1);
  });
}

TEST(delegate, says_that_there_is_no_global_memory) {
  on_teams({team_of(1, 1), team_of(2, 2)}, [](rank_team& team) {
    const auto expect_refused = [&](const std::function<void()>& program) {
      std::string text;
      try {
        run_global(team, program);
      } catch (const error& problem) { text = problem.what(); }
      EXPECT_NE(text.find("make a global_memory"), std::string::npos) << text;
    };
    expect_refused([] { static_cast<void>(allocate_array<std::uint64_t>(3, 1)); });
    expect_refused([] {
      std::uint64_t word = 0;
      delegate::write(global(word), std::uint64_t{1});
    });
  });
}

}  // namespace orujo::test
