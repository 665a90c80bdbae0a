// The modelled network delays, reorders, refuses and breaks, and loses nothing.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/sim_endpoint.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "transport/parcel_pump.hpp"
#include "transport/process_team.hpp"

namespace orujo::test {

namespace {

using clock = std::chrono::steady_clock;

/// Waits for `count` parcels at rank 1 and returns the epochs they were labelled with, in order.
std::vector<std::uint32_t> arrivals(process_team& team, std::size_t count) {
  std::vector<std::uint32_t> order;
  while (order.size() < count) {
    static_cast<void>(team[1].progress(0));
    while (parcel* const arrived = team[1].try_receive(0)) {
      order.push_back(arrived->label.epoch);
      team[1].release(arrived, 0);
    }
    std::this_thread::yield();
  }
  return order;
}

void send_numbered(process_team& team, std::uint32_t count, std::size_t bytes) {
  for (std::uint32_t i = 0; i < count; ++i) {
    parcel* const buffer = make_parcel(team[0], bytes);
    buffer->label.epoch = i;
    while (team[0].try_send(rank_id{1}, buffer, 0) == send_outcome::refused) {}
  }
}

}  // namespace

TEST(sim_model, takes_units_of_times_only_and_no_endless_times) {
  EXPECT_EQ(parse_sim_model("latency=2ms,jitter=500ns").latency_us, 2000);
  for (const char* wrong : {"bandwidth=10us", "seed=5ms", "fail=1ms", "latency=1e15ms",
                            "latency=us", "bandwidth=1e-10", "fail=1", "latency=-1"}) {
    EXPECT_THROW(static_cast<void>(parse_sim_model(wrong)), usage_error) << wrong;
  }
}

TEST(sim_endpoint, every_parcel_arrives_exactly_once_whatever_the_network_does) {
  const std::vector<std::string> networks{"latency=0,jitter=0", "latency=20us,jitter=50us",
                                          "latency=5us,jitter=5us,fail=0.2",
                                          "latency=1us,jitter=10us,bandwidth=200,fail=0.05"};
  for (const std::string& network : networks) {
    for (const int ranks : {1, 2, 3, 8}) {
      SCOPED_TRACE(testing::Message() << network << ", " << ranks << " ranks");
      process_team team({.ranks = ranks, .workers = 2}, settings(), parse_sim_model(network));
      EXPECT_NO_THROW(run_pump(team.ranks(), {.parcels = 100, .most_bytes = 512}));
    }
  }
}

TEST(sim_endpoint, the_least_budget_is_never_exceeded_with_any_seed) {
  const settings values = settings_with({"in_flight_bytes=4096", "parcel_bytes=1K"});
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    sim_model network = parse_sim_model("latency=10us,jitter=100us,fail=0.1");
    network.seed = seed;
    process_team team({.ranks = 4, .workers = 2}, values, network);
    EXPECT_NO_THROW(
        run_pump(team.ranks(), {.parcels = 60, .most_bytes = 1008, .held = 8, .seed = seed}));
    for (const auto& end : team.ranks()) {
      EXPECT_EQ(end->in_flight_bytes(), 0U);
      EXPECT_LE(end->in_flight_peak(), 4096U);
    }
  }
}

TEST(sim_endpoint, nothing_arrives_before_its_latency) {
  process_team team({.ranks = 2, .workers = 1}, settings(), parse_sim_model("latency=20ms"));
  const auto sent = clock::now();
  send_numbered(team, 1, 8);
  static_cast<void>(arrivals(team, 1));
  EXPECT_GE(clock::now() - sent, std::chrono::milliseconds(20));
}

TEST(sim_endpoint, who_sleeps_is_woken_for_a_sooner_arrival_only) {
  process_team team({.ranks = 2, .workers = 1}, settings(),
                    parse_sim_model("latency=20ms,jitter=0"));
  const std::uint32_t before = team[1].ticket();
  send_numbered(team, 1, 8);
  const std::uint32_t first = team[1].ticket();
  EXPECT_NE(first, before);
  send_numbered(team, 1, 8);  // arrives later than the first
  EXPECT_EQ(team[1].ticket(), first);
  static_cast<void>(arrivals(team, 2));
}

TEST(sim_endpoint, jitter_lets_parcels_overtake_each_other) {
  process_team team({.ranks = 2, .workers = 1}, settings(),
                    parse_sim_model("latency=1us,jitter=5ms"));
  send_numbered(team, 64, 8);
  std::vector<std::uint32_t> order = arrivals(team, 64);
  EXPECT_FALSE(std::ranges::is_sorted(order));
  std::ranges::sort(order);
  for (std::uint32_t i = 0; i < 64; ++i) { EXPECT_EQ(order[i], i); }
}

TEST(sim_endpoint, a_narrow_wire_takes_its_time) {
  process_team team({.ranks = 2, .workers = 1}, settings(),
                    parse_sim_model("latency=0,jitter=0,bandwidth=10"));
  const auto sent = clock::now();
  send_numbered(team, 20, 10'000);  // 200 kB at 10 MB/s
  static_cast<void>(arrivals(team, 20));
  EXPECT_GE(clock::now() - sent, std::chrono::milliseconds(20));
}

TEST(sim_endpoint, a_refused_send_gives_its_budget_back) {
  process_team team({.ranks = 2, .workers = 1}, settings(),
                    parse_sim_model("latency=0,jitter=0,fail=0.5"));
  int refused = 0;
  for (int i = 0; i < 200; ++i) {
    parcel* const buffer = make_parcel(team[0], 8);
    const std::uint64_t before = team[0].in_flight_bytes();
    if (team[0].try_send(rank_id{1}, buffer, 0) == send_outcome::refused) {
      ++refused;
      EXPECT_EQ(team[0].in_flight_bytes(), before);
      team[0].pools(0).free(buffer);
    }
  }
  EXPECT_GT(refused, 50);
  EXPECT_LT(refused, 150);
}

TEST(sim_endpoint, the_same_seed_refuses_the_same_sends) {
  const auto refusals = [](std::string_view network) {
    process_team team({.ranks = 2, .workers = 1}, settings(), parse_sim_model(network));
    std::string pattern;
    for (int i = 0; i < 64; ++i) {
      const bool taken =
          team[0].try_send(rank_id{1}, make_parcel(team[0], 8), 0) == send_outcome::taken;
      pattern += taken ? '.' : 'x';
    }
    return pattern;
  };
  EXPECT_EQ(refusals("fail=0.3,seed=5"), refusals("fail=0.3,seed=5"));
  EXPECT_NE(refusals("fail=0.3,seed=5"), refusals("fail=0.3,seed=6"));
}

TEST(sim_endpoint, a_broken_link_is_a_transport_error_and_ends_the_team) {
  for (const int after : {0, 1, 50}) {
    process_team team({.ranks = 3, .workers = 2}, settings(),
                      parse_sim_model("break=" + std::to_string(after)));
    if (after == 0) {
      EXPECT_NO_THROW(run_pump(team.ranks(), {.parcels = 100})) << "0 means never";
    } else {
      EXPECT_THROW(run_pump(team.ranks(), {.parcels = 100}), transport_error);
    }
  }
}

TEST(sim_endpoint, a_model_is_read_from_text) {
  const sim_model network =
      parse_sim_model("latency=2ms,jitter=500ns,bandwidth=1000,fail=0.25,break=17,seed=9");
  EXPECT_DOUBLE_EQ(network.latency_us, 2000);
  EXPECT_DOUBLE_EQ(network.jitter_us, 0.5);
  EXPECT_DOUBLE_EQ(network.bandwidth_mbps, 1000);
  EXPECT_DOUBLE_EQ(network.fail, 0.25);
  EXPECT_EQ(network.break_after, 17U);
  EXPECT_EQ(network.seed, 9U);
  EXPECT_DOUBLE_EQ(parse_sim_model("").latency_us, sim_model().latency_us);
}

TEST(sim_endpoint, a_malformed_model_is_a_usage_error_that_names_the_item) {
  for (const std::string item :
       {"latency", "latency=", "latency=fast", "latency=5s", "jitter=-1", "fail=1", "fail=2",
        "lag=5us", "=5", "latency=nan", "seed=one", "break=1 "}) {
    SCOPED_TRACE(item);
    try {
      static_cast<void>(parse_sim_model("seed=1," + item));
      ADD_FAILURE() << "was accepted";
    } catch (const usage_error& problem) {
      EXPECT_NE(std::string(problem.what()).find("'" + item + "'"), std::string::npos)
          << problem.what();
    }
  }
}

}  // namespace orujo::test
