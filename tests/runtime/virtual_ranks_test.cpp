// Simulated teams: the same answers, in modelled time, the same for each run.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/virtual_ranks.hpp"

#include <chrono>
#include <cstdint>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

launch_options virtual_team(int ranks, const std::string& model = "") {
  return team_of(ranks, 1, model.empty() ? "virtual" : "virtual:" + model);
}

/// Each rank sends `count` numbers to each rank, which adds them up. Returns the sum of all.
std::uint64_t sum_of_all_to_all(rank_team& team, std::uint64_t count) {
  std::uint64_t sum = 0;
  auto numbers =
      make_channel<std::uint64_t>(team, [&](const std::uint64_t& number) { sum += number; });
  run_epoch(team, [&](worker& self) {
    auto out = numbers.from(self);
    for (int to = 0; to < team.size(); ++to) {
      for (std::uint64_t i = 1; i <= count; ++i) { out.send(rank_id{to}, i); }
    }
  });
  return all_sum(team, sum);
}

/// What a run of all to all counts and when it ends: all that a schedule can change.
std::vector<std::uint64_t> trace_of(const launch_options& options) {
  std::vector<std::uint64_t> trace;
  run_team(options, [&](rank_team& team) {
    static_cast<void>(sum_of_all_to_all(team, 100));
    const auto end = team.transport().now().time_since_epoch().count();
    trace.push_back(static_cast<std::uint64_t>(end));
    for (const std::uint64_t value : team.metrics().values) { trace.push_back(value); }
  });
  return trace;
}

double seconds_between_two_barriers(const std::string& model, int ranks = 2) {
  double seconds = 0;
  run_team(virtual_team(ranks, model), [&](rank_team& team) {
    barrier(team);
    const auto start = team.transport().now();
    barrier(team);
    const std::chrono::duration<double> taken = team.transport().now() - start;
    if (index_of(team.rank()) == 0) { seconds = taken.count(); }
  });
  return seconds;
}

}  // namespace

TEST(virtual_ranks, hear_all_that_others_send) {
  for (const int ranks : {1, 2, 3, 8, 64}) {
    SCOPED_TRACE(ranks);
    run_team(virtual_team(ranks, "jitter=20us"), [&](rank_team& team) {
      const auto all = static_cast<std::uint64_t>(ranks);
      EXPECT_EQ(sum_of_all_to_all(team, 10), all * all * 55);
    });
  }
}

TEST(virtual_ranks, travel_over_others_as_ranks_do) {
  for (const char* route : {"rook", "hypercube"}) {
    run_team(with(virtual_team(50), "routing", route),
             [&](rank_team& team) { EXPECT_EQ(sum_of_all_to_all(team, 10), 50U * 50U * 55U); });
  }
}

TEST(virtual_ranks, run_alike_for_the_same_seed_and_not_for_another_one) {
  const auto first = trace_of(virtual_team(17, "jitter=50us,seed=3"));
  EXPECT_EQ(first, trace_of(virtual_team(17, "jitter=50us,seed=3")));
  EXPECT_NE(first, trace_of(virtual_team(17, "jitter=50us,seed=4")));
}

TEST(virtual_ranks, wait_in_the_time_of_the_network) {
  const double near = seconds_between_two_barriers("latency=10us");
  const double far = seconds_between_two_barriers("latency=10ms");
  EXPECT_GT(near, 10e-6);
  EXPECT_LT(near, 200e-6);
  EXPECT_GT(far, 10e-3);
  EXPECT_LT(far, 200e-3);
}

TEST(virtual_ranks, share_the_link_into_one_of_them) {
  constexpr int ranks = 9;
  constexpr std::uint64_t bytes = 1'000'000;
  run_team(virtual_team(ranks, "bandwidth=1000,latency=0,overhead=0,gap=0"), [&](rank_team& team) {
    barrier(team);
    const auto start = team.transport().now();
    const std::vector<std::byte> own(bytes);
    std::vector<std::span<const std::byte>> outgoing(ranks);
    outgoing[0] = own;
    static_cast<void>(all_to_all_bytes(team, outgoing));
    const std::chrono::duration<double> taken = team.transport().now() - start;
    // Eight others send a megabyte each to rank 0, whose link takes a millisecond for each.
    if (index_of(team.rank()) == 0) { EXPECT_GE(taken.count(), 8e-3); }
  });
}

TEST(virtual_ranks, pass_the_time_that_they_compute_where_that_is_asked_for) {
  const auto busy_time = [](const std::string& model) {
    double seconds = 0;
    run_team(virtual_team(2, model), [&](rank_team& team) {
      const auto start = team.transport().now();
      const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
      while (std::chrono::steady_clock::now() < until) {}
      seconds = std::chrono::duration<double>(team.transport().now() - start).count();
    });
    return seconds;
  };
  EXPECT_GE(busy_time("compute=measured"), 2e-3);
  EXPECT_EQ(busy_time("compute=free"), 0);
}

TEST(virtual_ranks, end_together_when_one_fails) {
  EXPECT_THROW(run_team(virtual_team(40),
                        [](rank_team& team) {
                          if (index_of(team.rank()) == 33) { throw memory_error("too large"); }
                          while (true) { barrier(team); }
                        }),
               memory_error);
}

TEST(virtual_ranks, keep_their_own_exceptions_while_others_run) {
  run_team(virtual_team(8), [](rank_team& team) {
    try {
      throw index_of(team.rank());
    } catch (const int& mine) {
      barrier(team);  // others throw and catch meanwhile
      EXPECT_EQ(mine, index_of(team.rank()));
      EXPECT_EQ(std::current_exception() != nullptr, true);
    }
    EXPECT_EQ(std::current_exception(), nullptr);
  });
}

TEST(virtual_ranks, have_one_worker_each) {
  EXPECT_THROW(run_team(team_of(2, 2, "virtual"), [](rank_team&) {}), usage_error);
}

TEST(virtual_ranks, refuse_a_model_that_they_do_not_understand) {
  for (const char* model :
       {"speed=3", "latency=fast", "carrier-pigeon", "bandwidth=0", "compute=maybe", "latency"}) {
    EXPECT_THROW(run_team(virtual_team(2, model), [](rank_team&) {}), usage_error) << model;
  }
}

}  // namespace orujo::test
