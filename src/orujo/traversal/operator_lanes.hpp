// Operators that workers collect and run as activities, under a mechanism that is chosen at run
// time, whose outcomes drive a frontier.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/activities/choice/mechanism_table.hpp"
#include "orujo/activities/mechanisms/plain_access.hpp"
#include "orujo/base/cache_aligned.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/frontier.hpp"

namespace orujo {

/// Each worker collects operators until there are as many as an activity has at most, and runs them
/// on this rank. `returned(lane, arguments, value)` and `failed(lane, arguments)`, if the operator
/// has them, hear what one came to, behind its activity, and may add owned vertices to the lane.
/// The contract is in docs/contracts/traversal.md.
template <shared_operator Op>
class operator_lanes {
public:
  using arguments = typename Op::arguments;

  /// `team` outlives the object, and what the operator refers to does. Call: collective. Throws: as
  /// mechanism_in_force(). Memory: that of the mechanism, and of the operators of an activity for
  /// each worker.
  operator_lanes(rank_team& team, const Op& op, const isolation_choice& isolation)
      : team_(team),
        op_(op),
        isolation_(isolation),
        kind_(mechanism_in_force(team, isolation, reach_of<Op>, change_of<Op>)),
        runs_at_once_(isolation.coarsen == 0 ? most_adapted_under(kind_) : isolation.coarsen),
        batches_(static_cast<std::size_t>(team.num_workers())) {
    if constexpr (activities::serves<mechanisms::home>(reach_of<Op>)) {
      if (runs_at_home()) {
        engine_ = std::make_unique<engine_under<mechanisms::serial>>(team, op, isolation.coarsen);
      }
    }
    if (!runs_at_home()) {
      with_mechanism<Op>(kind_, [&]<typename Mechanism>(mechanism_tag<Mechanism>) {
        engine_ = std::make_unique<engine_under<Mechanism>>(team, op, isolation.coarsen);
      });
    }
    for (batch& each : batches_) { each.operators.reserve(runs_at_once_); }
  }

  /// Whether the mechanism is `home`: then whoever spawns is the home worker of the element.
  [[nodiscard]] bool runs_at_home() const noexcept { return kind_ == mechanism_kind::home; }

  /// Has the operator run with `what`, now or at the lane's next flush() at the latest. Call: the
  /// lane's worker.
  void spawn(vertex_lane& lane, const arguments& what) {
    cache_aligned_vector<arguments>& operators = batches_[lane.worker()].operators;
    operators.push_back(what);
    if (operators.size() >= runs_at_once_) { flush(lane); }
  }

  /// Runs what the lane's worker has collected. Call: that worker.
  void flush(vertex_lane& lane) {
    cache_aligned_vector<arguments>& operators = batches_[lane.worker()].operators;
    if (operators.empty()) { return; }
    engine_->run(team_.worker_at(static_cast<int>(lane.worker())), operators, lane);
    operators.clear();
  }

  /// Runs the operator with `what` now and without isolation. Call: the lane's worker, while nobody
  /// else runs operators that access the same elements.
  void run_alone(vertex_lane& lane, const arguments& what) {
    batch& mine = batches_[lane.worker()];
    ++mine.alone.operators;
    if constexpr (std::is_void_v<activities::result_of<Op>>) {
      act_alone(mine, what);
    } else {
      const auto came = act_alone(mine, what);
      if (activities::has_failed(came)) { ++mine.alone.failed; }
      tell(op_, lane, what, came);
    }
  }

  /// What all workers of the rank did. Call: while none runs operators.
  [[nodiscard]] activity_counts counts() const {
    activity_counts all = engine_->counts();
    for (const batch& each : batches_) {
      all.add(each.alone);
      all.activities += each.alone.operators;
    }
    return all;
  }

  /// The same of all ranks, and of what was done after counts() of this rank were `earlier`.
  /// Call: collective.
  [[nodiscard]] activity_counts counts_of_all(const activity_counts& earlier = {}) const {
    return all_reduce(team_, counts().since(earlier), [](activity_counts a, const auto& b) {
      a.add(b);
      return a;
    });
  }

  void describe(report_card& card) const {
    card.add(report_section::algorithm, isolation_row(kind_, isolation_));
  }

private:
  /// Operators under the mechanism that was chosen: the one virtual call is that of a batch.
  struct engine {
    engine() = default;
    engine(const engine&) = delete;
    engine& operator=(const engine&) = delete;
    virtual ~engine() = default;
    virtual void run(const worker& self, std::span<const arguments> batch, vertex_lane& lane) = 0;
    [[nodiscard]] virtual activity_counts counts() = 0;
  };

  template <typename Mechanism>
  struct engine_under final : engine {
    activity_runner<Op, Mechanism> runner;

    engine_under(const rank_team& team, const Op& op, std::size_t coarsen)
        : runner(team, op, {.coarsen = coarsen}) {}

    void run(const worker& self, std::span<const arguments> batch, vertex_lane& lane) override {
      const Op& op = runner.op();
      const auto failed = [&](const arguments& each) { tell_failed(op, lane, each); };
      const auto returned = [&](const arguments& each, const auto& value) {
        tell_returned(op, lane, each, value);
      };
      runner.run(self, batch, outcome_handlers{failed, returned});
    }
    [[nodiscard]] activity_counts counts() override { return runner.counts(); }
  };

  struct alignas(cache_line_bytes) batch {
    cache_aligned_vector<arguments> operators;
    activities::plain_access access;  // of operators that run alone
    activity_counts alone;            // but for the activities: one for each operator
  };

  auto act_alone(batch& mine, const arguments& what) const {
    if constexpr (!access_operator<Op>) {
      activities::in_place_access access;
      return activities::act_through(op_, access, what);
    } else if constexpr (activities::may_fail<activities::result_of<Op>>) {
      const std::size_t start = mine.access.mark();
      const auto came = op_.act(mine.access, what);
      if (activities::has_failed(came)) { mine.access.return_to(start); }
      mine.access.commit();
      return came;
    } else {
      return op_.act(mine.access, what);
    }
  }

  static void tell_failed(const Op& op, vertex_lane& lane, const arguments& what) {
    if constexpr (requires { op.failed(lane, what); }) { op.failed(lane, what); }
  }
  template <typename Value>
  static void tell_returned(const Op& op, vertex_lane& lane, const arguments& what,
                            const Value& value) {
    if constexpr (requires { op.returned(lane, what, value); }) { op.returned(lane, what, value); }
  }
  template <typename Result>
  static void tell(const Op& op, vertex_lane& lane, const arguments& what, const Result& came) {
    if (activities::has_failed(came)) {
      tell_failed(op, lane, what);
    } else if constexpr (activities::is_optional<Result>) {
      tell_returned(op, lane, what, *came);
    } else if constexpr (activities::returns_value<Result>) {
      tell_returned(op, lane, what, came);
    }
  }

  rank_team& team_;
  Op op_;
  isolation_choice isolation_;
  mechanism_kind kind_;
  std::size_t runs_at_once_;
  std::deque<batch> batches_;
  std::unique_ptr<engine> engine_;
};

}  // namespace orujo
