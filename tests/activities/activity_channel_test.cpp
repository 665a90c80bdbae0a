// Operators spawned on all ranks: each runs once where its element is, and its spawner hears of it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/activity_channel.hpp"

#include <atomic>
#include <cstdint>
#include <numeric>
#include <vector>

#include "activities/every_mechanism.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"

namespace orujo::test {

namespace {

constexpr std::uint32_t places = 64;  // of each rank

/// Marks a place unless somebody has: the first marker stays.
struct mark_place {
  struct arguments {
    std::uint32_t at;
    std::uint32_t marker;
  };
  using element = std::uint32_t;

  element* marks;

  [[nodiscard]] element& place(const arguments& each) const { return marks[each.at]; }
  static operator_verdict act(element& mark, const arguments& each) {
    if (mark != 0) { return operator_verdict::failed; }
    mark = each.marker;
    return operator_verdict::done;
  }
};

struct add_to {
  using element = std::uint64_t;
  using arguments = std::uint32_t;

  element* sums;

  [[nodiscard]] element& place(arguments at) const { return sums[at]; }
  [[nodiscard]] static element amount(arguments /*at*/) { return 3; }
};

/// Moves what is at one place of the rank to another one, and says how much that was.
struct move_all {
  struct arguments {
    std::uint32_t from;
    std::uint32_t to;
  };

  std::uint64_t* amounts;

  template <typename Access>
  std::uint64_t act(Access& access, const arguments& how) const {
    const std::uint64_t much = access.read(amounts[how.from]);
    access.write(amounts[how.from], 0);
    access.write(amounts[how.to], access.read(amounts[how.to]) + much);
    return much;
  }
};

/// Calls `spawn(self, rank, place, number)` so many times on each worker.
template <typename Spawn>
void spawn_many(rank_team& team, std::uint64_t seed, int times, Spawn spawn) {
  run_epoch(team, [&](worker& self) {
    random_stream random(seed,
                         static_cast<std::uint64_t>(index_of(team.rank()) * 8 + self.index()));
    for (int i = 0; i < times; ++i) {
      const rank_id at{static_cast<int>(random.below(static_cast<std::uint64_t>(team.size())))};
      spawn(self, at, static_cast<std::uint32_t>(random.below(places)), random);
    }
  });
}

template <typename Mechanism>
void expect_marks(rank_team& team) {
  std::vector<std::uint32_t> marks(places, 0);
  std::atomic<std::uint64_t> told_failed = 0;
  const auto failed = [&](worker& /*self*/, const mark_place::arguments& /*what*/) {
    told_failed.fetch_add(1);
  };
  activity_channel<mark_place, Mechanism, decltype(failed)> marking(team, mark_place{marks.data()},
                                                                    {.coarsen = 8}, {failed, {}});
  constexpr int times = 200;
  const auto marker = static_cast<std::uint32_t>(index_of(team.rank()) + 1);
  spawn_many(team, 5, times, [&](worker& self, rank_id at, std::uint32_t place, random_stream&) {
    marking.spawn(self, at, {place, marker});
  });
  std::uint64_t marked = 0;
  for (const std::uint32_t each : marks) {
    marked += each != 0 ? 1U : 0U;
    EXPECT_LE(each, static_cast<std::uint32_t>(team.size()));
  }
  const auto spawned = static_cast<std::uint64_t>(times * team.num_workers() * team.size());
  EXPECT_EQ(all_sum(team, told_failed.load()) + all_sum(team, marked), spawned);
  EXPECT_EQ(all_sum(team, marking.counts().operators), spawned);
}

template <typename Mechanism>
void expect_sums(rank_team& team) {
  std::vector<std::uint64_t> sums(places, 0);
  activity_channel<add_to, Mechanism> adding(team, add_to{sums.data()}, {.coarsen = 0});
  spawn_many(team, 6, 300, [&](worker& self, rank_id at, std::uint32_t place, random_stream&) {
    adding.spawn(self, at, place);
  });
  const std::uint64_t all = std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
  EXPECT_EQ(all_sum(team, all),
            3U * 300U * static_cast<std::uint64_t>(team.num_workers() * team.size()));
}

template <typename Mechanism>
void expect_moves(rank_team& team) {
  std::vector<std::uint64_t> amounts(places, 1);
  std::atomic<std::uint64_t> answers = 0;
  const auto returned = [&](worker& /*self*/, const move_all::arguments& /*what*/,
                            std::uint64_t much) { answers.fetch_add(1 + 0 * much); };
  activity_channel<move_all, Mechanism, no_outcome, decltype(returned)> moving(
      team, move_all{amounts.data()}, {.coarsen = 4}, {{}, returned});
  constexpr std::uint64_t times = 100;
  spawn_many(team, 7, times,
             [&](worker& self, rank_id at, std::uint32_t place, random_stream& random) {
               const auto other =
                   static_cast<std::uint32_t>((place + 1 + random.below(places - 1)) % places);
               moving.spawn(self, at, {place, other});
             });
  EXPECT_EQ(std::accumulate(amounts.begin(), amounts.end(), std::uint64_t{0}), places);
  EXPECT_EQ(answers.load(), times * static_cast<std::uint64_t>(team.num_workers()));
}

}  // namespace

TEST(activity_channel, runs_each_operator_once_and_tells_its_spawner_that_it_failed) {
  on_teams(all_teams(), [](rank_team& team) {
    expect_marks<mechanisms::atomic_words>(team);
    expect_marks<mechanisms::striped_locks>(team);
    expect_marks<mechanisms::norec>(team);
    expect_sums<mechanisms::atomic_words>(team);
    expect_sums<mechanisms::global_lock>(team);
  });
}

TEST(activity_channel, returns_values_to_the_spawner_of_each) {
  on_teams(all_teams(), [](rank_team& team) {
    expect_moves<mechanisms::striped_locks>(team);
    expect_moves<mechanisms::tl2>(team);
    expect_moves<mechanisms::flat_combining>(team);
  });
}

}  // namespace orujo::test
