// Numbered messages, each of which one rank is due exactly once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::test {

struct ticket {
  std::uint32_t sender;
  std::uint32_t number;
};

inline constexpr std::uint32_t tickets_per_worker = 3000;

/// Handles tickets by counting each; a rank has one counter for each sender and number.
class ticket_book {
public:
  explicit ticket_book(const rank_team& team)
      : senders_(static_cast<std::size_t>(team.size() * team.num_workers())),
        seen_(senders_ * tickets_per_worker) {}

  void note(const ticket& t) {
    seen_[std::size_t{t.sender} * tickets_per_worker + t.number].fetch_add(1);
  }

  /// Each ticket whose number this rank is due exactly once, and no other.
  void expect_exactly_once(const rank_team& team) const {
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      const bool due =
          static_cast<int>(i % tickets_per_worker) % team.size() == index_of(team.rank());
      ASSERT_EQ(seen_[i].load(), due ? 1U : 0U) << "ticket " << i;
    }
  }

private:
  std::size_t senders_;
  std::vector<std::atomic<std::uint32_t>> seen_;
};

inline std::uint32_t number_of(const rank_team& team, const worker& self) {
  return static_cast<std::uint32_t>(index_of(team.rank()) * team.num_workers() + self.index());
}

template <typename Send>
void send_tickets(rank_team& team, Send send) {
  run_epoch(team, [&](worker& self) {
    for (std::uint32_t i = 0; i < tickets_per_worker; ++i) {
      send(self, rank_id{static_cast<int>(i) % team.size()}, ticket{number_of(team, self), i});
    }
  });
}

inline void expect_every_ticket_once(rank_team& team, deliver how) {
  ticket_book book(team);
  auto tickets = make_channel<ticket>(team, [&](const ticket& t) { book.note(t); }, {.how = how});
  send_tickets(team, [&](worker& self, rank_id to, const ticket& t) { tickets.send(self, to, t); });
  book.expect_exactly_once(team);
}

/// The same, each handled by the worker that the sender names: all of them in turn.
inline void expect_every_ticket_once_at_home(rank_team& team) {
  ticket_book book(team);
  const auto workers = static_cast<std::uint32_t>(team.num_workers());
  const auto ranks = static_cast<std::uint32_t>(team.size());
  const auto home_of = [=](std::uint32_t i) { return i % ranks * workers + i / ranks % workers; };
  auto tickets = make_channel<ticket>(team,
                                      [&](worker& self, const ticket& t) {
                                        EXPECT_EQ(home_of(t.number), number_of(team, self));
                                        book.note(t);
                                      },
                                      {.how = deliver::home});
  run_epoch(team, [&](worker& self) {
    for (std::uint32_t i = 0; i < tickets_per_worker; ++i) {
      tickets.send_home(self, home_of(i), ticket{number_of(team, self), i});
    }
  });
  book.expect_exactly_once(team);
}

}  // namespace orujo::test
