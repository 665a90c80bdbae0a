// Promises of epochs, budgets and lanes under very many schedules: a simulated team runs each seed
// in another order, and the same seed in the same order, so that a failure can be run again.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

constexpr int explored_seeds = is_sanitized ? 12 : 150;

/// A team whose parcels overtake each other by up to a hundred times what a hop takes.
launch_options shuffled_team(int seed) {
  return team_of(2 + seed % 4, 1, "virtual:latency=500ns,jitter=50us,seed=" + std::to_string(seed));
}

/// Runs `body(team)` under each seed, with `options(seed)`.
template <typename Options, typename Body>
void explore(Options options, Body body) {
  if (under_mpirun()) { GTEST_SKIP() << "a simulation needs no launcher"; }
  for (int seed = 1; seed <= explored_seeds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    run_team(options(seed), body);
  }
}

/// A message that is passed on until it has made its hops.
struct traveller {
  std::uint64_t number;
  std::uint64_t hops_left;
};

/// Starts travellers from each rank; counts those that arrive. Each hop goes to a rank that the
/// traveller's number and hops decide.
class journey {
public:
  explicit journey(rank_team& team)
      : team_(team), travellers_(team, hop{this}, {.how = deliver::later}) {}

  /// Sends `count` travellers, and says how many messages they will be.
  std::uint64_t start(worker& self, std::uint64_t count) {
    auto out = travellers_.from(self);
    std::uint64_t messages = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto me = static_cast<std::uint64_t>(index_of(team_.rank()));
      const traveller one{mix64(me << 32U | i), mix64(i) % 7};
      out.send(next(one), one);
      messages += one.hops_left + 1;
    }
    return messages;
  }

  std::uint64_t handled = 0;

private:
  struct hop {
    journey* self;
    void operator()(message_sender<traveller>& out, const traveller& one) const {
      ++self->handled;
      if (one.hops_left > 0) { out.send(self->next(one), {one.number, one.hops_left - 1}); }
    }
  };

  [[nodiscard]] rank_id next(const traveller& one) const {
    return rank_id{static_cast<int>(mix64(one.number ^ one.hops_left) %
                                    static_cast<std::uint64_t>(team_.size()))};
  }

  rank_team& team_;
  channel<traveller, hop> travellers_;
};

/// All messages are handled when an epoch ends, on all ranks together.
void expect_whole_journeys(rank_team& team) {
  journey all(team);
  for (int round = 0; round < 3; ++round) {
    std::uint64_t messages = 0;
    const std::uint64_t before = all.handled;
    run_epoch(team, [&](worker& self) { messages = all.start(self, 20); });
    const std::uint64_t here = all.handled - before;  // read at the end, before anybody asks again
    EXPECT_EQ(all_sum(team, here), all_sum(team, messages));
  }
}

}  // namespace

TEST(schedules, no_epoch_ends_before_its_messages_are_handled) {
  explore(shuffled_team, expect_whole_journeys);
}

TEST(schedules, epochs_that_are_open_together_end_apart) {
  explore(shuffled_team, [](rank_team& team) {
    journey left(team);
    journey right(team);
    epoch first(team);
    epoch second(team);
    worker& self = team.worker_at(0);
    first.enter(self);
    std::uint64_t messages = left.start(self, 10);
    second.enter(self);
    const std::uint64_t others = right.start(self, 10);
    first.enter(self);
    messages += left.start(self, 10);
    first.finish(self);
    EXPECT_EQ(all_sum(team, left.handled), all_sum(team, messages));
    second.enter(self);
    second.finish(self);
    EXPECT_EQ(all_sum(team, right.handled), all_sum(team, others));
    self.enter_epoch(0);
  });
}

TEST(schedules, a_small_budget_is_never_exceeded_and_loses_nothing) {
  const auto narrow = [](int seed) {
    return with(with(shuffled_team(seed), "in_flight_bytes", "4096"), "parcel_bytes", "256");
  };
  explore(narrow, [](rank_team& team) {
    expect_whole_journeys(team);
    EXPECT_LE(team.transport().in_flight_peak(), 4096U);
  });
}

TEST(schedules, lanes_that_are_evicted_lose_nothing) {
  const auto crowded = [](int seed) {
    const char* route = seed % 2 == 0 ? "direct" : "rook";
    return with(with(with(shuffled_team(seed), "parcel_bytes", "256"), "buffer_bytes", "1024"),
                "routing", route);
  };
  explore(crowded, expect_whole_journeys);
}

TEST(schedules, beacons_are_answered_and_producers_go_on) {
  const auto controlled = [](int seed) {
    const launch_options team =
        with(shuffled_team(seed), "flow_control", seed % 2 == 0 ? "static" : "adaptive");
    return with(with(with(team, "send_threshold", "2"), "sync_threshold", "1"), "parcel_bytes",
                "256");
  };
  explore(controlled, expect_whole_journeys);
}

}  // namespace orujo::test
