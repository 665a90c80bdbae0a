// Operators that are spawned on any rank: where the elements are, several to a message's parcel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "orujo/activities/activity_runner.hpp"
#include "orujo/activities/coalescing.hpp"
#include "orujo/activities/mechanisms/home.hpp"
#include "orujo/activities/operator.hpp"
#include "orujo/base/error.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

struct activity_channel_options {
  std::size_t coarsen = 16;  ///< As of activity_options.
  /// Activities in a message, which leaves as soon as it has so many, each of `coarsen` operators,
  /// or as many as an adapted one may have; 0: what the channel's flush policy and parcels say.
  /// Where messages are routed over other ranks, rounds of progress look how many there are.
  std::size_t coalesce = 0;
  std::string name = "activities";
};

namespace activities {

/// What is spawned, and by whom: for operators whose spawner hears of them again.
template <typename Arguments>
struct routed_arguments {
  Arguments what;
  std::uint32_t spawner;  // a rank
};

template <typename Op>
struct element_of {};
template <typename Op>
  requires requires { typename Op::element; }
struct element_of<Op> {
  using element = typename Op::element;
};

template <typename Op>
struct rule_of {};
template <fetch_and_op Op>
struct rule_of<Op> {
  static constexpr fetch_rule rule = Op::rule;
};

/// The operator `Op`, which looks at its own part of what was spawned.
template <shared_operator Op>
struct routed_operator : element_of<Op>, rule_of<Op> {
  using arguments = routed_arguments<typename Op::arguments>;
  static constexpr bool is_cautious = cautious_operator<Op>;

  Op op;

  explicit routed_operator(Op with) : op(std::move(with)) {}

  [[nodiscard]] auto& place(const arguments& each) const requires(!access_operator<Op>) {
    return op.place(each.what);
  }
  [[nodiscard]] auto amount(const arguments& each) const requires accumulating_operator<Op> {
    return op.amount(each.what);
  }
  [[nodiscard]] auto operand(const arguments& each) const requires fetch_and_op<Op> {
    return op.operand(each.what);
  }
  template <typename Before>
  [[nodiscard]] auto outcome(const Before& before,
                             const arguments& each) const requires fetch_and_op<Op> {
    return op.outcome(before, each.what);
  }
  template <typename Target, typename O = Op>
  auto act(Target& target, const arguments& each) const
      -> decltype(std::declval<const O&>().act(target, each.what)) {
    return op.act(target, each.what);
  }
  template <typename Visit>
  void touches(const arguments& each, Visit visit) const requires announcing_operator<Op> {
    op.touches(each.what, visit);
  }
};

/// What comes back: nothing but that it failed, or a value, too.
template <typename R>
struct value_of_result {
  using type = no_outcome;
};
template <typename R>
  requires(returns_value<R> && !is_optional<R>)
struct value_of_result<R> {
  using type = R;
};
template <typename R>
struct value_of_result<std::optional<R>> {
  using type = R;
};

}  // namespace activities

/// Spawns operators at the ranks that have their elements; there they run in activities of up to
/// `coarsen` of those that came in one parcel, which is how many travel together. Handlers of
/// outcomes run on the rank of the spawner: `failed(worker&, arguments)`, `returned(worker&,
/// arguments, value)`; without any, nothing is sent back. Under mechanisms::home they go to the
/// worker that has their elements. The contract is in docs/contracts/activity.md.
template <shared_operator Op, typename Mechanism, typename Failed = no_outcome,
          typename Returned = no_outcome>
class activity_channel {
public:
  using arguments = typename Op::arguments;
  static constexpr bool answers =
      !std::is_same_v<Failed, no_outcome> || !std::is_same_v<Returned, no_outcome>;

  static constexpr bool runs_at_home = std::is_same_v<Mechanism, mechanisms::home>;
  static_assert(!runs_at_home || homed_operator<Op>,
                "isolation `home` sends an operator to the worker that has its elements: this one "
                "does not say which, by home(arguments, workers)");
  static_assert(activities::matters_safely<Op>,
                "an operator that may fail after it has written, and so is not cautious, cannot "
                "say whether it matters: that is asked without isolation, and may see what is "
                "taken back");

  /// `team` outlives the object, and what operator and handlers refer to does. Handlers must not
  /// throw; they may spawn. Call: collective; every rank opens its channels in the same order.
  activity_channel(rank_team& team, Op op, activity_channel_options options = {},
                   outcome_handlers<Failed, Returned> handlers = {})
      : handlers_(std::move(handlers)),
        runner_(team, spawned_operator(std::move(op)), {.coarsen = options.coarsen}),
        coalesced_(options.coalesce * operators_of_activity(options.coarsen)),
        spawned_(team, spawn_handler{this},
                 {.how = delivery, .name = options.name, .policy = policy()}),
        answered_(open_answers(team, options.name)) {}
  activity_channel(const activity_channel&) = delete;
  activity_channel& operator=(const activity_channel&) = delete;

  /// Lets the operator run with `what` on rank `at`, which may be this one: before the epoch ends,
  /// and its handler, too. An operator that says that it cannot matter is not spawned on its own
  /// rank. Call: local, inside an epoch; worker `self`. Cost: a message of the arguments, and 4
  /// bytes if there are answers; with `coalesce`, a look at all buffers that are not empty for each
  /// message that leaves. Throws: usage_error if the elements of an operator that is to run at its
  /// home have several.
  void spawn(worker& self, rank_id at, const arguments& what) {
    const std::size_t to = destination_of(self, at, what);
    if constexpr (choosy_operator<Op>) {
      if (to == own_destination(self) && !own_op().matters(what)) { return; }
    }
    if constexpr (answers) {
      const auto me = static_cast<std::uint32_t>(index_of(self.team().rank()));
      send(self, to, {what, me});
    } else {
      send(self, to, what);
    }
    if (coalesced_ > 0) { flush_coalesced(self, to); }
  }

  /// What all workers of the rank did. Call: while none runs activities.
  [[nodiscard]] activity_counts counts() { return runner_.counts(); }

private:
  /// Who runs operators sends their answers, which no handler of a deliver::now channel may.
  static constexpr deliver delivery = runs_at_home ? deliver::home
                                      : answers    ? deliver::later
                                                   : deliver::now;

  using spawned_operator = std::conditional_t<answers, activities::routed_operator<Op>, Op>;
  using spawned = typename spawned_operator::arguments;
  using value = typename activities::value_of_result<activities::result_of<Op>>::type;

  struct answer {
    arguments what;
    [[no_unique_address]] value returned;
    bool has_failed;
  };
  struct spawn_handler {
    activity_channel* owner;
    void operator()(worker& self, std::span<const spawned> batch) const { owner->run(self, batch); }
  };
  struct answer_handler {
    activity_channel* owner;
    void operator()(worker& self, const answer& each) const { owner->take(self, each); }
  };

  /// A rank, or a worker of the team.
  [[nodiscard]] std::size_t destination_of(const worker& self, rank_id at,
                                           const arguments& what) const {
    const auto rank = static_cast<std::size_t>(index_of(at));
    if constexpr (runs_at_home) {
      const auto workers = static_cast<std::size_t>(self.team().num_workers());
      const std::optional<std::size_t> home = own_op().home(what, workers);
      require(home.has_value(),
              "isolation `home`: the elements of an operator have several homes; use another one");
      ORUJO_ASSERT(*home < workers, "a home is a worker of the rank");
      return rank * workers + *home;
    } else {
      return rank;
    }
  }
  [[nodiscard]] static std::size_t own_destination(const worker& self) noexcept {
    const auto rank = static_cast<std::size_t>(index_of(self.team().rank()));
    const auto workers = static_cast<std::size_t>(self.team().num_workers());
    return runs_at_home ? rank * workers + static_cast<std::size_t>(self.index()) : rank;
  }
  void send(worker& self, std::size_t to, const spawned& what) {
    if constexpr (runs_at_home) {
      spawned_.send_home(self, to, what);
    } else {
      spawned_.send(self, rank_id{static_cast<int>(to)}, what);
    }
  }

  [[nodiscard]] static std::size_t operators_of_activity(std::size_t coarsen) noexcept {
    using at_place = activities::mechanism_at_place<Mechanism>;
    return coarsen == 0 ? most_adapted_of<at_place>() : std::min(coarsen, coarsening::most);
  }
  /// Of the channel that operators travel by; empty: what the settings say.
  [[nodiscard]] std::function<std::unique_ptr<flush_policy>()> policy() const {
    if (coalesced_ == 0) { return {}; }
    return [messages = coalesced_] {
      return std::make_unique<activities::flush_when_coalesced>(messages);
    };
  }
  void flush_coalesced(worker& self, std::size_t to) {
    const message_lane<spawned>& box = spawned_.lanes_of(self)[to];
    if (box.buffer == nullptr || box.messages() < coalesced_) { return; }
    spawned_.flush(self, flush_reason::round);
    self.team().give_way(self);
  }

  [[nodiscard]] const Op& own_op() const noexcept {
    if constexpr (answers) {
      return runner_.op().op;
    } else {
      return runner_.op();
    }
  }

  auto open_answers(rank_team& team, const std::string& name) {
    if constexpr (answers) {
      // Handlers of outcomes may spawn.
      return channel<answer, answer_handler>(team, answer_handler{this},
                                             {.how = deliver::later, .name = "answers of " + name});
    } else {
      return no_outcome{};
    }
  }

  void run(worker& self, std::span<const spawned> batch) {
    if constexpr (answers) {
      const auto failed = [&](const spawned& each) {
        send_back(self, each, {each.what, {}, true});
      };
      const auto returned = [&](const spawned& each, const value& came) {
        if constexpr (!std::is_same_v<Returned, no_outcome>) {
          send_back(self, each, {each.what, came, false});
        }
      };
      runner_.run(self, batch, outcome_handlers{failed, returned});
    } else {
      runner_.run(self, batch);
    }
  }

  void send_back(worker& self, const spawned& to, const answer& what) {
    if (what.has_failed && std::is_same_v<Failed, no_outcome>) { return; }
    answered_.send(self, rank_id{static_cast<int>(to.spawner)}, what);
  }

  void take(worker& self, const answer& each) {
    if (each.has_failed) {
      handlers_.failed(self, each.what);
    } else {
      handlers_.returned(self, each.what, each.returned);
    }
  }

  outcome_handlers<Failed, Returned> handlers_;
  activity_runner<spawned_operator, activities::mechanism_at_place<Mechanism>> runner_;
  std::size_t coalesced_;  // operators in a message; 0: as the channel likes
  channel<spawned, spawn_handler> spawned_;
  std::conditional_t<answers, channel<answer, answer_handler>, no_outcome> answered_;
};

}  // namespace orujo
