// Jobs beside what a loop over the same items computes, on teams of many shapes.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/map_reduce.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "containers/container_run.hpp"
#include "frameworks/throwing_job.hpp"
#include "orujo/frameworks/map_reduce/element_inputs.hpp"
#include "orujo/memory/forall.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/tasks/run_global.hpp"

namespace orujo::test {

namespace {

/// Numbers by their last digit: how many there are.
struct count_by_digit {
  using key = std::uint64_t;
  using value = std::uint64_t;
  template <typename Emit>
  void map(std::uint64_t number, Emit& emit) const {
    emit(number % 10, 1);
  }
  static value combine(value a, value b) { return a + b; }
};

/// Numbers by their names: the largest of each, by a reducer alone, without those that are even.
struct largest_odd {
  using key = std::string;
  using value = std::uint64_t;
  std::uint64_t names;
  template <typename Emit>
  void map(std::uint64_t number, Emit& emit) const {
    emit(text_of(number % names), number);
  }
  std::optional<value> reduce(std::string_view /*name*/, std::span<const value> all) const {
    const value largest = *std::max_element(all.begin(), all.end());
    return largest % 2 == 1 ? std::optional(largest) : std::nullopt;
  }
};

/// The same texts under one key, combined, then reduced to a text that says how many there are.
struct joined_texts {
  using key = std::uint32_t;
  using value = std::string;
  template <typename Emit>
  void map(std::uint64_t number, Emit& emit) const {
    emit(static_cast<key>(number % 7), std::string(1 + number % 3, 'x'));
  }
  static value combine(const value& a, const value& b) { return a + b; }
  std::uint64_t reduce(key /*which*/, std::span<const value> all) const {
    EXPECT_EQ(all.size(), 1);
    return all.front().size();
  }
};

/// Texts that are longer than a message once those of a worker are one.
struct long_texts {
  using key = std::string;
  using value = std::string;
  template <typename Emit>
  void map(std::uint64_t number, Emit& emit) const {
    emit(number % 2 == 0 ? "even" : "the odd ones of all",
         std::string(40, 'x') + std::to_string(number));
  }
  static value combine(const value& a, const value& b) { return a + ' ' + b; }
};

/// The longest text is no longer for being combined.
struct longest_text {
  using key = std::uint32_t;
  using value = std::string;
  template <typename Emit>
  void map(std::uint64_t number, Emit& emit) const {
    emit(0U, std::string(number % 9'000, 'x'));
  }
  static value combine(const value& a, const value& b) { return a.size() < b.size() ? b : a; }
};

/// Keys by their values.
struct count_entries {
  using key = std::uint64_t;
  using value = std::uint64_t;
  void map(const entry_item<std::uint64_t, std::uint64_t>& item, auto& emit) const {
    emit(item.value, item.key);
  }
  static value combine(value a, value b) { return a + b; }
};

/// Values by their keys turned round.
struct swapped_entries {
  using key = std::uint64_t;
  using value = std::uint64_t;
  void map(const entry_item<std::uint64_t, std::uint64_t>& item, auto& emit) const {
    emit(item.value + 20'000, item.key);
  }
  static value combine(value a, value b) { return a + b; }
};

/// Each value twice.
struct doubled_entries {
  using key = std::uint64_t;
  using value = std::uint64_t;
  void map(const entry_item<std::uint64_t, std::uint64_t>& item, auto& emit) const {
    emit(item.key, item.value);
  }
  value reduce(key /*which*/, std::span<const value> all) const { return 2 * all.front(); }
};

/// Does what no mapper may.
template <typename Misuse>
struct sending_job {
  using key = std::uint64_t;
  using value = std::uint64_t;
  Misuse misuse;
  void map(const auto& /*item*/, auto& /*emit*/) const { misuse(); }
  static value combine(value a, value b) { return a + b; }
};
template <typename Misuse>
sending_job(Misuse) -> sending_job<Misuse>;

struct count_each {
  using key = std::uint64_t;
  using value = std::uint64_t;
  void map(std::uint64_t number, auto& emit) const { emit(number, 1); }
  static value combine(value a, value b) { return a + b; }
};

struct sum_by_index {
  using key = std::uint64_t;
  using value = std::uint64_t;
  void map(const indexed_item<std::uint64_t>& item, auto& emit) const {
    emit(item.index % 3, item.value);
  }
  static value combine(value a, value b) { return a + b; }
};

constexpr std::uint64_t num_items = 20'000;

/// What `map_reduce()` throws, on a team of its own.
template <typename Job>
std::string failure_of_job(const launch_options& options, const Job& job) {
  try {
    run_team(options, [&](rank_team& team) {
      const auto numbers = part_of_numbers(team, num_items);
      hash_map<typename Job::key, std::uint64_t> into(team);
      map_reduce(job, elements_of(numbers), into);
      ADD_FAILURE() << "the job has ended";
    });
  } catch (const std::exception& why) { return why.what(); }
  return {};
}

}  // namespace

TEST(map_reduce, combines_values_of_a_key) {
  on_teams(few_teams(), [](rank_team& team) {
    const auto numbers = part_of_numbers(team, num_items);
    hash_map<std::uint64_t, std::uint64_t> counts(team);
    // so few at a time that most travel in several pieces
    const auto report =
        map_reduce(count_by_digit{}, elements_of(numbers), counts, {.combined_keys = 3});
    EXPECT_EQ(report.pairs_emitted, num_items);
    EXPECT_LT(report.pairs_shuffled, num_items / 4);
    map_reduce(count_by_digit{}, elements_of(numbers), counts);  // on top of what is there
    std::map<std::uint64_t, std::uint64_t> expected;
    for (std::uint64_t i = 0; i < 10; ++i) { expected[i] = 2 * num_items / 10; }
    EXPECT_EQ(contents_of(counts), expected);
  });
}

TEST(map_reduce, reduces_all_values_of_a_key_at_once) {
  constexpr std::uint64_t names = 700;
  std::map<std::string, std::uint64_t> expected;
  for (std::uint64_t i = num_items - names; i < num_items; ++i) {
    if (i % 2 == 1) { expected[text_of(i % names)] = i; }
  }
  on_teams(few_teams(), [&](rank_team& team) {
    const auto numbers = part_of_numbers(team, num_items);
    hash_map<std::string, std::uint64_t> into(team);
    const auto report = map_reduce(largest_odd{names}, elements_of(numbers), into);
    EXPECT_EQ(report.pairs_shuffled, num_items);
    EXPECT_EQ(contents_of(into), expected);
  });
}

TEST(map_reduce, combines_texts_before_they_are_reduced) {
  std::map<std::uint32_t, std::uint64_t> expected;
  for (std::uint64_t i = 0; i < 3'000; ++i) {
    expected[static_cast<std::uint32_t>(i % 7)] += 1 + i % 3;
  }
  on_teams(few_teams(), [&](rank_team& team) {
    const auto numbers = part_of_numbers(team, 3'000);
    hash_map<std::uint32_t, std::uint64_t> into(team);
    map_reduce(joined_texts{}, elements_of(numbers), into);
    EXPECT_EQ(contents_of(into), expected);
  });
}

TEST(map_reduce, combines_texts_beyond_the_length_of_a_message) {
  on_teams(few_teams(), [](rank_team& team) {
    const auto numbers = part_of_numbers(team, num_items);
    hash_map<std::string, std::string> into(team);
    map_reduce(long_texts{}, elements_of(numbers), into);
    std::atomic<std::uint64_t> words = 0;
    into.for_all([&](std::string_view key, const std::string& all) {
      std::istringstream text(all);
      for (std::string word; text >> word; ++words) {
        EXPECT_EQ(std::stoull(word.substr(40)) % 2 == 0, key == "even") << word;
      }
    });
    EXPECT_EQ(all_sum(team, words.load()), num_items);
  });
}

TEST(map_reduce, combines_long_texts_that_grow_no_longer) {
  on_teams(few_teams(), [](rank_team& team) {
    const auto numbers = part_of_numbers(team, num_items);
    hash_map<std::uint32_t, std::string> into(team);
    const map_reduce_report report = map_reduce(longest_text{}, elements_of(numbers), into);
    std::atomic<std::uint64_t> longest = 0;  // one worker has it
    into.for_all([&](std::uint32_t /*key*/, const std::string& text) { longest = text.size(); });
    EXPECT_EQ(all_sum(team, longest.load()), 8'999);
    EXPECT_EQ(report.pairs_emitted, num_items);
    EXPECT_LT(report.pairs_shuffled, 500);
  });
}

TEST(map_reduce, takes_what_containers_hold) {
  on_teams(few_teams(), [](rank_team& team) {
    bag<std::uint64_t> items(team);
    team.on_workers([&](worker& self) {
      for (std::uint64_t i = 0; i < 30; ++i) { items.insert(self, i); }
    });
    hash_map<std::uint64_t, std::uint64_t> counts(team);
    map_reduce(count_by_digit{}, elements_of(items), counts);
    hash_map<std::uint64_t, std::uint64_t> sums(team);
    map_reduce(count_entries{}, elements_of(counts), sums);
    EXPECT_EQ(contents_of(sums),
              (std::map<std::uint64_t, std::uint64_t>{{3 * workers_of(team), 45}}));
  });
}

TEST(map_reduce, refuses_to_combine_into_the_map_that_it_reads) {
  on_teams(few_teams(), [](rank_team& team) {
    hash_map<std::uint64_t, std::uint64_t> counts(team);
    run_epoch(team, [&](worker& self) {
      for (std::uint64_t i = 0; i < 10'000; ++i) { counts.from(self).async_assign(i, 2 * i); }
    });
    EXPECT_THROW(map_reduce(swapped_entries{}, elements_of(counts), counts), agreed_error);
    EXPECT_EQ(counts.size(), 10'000U);
    map_reduce(doubled_entries{}, elements_of(counts), counts);  // one that reduces may
    EXPECT_EQ(counts.size(), 10'000U);
    std::atomic<std::uint64_t> sum = 0;
    counts.for_all([&](std::uint64_t /*key*/, std::uint64_t value) { sum += value; });
    EXPECT_EQ(all_sum(team, sum.load()), 4 * 9'999U * 5'000U);
  });
}

TEST(map_reduce, refuses_requests_of_its_mapper_to_what_it_reads_alone) {
  if (under_mpirun()) { return; }
  const auto failure_with = [](auto send) {
    try {
      run_team(team_of(1, 1), [&](rank_team& team) {
        hash_map<std::uint64_t, std::uint64_t> map(team);
        hash_map<std::uint64_t, std::uint64_t> sums(team);
        bag<std::uint64_t> items(team);
        items.insert(this_worker(), 1);
        run_epoch(team, [&](worker& self) { map.from(self).async_insert(1, 1); });
        send(map, items, sums);
        ADD_FAILURE() << "the job has ended";
      });
    } catch (const std::exception& why) { return std::string(why.what()); }
    return std::string();
  };
  const std::string of_map = failure_with([](auto& map, auto& /*items*/, auto& sums) {
    map_reduce(sending_job{[&] { map.from(this_worker()).async_insert(2, 2); }}, elements_of(map),
               sums);
  });
  EXPECT_NE(of_map.find("went over its entries"), std::string::npos) << of_map;
  const std::string of_bag = failure_with([](auto& /*map*/, auto& items, auto& sums) {
    map_reduce(sending_job{[&] { items.insert(this_worker(), 2); }}, elements_of(items), sums);
  });
  EXPECT_NE(of_bag.find("went over its items"), std::string::npos) << of_bag;
}

TEST(map_reduce, sends_sooner_where_memory_is_short_alone) {
  if (under_mpirun()) { return; }
  // Each of three workers meets all keys: a table of them would take 16 MiB, the results take 12.
  constexpr std::uint64_t keys = is_sanitized ? 270'000 : 570'000;
  run_team(with(team_of(1, 3), "memory_limit_bytes", is_sanitized ? "8M" : "16M"),
           [&](rank_team& team) {
             std::vector<std::uint64_t> numbers(3 * keys);
             for (std::uint64_t i = 0; i < numbers.size(); ++i) { numbers[i] = i % keys; }
             hash_map<std::uint64_t, std::uint64_t> counts(team);
             map_reduce(count_each{}, elements_of(numbers), counts);
             EXPECT_EQ(counts.size(), keys);
             EXPECT_EQ(counts.top(1).front().second, 3U);
           });
}

TEST(map_reduce, refuses_lists_that_do_not_fit_alone) {
  if (under_mpirun()) { return; }
  std::string text;
  try {
    run_team(with(team_of(1, 2), "memory_limit_bytes", "24M"), [](rank_team& team) {
      const auto numbers = part_of_numbers(team, 6'000'000);
      hash_map<std::string, std::uint64_t> into(team);
      map_reduce(largest_odd{10}, elements_of(numbers), into);
      ADD_FAILURE() << "the job has ended";
    });
  } catch (const memory_error& why) { text = why.what(); }
  EXPECT_NE(text.find("longer texts and lists of values of a job"), std::string::npos) << text;
}

TEST(map_reduce, takes_the_elements_of_sequences) {
  on_teams(few_teams(), [](rank_team& team) {
    vector<std::uint64_t> indexed(team);
    queue<std::uint64_t> queued(team);
    run_epoch(team, [&](worker& self) {
      if (index_of(team.rank()) != 0 || self.index() != 0) { return; }
      for (std::uint64_t i = 0; i < 300; ++i) {
        indexed.from(self).async_push_back(i);
        queued.from(self).async_push(i);
      }
    });
    hash_map<std::uint64_t, std::uint64_t> counts(team);
    map_reduce(count_by_digit{}, elements_of(queued), counts);
    hash_map<std::uint64_t, std::uint64_t> sums(team);
    map_reduce(sum_by_index{}, elements_of(indexed), sums);
    EXPECT_EQ(contents_of(counts).at(7), 30U);
    EXPECT_EQ(contents_of(sums),
              (std::map<std::uint64_t, std::uint64_t>{{0, 14'850}, {1, 14'950}, {2, 15'050}}));
  });
}

TEST(map_reduce, takes_the_elements_of_a_global_array) {
  on_teams(few_teams(), [](rank_team& team) {
    global_memory memory(team);
    global_array<std::uint64_t> array;
    run_global(team, [&] {
      array = allocate_array<std::uint64_t>(999);
      forall(array, [](std::uint64_t i, std::uint64_t& element) { element = i; });
    });
    array = broadcast(team, array);
    hash_map<std::uint64_t, std::uint64_t> sums(team);
    map_reduce(sum_by_index{}, elements_of(array), sums);
    EXPECT_EQ(contents_of(sums),
              (std::map<std::uint64_t, std::uint64_t>{{0, 165'834}, {1, 166'167}, {2, 166'500}}));
  });
}

TEST(map_reduce, ends_on_every_rank_with_what_a_part_of_it_throws_alone) {
  if (under_mpirun()) { return; }
  for (const launch_options& options :
       {team_of(1, 2), team_of(3, 2), team_of(2, 2, sim_model_of(1))}) {
    SCOPED_TRACE(name_of(options));
    EXPECT_EQ(failure_of_job(options, throwing_job<bad_part::mapper>{}), "13 brings bad luck");
    EXPECT_EQ(failure_of_job(options, throwing_job<bad_part::combiner>{}), "13 brings bad luck");
    EXPECT_EQ(failure_of_job(options, throwing_job<bad_part::reducer>{}), "13 brings bad luck");
  }
}

}  // namespace orujo::test
