// Draws operators, runs them as activities, and takes times.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/choice/isolation_trials.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <type_traits>

#include "orujo/activities/activity_channel.hpp"
#include "orujo/activities/choice/mechanism_table.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/epoch.hpp"

namespace orujo {

namespace {

using word = std::uint64_t;

constexpr std::uint64_t words_of_line = cache_line_bytes / sizeof(word);

struct marking {
  using element = word;
  using arguments = std::uint32_t;

  word* words;
  word mark;
  std::size_t homes;  // workers that take part

  [[nodiscard]] element& place(arguments at) const { return words[at]; }
  operator_verdict act(element& value, arguments /*at*/) const {
    if (value == mark) { return operator_verdict::failed; }
    value = mark;
    return operator_verdict::done;
  }
  [[nodiscard]] std::size_t home(arguments at, std::size_t /*workers*/) const {
    return at / words_of_line % homes;
  }
};

struct accumulating {
  using element = word;
  using arguments = std::uint32_t;

  word* words;
  std::size_t homes;

  [[nodiscard]] element& place(arguments at) const { return words[at]; }
  [[nodiscard]] static element amount(arguments /*at*/) { return 1; }
  [[nodiscard]] std::size_t home(arguments at, std::size_t /*workers*/) const {
    return at / words_of_line % homes;
  }
};

struct summing {
  struct arguments {
    std::array<std::uint32_t, 4> places;
  };
  static constexpr bool is_cautious = true;

  word* words;

  template <typename Access>
  void act(Access& access, const arguments& at) const {
    word sum = 1;
    for (const std::uint32_t each : at.places) { sum += access.read(words[each]) & 1U; }
    access.write(words[at.places[0]], access.read(words[at.places[0]]) + sum);
  }
  template <typename Visit>
  void touches(const arguments& at, Visit visit) const {
    for (const std::uint32_t each : at.places) { visit(&words[each]); }
  }
};

/// Which elements the operators of one worker change, in turn.
class drawn_places {
public:
  drawn_places(const isolation_trial& trial, std::uint64_t elements, std::size_t worker)
      : in_a_row_(trial.in_a_row), elements_(elements), random_(1, worker) {}

  /// What operator number `i` changes.
  [[nodiscard]] std::uint32_t changed_by(std::uint64_t i) noexcept {
    if (in_a_row_ == 0) { return any(); }
    return static_cast<std::uint32_t>(i / in_a_row_ * words_of_line % elements_);
  }
  [[nodiscard]] std::uint32_t any() noexcept {
    return static_cast<std::uint32_t>(random_.below(elements_));
  }

private:
  std::uint32_t in_a_row_;
  std::uint64_t elements_;
  random_stream random_;
};

template <typename Arguments>
std::vector<Arguments> drawn_for(const isolation_trial& trial, std::uint64_t elements,
                                 std::size_t worker) {
  drawn_places places(trial, elements, worker);
  std::vector<Arguments> all(trial.operators);
  for (std::uint64_t i = 0; i < trial.operators; ++i) {
    if constexpr (std::is_same_v<Arguments, std::uint32_t>) {
      all[i] = places.changed_by(i);
    } else {
      all[i] = {{places.changed_by(i), places.any(), places.any(), places.any()}};
    }
  }
  return all;
}

/// From when the first worker began until the last one ended, so that workers that took turns at a
/// core do not look as if nobody had been in their way; and what the operators came to.
struct timed_run {
  double nanoseconds = std::numeric_limits<double>::infinity();
  activity_counts counts = {};
};

/// Operators of one kind, in activities of `coarsen`.
template <typename Op>
struct prepared_work {
  using batch = std::vector<typename Op::arguments>;

  rank_team* team;
  std::vector<batch> batches;  // one for each worker that takes part

  template <typename Mechanism>
  [[nodiscard]] timed_run run(const Op& op, std::size_t coarsen) const {
    if constexpr (std::is_same_v<Mechanism, mechanisms::home>) { return run_at_home(op, coarsen); }
    activity_runner<Op, activities::mechanism_at_place<Mechanism>> runner(*team, op,
                                                                          {.coarsen = coarsen});
    std::vector<clock::time_point> begun(batches.size());
    std::vector<clock::time_point> ended(batches.size());
    team->on_workers([&](worker& self) {
      const auto at = static_cast<std::size_t>(self.index());
      team->worker_barrier();
      if (at >= batches.size()) { return; }
      begun[at] = clock::now();
      this->run_batches(runner, self, coarsen);
      ended[at] = clock::now();
    });
    const std::chrono::duration<double, std::nano> took =
        *std::max_element(ended.begin(), ended.end()) -
        *std::min_element(begun.begin(), begun.end());
    return {took.count(), runner.counts()};
  }

private:
  using clock = std::chrono::steady_clock;

  /// An activity is what leaves its spawner together; until all have run where they are at home.
  [[nodiscard]] timed_run run_at_home(const Op& op, std::size_t coarsen) const {
    activity_channel<Op, mechanisms::home> spawned(*team, op, {.coarsen = coarsen});
    const clock::time_point begun = clock::now();
    run_epoch(*team, [&](worker& self) {
      const auto at = static_cast<std::size_t>(self.index());
      if (at >= batches.size()) { return; }
      std::size_t left = coarsen;
      for (const typename Op::arguments& each : batches[at]) {
        spawned.spawn(self, team->rank(), each);
        if (--left > 0) { continue; }
        left = coarsen;
        team->flush_ports(self, flush_reason::explicitly);
      }
    });
    const std::chrono::duration<double, std::nano> took = clock::now() - begun;
    return {took.count(), spawned.counts()};
  }

  /// Each activity is asked for by itself, as from a parcel: what begins a batch is paid, too.
  template <typename Runner>
  void run_batches(Runner& runner, const worker& self, std::size_t coarsen) const {
    std::span<const typename Op::arguments> left(batches[static_cast<std::size_t>(self.index())]);
    while (!left.empty()) {
      const std::size_t size = std::min(left.size(), coarsen);
      runner.run(self, left.first(size));
      left = left.subspan(size);
    }
  }
};

template <typename Mechanism, typename Op, typename MakeOp>
timed_run quickest(const prepared_work<Op>& work, int rounds, std::size_t coarsen,
                   MakeOp& make_op) {
  timed_run best;
  for (int round = 0; round < rounds; ++round) {
    const timed_run now = work.template run<Mechanism>(make_op(), coarsen);
    if (now.nanoseconds < best.nanoseconds) { best = now; }
  }
  return best;
}

struct trial_setting {
  rank_team& team;
  mechanism_kind mechanism;
  const isolation_trial& trial;
  std::uint64_t elements;
  std::span<const std::size_t> sizes;
};

/// Runs of all sizes; `make_op()` is the operator of the next round.
template <typename Op, typename MakeOp>
isolation_cost timed_under(const trial_setting& how, MakeOp make_op) {
  prepared_work<Op> work{&how.team, {}};
  for (int w = 0; w < how.trial.workers; ++w) {
    work.batches.push_back(
        drawn_for<typename Op::arguments>(how.trial, how.elements, static_cast<std::size_t>(w)));
  }
  isolation_cost cost{.mechanism = how.mechanism};
  with_mechanism<Op>(how.mechanism, [&](auto tag) {
    using mechanism = typename decltype(tag)::type;
    for (const std::size_t size : how.sizes) {
      const timed_run best = quickest<mechanism>(work, how.trial.rounds, size, make_op);
      const double activities =
          static_cast<double>(how.trial.operators) / static_cast<double>(size);
      cost.points.push_back({static_cast<double>(size), best.nanoseconds / activities});
      cost.counts = best.counts;
    }
  });
  cost.line = fitted_cost(cost.points).value_or(cost_line());
  return cost;
}

[[nodiscard]] operator_reach reach_of_work(trial_work work) noexcept {
  return work == trial_work::several ? operator_reach::several_elements
                                     : operator_reach::one_element;
}

}  // namespace

isolation_trials::isolation_trials(rank_team& team, std::uint64_t elements)
    : team_(team), elements_(elements) {
  require(elements > 0 && elements <= std::numeric_limits<std::uint32_t>::max(),
          "trials of isolation take 1 to 2^32 - 1 elements");
  std::fill(elements_.begin(), elements_.end(), 0);
}

std::vector<mechanism_kind> isolation_trials::served(const isolation_trial& trial) {
  std::vector<mechanism_kind> kinds;
  activities::for_each_mechanism([&](const auto& row) {
    using mechanism = typename std::remove_cvref_t<decltype(row.tag)>::type;
    if (!activities::serves<mechanism>(reach_of_work(trial.work))) { return; }
    if (row.kind == mechanism_kind::serial && trial.workers > 1) { return; }
    if (is_available(row.kind)) { kinds.push_back(row.kind); }
  });
  return kinds;
}

isolation_cost isolation_trials::measure(mechanism_kind mechanism, const isolation_trial& trial,
                                         std::span<const std::size_t> sizes) {
  require(trial.workers >= 1 && trial.workers <= team_.num_workers(),
          "a trial of isolation takes workers that there are");
  require(mechanism != mechanism_kind::home || team_.size() == 1,
          "a trial of isolation home sends messages: it takes a team of one rank");
  word* const words = elements_.data();
  const auto homes = static_cast<std::size_t>(trial.workers);
  const trial_setting setting{team_, mechanism, trial, elements_.size(), sizes};
  switch (trial.work) {
    case trial_work::marking:
      return timed_under<marking>(setting, [&] { return marking{words, ++mark_, homes}; });
    case trial_work::accumulating:
      return timed_under<accumulating>(setting, [&] { return accumulating{words, homes}; });
    case trial_work::several: break;
  }
  return timed_under<summing>(setting, [&] { return summing{words}; });
}

}  // namespace orujo
