// Operators that read random words and write one, and how they are timed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/activities/activity_runner.hpp"
#include "orujo/base/random.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::bench {

struct sum_options {
  int workers = 2;
  std::uint64_t words = std::uint64_t{1} << 20;
  std::uint64_t operators = std::uint64_t{1} << 20;  // of each worker
  int trials = 5;
};

/// Reads K words, and adds what they make to the first.
template <std::size_t K>
struct sum_into_first {
  struct arguments {
    std::array<std::uint32_t, K> places;
  };
  static constexpr bool is_cautious = true;

  std::uint64_t* words;

  template <typename Access>
  void act(Access& access, const arguments& at) const {
    std::uint64_t sum = 1;
    for (const std::uint32_t each : at.places) { sum += access.read(words[each]) & 1U; }
    access.write(words[at.places[0]], access.read(words[at.places[0]]) + sum);
  }
  template <typename Visit>
  void touches(const arguments& at, Visit visit) const {
    for (const std::uint32_t each : at.places) { visit(&words[each]); }
  }
};

struct bench_plan {
  int trials;
  std::size_t coarsen;  // operators in an activity
};

struct measured {
  double millions = 0;  // operators per second of all workers
  activity_counts counts = {};

  [[nodiscard]] double per_1000(std::uint64_t events) const {
    return 1000 * static_cast<double>(events) /
           static_cast<double>(std::max<std::uint64_t>(1, counts.activities));
  }
};

/// The best trial of the workers that have a batch.
template <typename Mechanism, typename Op>
measured measure(rank_team& team, const Op& op, const bench_plan& how,
                 const std::vector<std::vector<typename Op::arguments>>& all) {
  measured best;
  for (int trial = 0; trial < how.trials; ++trial) {
    activity_runner<Op, Mechanism> runner(team, op, {.coarsen = how.coarsen});
    const auto begun = std::chrono::steady_clock::now();
    team.on_workers([&](worker& self) {
      const auto at = static_cast<std::size_t>(self.index());
      if (at < all.size()) { runner.run(self, all[at]); }
    });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    const activity_counts counts = runner.counts();
    const double millions = static_cast<double>(counts.operators) / took.count() / 1e6;
    if (millions > best.millions) { best = {millions, counts}; }
  }
  return best;
}

/// Arguments for each worker.
template <typename Arguments, typename Draw>
std::vector<std::vector<Arguments>> drawn(const sum_options& how, Draw draw) {
  std::vector<std::vector<Arguments>> all(static_cast<std::size_t>(how.workers));
  for (std::size_t w = 0; w < all.size(); ++w) {
    random_stream random(1, w);
    for (std::uint64_t i = 0; i < how.operators; ++i) { all[w].push_back(draw(random)); }
  }
  return all;
}

/// K places for each operator.
template <typename Arguments>
std::vector<std::vector<Arguments>> drawn_places(const sum_options& how) {
  return drawn<Arguments>(how, [&](random_stream& random) {
    Arguments at;
    for (std::uint32_t& each : at.places) {
      each = static_cast<std::uint32_t>(random.below(how.words));
    }
    return at;
  });
}

}  // namespace orujo::bench
