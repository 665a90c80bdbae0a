// Runs operators as activities under one mechanism: from a loop, from a parcel, or one by one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "orujo/activities/coarsening.hpp"
#include "orujo/activities/counts.hpp"
#include "orujo/activities/mechanisms/home.hpp"
#include "orujo/activities/operator.hpp"
#include "orujo/base/cache_aligned.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/messaging/worker.hpp"

namespace orujo {

struct activity_options {
  std::size_t coarsen = 16;  ///< Operators in an activity; 0: adapted to what is quickest.
};

/// What happens at the spawner with what an operator came to; nothing.
struct no_outcome {
  template <typename... Any>
  void operator()(const Any&...) const noexcept {}
};

/// Handlers of outcomes, called behind the activity, outside of isolation: `failed(arguments)` for
/// operators that failed for good, `returned(arguments, value)` for the values of others.
template <typename Failed = no_outcome, typename Returned = no_outcome>
struct outcome_handlers {
  Failed failed = {};
  Returned returned = {};
};
template <typename Failed, typename Returned>
outcome_handlers(Failed, Returned) -> outcome_handlers<Failed, Returned>;

/// A mechanism runs a body as one activity, as often as it takes: a type of orujo::mechanisms. The
/// same operator runs under every one that serves it; the contract is in
/// docs/contracts/activity.md.
/// `Clock` is by what adapted activities are timed.
template <shared_operator Op, typename Mechanism, typename Clock = std::chrono::steady_clock>
class activity_runner {
  static constexpr bool swaps_words =
      requires(Mechanism & m, const Op& op, const typename Op::arguments& each) {
    m.template act<Op>(0, op, each);
  };
  static_assert(!std::is_same_v<Mechanism, mechanisms::home>,
                "isolation `home` runs operators where their elements are: spawn them through an "
                "activity_channel");
  static_assert(activities::has_sums<Op>(),
                "an operator adds its amount to an integer, a float or a double: `bool` and `long "
                "double` have no sums in one piece; write act(value, arguments) instead");
  static_assert(!wide_operator<Op> || swaps_words,
                "an element of 16 bytes is changed in one piece by isolation `atomic` alone; use "
                "that, or elements of up to 8 bytes");
  static_assert(activities::has_word<Op>() || wide_operator<Op>,
                "an element has 1, 2, 4 or 8 bytes, or 16 under isolation `atomic`: an operator "
                "of larger ones reads and writes their parts through act(access, arguments)");
  static_assert(activities::matters_safely<Op>,
                "an operator that may fail after it has written, and so is not cautious, cannot "
                "say whether it matters: that is asked without isolation, and may see what is "
                "taken back");

public:
  using arguments = typename Op::arguments;
  using result = activities::result_of<Op>;

  /// `team` outlives the object, and what the operator refers to does. Call: local. Memory: that of
  /// the mechanism, and of results of one activity for each worker.
  activity_runner(const rank_team& team, Op op, const activity_options& options = {})
      : op_(std::move(op)), mechanism_(team) {
    for (int w = 0; w < team.num_workers(); ++w) { lanes_.emplace_back(options.coarsen); }
  }
  activity_runner(const activity_runner&) = delete;
  activity_runner& operator=(const activity_runner&) = delete;

  /// Runs the operator on each of `batch`, in activities of several. Call: any worker of the rank;
  /// it does not yield.
  template <typename Handlers = outcome_handlers<>>
  void run(const worker& self, std::span<const arguments> batch, const Handlers& handlers = {}) {
    const auto at = static_cast<std::size_t>(self.index());
    mechanism_.counts(at).operators += batch.size();
    if constexpr (swaps_words) {
      act_on_words(at, batch, handlers);
    } else {
      coarsening& rule = lanes_[at].rule;
      if (!rule.wants_time(batch.size())) { return run_activities(at, batch, handlers); }
      const auto begun = Clock::now();
      run_activities(at, batch, handlers);
      const std::chrono::nanoseconds took = Clock::now() - begun;
      rule.note_time(batch.size(), static_cast<std::uint64_t>(took.count()));
    }
  }

  /// Runs it once. Call: as the other.
  template <typename Handlers = outcome_handlers<>>
  void run(const worker& self, const arguments& one, const Handlers& handlers = {}) {
    run(self, std::span(&one, 1), handlers);
  }

  [[nodiscard]] const Op& op() const noexcept { return op_; }

  /// What all workers of the rank did. Call: while none runs activities.
  [[nodiscard]] activity_counts counts() {
    activity_counts all;
    for (std::size_t w = 0; w < lanes_.size(); ++w) { all.add(mechanism_.counts(w)); }
    return all;
  }

private:
  /// An addition need not wait for the element; whether an operator matters was seen in it.
  static constexpr bool looks_first = !accumulating_operator<Op> && !choosy_operator<Op>;
  static constexpr bool takes_places =
      requires(Mechanism & m, std::span<const void* const> places, void (*body)(...)) {
    m.run(0, places, body);
  };
  static constexpr bool locks_ahead =
      takes_places && announcing_operator<Op> && !cautious_operator<Op>;
  /// What is locked ahead is fetched before that.
  static constexpr bool fetches_inside = !locks_ahead && requires {
    requires Mechanism::fetches_inside;
  };
  /// An operator of one element that fails has not written.
  static constexpr bool may_undo =
      activities::may_fail<result> && !cautious_operator<Op> && !one_element_operator<Op>;

  /// So many operators ahead is fetched where that is between operators; and before an activity of
  /// fewer, as many of the next ones.
  static constexpr std::size_t few_operators = 8;

  /// Operators may leave a result for each of an activity.
  using outcome = std::conditional_t<std::is_void_v<result>, no_outcome, result>;
  struct kept_result {
    outcome value;  // an array of bool has no elements to point to
  };

  struct alignas(cache_line_bytes) lane {
    explicit lane(std::size_t operators) : rule(operators, most_adapted_of<Mechanism>()) {}

    coarsening rule;
    cache_aligned_vector<kept_result> results;
    cache_aligned_vector<const void*> places;
  };

  template <typename Handlers>
  void act_on_words(std::size_t at, std::span<const arguments> batch, const Handlers& handlers) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (looks_first && i + few_operators < batch.size()) { fetch(batch[i + few_operators]); }
      act_alone(at, batch[i], handlers);
    }
  }

  template <typename Handlers>
  void act_alone(std::size_t at, const arguments& each, const Handlers& handlers) {
    if constexpr (std::is_void_v<result>) {
      mechanism_.act(at, op_, each);
    } else {
      tell(at, each, mechanism_.act(at, op_, each), handlers);
    }
    ++mechanism_.counts(at).activities;
  }

  template <typename Handlers>
  void run_activities(std::size_t at, std::span<const arguments> batch, const Handlers& handlers) {
    const coarsening& rule = lanes_[at].rule;
    std::size_t fetched = fetches_inside ? fetch_until(batch, 0, few_operators) : 0;
    while (!batch.empty()) {
      const std::size_t size = std::min(batch.size(), rule.operators());
      std::span<const arguments> coming;
      if constexpr (fetches_inside) {
        coming = batch.subspan(std::min(batch.size(), few_operators));
      } else {
        fetched = fetch_until(batch, fetched, size < few_operators ? size + few_operators : size);
        fetched -= size;
      }
      run_activity(at, batch.first(size), coming, handlers);
      batch = batch.subspan(size);
    }
  }

  /// Each operator is preceded by the fetching of one of `coming`, as far as there are some.
  template <typename Handlers>
  void run_activity(std::size_t at, std::span<const arguments> batch,
                    std::span<const arguments> coming, const Handlers& handlers) {
    lane& mine = lanes_[at];
    activity_counts& counts = mechanism_.counts(at);
    const std::uint64_t aborts = counts.aborts();
    const std::uint64_t overflows = counts.overflows;
    if constexpr (locks_ahead) { announce(mine, batch); }
    mine.results.resize(std::is_void_v<result> ? 0 : batch.size());
    kept_result* const results = mine.results.data();
    const auto body = [=, this](auto& access) {
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if constexpr (fetches_inside) {
          if (i < coming.size()) { this->fetch(coming[i]); }
        }
        this->act(access, batch[i], results, i);
      }
    };
    if constexpr (locks_ahead) {
      mechanism_.run(at, std::span<const void* const>(mine.places), body);
    } else {
      mechanism_.run(at, body);
    }
    ++counts.activities;
    mine.rule.note(counts.aborts() - aborts, counts.overflows - overflows);
    if constexpr (!std::is_void_v<result>) { tell_all(at, batch, handlers); }
  }

  /// Handlers may run further batches here, which leave results, too: those of this activity are
  /// out of their way meanwhile.
  template <typename Handlers>
  void tell_all(std::size_t at, std::span<const arguments> batch, const Handlers& handlers) {
    cache_aligned_vector<kept_result> results = std::move(lanes_[at].results);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      tell(at, batch[i], results[i].value, handlers);
    }
    lanes_[at].results = std::move(results);
  }

  void announce(lane& mine, std::span<const arguments> batch) const {
    mine.places.clear();
    for (const arguments& each : batch) {
      op_.touches(each, [&](const void* place) { mine.places.push_back(place); });
    }
  }

  /// Fetches what operators from number `first` to `wanted` access, as far as there are some;
  /// returns up to where all are fetched.
  std::size_t fetch_until(std::span<const arguments> batch, std::size_t first,
                          std::size_t wanted) const {
    const std::size_t last = std::max(first, std::min(batch.size(), wanted));
    for (const arguments& each : batch.subspan(first, last - first)) { fetch(each); }
    return last;
  }

  /// Fetches what an operator says that it accesses.
  void fetch(const arguments& each) const {
    if constexpr (announcing_operator<Op>) {
      op_.touches(each, [&](const void* place) { this->fetch_place(place); });
    } else if constexpr (!access_operator<Op>) {
      fetch_place(&op_.place(each));
    }
  }

  /// The element, and what the mechanism looks at with it.
  void fetch_place(const void* place) const noexcept {
    prefetch_to_write(place);
    if constexpr (requires { mechanism_.fetch_for(place); }) { mechanism_.fetch_for(place); }
  }

  template <typename Access>
  void act(Access& access, const arguments& each, kept_result* results, std::size_t i) const {
    if constexpr (std::is_void_v<result>) {
      activities::act_through(op_, access, each);
    } else if constexpr (may_undo) {
      const std::size_t mark = access.mark();
      results[i].value = activities::act_through(op_, access, each);
      if (activities::has_failed(results[i].value)) { access.return_to(mark); }
    } else {
      results[i].value = activities::act_through(op_, access, each);
    }
  }

  template <typename Handlers>
  void tell(std::size_t at, const arguments& each, const outcome& came, const Handlers& handlers) {
    if (activities::has_failed(came)) {
      ++mechanism_.counts(at).failed;
      handlers.failed(each);
    } else if constexpr (activities::is_optional<result>) {
      handlers.returned(each, *came);
    } else if constexpr (activities::returns_value<result>) {
      handlers.returned(each, came);
    }
  }

  Op op_;
  Mechanism mechanism_;
  std::deque<lane> lanes_;
};

}  // namespace orujo
