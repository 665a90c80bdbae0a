// Random operators at once under every mechanism: one order of all explains what each has seen.
// SPDX-License-Identifier: Apache-2.0
#include "activities/history.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "activities/every_mechanism.hpp"
#include "orujo/activities/activity_channel.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/epoch.hpp"

namespace orujo::test {

namespace {

using seen_words = std::array<std::uint64_t, history_event::most>;

/// What the attempts of one operator have read, the last of them to its end. What software
/// transactions take back when an attempt is left is not among it.
class attempt_log {
public:
  void begin() { left_ += std::exchange(has_begun_, true) && left_ + 1 < seen_.size() ? 1U : 0U; }
  void note(std::size_t read, std::uint64_t value) {
    seen_[left_][read] = value;
    reads_[left_] = read + 1;
  }

  /// Those that were left behind, each as an operator that read what it saw and wrote nothing.
  void add_to(std::vector<history_event>& events, const history_event& committed) const {
    for (std::size_t i = 0; i < left_; ++i) {
      history_event left = committed;
      left.writes = 0;
      left.reads = reads_[i];
      left.seen = seen_[i];
      events.push_back(left);
    }
  }

private:
  std::array<seen_words, 16> seen_{};  // of more attempts, the last one's are overwritten
  std::array<std::size_t, 16> reads_{};
  std::size_t left_ = 0;
  bool has_begun_ = false;
};

/// Reads words, gives way now and then, and writes its number into some.
struct traced_operator {
  struct arguments {
    std::uint64_t number;
    std::uint32_t reads;
    std::uint32_t writes;
    std::array<std::uint32_t, history_event::most> words;
  };

  std::uint64_t* words;
  attempt_log* attempts = nullptr;  // of each operator, if they are kept

  template <typename Access>
  seen_words act(Access& access, const arguments& how) const {
    seen_words seen{};
    attempt_log* const log = attempts != nullptr ? attempts + (how.number - 1) : nullptr;
    if (log != nullptr) { log->begin(); }
    for (std::uint32_t k = 0; k < how.reads; ++k) {
      seen[k] = access.read(words[how.words[k]]);
      if (log != nullptr) { log->note(k, seen[k]); }
      if ((how.number + k) % 5 == 0) { std::this_thread::yield(); }
    }
    for (std::uint32_t k = 0; k < how.writes; ++k) {
      access.write(words[how.words[k]], how.number);
    }
    return seen;
  }
};

constexpr std::uint32_t num_words = 6;
constexpr std::uint64_t operators_each = 60;
constexpr std::uint64_t num_seeds = is_sanitized ? 12 : 100;

/// Distinct words in a drawn order.
traced_operator::arguments drawn_operator(random_stream& random, std::uint64_t number) {
  traced_operator::arguments drawn{.number = number, .reads = 0, .writes = 0, .words = {}};
  std::array<std::uint32_t, num_words> order{};
  for (std::uint32_t i = 0; i < num_words; ++i) { order[i] = i; }
  for (std::uint32_t i = num_words; i > 1; --i) { std::swap(order[i - 1], order[random.below(i)]); }
  drawn.reads = static_cast<std::uint32_t>(1 + random.below(history_event::most));
  drawn.writes = static_cast<std::uint32_t>(random.below(drawn.reads + 1));
  std::copy_n(order.begin(), drawn.reads, drawn.words.begin());
  return drawn;
}

/// `attempts`: one for each operator, or none at all.
template <typename Mechanism>
std::vector<history_event> history_of(rank_team& team, std::uint64_t seed, std::size_t coarsen,
                                      std::span<attempt_log> attempts = {}) {
  const auto workers = static_cast<std::uint64_t>(team.num_workers());
  std::vector<std::uint64_t> words(num_words, 0);
  std::vector<history_event> events(workers * operators_each);
  activity_runner<traced_operator, Mechanism> runner(
      team, traced_operator{words.data(), attempts.empty() ? nullptr : attempts.data()},
      {.coarsen = coarsen});
  std::atomic<std::uint64_t> clock = 0;
  team.on_workers([&](worker& self) {
    const auto w = static_cast<std::uint64_t>(self.index());
    random_stream random(seed, w);
    std::vector<traced_operator::arguments> batch;
    for (std::uint64_t i = 0; i < operators_each; i += batch.size()) {
      batch.clear();
      for (std::uint64_t k = 0; k < 1 + random.below(3) && i + k < operators_each; ++k) {
        batch.push_back(drawn_operator(random, w * operators_each + i + k + 1));
      }
      const std::uint64_t begun = clock.fetch_add(1);
      const auto returned = [&](const traced_operator::arguments& did, const seen_words& seen) {
        events[did.number - 1] = {.begun = begun,
                                  .ended = 0,
                                  .reads = did.reads,
                                  .writes = did.writes,
                                  .words = did.words,
                                  .seen = seen};
      };
      runner.run(self, batch, outcome_handlers{no_outcome{}, returned});
      const std::uint64_t ended = clock.fetch_add(1);
      for (const auto& each : batch) { events[each.number - 1].ended = ended; }
    }
  });
  return events;
}

/// Reads one word, and perhaps writes its number there; the word's home is any worker.
struct traced_word {
  struct arguments {
    std::uint64_t number;
    std::uint32_t word;
    bool writes;
  };
  using element = std::uint64_t;

  element* words;

  [[nodiscard]] element& place(const arguments& how) const { return words[how.word]; }
  [[nodiscard]] static std::size_t home(const arguments& how, std::size_t workers) {
    return how.word % workers;
  }
  static std::uint64_t act(element& value, const arguments& how) {
    const std::uint64_t seen = value;
    if (how.writes) { value = how.number; }
    return seen;
  }
};

/// Spawned one by one, each from when it was until its spawner has heard of it.
template <typename Mechanism>
std::vector<history_event> history_of_words(rank_team& team, std::uint64_t seed) {
  const auto workers = static_cast<std::uint64_t>(team.num_workers());
  std::vector<std::uint64_t> words(num_words, 0);
  std::vector<history_event> events(workers * operators_each);
  std::atomic<std::uint64_t> clock = 0;
  const auto returned = [&](worker& /*self*/, const traced_word::arguments& did,
                            std::uint64_t seen) {
    events[did.number - 1].seen[0] = seen;
    events[did.number - 1].ended = clock.fetch_add(1);
  };
  activity_channel<traced_word, Mechanism, no_outcome, decltype(returned)> spawned(
      team, traced_word{words.data()}, {}, {no_outcome{}, returned});
  run_epoch(team, [&](worker& self) {
    const auto w = static_cast<std::uint64_t>(self.index());
    random_stream random(seed, w);
    for (std::uint64_t i = 1; i <= operators_each; ++i) {
      const traced_word::arguments drawn{.number = w * operators_each + i,
                                         .word = static_cast<std::uint32_t>(random.below(2)),
                                         .writes = random.below(3) > 0};
      history_event& noted = events[drawn.number - 1];
      noted.begun = clock.fetch_add(1);
      noted.reads = 1;
      noted.writes = drawn.writes ? 1 : 0;
      noted.words[0] = drawn.word;
      spawned.spawn(self, team.rank(), drawn);
      if (random.below(4) == 0) { team.give_way(self); }
    }
  });
  return events;
}

template <typename Mechanism>
void expect_words_in_order() {
  for (std::uint64_t seed = 1; seed <= num_seeds; ++seed) {
    on_teams({team_of(1, 2), team_of(1, 4)}, [&](rank_team& team) {
      if (team.size() > 1) { return; }
      const std::vector<history_event> events = history_of_words<Mechanism>(team, seed);
      EXPECT_EQ(history_checker(events).problem(), "") << "seed " << seed;
    });
  }
}

/// What attempts that were left have seen has its place in the same order: opacity.
template <typename Mechanism>
void expect_opaque() {
  for (std::uint64_t seed = 1; seed <= num_seeds; ++seed) {
    on_teams({team_of(1, 2), team_of(1, 4)}, [&](rank_team& team) {
      if (team.size() > 1) { return; }
      std::vector<attempt_log> attempts(static_cast<std::size_t>(team.num_workers()) *
                                        operators_each);
      std::vector<history_event> events = history_of<Mechanism>(team, seed, 1, attempts);
      for (std::size_t i = 0; i < attempts.size(); ++i) {
        attempts[i].add_to(events, history_event(events[i]));
      }
      EXPECT_EQ(history_checker(events).problem(), "") << "seed " << seed;
    });
  }
}

/// Writes both words; or reads one after the other, and in between, the first time, another
/// worker's activity writes both.
struct overtaken {
  using arguments = std::uint64_t;  // what to write; 0: reads

  std::uint64_t* words;
  attempt_log* log;
  const std::function<void()>* overtake;

  template <typename Access>
  std::uint64_t act(Access& access, arguments value) const {
    if (value != 0) {
      access.write(words[0], value);
      access.write(words[64], value);
      return 0;
    }
    log->begin();
    const std::uint64_t first = access.read(words[0]);
    log->note(0, first);
    (*overtake)();
    const std::uint64_t second = access.read(words[64]);
    log->note(1, second);
    return 10 * first + second;
  }
};

template <typename Mechanism>
void expect_overtaken_attempt_to_see_one_word() {
  on_teams({team_of(1, 2)}, [](rank_team& team) {
    if (team.size() > 1) { return; }
    std::vector<std::uint64_t> words(128, 1);
    attempt_log log;
    bool is_overtaken = false;
    std::function<void()> overtake;
    activity_runner<overtaken, Mechanism> runner(team, overtaken{words.data(), &log, &overtake});
    overtake = [&] {
      if (!std::exchange(is_overtaken, true)) { runner.run(team.worker_at(1), std::uint64_t{2}); }
    };
    std::uint64_t seen = 0;
    const auto returned = [&](std::uint64_t /*value*/, std::uint64_t both) { seen = both; };
    runner.run(team.worker_at(0), std::uint64_t{0}, outcome_handlers{no_outcome{}, returned});
    EXPECT_EQ(seen, 22U);  // both of them new
    std::vector<history_event> left;
    log.add_to(left, history_event{});
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0].reads, 1U);  // it was given up before it saw the second word
    EXPECT_EQ(left[0].seen[0], 1U);
  });
}

template <typename T>
class history : public mechanism_test<T> {};
TYPED_TEST_SUITE(history, shared_mechanisms);

struct moments {
  std::uint64_t begun;
  std::uint64_t ended;
};

history_event event(moments when, std::vector<std::uint32_t> words, std::vector<std::uint64_t> seen,
                    std::size_t writes) {
  history_event made{
      .begun = when.begun, .ended = when.ended, .reads = words.size(), .writes = writes};
  std::copy(words.begin(), words.end(), made.words.begin());
  std::copy(seen.begin(), seen.end(), made.seen.begin());
  return made;
}

}  // namespace

TYPED_TEST(history, is_strictly_serializable) {
  for (std::uint64_t seed = 1; seed <= num_seeds; ++seed) {
    for (const std::size_t coarsen : {1U, 2U}) {
      on_teams({team_of(1, 2), team_of(1, 4)}, [&](rank_team& team) {
        if (team.size() > 1) { return; }
        const std::vector<history_event> events = history_of<TypeParam>(team, seed, coarsen);
        EXPECT_EQ(history_checker(events).problem(), "") << "seed " << seed;
      });
    }
  }
}

TEST(history_of_words, is_strictly_serializable_under_swaps) {
  expect_words_in_order<mechanisms::atomic_words>();
}

TEST(history_of_words, is_strictly_serializable_at_home) {
  expect_words_in_order<mechanisms::home>();
}

TEST(history_of_attempts, shows_none_a_state_that_never_was_under_norec) {
  expect_opaque<mechanisms::norec>();
}

TEST(history_of_attempts, shows_none_a_state_that_never_was_under_tl2) {
  expect_opaque<mechanisms::tl2>();
}

TEST(history_of_attempts, ends_where_another_activity_has_written_what_it_read) {
  expect_overtaken_attempt_to_see_one_word<mechanisms::norec>();
  expect_overtaken_attempt_to_see_one_word<mechanisms::tl2>();
}

TEST(history_of_attempts, keeps_what_each_attempt_has_seen) {
  attempt_log log;
  for (const std::uint64_t value : {7U, 8U, 9U}) {
    log.begin();
    log.note(0, value);
    if (value == 8) { log.note(1, 80); }
  }
  std::vector<history_event> events;
  log.add_to(events, event({0, 1}, {3, 4}, {9, 90}, 2));
  ASSERT_EQ(events.size(), 2U);  // the last one is the operator itself
  EXPECT_EQ(events[0].reads, 1U);
  EXPECT_EQ(events[0].seen[0], 7U);
  EXPECT_EQ(events[1].reads, 2U);
  EXPECT_EQ(events[1].seen[1], 80U);
  EXPECT_EQ(events[1].writes, 0U);
}

TEST(history_checker, finds_a_lost_update) {
  EXPECT_EQ(history_checker({event({0, 1}, {3}, {0}, 1), event({2, 3}, {3}, {1}, 1)}).problem(),
            "");
  EXPECT_NE(history_checker({event({0, 3}, {3}, {0}, 1), event({1, 2}, {3}, {0}, 1)}).problem(),
            "");
}

TEST(history_checker, finds_a_read_of_two_moments) {
  // Operator 1 writes both words; operator 2 sees one before and one after.
  EXPECT_NE(history_checker({event({0, 3}, {0, 1}, {0, 0}, 2), event({1, 2}, {0, 1}, {1, 0}, 0)})
                .problem(),
            "");
}

TEST(history_checker, finds_two_that_each_miss_the_other) {
  // Write skew: each reads what the other writes.
  EXPECT_NE(history_checker({event({0, 3}, {0, 1}, {0, 0}, 1), event({1, 2}, {1, 0}, {0, 0}, 1)})
                .problem(),
            "");
}

TEST(history_checker, finds_what_was_seen_too_late) {
  // Operator 1 had ended before operator 2 began, which did not see it.
  EXPECT_NE(history_checker({event({0, 1}, {0}, {0}, 1), event({2, 3}, {0}, {0}, 0)}).problem(),
            "");
  EXPECT_EQ(history_checker({event({0, 2}, {0}, {0}, 1), event({1, 3}, {0}, {0}, 0)}).problem(),
            "");
}

}  // namespace orujo::test
