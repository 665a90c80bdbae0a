// Routing: every rank is reached, in few hops and over few neighbours; messages arrive once.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/routing.hpp"

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "messaging/tickets.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

int hops_between(const routing& route, int from, int to) {
  int hops = 0;
  while (from != to && hops <= route.most_hops()) {
    from = route.next_hop(from, to);
    ++hops;
  }
  return hops;
}

void expect_all_reached(routing_kind kind, int ranks) {
  const routing route(kind, ranks);
  for (int from = 0; from < ranks; ++from) {
    for (int to = 0; to < ranks; ++to) {
      if (from == to) { continue; }
      const int next = route.next_hop(from, to);
      ASSERT_TRUE(next >= 0 && next < ranks && next != from) << from << " to " << to;
      ASSERT_EQ(route.next_hop(from, next), next) << "a hop is direct";
      ASSERT_LE(hops_between(route, from, to), route.most_hops()) << from << " to " << to;
    }
  }
}

int neighbours(const routing& route, int from) {
  return static_cast<int>(route_table(route, rank_id{from}).num_neighbours());
}

/// The neighbours of `from` are what the routing works out.
void expect_same_hops(const routing& route, rank_id from) {
  const route_table table(route, from);
  for (int to = 0; to < route.ranks(); ++to) {
    if (rank_id{to} == from) { continue; }
    const auto next = table.next_neighbour(static_cast<std::size_t>(to));
    ASSERT_EQ(index_of(table.neighbour(next)), route.next_hop(index_of(from), to));
  }
}

std::vector<launch_options> routed_teams(int seeds = 1) {
  std::vector<launch_options> teams;
  for (const char* const kind : {"rook", "hypercube"}) {
    for (const launch_options& options : all_teams(seeds)) {
      teams.push_back(with(options, "routing", kind));
    }
  }
  return teams;
}

}  // namespace

TEST(routing, reaches_every_rank_of_teams_of_any_size) {
  for (int ranks = 1; ranks <= 70; ++ranks) {
    SCOPED_TRACE(std::to_string(ranks) + " ranks");
    for (const auto kind : {routing_kind::direct, routing_kind::rook, routing_kind::hypercube}) {
      expect_all_reached(kind, ranks);
    }
  }
}

TEST(routing, has_few_neighbours) {
  for (int ranks = 1; ranks <= 1100; ranks += 13) {
    const int side = static_cast<int>(std::ceil(std::sqrt(ranks)));
    const int bits = static_cast<int>(std::bit_width(static_cast<unsigned>(ranks - 1)));
    const routing rook(routing_kind::rook, ranks);
    const routing cube(routing_kind::hypercube, ranks);
    for (int from = 0; from < ranks; from += 7) {
      ASSERT_LE(neighbours(rook, from), 2 * (side - 1)) << ranks;
      ASSERT_LE(neighbours(cube, from), bits) << ranks;
      ASSERT_EQ(neighbours(routing(routing_kind::direct, ranks), from), ranks - 1);
    }
  }
}

TEST(routing, finds_neighbours_quickly_that_it_works_out) {
  for (const auto kind : {routing_kind::direct, routing_kind::rook, routing_kind::hypercube}) {
    for (int ranks = 2; ranks <= 70; ++ranks) {
      const routing route(kind, ranks);
      for (int from = 0; from < ranks; ++from) { expect_same_hops(route, rank_id{from}); }
    }
  }
  for (const auto& route :
       {routing(routing_kind::rook, 320, 16), routing(routing_kind::rook, 4095),
        routing(routing_kind::rook, 65'535), routing(routing_kind::hypercube, 65'535)}) {
    for (const int from : {0, 5, 64, 200, route.ranks() - 1}) {
      expect_same_hops(route, rank_id{from});
    }
  }
}

TEST(routing, takes_the_first_hop_inside_the_host) {
  constexpr int per_host = 16;
  const routing route(routing_kind::rook, 320, per_host);
  for (int from = 0; from < 320; from += 7) {
    for (int to = 0; to < 320; ++to) {
      if (to == from) { continue; }
      const int next = route.next_hop(from, to);
      const bool leaves_host = next / per_host != from / per_host;
      // Who leaves the host goes where the message is for, or to the rank of its own number there.
      ASSERT_TRUE(!leaves_host || next % per_host == from % per_host || next == to);
      ASSERT_LE(hops_between(route, from, to), 2);
    }
  }
}

TEST(routing, is_direct_for_few_ranks_and_goes_over_others_for_many) {
  EXPECT_EQ(routing(routing_kind::automatic, 8).kind(), routing_kind::direct);
  EXPECT_EQ(routing(routing_kind::automatic, most_direct_ranks).kind(), routing_kind::direct);
  EXPECT_EQ(routing(routing_kind::automatic, most_direct_ranks + 1).kind(), routing_kind::rook);
}

TEST(routing, handles_every_message_exactly_once) {
  on_teams(routed_teams(), [](rank_team& team) {
    expect_every_ticket_once(team, deliver::now);
    expect_every_ticket_once(team, deliver::later);
    expect_every_ticket_once_at_home(team);
  });
}

TEST(routing, handles_every_message_once_with_a_budget_of_a_few_small_parcels) {
  std::vector<launch_options> teams;
  for (const launch_options& options : routed_teams()) {
    teams.push_back(with(with(options, "in_flight_bytes", "4096"), "parcel_bytes", "512"));
  }
  on_teams(teams, [](rank_team& team) {
    expect_every_ticket_once(team, deliver::later);
    EXPECT_LE(team.transport().in_flight_peak(), 4096U);
  });
}

TEST(routing, gives_all_of_a_parcel_that_stays_to_a_batch_handler_at_once) {
  if (under_mpirun()) { GTEST_SKIP() << "needs eight ranks"; }
  on_teams({with(team_of(8, 1), "routing", "hypercube")}, [](rank_team& team) {
    std::uint64_t handled = 0;
    auto numbers = make_channel<std::uint64_t>(
        team, [&](std::span<const std::uint64_t> batch) { handled += batch.size(); });
    run_epoch(team, [&](worker& self) {
      for (int i = 0; i < 80000; ++i) { numbers.send(self, rank_id{i % 8}, 1); }
    });
    EXPECT_EQ(handled, 80000U);
    EXPECT_LT(team.metrics()[metric::handler_batches], 2000U);
    EXPECT_GT(all_sum(team, team.metrics()[metric::messages_forwarded]), 0U);
  });
}

TEST(routing, keeps_runs_of_messages_together) {
  on_teams(routed_teams(0), [](rank_team& team) {
    const auto homes = static_cast<std::size_t>(team.size() * team.num_workers());
    std::atomic<std::uint64_t> runs{0};
    auto pairs = make_channel<std::uint32_t>(team,
                                             [&](std::span<const std::uint32_t> batch) {
                                               ASSERT_EQ(batch.size() % 3, 0U);
                                               for (std::size_t i = 0; i < batch.size(); i += 3) {
                                                 EXPECT_EQ(batch[i] + 1, batch[i + 1]);
                                                 EXPECT_EQ(batch[i] + 2, batch[i + 2]);
                                               }
                                               runs += batch.size() / 3;
                                             },
                                             {.how = deliver::home});
    run_epoch(team, [&](worker& self) {
      auto out = pairs.from(self);
      for (std::uint32_t i = 0; i < 2000; ++i) {
        const std::span<std::uint32_t> run = out.put_run_home(i % homes, 3);
        for (std::uint32_t k = 0; k < 3; ++k) { run[k] = 10 * i + k; }
      }
    });
    EXPECT_EQ(all_sum(team, runs.load()), 2000 * homes);
  });
}

TEST(routing, carries_messages_of_odd_sizes) {
  struct odd {
    char bytes[7];
  };
  struct alignas(32) wide {
    std::uint64_t value;
  };
  on_teams(routed_teams(0), [](rank_team& team) {
    std::atomic<std::uint64_t> sum{0};
    auto small = make_channel<odd>(
        team, [&](const odd& m) { sum += static_cast<std::uint64_t>(m.bytes[0] + m.bytes[6]); });
    auto large = make_channel<wide>(team, [&](const wide& m) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&m) % 32, 0U);
      sum += m.value;
    });
    run_epoch(team, [&](worker& self) {
      for (int i = 0; i < 600; ++i) {
        small.send(self, rank_id{i % team.size()}, {{1, 0, 0, 0, 0, 0, 2}});
        large.send(self, rank_id{i % team.size()}, {4});
      }
    });
    const auto senders = static_cast<std::uint64_t>(team.size() * team.num_workers());
    EXPECT_EQ(all_sum(team, sum.load()), senders * 600 * 7);
  });
}

TEST(routing, lets_handlers_send_on) {
  on_teams(routed_teams(), [](rank_team& team) {
    std::atomic<std::uint64_t> hops{0};
    auto ring = make_channel<std::uint32_t>(
        team,
        [&](message_sender<std::uint32_t>& out, const std::uint32_t& left) {
          hops.fetch_add(1);
          const rank_id far{(index_of(team.rank()) + team.size() - 1) % team.size()};
          if (left > 0) { out.send(far, left - 1); }
        },
        {.how = deliver::later});
    run_epoch(team, [&](worker& self) { ring.send(self, team.rank(), 30); });
    const auto started = static_cast<std::uint64_t>(team.size() * team.num_workers());
    EXPECT_EQ(all_sum(team, hops.load()), started * 31);
  });
}

TEST(routing, fills_fewer_parcels_at_once) {
  if (under_mpirun()) { GTEST_SKIP() << "needs sixteen ranks"; }
  std::vector<std::uint64_t> peaks;
  for (const char* const kind : {"direct", "rook", "hypercube"}) {
    on_teams({with(team_of(16, 1), "routing", kind)}, [&](rank_team& team) {
      expect_every_ticket_once(team, deliver::later);
      const std::uint64_t peak = all_max(team, team.metrics()[metric::buffer_bytes_peak]);
      if (team.rank() == rank_id{0}) { peaks.push_back(peak / (32 << 10)); }
    });
  }
  // One for the own rank, and one for each neighbour.
  EXPECT_EQ(peaks, (std::vector<std::uint64_t>{16, 7, 5}));
}

}  // namespace orujo::test
