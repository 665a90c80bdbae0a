// Short trials of some mechanisms, again and again while there is time.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/choice/sampled_mechanism.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <compare>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "orujo/base/error.hpp"

namespace orujo {

namespace {

using sample_clock = std::chrono::steady_clock;

constexpr std::uint64_t sampled_elements = std::uint64_t{1} << 17U;

/// What is tried, and for how long: mechanisms that are the quickest on some machine, of which
/// `elide` and `tl2` are `htm` and `stm` in other ways.
struct sample_plan {
  trial_work work;
  std::chrono::milliseconds time;
  std::vector<mechanism_kind> kinds;
};

sample_plan plan_for(const sampled_operators& of) {
  const trial_work work = sampled_work(of);
  if (work != trial_work::several) {
    return {work, std::chrono::milliseconds(2), {mechanism_kind::atomic, mechanism_kind::htm}};
  }
  return {work,
          std::chrono::milliseconds(20),
          {mechanism_kind::htm, mechanism_kind::global, mechanism_kind::lock, mechanism_kind::stm,
           mechanism_kind::combine}};
}

std::vector<std::size_t> sizes_for(std::size_t coarsen) {
  if (coarsen == 0) { return {1, 4, 16, 64}; }
  return {coarsen};
}

double cost_of_operator(const isolation_cost& cost, std::size_t coarsen) {
  double least = std::numeric_limits<double>::infinity();
  for (const cost_point& point : cost.points) {
    if (coarsen != 0 && point.operators != static_cast<double>(coarsen)) { continue; }
    least = std::min(least, point.nanoseconds / point.operators);
  }
  return least;
}

/// What trials came to, for all teams of the process.
class kept_samples {
public:
  struct question {
    int workers;
    sampled_operators of;

    auto operator<=>(const question&) const = default;
  };

  [[nodiscard]] std::optional<mechanism_kind> find(const question& asked) {
    const std::scoped_lock guard(lock_);
    const auto at = answers_.find(asked);
    return at == answers_.end() ? std::nullopt : std::optional(at->second);
  }
  void put(const question& asked, mechanism_kind answer) {
    const std::scoped_lock guard(lock_);
    answers_.emplace(asked, answer);
  }

private:
  std::mutex lock_;
  std::map<question, mechanism_kind> answers_;
};

}  // namespace

mechanism_kind cheapest_mechanism(std::span<const isolation_cost> costs, std::size_t coarsen) {
  const auto best = std::min_element(
      costs.begin(), costs.end(), [coarsen](const isolation_cost& a, const isolation_cost& b) {
        return cost_of_operator(a, coarsen) < cost_of_operator(b, coarsen);
      });
  require(best != costs.end(), "the cheapest of no mechanisms was asked for");
  return best->mechanism;
}

namespace {

mechanism_kind tried(rank_team& team, std::size_t coarsen, const sample_plan& plan) {
  constexpr int most_passes = 5;
  const auto end = sample_clock::now() + plan.time;
  const isolation_trial trial{
      .work = plan.work, .workers = team.num_workers(), .operators = 1024, .rounds = 1};
  const auto sizes = sizes_for(coarsen);
  isolation_trials trials(team, sampled_elements);
  std::vector<isolation_cost> costs;
  for (int pass = 0; pass < most_passes; ++pass) {
    for (const mechanism_kind kind : plan.kinds) {
      if (!costs.empty() && sample_clock::now() >= end) { break; }
      costs.push_back(trials.measure(kind, trial, sizes));
    }
  }
  return cheapest_mechanism(costs, coarsen);
}

}  // namespace

trial_work sampled_work(const sampled_operators& of) noexcept {
  if (of.reach == operator_reach::several_elements) { return trial_work::several; }
  return of.change == operator_change::added ? trial_work::accumulating : trial_work::marking;
}

mechanism_kind sampled_mechanism(rank_team& team, const sampled_operators& of) {
  sample_plan plan = plan_for(of);
  if (!of.with_transactions) { std::erase(plan.kinds, mechanism_kind::htm); }
  if (plan.kinds.size() == 1) { return plan.kinds.front(); }
  static kept_samples kept;
  const kept_samples::question asked{team.num_workers(), of};
  if (const auto known = kept.find(asked)) { return *known; }
  const mechanism_kind found = tried(team, of.coarsen, plan);
  kept.put(asked, found);
  return found;
}

}  // namespace orujo
