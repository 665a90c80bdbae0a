// Activities whose elements belong to several ranks: each is marked at its owner, brought to the
// spawner, and sent back when the operator has run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/activities/activity_runner.hpp"
#include "orujo/activities/distributed/distributed_operator.hpp"
#include "orujo/activities/distributed/owned_elements.hpp"
#include "orujo/activities/distributed/ownership_lane.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/record_channel.hpp"
#include "orujo/tasks/task_errors.hpp"

namespace orujo {

struct distributed_activity_options {
  std::size_t in_flight = 0;  ///< Of a worker, under way: 4096 at most; 0: adapted, up to 64.
  /// Markers of a rank, rounded up to a power of two: elements whose numbers are the same modulo
  /// that are marked together.
  std::size_t markers = std::size_t{1} << 16;
  /// Between two attempts; 0: none, and then activities may be in each other's way for ever.
  std::chrono::microseconds longest_backoff{10'000};
  std::string name = "distributed activities";
};

/// Runs operators on elements of any ranks, each as one atomic step, by the ownership protocol of
/// Besta and Hoefler: the spawner's worker marks the elements at their owners, by messages, and
/// gets their values; where one is marked by another activity, all are released, and the attempt is
/// made again after a random time. Then the operator runs on the values, what it wrote is sent
/// back, and the markers are cleared. Handlers of outcomes run on the spawner's worker:
/// `failed(worker&, arguments)`, `returned(worker&, arguments, value)`. The contract is in
/// docs/contracts/activity.md.
template <distributed_operator Op, typename Failed = no_outcome, typename Returned = no_outcome>
class distributed_activities {
public:
  using arguments = typename Op::arguments;
  using element = typename Op::element;

  /// `team` outlives the object, and what operator and handlers refer to does. Handlers must not
  /// throw; they may spawn. Call: collective; every rank opens its channels in the same order.
  /// Memory: 8 bytes for each marker; for each worker that of the activities in flight.
  /// Throws: usage_error if `in_flight` is more than 4096, or the team has more than 2^20 workers.
  distributed_activities(rank_team& team, Op op, distributed_activity_options options = {},
                         outcome_handlers<Failed, Returned> handlers = {})
      : team_(team),
        owned_(std::move(op), options.markers),
        handlers_(std::move(handlers)),
        longest_backoff_(options.longest_backoff),
        requests_(team, request_handler{this},
                  {.how = deliver::later, .name = "requests of " + options.name}),
        answers_(team, answer_handler{this},
                 {.how = deliver::home, .name = "answers of " + options.name}),
        releases_(team, release_handler{this},
                  {.how = deliver::later, .name = "releases of " + options.name}) {
    const auto workers = static_cast<std::size_t>(team.num_workers());
    activities::require_names(static_cast<std::size_t>(team.size()) * workers, options.in_flight);
    for (int w = 0; w < team.num_workers(); ++w) {
      lanes_.emplace_back(options.in_flight, home_of(team.worker_at(w)));
    }
  }
  distributed_activities(const distributed_activities&) = delete;
  distributed_activities& operator=(const distributed_activities&) = delete;

  /// Runs `body(worker&)` on every worker of every rank, as run_epoch(), and returns when all
  /// activities that were spawned meanwhile have ended. Call: collective; worker 0, outside
  /// on_workers(). Throws: what a body throws; on every rank agreed_error if an operator threw.
  /// Cost: beside the activities an epoch and an agreement of all ranks.
  template <typename Body>
  void run(Body&& body) {
    {
      epoch phase(team_);
      phase_ = &phase;
      team_.on_workers([&](worker& self) {
        phase.enter(self);
        body(self);
        finish(self);
        self.enter_epoch(0);
      });
      phase_ = nullptr;
    }
    tell_problems();
  }

  /// Lets the operator run with `what`, here, before run() returns. Call: inside run(); a worker,
  /// or a handler, where it never waits. Elsewhere it makes progress until there is room among the
  /// activities in flight. Cost: three messages for each other rank that owns elements, more if
  /// some are marked; none if there is none.
  void spawn(worker& self, const arguments& what) {
    lane& mine = lane_of(self);
    phase_->begin_work(self);
    mine.queue(what);
    if (mine.is_working) { return; }
    work(self, mine, [] {});
    if (!self.is_engaged()) { make_way(self, mine); }
  }

  /// What all workers of the rank did. Call: outside run().
  [[nodiscard]] ownership_counts counts() const {
    ownership_counts all;
    for (const lane& each : lanes_) { all.add(each.counts); }
    return all;
  }

  /// Markers of the rank that are set: none, unless the team failed. Call: outside run().
  [[nodiscard]] std::size_t num_marked() const noexcept { return owned_.num_marked(); }

private:
  friend struct careless_ownership;  // of the tests

  using lane = activities::ownership_lane<arguments, element>;
  using activity = typename lane::activity;
  using held = activities::held_element<element>;
  using access = activities::ownership_access<element>;
  using result =
      decltype(std::declval<const Op&>().act(std::declval<access&>(), std::declval<arguments>()));
  using kept_result = std::conditional_t<std::is_void_v<result>, no_outcome, result>;
  using request = activities::ownership_request;
  using answer = activities::ownership_answer;
  using release = activities::ownership_release;

  struct request_handler {
    distributed_activities* owner;
    void operator()(worker& self, const record<request>& each) const { owner->serve(self, each); }
  };
  struct answer_handler {
    distributed_activities* owner;
    void operator()(worker& self, const record<answer>& each) const { owner->hear(self, each); }
  };
  struct release_handler {
    distributed_activities* owner;
    void operator()(const record<release>& each) const { owner->owned_.take_back(each); }
  };

  [[nodiscard]] lane& lane_of(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }
  [[nodiscard]] static std::size_t home_of(const worker& self) noexcept {
    const rank_team& team = self.team();
    return static_cast<std::size_t>(index_of(team.rank()) * team.num_workers() + self.index());
  }
  /// How many elements of one owner fit into a message.
  [[nodiscard]] std::size_t most_together() const noexcept {
    return releases_.most_tail_bytes() / (sizeof(std::uint32_t) + sizeof(element));
  }

  // --- of the spawner's worker ---

  /// Takes a step, and begins what waits, as far as there is room. Handlers do not run meanwhile.
  template <typename Step>
  void work(worker& self, lane& mine, Step step) {
    constexpr int most_in_a_row = 256;  // then others have their turn
    self.engage([&] {
      mine.is_working = true;
      step();
      for (int i = 0; i < most_in_a_row; ++i) {
        activity* const next = mine.take_next();
        if (next == nullptr) { break; }
        begin(self, mine, *next);
      }
      mine.is_working = false;
    });
  }

  void try_again(worker& self, lane& mine) {
    if (!mine.has_resting() && !mine.can_start()) { return; }
    work(self, mine, [&] {
      mine.take_due(team_.transport().now(), [&](activity& each) {
        ++mine.counts.retries;
        attempt(self, mine, each);
      });
    });
  }

  /// How long the worker has nothing to do but for what arrives.
  [[nodiscard]] std::chrono::microseconds spare_time(const lane& mine) {
    if (mine.can_start()) { return std::chrono::microseconds::zero(); }
    if (!mine.has_resting()) { return std::chrono::microseconds::max(); }
    return mine.rest(team_.transport().now());
  }

  /// A worker takes part in looking for the end once none of its own is under way.
  void finish(worker& self) {
    lane& mine = lane_of(self);
    do {
      while (mine.has_any()) { make_progress(self, mine); }
    } while (!phase_->try_end(self));
  }

  /// Makes progress until nothing waits for a slot, and now and then in any case: other ranks may
  /// wait for elements of this one.
  void make_way(worker& self, lane& mine) {
    constexpr std::uint32_t spawns_between_rounds = 64;
    team_.give_way(self);
    if (++mine.spawned % spawns_between_rounds == 0) {
      team_.progress(self);
      try_again(self, mine);
    }
    while (mine.has_queue()) { make_progress(self, mine); }
  }

  void make_progress(worker& self, lane& mine) {
    if (!team_.progress_or_flush(self)) { team_.wait(self, spare_time(mine)); }
    try_again(self, mine);
  }

  void begin(worker& self, lane& mine, activity& one) {
    if constexpr (naming_operator<Op>) {
      try {
        owned_.op().touches(one.what, [&](global_element name) { one.elements.add(name); });
      } catch (...) { return throw_away(self, mine, one, std::current_exception()); }
    }
    attempt(self, mine, one);
  }

  void attempt(worker& self, lane& mine, activity& one) {
    one.attempts = std::max<std::uint32_t>(1, one.attempts + 1);
    one.who = activities::attempt_name(home_of(self), one.slot, one.attempts);
    one.is_refused = false;
    one.began = {};
    go_on(self, mine, one);
  }

  /// Takes what is missing and runs the operator, until that has come to an end, or waits.
  void go_on(worker& self, lane& mine, activity& one) {
    do {
      if (one.elements.most_of_one_owner(team_.rank()) > most_together()) {
        return throw_away(self, mine, one, activities::too_many_elements());
      }
      if (!owned_.take(one.elements.of(team_.rank()), one.who)) {
        ++mine.counts.refusals;
        return give_up(self, mine, one);
      }
      if (ask(self, mine, one)) { return; }
    } while (!act(self, mine, one));
  }

  /// Asks other ranks for what is missing. Returns whether anything is.
  [[nodiscard]] bool ask(worker& self, lane& mine, activity& one) {
    one.elements.for_each_owner([&](rank_id owner, std::span<const held> some) {
      activities::put_request(some, mine.tail);
      if (mine.tail.all().empty()) { return; }
      ++one.answers_due;
      ++mine.counts.requests;
      requests_.send(self, owner, request{one.who}, mine.tail.all());
    });
    if (one.answers_due == 0) { return false; }
    one.began = team_.transport().now();
    one.has_sent = true;
    return true;
  }

  void hear(worker& self, const record<answer>& from) {
    lane& mine = lane_of(self);
    activity& one = mine.at(from.head.slot);
    if (from.head.is_granted != 0) {
      mine.counts.acquisitions += activities::take_values(
          one.elements.of(rank_id{static_cast<int>(from.head.owner)}), from.tail);
    } else {
      one.is_refused = true;
      ++mine.counts.refusals;
    }
    if (--one.answers_due > 0) { return; }
    work(self, mine, [&] { one.is_refused ? give_up(self, mine, one) : go_on(self, mine, one); });
  }

  /// Runs the operator. Returns whether it came to an end: else an element was missing.
  [[nodiscard]] bool act(worker& self, lane& mine, activity& one) {
    access through(one.elements);
    one.elements.forget_writes();
    std::optional<kept_result> came;
    try {
      came.emplace(call(through, one.what));
    } catch (...) {
      if (!through.has_missed()) {
        throw_away(self, mine, one, std::current_exception());
        return true;
      }
    }
    if (through.has_missed()) {
      ++mine.counts.found_late;
      return false;
    }
    if (activities::has_failed(*came)) { one.elements.forget_writes(); }
    give_back(self, mine, one);
    tell(self, mine, one.what, *came);
    end(self, mine, one);
    return true;
  }

  [[nodiscard]] kept_result call(access& through, const arguments& what) const {
    if constexpr (std::is_void_v<result>) {
      owned_.op().act(through, what);
      return {};
    } else {
      return owned_.op().act(through, what);
    }
  }

  void tell(worker& self, lane& mine, const arguments& what, const kept_result& came) {
    if (activities::has_failed(came)) {
      ++mine.counts.failed;
      handlers_.failed(self, what);
    } else if constexpr (activities::is_optional<result>) {
      handlers_.returned(self, what, *came);
    } else if constexpr (activities::returns_value<result>) {
      handlers_.returned(self, what, came);
    }
  }

  /// Another activity has an element: releases all, and rests.
  void give_up(worker& self, lane& mine, activity& one) {
    one.elements.forget_writes();
    give_back(self, mine, one);
    mine.set_aside(one, team_.transport().now(), longest_backoff_);
  }

  void throw_away(worker& self, lane& mine, activity& one, const std::exception_ptr& problem) {
    if (!mine.problem) { mine.problem = problem; }
    ++mine.counts.thrown;
    one.elements.forget_writes();
    give_back(self, mine, one);
    end(self, mine, one);
  }

  void end(worker& self, lane& mine, const activity& one) {
    ++mine.counts.activities;
    if (!one.has_sent) { ++mine.counts.local; }
    mine.put_back(one);
    phase_->end_work(self);
  }

  /// Brings what was written to the owners, and clears all markers of the activity.
  void give_back(worker& self, lane& mine, activity& one) {
    one.elements.for_each_owner([&](rank_id owner, std::span<held> some) {
      if (owner == team_.rank()) {
        owned_.give_back(some, one.who);
      } else {
        send_back(self, mine, one, some);
      }
      for (held& each : some) { each.is_held = false; }
    });
  }

  void send_back(worker& self, lane& mine, const activity& one, std::span<const held> some) {
    const std::uint64_t num_written = activities::put_release(some, mine.tail);
    if (mine.tail.all().empty()) { return; }
    ++mine.counts.releases;
    releases_.send(self, some.front().name.owner, release{one.who, num_written}, mine.tail.all());
  }

  /// Throws on every rank if an operator threw on any.
  void tell_problems() {
    std::optional<task_error> problem;
    for (lane& each : lanes_) {
      const std::exception_ptr own = std::exchange(each.problem, nullptr);
      if (own && !problem) { problem = describe_failure(own, team_.rank()); }
    }
    agree_on(team_, problem ? &*problem : nullptr);
  }

  // --- of the owner, any worker ---

  void serve(worker& self, const record<request>& asked) {
    lane& mine = lane_of(self);
    mine.tail.clear();
    const bool is_granted = owned_.grant(asked, mine.tail, mine.marked);
    const activities::attempt_name who = asked.head.who;
    const answer back{.slot = static_cast<std::uint32_t>(who.slot()),
                      .owner = static_cast<std::uint32_t>(index_of(team_.rank())),
                      .is_granted = is_granted ? 1U : 0U};
    answers_.send_home(self, who.home(), back, mine.tail.all());
  }

  rank_team& team_;
  activities::owned_elements<Op> owned_;
  outcome_handlers<Failed, Returned> handlers_;
  std::chrono::nanoseconds longest_backoff_;
  std::deque<lane> lanes_;
  epoch* phase_ = nullptr;  // while it runs
  record_channel<request, request_handler> requests_;
  record_channel<answer, answer_handler> answers_;
  record_channel<release, release_handler> releases_;
};

}  // namespace orujo
