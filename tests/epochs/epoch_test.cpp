// Epochs: they end when nothing is left, and not before.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/epochs/epoch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "orujo/epochs/closing_note.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/channel.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// Handles a number by sending one less to the next rank.
struct passing_on {
  rank_team* team;
  std::atomic<std::uint64_t>* handled;
  void operator()(message_sender<std::uint64_t>& out, const std::uint64_t& left) const {
    ++*handled;
    if (left > 0) { out.send(rank_id{(index_of(team->rank()) + 1) % team->size()}, left - 1); }
  }
};

}  // namespace

TEST(epoch, without_messages_ends_at_every_shape) {
  on_teams(all_teams(), [](rank_team& team) {
    for (int i = 0; i < 20; ++i) {
      run_epoch(team, [](worker& /*self*/) {});
    }
    for (int i = 0; i < 20; ++i) {
      run_short_epoch(team, [](worker& /*self*/) {});
    }
  });
}

TEST(epoch, waits_for_a_slow_worker) {
  on_teams(all_teams(1), [](rank_team& team) {
    std::atomic<int> done{0};
    auto notes = make_channel<int>(team, [&](const int& /*note*/) { ++done; });
    run_epoch(team, [&](worker& self) {
      if (index_of(team.rank()) == team.size() - 1 && self.index() == team.num_workers() - 1) {
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        for (int r = 0; r < team.size(); ++r) { notes.send(self, rank_id{r}, 1); }
      }
    });
    EXPECT_EQ(done.load(), 1);
  });
}

TEST(epoch, sends_what_the_body_left_before_it_handles_what_has_come) {
  // The message of rank 0 is in the inbox of rank 1 when the body of rank 1 ends.
  std::atomic<bool> has_come{false};
  on_teams({team_of(2, 1)}, [&](rank_team& team) {
    std::atomic<std::uint64_t> sent_before{0};
    auto notes = make_channel<int>(team, [&](worker& self, const int& /*note*/) {
      sent_before = self.metrics.value(metric::parcels_sent);
    });
    run_epoch(team, [&](worker& self) {
      notes.send(self, rank_id{1 - index_of(team.rank())}, 1);
      if (team.rank() == rank_id{0}) {
        notes.flush(self);
        has_come = true;
      }
      while (!has_come) { std::this_thread::yield(); }
    });
    EXPECT_EQ(sent_before.load(), 1);
  });
}

TEST(epoch, is_a_consistent_cut) {
  // After each epoch a rank knows exactly what all others sent in it.
  on_teams(all_teams(), [](rank_team& team) {
    std::atomic<std::uint64_t> sum{0};
    auto values = make_channel<std::uint64_t>(
        team, [&](const std::uint64_t& value) { sum.fetch_add(value); });
    const auto ranks = static_cast<std::uint64_t>(team.size());
    const auto workers = static_cast<std::uint64_t>(team.num_workers());
    for (std::uint64_t round = 1; round <= 30; ++round) {
      run_epoch(team, [&](worker& self) {
        for (int r = 0; r < team.size(); ++r) { values.send(self, rank_id{r}, round); }
      });
      ASSERT_EQ(sum.exchange(0), ranks * workers * round);
    }
  });
}

namespace {

/// How many messages ranks have handled.
struct handled_counts {
  std::uint64_t all;
  std::uint64_t most;
};

handled_counts together(const handled_counts& a, const handled_counts& b) {
  return {a.all + b.all, std::max(a.most, b.most)};
}

/// An epoch of which each rank says how many messages it has handled: all, if it is asked at the
/// end.
void expect_note_of_end(rank_team& team, end_finding how) {
  std::atomic<std::uint64_t> handled{0};
  channel<std::uint64_t, passing_on> messages(team, passing_on{&team, &handled},
                                              {.how = deliver::later});
  const auto read = [&] { return handled_counts{handled.load(), handled.load()}; };
  auto note = make_closing_value<handled_counts>(read, together);
  epoch phase(team, {.note = &note, .how = how});
  team.on_workers([&](worker& self) {
    phase.enter(self);
    messages.from(self).send(team.rank(), 20);
    phase.finish(self);
    self.enter_epoch(0);
  });
  const int workers = team.size() * team.num_workers();
  EXPECT_EQ(note.value().all, std::uint64_t{21} * static_cast<std::uint64_t>(workers));
  EXPECT_EQ(note.value().most, all_max(team, handled.load()));
  barrier(team);
}

}  // namespace

TEST(epoch, brings_the_notes_of_all_ranks_as_they_are_at_its_end) {
  std::vector<launch_options> teams = all_teams();
  teams.push_back(team_of(9, 1));  // more than report
  on_teams(teams, [](rank_team& team) {
    for (int round = 0; round < 5; ++round) {
      expect_note_of_end(team, end_finding::in_waves);
      expect_note_of_end(team, end_finding::by_size);
    }
  });
}

TEST(epoch, several_are_open_at_once_and_count_apart) {
  on_teams(all_teams(), [](rank_team& team) {
    std::vector<std::atomic<int>> handled(8);
    auto values = make_channel<int>(
        team, [&](const int& which) { ++handled[static_cast<std::size_t>(which)]; });
    {
      std::vector<std::unique_ptr<epoch>> open;
      for (int e = 0; e < 8; ++e) { open.push_back(std::make_unique<epoch>(team)); }
      team.on_workers([&](worker& self) {
        for (int e = 0; e < 8; ++e) {
          open[static_cast<std::size_t>(e)]->enter(self);
          for (int r = 0; r < team.size(); ++r) { values.send(self, rank_id{r}, e); }
        }
        for (int e = 7; e >= 0; --e) {  // ended in another order than opened
          open[static_cast<std::size_t>(e)]->enter(self);
          open[static_cast<std::size_t>(e)]->finish(self);
          EXPECT_EQ(handled[static_cast<std::size_t>(e)].load(), team.size() * team.num_workers());
        }
        self.enter_epoch(0);
      });
    }
  });
}

TEST(epoch, may_stay_open_while_thousands_of_others_come_and_go) {
  // More than there are slots for ports, and than there are counters: neither may run out.
  constexpr int others = 10000;
  on_teams({team_of(1, 1), team_of(2, 1)}, [](rank_team& team) {
    std::atomic<int> heard{0};
    auto values = make_channel<int>(team, [&](const int& value) { heard += value; });
    epoch outer(team, epoch_workers::first_only);
    worker& self = team.worker_at(0);
    outer.enter(self);
    values.send(self, rank_id{team.size() - 1}, 1);
    for (int i = 0; i < others; ++i) {
      run_short_epoch(team, [&](worker& me) { values.send(me, rank_id{0}, 1); });
    }
    outer.enter(self);
    outer.finish(self);
    self.enter_epoch(0);
    EXPECT_EQ(all_sum(team, heard.load()), (others + 1) * team.size());
  });
}

TEST(epoch, refuses_to_open_more_than_its_counters_allow) {
  on_teams({team_of(1, 1)}, [](rank_team& team) {
    std::vector<std::unique_ptr<epoch>> open;
    for (std::uint32_t e = 0; e < epoch_slots; ++e) {
      open.push_back(std::make_unique<epoch>(team));
    }
    EXPECT_THROW(epoch(team).finish(team.worker_at(0)), usage_error);
    for (auto& each : open) { each->finish(team.worker_at(0)); }
  });
}

namespace {

/// Work that handlers put aside for the loop around try_end().
class work_queue {
public:
  void put(int depth) {
    const std::lock_guard guard(mutex_);
    items_.push_back(depth);
  }
  bool take(int& depth) {
    const std::lock_guard guard(mutex_);
    if (items_.empty()) { return false; }
    depth = items_.front();
    items_.pop_front();
    return true;
  }

private:
  std::mutex mutex_;
  std::deque<int> items_;
};

/// Each item of depth d leads to two of depth d-1 on other ranks. Returns the items done here.
std::uint64_t grow_trees(rank_team& team, int root_depth) {
  work_queue queue;
  std::atomic<std::uint64_t> done{0};
  epoch* open = nullptr;
  auto work = make_channel<int>(team,
                                [&](worker& self, const int& depth) {
                                  open->begin_work(self);
                                  queue.put(depth);
                                },
                                {.how = deliver::later});
  epoch phase(team);
  open = &phase;
  team.on_workers([&](worker& self) {
    phase.enter(self);
    if (self.index() == 0) { work.send(self, team.rank(), root_depth); }
    while (!phase.try_end(self)) {
      for (int depth = 0; queue.take(depth); phase.end_work(self)) {
        ++done;
        for (int child = 0; depth > 0 && child < 2; ++child) {
          work.send(self, rank_id{(index_of(team.rank()) + depth + child) % team.size()},
                    depth - 1);
        }
      }
    }
    self.enter_epoch(0);
  });
  return done.load();
}

}  // namespace

TEST(epoch, in_try_end_form_interleaves_queued_work_with_progress) {
  on_teams(all_teams(), [](rank_team& team) {
    const auto trees = static_cast<std::uint64_t>(team.size());
    EXPECT_EQ(all_sum(team, grow_trees(team, 12)), trees * ((1U << 13U) - 1));
  });
}

TEST(epoch, asks_for_the_end_seldom_while_work_is_under_way) {
  // All workers are idle while the announced work waits for somebody outside.
  on_teams({team_of(1, 1), team_of(2, 1), team_of(3, 2)}, [](rank_team& team) {
    using clock = std::chrono::steady_clock;
    const std::uint64_t before = team.metrics()[metric::termination_waves];
    const clock::time_point done = clock::now() + std::chrono::milliseconds(100);
    epoch phase(team);
    team.on_workers([&](worker& self) {
      phase.enter(self);
      bool waits = self.index() == 0;
      if (waits) { phase.begin_work(self); }
      while (!phase.try_end(self)) {
        if (waits && clock::now() > done) {
          phase.end_work(self);
          waits = false;
        }
      }
      self.enter_epoch(0);
    });
    // Without rests there are many thousands. With them the number grows with the logarithm of the
    // time: a thousand in the first second, then a hundred for each.
    EXPECT_LT(team.metrics()[metric::termination_waves] - before, 3000U);
  });
}

TEST(epoch, does_not_leave_others_waiting_when_a_body_throws) {
  for (const launch_options& options : all_teams(1)) {
    SCOPED_TRACE(name_of(options));
    EXPECT_THROW(run_team(options,
                          [&](rank_team& team) {
                            run_epoch(team, [&](worker& self) {
                              if (index_of(team.rank()) == team.size() - 1 &&
                                  self.index() == team.num_workers() - 1) {
                                throw input_error("a.el", {3, 1}, "not a number");
                              }
                            });
                          }),
                 input_error);
  }
}

}  // namespace orujo::test
