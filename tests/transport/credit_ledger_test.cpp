// What is owed is paid once, whole, and not in too many messages.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/mpi/credit_ledger.hpp"

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/base/random.hpp"

namespace orujo::test {

TEST(credit_ledger, nothing_is_due_below_the_quantum) {
  credit_ledger credits(3, {100, 100});
  credits.owe(1, {60, 1});
  EXPECT_EQ(credits.next_due().bytes, 0U);
  credits.owe(1, {60, 1});
  const credit_ledger::payment payment = credits.next_due();
  EXPECT_EQ(payment.rank, 1);
  EXPECT_EQ(payment.bytes, 120U);
  EXPECT_EQ(payment.units, 2);
  EXPECT_EQ(credits.next_due().bytes, 0U);
}

TEST(credit_ledger, settling_makes_the_rest_due) {
  credit_ledger credits(4, {1000, 1000});
  credits.owe(0, {1, 1});
  credits.owe(3, {7, 2});
  credits.settle();
  std::uint64_t sum = 0;
  for (auto due = credits.next_due(); due.bytes > 0; due = credits.next_due()) {
    EXPECT_EQ(due.bytes, due.rank == 0 ? 1U : 7U);
    sum += due.bytes;
  }
  EXPECT_EQ(sum, 8U);
}

TEST(credit_ledger, a_debt_is_due_sooner_where_the_sender_waits) {
  credit_ledger credits(2, {1000, 100});
  credits.owe(1, {90, 2, credit_wish::soon});
  credits.owe(1, {90, 2, credit_wish::none});
  EXPECT_EQ(credits.next_due().bytes, 0U);
  credits.owe(1, {10, 1, credit_wish::soon});
  EXPECT_EQ(credits.next_due().bytes, 190U) << "with all that was owed before";
  credits.owe(1, {1, 3, credit_wish::more});
  const credit_ledger::payment payment = credits.next_due();
  EXPECT_EQ(payment.bytes, 1U);
  EXPECT_EQ(payment.units, 3);
}

TEST(credit_ledger, settling_again_finds_what_has_come_since) {
  credit_ledger credits(2, {1000, 1000});
  for (int i = 0; i < 3; ++i) {
    credits.owe(1, {5, 1});
    credits.settle();
    EXPECT_EQ(credits.next_due().bytes, 5U);
    credits.settle();
    EXPECT_EQ(credits.next_due().bytes, 0U);
  }
}

namespace {

constexpr int all_ranks = 5;

/// Owes small debts to ranks drawn at random; returns how many bytes to each.
std::vector<std::uint64_t> owe_at_random(credit_ledger& credits, std::uint64_t stream) {
  constexpr int debts = 20'000;
  std::vector<std::uint64_t> owed(all_ranks);
  random_stream random(1, stream);
  for (int i = 0; i < debts; ++i) {
    const auto rank = static_cast<int>(random.below(all_ranks));
    const std::uint64_t bytes = 1 + random.below(200);
    owed[static_cast<std::size_t>(rank)] += bytes;
    const auto wish = static_cast<credit_wish>(random.below(3));
    credits.owe(rank, {bytes, 2 * static_cast<std::int64_t>(bytes), wish});
  }
  return owed;
}

}  // namespace

TEST(credit_ledger, threads_that_owe_at_once_are_all_paid_exactly) {
  constexpr std::size_t threads = 3;
  credit_ledger credits(all_ranks, {500, 100});
  std::vector<std::uint64_t> paid(all_ranks);
  std::vector<std::int64_t> opened(all_ranks);
  const auto pay = [&] {
    for (auto due = credits.next_due(); due.bytes > 0; due = credits.next_due()) {
      paid[static_cast<std::size_t>(due.rank)] += due.bytes;
      opened[static_cast<std::size_t>(due.rank)] += due.units;
    }
  };
  std::vector<std::vector<std::uint64_t>> owed(threads);
  std::atomic<std::size_t> running{threads};
  std::vector<std::jthread> workers;
  for (std::size_t t = 0; t < threads; ++t) {
    workers.emplace_back([&, t] {
      owed[t] = owe_at_random(credits, t);
      running.fetch_sub(1);
    });
  }
  for (int round = 0; running.load() > 0; ++round) {
    if (round % 7 == 0) { credits.settle(); }
    pay();
  }
  workers.clear();
  credits.settle();
  pay();
  for (std::size_t r = 0; r < all_ranks; ++r) {
    std::uint64_t all = 0;
    for (const auto& each : owed) { all += each[r]; }
    EXPECT_EQ(paid[r], all);
    EXPECT_EQ(opened[r], 2 * static_cast<std::int64_t>(all)) << "none is left behind";
  }
}

}  // namespace orujo::test
