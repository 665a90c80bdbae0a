// Small programs of a few explored ranks: epochs, two at once, and lanes that have no room.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/epochs/closing_note.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/epochs/report_search.hpp"
#include "orujo/epochs/wave_search.hpp"
#include "orujo/messaging/channel.hpp"
#include "support/explored_team.hpp"

namespace orujo {

/// What an epoch does wrong if it is made to.
struct hasty_epoch {
  /// Takes what the epoch has counted now for what the wave before has counted: one count decides.
  static void forget_first_count(epoch& phase) {
    auto& search = dynamic_cast<wave_search&>(*phase.search_);
    if (!search.is_root() || search.wave_ == 0) { return; }
    const rank_team::message_counts own = search.counts();
    search.previous_.sent = own.all_sent() + search.children_sums_.sent;
    search.previous_.handled = own.handled + search.children_sums_.handled;
  }

  /// Ends the epoch here if all ranks together report as many messages sent as handled, whoever
  /// they were sent to.
  static void add_up_reports(epoch& phase) {
    auto& search = dynamic_cast<report_search&>(*phase.search_);
    std::uint64_t sent = 0;
    std::uint64_t handled = 0;
    for (std::size_t r = 0; r < search.ranks_; ++r) {
      if (search.told_[r].reports == 0) { return; }
      sent += search.told_[r].last.counts.all_sent();
      handled += search.told_[r].last.counts.handled;
    }
    if (sent == handled) { phase.ended_.store(true); }
  }

  /// Calls a worker idle whose messages are parked.
  static void overlook_outbox(epoch& phase, worker& self) {
    if (self.out.is_empty()) { return; }
    phase.note_idle(0, true);
    static_cast<void>(phase.drive(self));
  }
};

namespace test {

/// A message that is passed on to all other ranks, as often as it says.
struct spreading {
  std::uint64_t left;
};

/// What has happened on all ranks of a team whose ranks share a thread.
struct spread_counts {
  int sent = 0;
  int handled = 0;
};

/// A channel whose messages are counted where they are sent and handled.
class spreading_channel {
public:
  spreading_channel(rank_team& team, spread_counts& counts)
      : spreading_channel(team, counts, unasked_) {}
  spreading_channel(rank_team& team, spread_counts& counts, int& handled_here)
      : team_(team),
        counts_(counts),
        handled_here_(handled_here),
        messages_(team, spread{this}, {.how = deliver::later}) {}

  void send(worker& self, rank_id to, std::uint64_t left) {
    auto out = messages_.from(self);
    ++counts_.sent;
    out.send(to, {left});
  }

private:
  struct spread {
    spreading_channel* self;
    void operator()(message_sender<spreading>& out, const spreading& one) const {
      ++self->counts_.handled;
      ++self->handled_here_;
      for (int r = 0; one.left > 0 && r < self->team_.size(); ++r) {
        if (r == index_of(self->team_.rank())) { continue; }
        ++self->counts_.sent;
        out.send(rank_id{r}, {one.left - 1});
      }
    }
  };

  rank_team& team_;
  spread_counts& counts_;
  int unasked_ = 0;
  int& handled_here_;
  channel<spreading, spread> messages_;
};

[[nodiscard]] inline rank_id after(rank_team& team, int steps) {
  return rank_id{(index_of(team.rank()) + steps) % team.size()};
}

inline constexpr std::array both_ways = {end_finding::by_reports, end_finding::in_waves};

/// One epoch, in which each rank but the first sends a message that spreads. Its note is how many
/// the ranks have handled.
inline exploration explore_epoch(const exploration_limits& limits, explored_shape shape,
                                 end_finding how) {
  shape.all_arrives = true;
  spread_counts counts;
  const auto program = [&](explored_team& run, rank_team& team) {
    int handled_here = 0;
    spreading_channel messages(team, counts, handled_here);
    auto note = make_closing_value<int>([&] { return handled_here; }, std::plus<int>());
    epoch phase(team, {.note = &note, .how = how});
    worker& self = team.worker_at(0);
    phase.enter(self);
    if (index_of(team.rank()) > 0) { messages.send(self, after(team, 1), 2); }
    phase.finish(self);
    run.check(counts.sent == counts.handled, "an epoch ends before its messages are handled");
    run.check(note.value() == counts.handled, "the note of an epoch is of another moment");
    self.enter_epoch(0);
  };
  return explore_team(
      limits, shape, [&] { counts = {}; }, program);
}

/// What decides that an epoch has ended. The last two are wrong.
enum class deciding : std::uint8_t { two_waves, reports, one_wave, sum_of_reports };

/// The first rank asks the second, which answers in two parcels. If one sum over the ranks decides,
/// it may miss the second answer: the second rank is counted before it is asked, the first one
/// after the first answer.
inline exploration explore_answers(const exploration_limits& limits, deciding how) {
  const bool in_waves = how == deciding::two_waves || how == deciding::one_wave;
  spread_counts counts;
  const auto program = [&](explored_team& run, rank_team& team) {
    spreading_channel one(team, counts);
    spreading_channel other(team, counts);
    const auto answer = [&](worker& self, const spreading&) {
      ++counts.handled;
      one.send(self, rank_id{0}, 0);
      other.send(self, rank_id{0}, 0);
    };
    channel<spreading, decltype(answer)> questions(team, answer, {.how = deliver::later});
    epoch phase(team, {.how = in_waves ? end_finding::in_waves : end_finding::by_reports});
    worker& self = team.worker_at(0);
    phase.enter(self);
    if (index_of(team.rank()) == 0) {
      ++counts.sent;
      questions.from(self).send(rank_id{1}, {0});
    }
    do {
      if (how == deciding::one_wave) { hasty_epoch::forget_first_count(phase); }
      if (how == deciding::sum_of_reports) { hasty_epoch::add_up_reports(phase); }
    } while (!phase.try_end(self));
    run.check(counts.sent == counts.handled, "an epoch ends before its messages are handled");
    self.enter_epoch(0);
  };
  return explore_team(
      limits, {.ranks = 2}, [&] { counts = {}; }, program);
}

enum class idleness : std::uint8_t { with_empty_outbox, with_any_outbox };

/// One rank, whose messages to itself are refused at times. No wave is right or wrong by when it
/// counts: what is parked counts as sent and not as handled, so such a wave only finds unequal
/// sums. But it is in vain, and there would be one for each look at a transport that is full.
inline exploration explore_waves(const exploration_limits& limits, idleness what) {
  spread_counts counts;
  const auto program = [&](explored_team& run, rank_team& team) {
    spreading_channel messages(team, counts);
    epoch phase(team, {.how = end_finding::in_waves});
    worker& self = team.worker_at(0);
    phase.enter(self);
    messages.send(self, rank_id{0}, 0);
    for (bool ended = false; !ended;) {
      const std::uint64_t waves = self.metrics.value(metric::termination_waves);
      ended = phase.try_end(self);
      if (what == idleness::with_any_outbox && !ended) {
        hasty_epoch::overlook_outbox(phase, self);
      }
      // a root without children sends nothing itself
      const bool counted = self.metrics.value(metric::termination_waves) > waves;
      run.check(!counted || self.out.is_empty(), "a wave counts while messages are parked");
    }
    run.check(counts.sent == counts.handled, "an epoch ends before its messages are handled");
    self.enter_epoch(0);
  };
  return explore_team(
      limits, {.ranks = 1, .refuses = true}, [&] { counts = {}; }, program);
}

/// Two epochs that are open together, entered in turns.
inline exploration explore_two_epochs(const exploration_limits& limits,
                                      const explored_shape& shape) {
  std::array<spread_counts, 2> counts;
  const auto program = [&](explored_team& run, rank_team& team) {
    spreading_channel left(team, counts[0]);
    spreading_channel right(team, counts[1]);
    epoch first(team);
    epoch second(team);
    worker& self = team.worker_at(0);
    first.enter(self);
    left.send(self, after(team, 1), 1);
    second.enter(self);
    right.send(self, after(team, 1), 1);
    first.enter(self);
    left.send(self, after(team, 1), 0);
    first.finish(self);
    run.check(counts[0].sent == counts[0].handled, "the first epoch ends too early");
    second.enter(self);
    second.finish(self);
    run.check(counts[1].sent == counts[1].handled, "the second epoch ends too early");
    self.enter_epoch(0);
  };
  return explore_team(
      limits, shape, [&] { counts = {}; }, program);
}

/// One epoch with so many channels that lanes have to leave before they are full.
inline exploration explore_crowd(const exploration_limits& limits, const explored_shape& shape) {
  spread_counts counts;
  std::uint64_t evicted = 0;
  const auto program = [&](explored_team& run, rank_team& team) {
    std::vector<std::unique_ptr<spreading_channel>> channels;
    for (int c = 0; c < 4; ++c) {
      channels.push_back(std::make_unique<spreading_channel>(team, counts));
    }
    epoch phase(team);
    worker& self = team.worker_at(0);
    phase.enter(self);
    for (const auto& each : channels) {
      for (int step = 1; step < team.size(); ++step) { each->send(self, after(team, step), 1); }
      // a channel with one lane keeps it
      run.check(self.buffer_bytes <= 1024 + 4 * 256, "more is buffered than the setting allows");
    }
    phase.finish(self);
    run.check(counts.sent == counts.handled, "a message is lost or late");
    run.check(team.transport().in_flight_peak() <= 4096, "the budget is exceeded");
    evicted += team.metrics().values[static_cast<std::size_t>(metric::flushes_evicted)];
    self.enter_epoch(0);
  };
  const exploration found = explore_team(
      limits, shape, [&] { counts = {}; }, program);
  EXPECT_GT(evicted, 0U) << "no lane was evicted";
  return found;
}

/// Settings under which lanes are evicted and sends refused.
inline settings narrow_settings() {
  return settings_with(
      {{"parcel_bytes", "256"}, {"buffer_bytes", "1024"}, {"in_flight_bytes", "4096"}});
}

inline void expect_no_failure(const exploration& found) {
  EXPECT_EQ(found.failure, "") << found.text();
  EXPECT_TRUE(found.exhausted) << found.text();
}

}  // namespace test

}  // namespace orujo
