// What no execution may show: docs/contracts/memory-model.md, over many orders of messages.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "memory/memory_run.hpp"

namespace orujo::test {

namespace {

constexpr int seeds = is_sanitized ? 3 : 12;
constexpr std::uint64_t rounds = 120;
constexpr std::uint64_t some_rounds = 4;  // at once: more would share parcels, and so their order
constexpr double latency_us = 0.5;        // small beside the jitter: a parcel overtakes several

/// Looks at the network whenever a task yields, and sends what has not grown since the last look.
launch_options hasty(launch_options options) {
  options = with(with(std::move(options), "duty_switches", "1"), "duty_deadline", "0");
  return with(std::move(options), "flush_patience", "1");
}

/// Simulated networks of many seeds, with several homes.
std::vector<launch_options> simulated_teams(double jitter_us = 20) {
  std::vector<launch_options> teams;
  for (int seed = 1; seed <= seeds; ++seed) {
    const std::string model = "sim:latency=" + std::to_string(latency_us) +
                              "us,jitter=" + std::to_string(jitter_us) +
                              "us,fail=0.02,seed=" + std::to_string(seed);
    teams.push_back(hasty(team_of(2, 1, model)));
    teams.push_back(hasty(team_of(4, 1, model)));
    teams.push_back(hasty(team_of(2, 2, model)));
  }
  return teams;
}

std::vector<launch_options> real_teams() {
  if (under_mpirun()) { return {team_of(0, 1, "mpi"), team_of(0, 2, "mpi")}; }
  return {team_of(1, 4), team_of(2, 2)};
}

using word = std::int32_t;
using location = global_pointer<word>;

/// How tasks reach shared words. Each test is written once for both: by blocking delegates, after
/// which its outcome must never be seen, and by asynchronous ones, after which it may, and is: that
/// shows that the test can fail.
enum class access { blocking, asynchronous };

template <access How>
void store(location where, word value) {
  if constexpr (How == access::blocking) {
    delegate::write(where, value);
  } else {
    delegate::async_write(where, value);
  }
}

/// What was read of two locations.
struct both_words {
  word first;
  word second;
};

/// Reads in this order, or with both on the way at once.
template <access How>
both_words load(location first, location second) {
  if constexpr (How == access::blocking) {
    const word before = delegate::read(first);
    return {before, delegate::read(second)};
  } else {
    promise<word> before;
    promise<word> after;
    delegate::async_read(first, before);
    delegate::async_read(second, after);
    return {before.get(), after.get()};
  }
}

/// Reads until the value is there, for a while, so that what comes next meets its arrival.
word poll(location where, word value) {
  const int most_reads = where.is_here() ? 300 : 10;
  word found = delegate::read(where);
  for (int reads = 1; found != value && reads < most_reads; ++reads) {
    yield();
    found = delegate::read(where);
  }
  return found;
}

/// Reads, then writes, or writes while the read is on the way.
template <access How>
word load_then_store(location from, location to) {
  if constexpr (How == access::blocking) {
    const word found = delegate::read(from);
    delegate::write(to, 1);
    return found;
  } else {
    promise<word> found;
    delegate::async_read(from, found);
    delegate::write(to, 1);
    return found.get();
  }
}

/// The variables of one round, at homes of their own, and what the tasks saw.
struct variables {
  location x;
  location y;
  std::array<location, 4> seen;  // a, b, c, d

  void saw(std::size_t which, word value) const { delegate::write(seen[which], value); }
  void saw(std::size_t which, both_words values) const {
    saw(which, values.first);
    saw(which + 1, values.second);
  }
};

/// Where task `number` of a round runs: all pairs of places come up.
home_id task_home(std::uint64_t round, std::uint64_t number) {
  return some_home(round / 3 + number * (1 + round % 3));
}

using outcome = std::array<word, 4>;
using outcome_test = bool (*)(const outcome&);

/// Of all rounds of a run, how many ended so. Call: the main task.
std::uint64_t count_outcomes(const global_array<word>& words, outcome_test is_wanted) {
  const std::vector<word> all = values_of(words);
  std::uint64_t count = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const word* const seen = &all[round * 6 + 2];
    count += is_wanted({seen[0], seen[1], seen[2], seen[3]}) ? 1U : 0U;
  }
  return count;
}

/// A litmus test: tasks, each at some worker, and an outcome of theirs.
template <typename... Tasks>
struct litmus_program {
  outcome_test weak_outcome;
  std::tuple<Tasks...> tasks;

  /// Runs it in many rounds, `together` at once. Call: the main task; yields.
  [[nodiscard]] std::uint64_t count_weak(std::uint64_t together) const {
    const auto words = allocate_array<word>(rounds * 6, 1);
    for (std::uint64_t first = 0; first < rounds; first += together) {
      finish([&] {
        for (std::uint64_t round = first; round < first + together; ++round) {
          std::apply([&](auto... each) { start(words, round, each...); }, tasks);
        }
      });
    }
    return count_outcomes(words, weak_outcome);
  }

private:
  template <typename... Each>
  static void start(const global_array<word>& words, std::uint64_t round, Each... each) {
    const std::uint64_t first = round * 6;
    const variables v{
        words.at(first),
        words.at(first + 1),
        {words.at(first + 2), words.at(first + 3), words.at(first + 4), words.at(first + 5)}};
    std::uint64_t number = 0;
    (spawn_at(task_home(round, number++), [v, each] { each(v); }), ...);
  }
};

template <typename... Tasks>
litmus_program<Tasks...> program_of(outcome_test weak_outcome, Tasks... tasks) {
  return {weak_outcome, {tasks...}};
}

/// On all teams the outcome is never seen.
template <typename Program>
void expect_never(const Program& program) {
  with_memory(real_teams(), [&] { EXPECT_EQ(program.count_weak(rounds), 0U); });
  with_memory(simulated_teams(), [&] { EXPECT_EQ(program.count_weak(some_rounds), 0U); });
}

/// Over many simulated networks the outcome is seen. Where programs run slowly beside the network,
/// as under a sanitizer, only a larger jitter lets messages overtake each other.
template <typename Program>
void expect_sometimes(const Program& program) {
  if (under_mpirun()) { GTEST_SKIP() << "only a simulated network is sure to reorder"; }
  std::uint64_t count = 0;
  for (double jitter_us = is_sanitized ? 320 : 20; jitter_us < 100'000; jitter_us *= 4) {
    for (const launch_options& team : simulated_teams(jitter_us)) {
      with_memory({team}, [&] { count += program.count_weak(some_rounds); });
      if (count > 0) { return; }
    }
  }
  ADD_FAILURE() << "never seen";
}

template <access How>
auto store_buffering() {
  return program_of([](const outcome& s) { return s[0] == 0 && s[1] == 0; },
                    [](const variables& v) {
                      store<How>(v.x, 1);
                      v.saw(0, delegate::read(v.y));
                    },
                    [](const variables& v) {
                      store<How>(v.y, 1);
                      v.saw(1, delegate::read(v.x));
                    });
}

constexpr outcome_test second_without_first = [](const outcome& s) {
  return s[0] == 1 && s[1] == 0;
};

template <access How>
auto message_passing() {
  return program_of(
      second_without_first,
      [](const variables& v) {
        store<How>(v.x, 1);
        store<How>(v.y, 1);
      },
      [](const variables& v) {
        const word flag = poll(v.y, 1);
        v.saw(0, {flag, delegate::read(v.x)});
      });
}

/// The data are written by an asynchronous delegate, which is joined before the flag is set, or
/// not.
template <access How>
auto message_passing_after_a_finish() {
  return program_of(
      second_without_first,
      [](const variables& v) {
        if constexpr (How == access::blocking) {
          finish([&] { delegate::async_write(v.x, 1); });
        } else {
          delegate::async_write(v.x, 1);
        }
        delegate::write(v.y, 1);
      },
      [](const variables& v) {
        const word flag = poll(v.y, 1);
        v.saw(0, {flag, delegate::read(v.x)});
      });
}

template <access How>
auto independent_reads() {
  return program_of(
      [](const outcome& s) { return s[0] == 1 && s[1] == 0 && s[2] == 1 && s[3] == 0; },
      [](const variables& v) { delegate::write(v.x, 1); },
      [](const variables& v) { delegate::write(v.y, 1); },
      [](const variables& v) { v.saw(0, load<How>(v.x, v.y)); },
      [](const variables& v) { v.saw(2, load<How>(v.y, v.x)); });
}

template <access How>
auto coherence() {
  return program_of([](const outcome& s) { return s[0] == 2 && s[1] == 1; },
                    [](const variables& v) {
                      store<How>(v.x, 1);
                      for (int i = 0; i < 3; ++i) { yield(); }  // they leave in two parcels
                      store<How>(v.x, 2);
                    },
                    [](const variables& v) {
                      const word newer = poll(v.x, 2);
                      v.saw(0, {newer, delegate::read(v.x)});
                    });
}

template <access How>
auto load_buffering() {
  return program_of([](const outcome& s) { return s[0] == 1 && s[1] == 1; },
                    [](const variables& v) { v.saw(0, load_then_store<How>(v.x, v.y)); },
                    [](const variables& v) { v.saw(1, load_then_store<How>(v.y, v.x)); });
}

}  // namespace

TEST(litmus, store_buffering) { expect_never(store_buffering<access::blocking>()); }

TEST(litmus, message_passing) { expect_never(message_passing<access::blocking>()); }

TEST(litmus, message_passing_after_a_finish) {
  expect_never(message_passing_after_a_finish<access::blocking>());
}

TEST(litmus, independent_reads_of_independent_writes) {
  expect_never(independent_reads<access::blocking>());
}

TEST(litmus, coherence) { expect_never(coherence<access::blocking>()); }

TEST(litmus, load_buffering) { expect_never(load_buffering<access::blocking>()); }

TEST(litmus_can_fail, store_buffering) {
  expect_sometimes(store_buffering<access::asynchronous>());
}

TEST(litmus_can_fail, message_passing) {
  expect_sometimes(message_passing<access::asynchronous>());
}

TEST(litmus_can_fail, message_passing_without_the_finish) {
  expect_sometimes(message_passing_after_a_finish<access::asynchronous>());
}

TEST(litmus_can_fail, independent_reads_of_independent_writes) {
  expect_sometimes(independent_reads<access::asynchronous>());
}

TEST(litmus_can_fail, coherence) { expect_sometimes(coherence<access::asynchronous>()); }

TEST(litmus_can_fail, load_buffering) { expect_sometimes(load_buffering<access::asynchronous>()); }

}  // namespace orujo::test
