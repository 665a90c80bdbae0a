// The promises of every transport, held by the simplest one.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/local_endpoint.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "transport/parcel_pump.hpp"
#include "transport/process_team.hpp"

namespace orujo::test {

TEST(local_endpoint, every_parcel_reaches_the_worker_it_names_exactly_once) {
  for (const int ranks : {1, 2, 3, 8}) {
    for (const int workers : {1, 2, 4}) {
      SCOPED_TRACE(testing::Message() << ranks << " ranks of " << workers << " workers");
      process_team team({.ranks = ranks, .workers = workers}, settings());
      EXPECT_NO_THROW(run_pump(team.ranks(), {.parcels = 200, .most_bytes = 1024}));
    }
  }
}

TEST(local_endpoint, the_least_budget_is_never_exceeded_and_never_stops_the_team) {
  const settings values = settings_with({"in_flight_bytes=4096", "parcel_bytes=1K"});
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    process_team team({.ranks = 3, .workers = 2}, values);
    // most_bytes: with its label, a quarter of the budget
    EXPECT_NO_THROW(
        run_pump(team.ranks(), {.parcels = 300, .most_bytes = 1008, .held = 16, .seed = seed}));
    for (const auto& end : team.ranks()) {
      EXPECT_EQ(end->in_flight_bytes(), 0U) << "all was released, so all came back";
      EXPECT_GT(end->in_flight_peak(), 0U);
      EXPECT_LE(end->in_flight_peak(), 4096U);
    }
  }
}

TEST(local_endpoint, a_parcel_beyond_the_budget_is_refused_and_stays_with_the_caller) {
  process_team team({.ranks = 2, .workers = 1}, settings_with({"in_flight_bytes=4096"}));
  std::size_t taken = 0;
  parcel* refused = nullptr;
  while (refused == nullptr) {
    parcel* const buffer = make_parcel(team[0], 500);
    if (team[0].try_send(rank_id{1}, buffer, 0) == send_outcome::taken) {
      ++taken;
    } else {
      refused = buffer;
    }
  }
  EXPECT_EQ(taken, 4U) << "each in a buffer of a quarter of the budget, half filled";

  parcel* const arrived = team[1].try_receive(0);
  ASSERT_NE(arrived, nullptr);
  EXPECT_EQ(team[0].try_send(rank_id{1}, refused, 0), send_outcome::refused) << "not released yet";
  team[1].release(arrived, 0);
  EXPECT_EQ(team[0].try_send(rank_id{1}, refused, 0), send_outcome::taken);
}

TEST(local_endpoint, the_buffers_of_small_parcels_are_charged_whole) {
  process_team team({.ranks = 2, .workers = 1}, settings());
  const std::uint64_t before = team[0].parcel_memory();
  std::uint64_t taken = 0;
  while (team[0].try_send(rank_id{1}, make_parcel(team[0], 32), 0) == send_outcome::taken) {
    ++taken;
  }
  EXPECT_EQ(taken, team[0].in_flight_budget() / (256 + sizeof(parcel_label)));
  // a buffer has 64 bytes in front, and its place ends on a cache line of odd number
  EXPECT_LE(team[0].parcel_memory() - before, 2 * team[0].in_flight_budget());
  while (parcel* const arrived = team[1].try_receive(0)) { team[1].release(arrived, 0); }
  EXPECT_EQ(team[0].in_flight_bytes(), 0U);
}

TEST(local_endpoint, a_parcel_takes_at_most_a_quarter_of_the_budget) {
  process_team team({}, settings_with({"in_flight_bytes=4096", "parcel_bytes=1M"}));
  EXPECT_EQ(team[0].pool(0).payload_bytes() + sizeof(parcel_label), 1024U);
}

TEST(local_endpoint, control_parcels_need_no_budget) {
  process_team team({.ranks = 2, .workers = 1}, settings_with({"in_flight_bytes=4096"}));
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(team[0].try_send(rank_id{1}, make_parcel(team[0], 1008), 0), send_outcome::taken);
  }
  ASSERT_EQ(team[0].try_send(rank_id{1}, make_parcel(team[0], 8), 0), send_outcome::refused);
  const std::uint64_t before = team[0].in_flight_bytes();
  ASSERT_EQ(team[0].try_send_control(rank_id{1}, make_parcel(team[0], 8), 0), send_outcome::taken);
  EXPECT_EQ(team[0].in_flight_bytes(), before);
  while (parcel* const arrived = team[1].try_receive(0)) { team[1].release(arrived, 0); }
  EXPECT_EQ(team[0].in_flight_bytes(), 0U);
}

TEST(local_endpoint, a_parcel_for_any_worker_reaches_one_of_them) {
  process_team team({.ranks = 1, .workers = 3}, settings());
  parcel* const buffer = make_parcel(team[0], 8);
  buffer->label.worker = any_worker;
  ASSERT_EQ(team[0].try_send(rank_id{0}, buffer, 0), send_outcome::taken);
  EXPECT_EQ(team[0].try_receive(2), buffer);
  EXPECT_EQ(team[0].try_receive(1), nullptr);
  team[0].release(buffer, 2);
}

TEST(local_endpoint, a_parcel_names_its_source) {
  process_team team({.ranks = 3, .workers = 1}, settings());
  ASSERT_EQ(team[2].try_send(rank_id{1}, make_parcel(team[2], 8), 0), send_outcome::taken);
  parcel* const arrived = team[1].try_receive(0);
  ASSERT_NE(arrived, nullptr);
  EXPECT_EQ(arrived->label.source, 2);
  team[1].release(arrived, 0);
}

TEST(local_endpoint, a_sleeping_worker_is_woken_by_a_parcel) {
  process_team team({.ranks = 2, .workers = 1}, settings());
  std::jthread sleeper([&] {
    while (team[1].try_receive(0) == nullptr) { team[1].wait(0, std::chrono::hours(1)); }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(team[0].try_send(rank_id{1}, make_parcel(team[0], 8), 0), send_outcome::taken);
}

TEST(local_endpoint, a_failure_of_one_rank_reaches_the_others_at_their_next_check) {
  process_team team({.ranks = 2, .workers = 1}, settings());
  EXPECT_NO_THROW(team[1].check());
  team.failures().raise(rank_id{0}, std::make_exception_ptr(std::runtime_error("first")));
  team.failures().raise(rank_id{1}, std::make_exception_ptr(std::runtime_error("second")));
  EXPECT_THROW(team[1].check(), peer_failed);
  EXPECT_EQ(team.failures().rank(), rank_id{0});
  try {
    std::rethrow_exception(team.failures().first());
  } catch (const std::runtime_error& first) { EXPECT_STREQ(first.what(), "first"); }
}

TEST(local_endpoint, the_report_card_has_the_numbers_in_force) {
  process_team team({.ranks = 2, .workers = 3}, settings_with({"in_flight_bytes=1M"}));
  report_card card;
  team[0].describe(card);
  const auto row_of_card = [&](const std::string& choice) {
    const auto at = std::ranges::find_if(
        card.entries(), [&](const report_entry& entry) { return entry.row.choice == choice; });
    return at == card.entries().end() ? report_row{} : at->row;
  };
  EXPECT_EQ(row_of_card("transport").value, "local");
  ASSERT_FALSE(row_of_card("flow control").numbers.empty());
  EXPECT_EQ(row_of_card("flow control").numbers.front().value, 1024.0 * 1024);
}

}  // namespace orujo::test
