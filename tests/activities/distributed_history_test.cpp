// Random activities on words of several ranks at once: one order of all explains what each has
// seen.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "activities/bank_models.hpp"
#include "activities/history.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

using seen_numbers = std::array<std::uint64_t, history_event::most>;

/// Reads words and writes its number into the first few of them; names them ahead or not.
struct traced_activity {
  struct arguments {
    std::uint64_t number;
    std::uint32_t reads;
    std::uint32_t writes;
    std::array<global_element, history_event::most> names;
  };
  using element = std::uint64_t;

  element* words = nullptr;

  [[nodiscard]] element& place(std::uint32_t number) const { return words[number]; }
  seen_numbers act(activities::ownership_access<element>& access, const arguments& how) const {
    seen_numbers seen{};
    for (std::uint32_t k = 0; k < how.reads; ++k) { seen[k] = access.read(how.names[k]); }
    for (std::uint32_t k = 0; k < how.writes; ++k) { access.write(how.names[k], how.number); }
    return seen;
  }
};

struct named_traced_activity : traced_activity {
  template <typename Visit>
  void touches(const arguments& how, Visit visit) const {
    for (std::uint32_t k = 0; k < how.reads; ++k) { visit(how.names[k]); }
  }
};

constexpr std::uint32_t words_each = 3;
constexpr std::uint64_t activities_each = is_sanitized ? 20 : 40;

/// Distinct words of all ranks, of which few are chosen.
traced_activity::arguments drawn_activity(random_stream& random, const rank_team& team,
                                          std::uint64_t number) {
  traced_activity::arguments drawn{.number = number, .reads = 0, .writes = 0, .names = {}};
  const auto all = static_cast<std::uint32_t>(std::min(team.size(), 3)) * words_each;
  std::vector<std::uint32_t> order(all);
  for (std::uint32_t i = 0; i < all; ++i) { order[i] = i; }
  for (std::uint32_t i = all; i > 1; --i) { std::swap(order[i - 1], order[random.below(i)]); }
  drawn.reads = static_cast<std::uint32_t>(1 + random.below(std::min<std::uint64_t>(all, 4)));
  drawn.writes = static_cast<std::uint32_t>(random.below(drawn.reads + 1));
  for (std::uint32_t k = 0; k < drawn.reads; ++k) {
    drawn.names[k] = {rank_id{static_cast<int>(order[k] / words_each)}, order[k] % words_each};
  }
  return drawn;
}

/// What all ranks of a process have seen.
struct shared_history {
  std::vector<history_event> events;
  std::atomic<std::uint64_t> clock = 0;
};

template <typename Op>
void trace_activities(rank_team& team, std::uint64_t seed, shared_history& seen_by) {
  std::vector<std::uint64_t> words(words_each, 0);
  Op op;
  op.words = words.data();
  const auto returned = [&](worker&, const traced_activity::arguments& did,
                            const seen_numbers& seen) {
    history_event& event = seen_by.events[did.number - 1];
    event.reads = did.reads;
    event.writes = did.writes;
    event.seen = seen;
    for (std::uint32_t k = 0; k < did.reads; ++k) {
      const auto owner = static_cast<std::uint32_t>(index_of(did.names[k].owner));
      event.words[k] = owner * words_each + did.names[k].number;
    }
    event.ended = seen_by.clock.fetch_add(1);
  };
  distributed_activities<Op, no_outcome, decltype(returned)> tracing(team, op, {.in_flight = 2},
                                                                     {{}, returned});
  tracing.run([&](worker& self) {
    random_stream random = stream_of(seed, self);
    const auto home =
        static_cast<std::uint64_t>(index_of(team.rank()) * team.num_workers() + self.index());
    for (std::uint64_t i = 0; i < activities_each; ++i) {
      const std::uint64_t number = home * activities_each + i + 1;
      seen_by.events[number - 1].begun = seen_by.clock.fetch_add(1);
      tracing.spawn(self, drawn_activity(random, team, number));
    }
  });
}

template <typename Op>
void expect_serializable(const launch_options& options, std::uint64_t seed) {
  SCOPED_TRACE(name_of(options) + ", seed " + std::to_string(seed));
  shared_history history;
  history.events.resize(static_cast<std::size_t>(options.ranks * options.workers) *
                        activities_each);
  run_team(options, [&](rank_team& team) { trace_activities<Op>(team, seed, history); });
  EXPECT_EQ(history_checker(history.events).problem(), "");
}

}  // namespace

TEST(distributed_history, is_strictly_serializable) {
  if (under_mpirun()) { GTEST_SKIP() << "one clock sees all ranks"; }
  for (const launch_options& options : all_teams(1)) {
    if (options.ranks * options.workers > 16) { continue; }  // checking grows with the square
    for (const std::uint64_t seed : {1U, 2U}) {
      expect_serializable<named_traced_activity>(options, seed);
      expect_serializable<traced_activity>(options, seed);
    }
  }
}

}  // namespace orujo::test
