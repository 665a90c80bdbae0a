// Handlers that run further batches by the same runner, inside the telling of an activity.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "activities/every_mechanism.hpp"
#include "orujo/activities/mechanisms.hpp"

namespace orujo::test {

namespace {

/// Returns what is told to it, or fails for odd numbers, and counts at its place.
struct tell_number {
  struct arguments {
    std::uint32_t number;
    std::uint32_t depth;
  };

  std::uint64_t* counts;

  template <typename Access>
  std::optional<std::uint32_t> act(Access& access, const arguments& what) const {
    access.write(counts[what.depth], access.read(counts[what.depth]) + 1);
    if (what.number % 2 == 1) { return std::nullopt; }
    return what.number;
  }
};

constexpr std::uint32_t most_depth = 3;

using batch_of_numbers = std::vector<tell_number::arguments>;

/// Longer ones the deeper they are, so that nested batches need more room than those round them.
batch_of_numbers numbers_at(std::uint32_t depth) {
  batch_of_numbers batch(6 + 10 * depth);
  for (std::uint32_t i = 0; i < batch.size(); ++i) { batch[i] = {10 * i + i % 2, depth}; }
  return batch;
}

/// How often each number was told, by value or by failure, of a batch and those in it.
struct told_numbers {
  std::uint64_t values = 0;
  std::uint64_t failures = 0;
  bool all_are_right = true;
};

/// Runs a batch whose every third operator has a handler that runs a deeper one.
template <typename Runner>
void run_nested(Runner& runner, const worker& self, std::uint32_t depth, told_numbers& told) {
  const batch_of_numbers batch = numbers_at(depth);
  const auto go_deeper = [&](const tell_number::arguments& what) {
    if (depth < most_depth && what.number / 10 % 3 == 0) {
      run_nested(runner, self, depth + 1, told);
    }
  };
  const auto failed = [&](const tell_number::arguments& what) {
    ++told.failures;
    told.all_are_right = told.all_are_right && what.number % 2 == 1;
    go_deeper(what);
  };
  const auto returned = [&](const tell_number::arguments& what, std::uint32_t value) {
    ++told.values;
    told.all_are_right = told.all_are_right && value == what.number;
    go_deeper(what);
  };
  runner.run(self, batch, outcome_handlers{failed, returned});
}

/// Of all batches: half of the operators of each.
std::uint64_t expected_of_each_kind() {
  std::uint64_t batches = 1;
  std::uint64_t all = 0;
  for (std::uint32_t depth = 0; depth <= most_depth; ++depth) {
    const std::uint64_t operators = numbers_at(depth).size();
    all += batches * operators / 2;
    batches *= (operators + 2) / 3;
  }
  return all;
}

template <typename Mechanism>
class nested_batches : public mechanism_test<Mechanism> {};
TYPED_TEST_SUITE(nested_batches, shared_mechanisms);

}  // namespace

TYPED_TEST(nested_batches, tell_each_operator_what_it_has_come_to) {
  for (const std::size_t coarsen : {0U, 1U, 5U, 16U}) {
    on_teams(worker_teams(), [&](rank_team& team) {
      std::vector<std::uint64_t> counts(most_depth + 1, 0);
      activity_runner<tell_number, TypeParam> runner(team, {counts.data()}, {.coarsen = coarsen});
      std::vector<told_numbers> told(static_cast<std::size_t>(team.num_workers()));
      team.on_workers([&](worker& self) {
        run_nested(runner, self, 0, told[static_cast<std::size_t>(self.index())]);
      });
      for (const told_numbers& each : told) {
        EXPECT_TRUE(each.all_are_right);
        EXPECT_EQ(each.values, expected_of_each_kind());
        EXPECT_EQ(each.failures, expected_of_each_kind());
      }
      const std::uint64_t counted = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
      EXPECT_EQ(counted, told.size() * expected_of_each_kind());
    });
  }
}

}  // namespace orujo::test
