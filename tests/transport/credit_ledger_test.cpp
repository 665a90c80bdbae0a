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
  credit_ledger credits(3, 100);
  credits.owe(1, 60);
  EXPECT_EQ(credits.next_due().bytes, 0U);
  credits.owe(1, 60);
  const credit_ledger::payment payment = credits.next_due();
  EXPECT_EQ(payment.rank, 1);
  EXPECT_EQ(payment.bytes, 120U);
  EXPECT_EQ(credits.next_due().bytes, 0U);
}

TEST(credit_ledger, settling_makes_the_rest_due) {
  credit_ledger credits(4, 1000);
  credits.owe(0, 1);
  credits.owe(3, 7);
  credits.settle();
  std::uint64_t sum = 0;
  for (auto due = credits.next_due(); due.bytes > 0; due = credits.next_due()) {
    EXPECT_EQ(due.bytes, due.rank == 0 ? 1U : 7U);
    sum += due.bytes;
  }
  EXPECT_EQ(sum, 8U);
}

TEST(credit_ledger, threads_that_owe_at_once_are_all_paid_exactly) {
  constexpr int ranks = 5;
  constexpr int threads = 3;
  constexpr int debts = 20'000;
  credit_ledger credits(ranks, 500);
  std::vector<std::uint64_t> paid(ranks);
  std::vector<std::atomic<std::uint64_t>> owed(ranks);
  std::atomic<int> running{threads};
  {
    std::vector<std::jthread> workers;
    for (int t = 0; t < threads; ++t) {
      workers.emplace_back([&, t] {
        random_stream random(1, static_cast<std::uint64_t>(t));
        for (int i = 0; i < debts; ++i) {
          const auto rank = static_cast<int>(random.below(ranks));
          const std::uint64_t bytes = 1 + random.below(200);
          owed[static_cast<std::size_t>(rank)].fetch_add(bytes);
          credits.owe(rank, bytes);
        }
        running.fetch_sub(1);
      });
    }
    const auto pay = [&] {
      for (auto due = credits.next_due(); due.bytes > 0; due = credits.next_due()) {
        paid[static_cast<std::size_t>(due.rank)] += due.bytes;
      }
    };
    for (int round = 0; running.load() > 0; ++round) {
      if (round % 7 == 0) { credits.settle(); }
      pay();
    }
    workers.clear();
    credits.settle();
    pay();
  }
  for (std::size_t r = 0; r < ranks; ++r) { EXPECT_EQ(paid[r], owed[r].load()); }
}

}  // namespace orujo::test
