// What may be on its way to one rank: windows of senders, and what the receiver lends.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/base/random.hpp"
#include "orujo/transport/incast_pool.hpp"
#include "transport/parcel_pump.hpp"
#include "transport/process_team.hpp"

namespace orujo::test {

namespace {

// Parcels of 1 KiB have a charge of 17 units.
constexpr std::uint64_t largest = 1024 + sizeof(parcel_label);

settings small_incast(std::string_view incast) {
  settings values = settings_with({"in_flight_bytes=64K", "parcel_bytes=1K"});
  values.assign("incast_bytes", incast, setting_source::option);
  return values;
}

/// Sends parcels of 1 KiB from `sender` to rank 0 until one is not taken; returns how many were.
int fill(endpoint& sender) {
  int taken = 0;
  while (true) {
    parcel* const buffer = make_parcel(sender, 1024);
    if (sender.try_send(rank_id{0}, buffer, 0) != send_outcome::taken) {
      sender.pools(0).free(buffer);
      return taken;
    }
    ++taken;
  }
}

int release_all(endpoint& receiver) {
  int released = 0;
  while (parcel* const arrived = receiver.try_receive(0)) {
    receiver.release(arrived, 0);
    ++released;
  }
  return released;
}

}  // namespace

TEST(incast_shares, there_are_no_windows_where_all_budgets_together_are_within_the_bound) {
  const settings values = small_incast("192K");
  EXPECT_FALSE(incast_shares::among(1, values, largest).are_bounded());
  const incast_shares four = incast_shares::among(4, values, largest);
  EXPECT_FALSE(four.are_bounded());
  EXPECT_EQ(four.bound(4, 64 * 1024), 192U * 1024);
  EXPECT_TRUE(incast_shares::among(5, values, largest).are_bounded());
}

TEST(incast_shares, windows_and_what_is_lent_make_up_the_bound) {
  const settings values = small_incast("64K");
  const incast_shares shares = incast_shares::among(8, values, largest);
  EXPECT_EQ(shares.window, 1024 / 2 / 7);
  EXPECT_LE(shares.bound(8, 64 * 1024), 64U * 1024);
  EXPECT_GE(shares.bound(8, 64 * 1024), 63U * 1024);
}

TEST(incast_shares, a_window_always_holds_two_parcels) {
  const settings values = small_incast("4K");
  const incast_shares shares = incast_shares::among(1000, values, largest);
  EXPECT_EQ(shares.window, 2 * window_units(largest));
  EXPECT_EQ(shares.spare, 0);
  EXPECT_EQ(shares.bound(1000, 64 * 1024), 999U * 2 * 17 * window_unit_bytes);
}

TEST(incast_pool, lends_to_whom_its_window_is_too_small_and_nobody_more_than_is_left) {
  incast_pool pool(3, {.window = 34, .spare = 100}, 1000);
  EXPECT_EQ(pool.give_back(1, 1024, credit_wish::none), 16);
  EXPECT_EQ(pool.give_back(1, 1024, credit_wish::more), 16 + 34) << "the window once more";
  EXPECT_EQ(pool.give_back(1, 1024, credit_wish::more), 16 + 32) << "66 were left, it had 34";
  EXPECT_EQ(pool.give_back(2, 1024, credit_wish::more), 16 + 34);
  EXPECT_EQ(pool.lent(), 100);
  EXPECT_EQ(pool.give_back(1, 1024, credit_wish::more), 0)
      << "it has more than is left, which is 0";
  EXPECT_EQ(pool.give_back(1, 1024, credit_wish::none), 0);
  EXPECT_EQ(pool.give_back(2, 1024, credit_wish::soon), 14) << "it has 34, and 32 are left";
  EXPECT_EQ(pool.give_back(1, 1024, credit_wish::soon), 16) << "it has 34, and as many are left";
  EXPECT_EQ(pool.lent(), 66);
}

TEST(incast_pool, lends_no_more_to_one_than_it_could_use) {
  incast_pool pool(2, {.window = 34, .spare = 100}, 20);
  EXPECT_EQ(pool.give_back(1, 1024, credit_wish::more), 16 + 20);
  EXPECT_EQ(pool.give_back(1, 1024, credit_wish::more), 16);
}

TEST(incast_pool, neither_loses_nor_makes_units_where_workers_release_at_once) {
  constexpr std::int64_t spare = 200;
  incast_pool pool(4, {.window = 34, .spare = spare}, 1000);
  std::vector<std::int64_t> beyond(3);  // what each thread has given beyond what it got
  {
    std::vector<std::jthread> workers;
    for (std::size_t t = 0; t < beyond.size(); ++t) {
      workers.emplace_back([&, t] {
        random_stream random(5, t);
        for (int i = 0; i < 20'000; ++i) {
          const std::uint64_t bytes = 1 + random.below(1024);
          const auto wish = static_cast<credit_wish>(random.below(3));
          const std::int32_t units = pool.give_back(static_cast<int>(random.below(4)), bytes, wish);
          beyond[t] += units - window_units(bytes);
        }
      });
    }
  }
  std::int64_t sum = 0;
  for (const std::int64_t each : beyond) { sum += each; }
  EXPECT_EQ(sum, pool.lent());
  EXPECT_GE(pool.lent(), 0);
  EXPECT_LE(pool.lent(), spare);
}

TEST(incast, many_senders_have_no_more_on_their_way_to_one_rank_than_the_bound) {
  constexpr int ranks = 40;
  process_team team({.ranks = ranks, .workers = 1}, small_incast("256K"));
  for (int round = 0; round < 20; ++round) {
    int sent = 0;
    for (int r = 1; r < ranks; ++r) { sent += fill(team[static_cast<std::size_t>(r)]); }
    EXPECT_GE(sent, 2 * (ranks - 1)) << "each may always have two parcels there";
    EXPECT_EQ(release_all(team[0]), sent);
  }
  EXPECT_LE(team[0].incast_peak(), 256U * 1024);
  EXPECT_GT(team[0].incast_peak(), 128U * 1024);
  for (int r = 1; r < ranks; ++r) {
    EXPECT_EQ(team[static_cast<std::size_t>(r)].in_flight_bytes(), 0U);
  }
}

TEST(incast, one_sender_gets_what_the_others_leave) {
  process_team team({.ranks = 40, .workers = 1}, small_incast("256K"));
  const int at_first = fill(team[1]);
  EXPECT_LE(at_first, 4);
  int at_last = 0;
  for (int round = 0; round < 20; ++round) {
    static_cast<void>(release_all(team[0]));
    at_last = fill(team[1]);
  }
  EXPECT_GE(at_last, 60) << "nearly its whole budget of 63 parcels";
}

TEST(incast, a_full_receiver_leaves_parcels_to_others_alone) {
  process_team team({.ranks = 40, .workers = 1}, small_incast("256K"));
  static_cast<void>(fill(team[1]));
  parcel* const buffer = make_parcel(team[1], 1024);
  EXPECT_EQ(team[1].try_send(rank_id{0}, buffer, 0), send_outcome::receiver_full);
  EXPECT_EQ(team[1].try_send(rank_id{2}, buffer, 0), send_outcome::taken);
  static_cast<void>(release_all(team[2]));
  static_cast<void>(release_all(team[0]));
}

TEST(incast, what_a_rank_sends_itself_is_bounded_by_its_budget_only) {
  process_team team({.ranks = 40, .workers = 1}, small_incast("4K"));
  EXPECT_EQ(fill(team[0]), 63);
  EXPECT_EQ(release_all(team[0]), 63);
  EXPECT_EQ(team[0].incast_peak(), 0U);
  EXPECT_EQ(team[0].in_flight_bytes(), 0U);
}

TEST(incast, pumped_parcels_arrive_once_within_the_bound_at_every_rank) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    const sim_model model{.latency_us = 2, .jitter_us = 20, .fail = 0.02, .seed = seed};
    process_team team({.ranks = 4, .workers = 2}, small_incast("8K"), model);
    EXPECT_NO_THROW(run_pump(team.ranks(), {.parcels = 300, .most_bytes = 1024, .seed = seed}));
    for (const auto& end : team.ranks()) {
      EXPECT_LE(end->incast_peak(), end->incast_bound());
      EXPECT_EQ(end->in_flight_bytes(), 0U);
    }
  }
}

}  // namespace orujo::test
