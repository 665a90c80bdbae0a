// Small programs of a few explored ranks whose activities want each other's elements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/activities/distributed/distributed_activities.hpp"
#include "support/explored_team.hpp"

namespace orujo {

/// What distributed activities do wrong if they are made to.
struct careless_ownership {
  /// Has the next attempt of each activity named as the one before.
  template <typename Activities>
  static void reuse_names(Activities& all) {
    for (auto& lane : all.lanes_) {
      for (auto& each : lane.slots_) { each.attempts = 0; }
    }
  }
};

namespace test {

/// Adds one to each of a few elements, which it names ahead or not.
struct adding_activity {
  static constexpr std::size_t most = 3;
  struct arguments {
    std::uint32_t size;
    std::array<global_element, most> names;
  };
  using element = std::uint32_t;

  element* words = nullptr;
  const std::function<void()>* at_each_attempt = nullptr;

  [[nodiscard]] element& place(std::uint32_t number) const {
    if (*at_each_attempt) { (*at_each_attempt)(); }
    return words[number];
  }
  void act(activities::ownership_access<element>& access, const arguments& wanted) const {
    for (std::uint32_t i = 0; i < wanted.size; ++i) {
      access.write(wanted.names[i], access.read(wanted.names[i]) + 1);
    }
  }
};

/// The same, with names.
struct named_activity : adding_activity {
  template <typename Visit>
  void touches(const arguments& wanted, Visit visit) const {
    for (std::uint32_t i = 0; i < wanted.size; ++i) { visit(wanted.names[i]); }
  }
};

enum class attempt_names : std::uint8_t { fresh, reused };

/// What an explored program of activities is.
struct ownership_program {
  std::size_t in_flight = 2;
  std::chrono::microseconds longest_backoff{1000};
  attempt_names names = attempt_names::fresh;
  /// For each rank the activities that it spawns.
  std::vector<std::vector<std::vector<global_element>>> spawned;
};

[[nodiscard]] inline adding_activity::arguments arguments_of(
    const std::vector<global_element>& names) {
  adding_activity::arguments wanted{.size = static_cast<std::uint32_t>(names.size()), .names = {}};
  std::copy(names.begin(), names.end(), wanted.names.begin());
  return wanted;
}

/// Runs the program under each schedule; what all activities have added must be there in the end,
/// and no marker.
template <typename Op>
exploration explore_ownership(const exploration_limits& limits, const explored_shape& shape,
                              const ownership_program& what) {
  constexpr std::size_t words_each = 2;
  std::vector<std::array<std::uint32_t, words_each>> words;
  const auto program = [&](explored_team& run, rank_team& team) {
    const auto me = static_cast<std::size_t>(index_of(team.rank()));
    std::function<void()> at_each_attempt;
    Op op;
    op.words = words[me].data();
    op.at_each_attempt = &at_each_attempt;
    distributed_activities<Op> adding(team, op,
                                      {.in_flight = what.in_flight,
                                       .markers = words_each,
                                       .longest_backoff = what.longest_backoff});
    if (what.names == attempt_names::reused) {
      at_each_attempt = [&adding] { careless_ownership::reuse_names(adding); };
    }
    adding.run([&](worker& self) {
      for (const auto& names : what.spawned[me]) { adding.spawn(self, arguments_of(names)); }
    });
    run.check(adding.num_marked() == 0, "a marker is left");
    std::uint32_t all = 0;
    std::uint32_t expected = 0;
    for (const auto& some : words) { all += some[0] + some[1]; }
    for (const auto& of_rank : what.spawned) {
      for (const auto& names : of_rank) { expected += static_cast<std::uint32_t>(names.size()); }
    }
    run.check(all == expected, "what an activity has written is lost");
  };
  return explore_team(
      limits, shape, [&] { words.assign(static_cast<std::size_t>(shape.ranks), {}); }, program);
}

}  // namespace test

}  // namespace orujo
