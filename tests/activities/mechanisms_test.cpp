// Operators under every mechanism: none is lost, none half seen, and what fails never was.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

#include "activities/every_mechanism.hpp"
#include "orujo/base/random.hpp"

namespace orujo::test {

namespace {

template <typename T>
class mechanism : public mechanism_test<T> {};
TYPED_TEST_SUITE(mechanism, shared_mechanisms);

// --- operators -----------------------------------------------------------------------------------

struct counted_up {
  using element = std::uint64_t;
  using arguments = std::uint32_t;

  element* counters;

  [[nodiscard]] element& place(arguments at) const { return counters[at]; }
  [[nodiscard]] static element amount(arguments /*at*/) { return 1; }
};

/// Keeps the least of what it is told; tells what was there.
struct lowered {
  struct arguments {
    std::uint32_t at;
    std::int32_t to;
  };
  using element = std::int32_t;

  element* least;

  [[nodiscard]] element& place(const arguments& each) const { return least[each.at]; }
  static std::optional<element> act(element& value, const arguments& each) {
    if (each.to >= value) { return std::nullopt; }
    const element before = value;
    value = each.to;
    return before;
  }
};

/// Changes a word by a rule; tells what was there.
template <fetch_rule Rule>
struct fetched_word {
  using element = std::uint64_t;
  using arguments = std::uint64_t;  // the operand
  static constexpr fetch_rule rule = Rule;

  element* word;

  [[nodiscard]] element& place(arguments /*operand*/) const { return *word; }
  [[nodiscard]] static element operand(arguments operand) { return operand; }
  static element outcome(element before, arguments /*operand*/) { return before; }
};

template <typename Word>
struct wrapped_word {
  using element = Word;
  using arguments = Word;
  static constexpr fetch_rule rule = fetch_rule::add;

  element* word;

  [[nodiscard]] element& place(arguments /*more*/) const { return *word; }
  [[nodiscard]] static element operand(arguments more) { return more; }
  static void outcome(element /*before*/, arguments /*more*/) {}
};

/// Money from one account to another: it fails after it has written, so that it has to be taken
/// back.
struct transfer {
  struct arguments {
    std::uint32_t from;
    std::uint32_t to;
    std::int64_t much;
  };

  std::int64_t* accounts;

  template <typename Access>
  operator_verdict act(Access& access, const arguments& wanted) const {
    access.write(accounts[wanted.to], access.read(accounts[wanted.to]) + wanted.much);
    const std::int64_t left = access.read(accounts[wanted.from]) - wanted.much;
    access.write(accounts[wanted.from], left);
    return left < 0 ? operator_verdict::failed : operator_verdict::done;
  }
  template <typename Visit>
  void touches(const arguments& wanted, Visit visit) const {
    visit(&accounts[wanted.from]);
    visit(&accounts[wanted.to]);
  }
};

/// Two words that are always equal, and an eye on whether they ever are not.
struct equal_words {
  struct arguments {
    std::uint32_t step;
    bool writes;
  };

  std::uint32_t* pair;
  std::atomic<std::uint64_t>* seen_unequal;

  template <typename Access>
  void act(Access& access, const arguments& how) const {
    const std::uint32_t first = access.read(pair[0]);
    if (how.step % 7 == 0) { std::this_thread::yield(); }
    const std::uint32_t second = access.read(pair[64]);
    if (first != second) { seen_unequal->fetch_add(1); }
    if (!how.writes) { return; }
    access.write(pair[0], first + 1);
    access.write(pair[64], second + 1);
  }
};

/// Writes `many` words twice, and reads its own writes.
struct many_writes {
  struct arguments {
    std::uint32_t many;
  };

  std::uint16_t* words;
  std::atomic<std::uint64_t>* wrong;

  template <typename Access>
  void act(Access& access, const arguments& how) const {
    for (std::uint32_t round = 0; round < 2; ++round) {
      for (std::uint32_t i = 0; i < how.many; ++i) {
        const std::uint16_t before = access.read(words[i]);
        access.write(words[i], static_cast<std::uint16_t>(before + 1));
        if (access.read(words[i]) != static_cast<std::uint16_t>(before + 1)) {
          wrong->fetch_add(1);
        }
      }
    }
  }
};

constexpr std::uint32_t accounts = 16;
constexpr std::int64_t money = 100;

transfer::arguments drawn_transfer(random_stream& random) {
  const auto from = static_cast<std::uint32_t>(random.below(accounts));
  const auto to = static_cast<std::uint32_t>((from + 1 + random.below(accounts - 1)) % accounts);
  return {from, to, static_cast<std::int64_t>(random.below(2 * money))};
}

/// What each worker of all teams runs; a few sizes of activities.
template <typename Body>
void with_teams_and_sizes(Body body) {
  for (const std::size_t coarsen : {0U, 1U, 16U, 100U}) {
    on_teams(worker_teams(), [&](rank_team& team) {
      if (team.size() == 1) { body(team, activity_options{.coarsen = coarsen}); }
    });
  }
}

/// Every worker sets all bits of a word.
template <typename Mechanism>
void expect_first_of_each_bit(rank_team& team, const activity_options& options) {
  std::uint64_t word = 0;
  std::atomic<std::uint64_t> firsts = 0;
  activity_runner<fetched_word<fetch_rule::bit_or>, Mechanism> runner(team, {&word}, options);
  team.on_workers([&](worker& self) {
    std::vector<std::uint64_t> bits;
    for (std::uint32_t i = 0; i < 64; ++i) { bits.push_back(std::uint64_t{1} << i); }
    const auto was_told = [&](std::uint64_t bit, std::uint64_t before) {
      if ((before & bit) == 0) { firsts.fetch_add(1); }
    };
    runner.run(self, bits, outcome_handlers{no_outcome{}, was_told});
  });
  EXPECT_EQ(word, ~std::uint64_t{0});
  EXPECT_EQ(firsts.load(), 64U);
}

/// A word of 12 is changed with 10, and then is `expected`.
template <fetch_rule Rule, typename Mechanism>
void expect_rule(rank_team& team, std::uint64_t expected) {
  std::uint64_t word = 12;
  std::uint64_t told = 0;
  activity_runner<fetched_word<Rule>, Mechanism> runner(team, {&word});
  const auto was_told = [&](std::uint64_t /*operand*/, std::uint64_t before) { told = before; };
  runner.run(team.worker_at(0), std::uint64_t{10}, outcome_handlers{no_outcome{}, was_told});
  EXPECT_EQ(word, expected);
  EXPECT_EQ(told, 12U);
}

/// Sums wrap around, as those of atomic objects do.
template <typename Mechanism, typename Word>
void expect_wrapped_sum(rank_team& team) {
  Word word = std::numeric_limits<Word>::max();
  activity_runner<wrapped_word<Word>, Mechanism> runner(team, {&word});
  runner.run(team.worker_at(0), Word{1});
  EXPECT_EQ(word, std::numeric_limits<Word>::min());
}

template <typename Mechanism>
void expect_every_rule() {
  on_teams({team_of(1, 1)}, [&](rank_team& team) {
    if (team.size() > 1) { return; }
    expect_rule<fetch_rule::add, Mechanism>(team, 22);
    expect_rule<fetch_rule::bit_and, Mechanism>(team, 8);
    expect_rule<fetch_rule::bit_or, Mechanism>(team, 14);
    expect_rule<fetch_rule::bit_xor, Mechanism>(team, 6);
    expect_rule<fetch_rule::exchange, Mechanism>(team, 10);
    expect_wrapped_sum<Mechanism, std::int32_t>(team);
    expect_wrapped_sum<Mechanism, std::uint8_t>(team);
  });
}

}  // namespace

TYPED_TEST(mechanism, loses_no_update_of_one_element) {
  constexpr std::uint32_t updates = 5000;
  with_teams_and_sizes([&](rank_team& team, const activity_options& options) {
    std::vector<std::uint64_t> counters(8, 0);
    activity_runner<counted_up, TypeParam> runner(team, counted_up{counters.data()}, options);
    team.on_workers([&](worker& self) {
      std::vector<std::uint32_t> batch;
      for (std::uint32_t i = 0; i < updates; ++i) { batch.push_back(i % 8); }
      runner.run(self, batch);
    });
    const auto workers = static_cast<std::uint64_t>(team.num_workers());
    for (const std::uint64_t each : counters) { EXPECT_EQ(each, updates / 8 * workers); }
    EXPECT_EQ(runner.counts().operators, updates * workers);
    EXPECT_EQ(runner.counts().failed, 0U);
  });
}

TYPED_TEST(mechanism, tells_one_worker_of_each_bit_that_it_was_the_first) {
  with_teams_and_sizes([&](rank_team& team, const activity_options& options) {
    expect_first_of_each_bit<TypeParam>(team, options);
  });
}

TYPED_TEST(mechanism, fetches_by_every_rule) { expect_every_rule<TypeParam>(); }

TYPED_TEST(mechanism, keeps_the_total_of_a_bank_and_tells_what_failed) {
  constexpr int transfers = 3000;
  with_teams_and_sizes([&](rank_team& team, const activity_options& options) {
    std::vector<std::int64_t> bank(accounts, money);
    activity_runner<transfer, TypeParam> runner(team, transfer{bank.data()}, options);
    std::atomic<std::uint64_t> told = 0;
    team.on_workers([&](worker& self) {
      random_stream random(7, static_cast<std::uint64_t>(self.index()));
      std::vector<transfer::arguments> batch;
      for (int i = 0; i < transfers; ++i) { batch.push_back(drawn_transfer(random)); }
      const auto failed = [&](const transfer::arguments& /*each*/) { told.fetch_add(1); };
      runner.run(self, batch, outcome_handlers{failed, no_outcome{}});
    });
    EXPECT_EQ(std::accumulate(bank.begin(), bank.end(), std::int64_t{0}), accounts * money);
    for (const std::int64_t each : bank) { EXPECT_GE(each, 0); }
    EXPECT_EQ(runner.counts().failed, told.load());
    EXPECT_GT(told.load(), 0U);
  });
}

TYPED_TEST(mechanism, shows_no_operator_what_another_has_half_done) {
  constexpr std::uint32_t steps = 2000;
  with_teams_and_sizes([&](rank_team& team, const activity_options& options) {
    std::vector<std::uint32_t> pair(65, 0);
    std::atomic<std::uint64_t> unequal = 0;
    activity_runner<equal_words, TypeParam> runner(team, equal_words{pair.data(), &unequal},
                                                   options);
    team.on_workers([&](worker& self) {
      for (std::uint32_t i = 0; i < steps; ++i) {
        runner.run(self, {.step = i, .writes = i % 2 == 0});
      }
    });
    EXPECT_EQ(unequal.load(), 0U);
    EXPECT_EQ(pair[0], steps / 2 * static_cast<std::uint32_t>(team.num_workers()));
    EXPECT_EQ(pair[0], pair[64]);
  });
}

TYPED_TEST(mechanism, returns_values_of_those_that_did_not_fail) {
  constexpr std::int32_t high = 1000;
  with_teams_and_sizes([&](rank_team& team, const activity_options& options) {
    std::vector<std::int32_t> least(4, high);
    activity_runner<lowered, TypeParam> runner(team, lowered{least.data()}, options);
    std::atomic<std::int64_t> lowered_by = 0;
    team.on_workers([&](worker& self) {
      random_stream random(11, static_cast<std::uint64_t>(self.index()));
      std::vector<lowered::arguments> batch;
      for (int i = 0; i < 2000; ++i) {
        batch.push_back(
            {static_cast<std::uint32_t>(i % 4), static_cast<std::int32_t>(random.below(high))});
      }
      const auto returned = [&](const lowered::arguments& each, std::int32_t before) {
        lowered_by.fetch_add(before - each.to);
      };
      runner.run(self, batch, outcome_handlers{no_outcome{}, returned});
    });
    std::int64_t fallen = 0;
    for (const std::int32_t each : least) { fallen += high - each; }
    EXPECT_EQ(lowered_by.load(), fallen);  // each fall was told once
  });
}

TYPED_TEST(mechanism, holds_activities_of_many_writes_and_shows_them_their_own) {
  on_teams(worker_teams(), [&](rank_team& team) {
    if (team.size() > 1) { return; }
    std::vector<std::uint16_t> words(300, 0);
    std::atomic<std::uint64_t> wrong = 0;
    activity_runner<many_writes, TypeParam> runner(team, many_writes{words.data(), &wrong},
                                                   {.coarsen = 3});
    constexpr std::uint32_t rounds = 40;
    team.on_workers([&](worker& self) {
      for (std::uint32_t i = 0; i < rounds; ++i) { runner.run(self, {.many = 1 + i * 7 % 300}); }
    });
    EXPECT_EQ(wrong.load(), 0U);
    const auto workers = static_cast<std::uint32_t>(team.num_workers());
    EXPECT_EQ(words[0], 2 * rounds * workers);
    std::uint64_t written = 0;
    std::uint64_t expected = 0;
    for (const std::uint16_t each : words) { written += each; }
    for (std::uint32_t i = 0; i < rounds; ++i) { expected += 2 * (1 + i * 7 % 300); }
    EXPECT_EQ(written, expected * workers);
  });
}

namespace {

struct wide_element {
  std::uint64_t low;
  std::uint64_t high;
};

/// Both halves count, one up and one down: never seen apart.
struct wide_step {
  using element = wide_element;
  using arguments = std::uint32_t;

  alignas(16) element* wide;
  std::atomic<std::uint64_t>* told_torn;

  [[nodiscard]] element& place(arguments /*at*/) const { return *wide; }
  static std::optional<std::uint64_t> act(element& value, arguments limit) {
    if (value.low >= limit) { return std::nullopt; }
    ++value.low;
    --value.high;
    return value.low + value.high;
  }
};

}  // namespace

TEST(atomic_words, tell_one_worker_of_each_bit_that_it_was_the_first) {
  with_teams_and_sizes([&](rank_team& team, const activity_options& options) {
    expect_first_of_each_bit<mechanisms::atomic_words>(team, options);
  });
}

TEST(atomic_words, fetch_by_every_rule) { expect_every_rule<mechanisms::atomic_words>(); }

TEST(atomic_words, add_and_swap_words_of_one_to_sixteen_bytes) {
  on_teams(worker_teams(), [&](rank_team& team) {
    if (team.size() > 1) { return; }
    std::vector<std::uint64_t> counters(2, 0);
    std::vector<std::int32_t> least(1, 5000);
    alignas(16) wide_element wide{.low = 0, .high = 77};
    activity_runner<counted_up, mechanisms::atomic_words> up(team, counted_up{counters.data()});
    activity_runner<lowered, mechanisms::atomic_words> down(team, lowered{least.data()});
    activity_runner<wide_step, mechanisms::atomic_words> step(team, wide_step{&wide, nullptr});
    std::atomic<std::uint64_t> failed = 0;
    std::atomic<std::uint64_t> torn = 0;
    team.on_workers([&](worker& self) {
      for (std::uint32_t i = 0; i < 4000; ++i) {
        up.run(self, i % 2);
        down.run(self, {.at = 0, .to = static_cast<std::int32_t>(4000 - i)});
        step.run(self, std::uint32_t{3000},
                 outcome_handlers{[&](std::uint32_t) { failed.fetch_add(1); },
                                  [&](std::uint32_t, std::uint64_t sum) {
                                    if (sum != 77) { torn.fetch_add(1); }
                                  }});
      }
    });
    const auto workers = static_cast<std::uint64_t>(team.num_workers());
    EXPECT_EQ(counters[0] + counters[1], 4000 * workers);
    EXPECT_EQ(least[0], 1);
    EXPECT_EQ(wide.low, 3000U);
    EXPECT_EQ(wide.low + wide.high, 77U);
    EXPECT_EQ(failed.load(), 4000 * workers - 3000);
    EXPECT_EQ(torn.load(), 0U);
  });
}

}  // namespace orujo::test
