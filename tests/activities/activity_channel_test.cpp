// Operators spawned on all ranks: each runs once where its element is, and its spawner hears of it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/activity_channel.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "activities/every_mechanism.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"

namespace orujo::test {

namespace {

constexpr std::uint32_t places = 64;  // of each rank

/// The home of a place: neighbours have different ones.
[[nodiscard]] std::size_t home_of(std::uint32_t place, std::size_t workers) {
  return place % workers;
}

/// Marks a place unless somebody has: the first marker stays.
struct mark_place {
  struct arguments {
    std::uint32_t at;
    std::uint32_t marker;
  };
  using element = std::uint32_t;

  element* marks;

  [[nodiscard]] element& place(const arguments& each) const { return marks[each.at]; }
  [[nodiscard]] static std::size_t home(const arguments& each, std::size_t workers) {
    return home_of(each.at, workers);
  }
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
  [[nodiscard]] static std::size_t home(arguments at, std::size_t workers) {
    return home_of(at, workers);
  }
};

/// Sets a bit for each spawner; tells whether it is the first.
struct set_bit {
  struct arguments {
    std::uint32_t at;
    std::uint32_t bit;
  };
  using element = std::uint32_t;
  static constexpr fetch_rule rule = fetch_rule::bit_or;

  element* bits;

  [[nodiscard]] element& place(const arguments& each) const { return bits[each.at]; }
  [[nodiscard]] static element operand(const arguments& each) { return element{1} << each.bit; }
  static bool outcome(element before, const arguments& each) {
    return (before & operand(each)) == 0;
  }
  [[nodiscard]] static std::size_t home(const arguments& each, std::size_t workers) {
    return home_of(each.at, workers);
  }
};

/// Moves what is at one place of the rank to another one, and says how much that was.
struct move_all {
  struct arguments {
    std::uint32_t from;
    std::uint32_t to;
  };

  std::uint64_t* amounts;

  [[nodiscard]] static std::optional<std::size_t> home(const arguments& how, std::size_t workers) {
    if (home_of(how.from, workers) != home_of(how.to, workers)) { return std::nullopt; }
    return home_of(how.from, workers);
  }
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
void expect_bits(rank_team& team) {
  std::vector<std::uint32_t> bits(places, 0);
  std::atomic<std::uint64_t> firsts = 0;
  const auto returned = [&](worker& /*self*/, const set_bit::arguments& /*what*/, bool is_first) {
    if (is_first) { firsts.fetch_add(1); }
  };
  activity_channel<set_bit, Mechanism, no_outcome, decltype(returned)> setting(
      team, set_bit{bits.data()}, {.coarsen = 8}, {no_outcome{}, returned});
  spawn_many(team, 8, 300,
             [&](worker& self, rank_id at, std::uint32_t place, random_stream& random) {
               setting.spawn(self, at, {place, static_cast<std::uint32_t>(random.below(32))});
             });
  std::uint64_t are_set = 0;
  for (const std::uint32_t each : bits) {
    are_set += static_cast<std::uint64_t>(std::popcount(each));
  }
  EXPECT_EQ(all_sum(team, firsts.load()), all_sum(team, are_set));
  EXPECT_GT(are_set, 0U);
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
  const std::uint32_t step = moving.runs_at_home ? 4 : 1;  // every fourth place has the same home
  spawn_many(team, 7, times,
             [&](worker& self, rank_id at, std::uint32_t place, random_stream& random) {
               const auto steps = static_cast<std::uint32_t>(1 + random.below(places / step - 1));
               moving.spawn(self, at, {place, (place + step * steps) % places});
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
    expect_marks<mechanisms::home>(team);
    expect_sums<mechanisms::atomic_words>(team);
    expect_sums<mechanisms::global_lock>(team);
    expect_sums<mechanisms::home>(team);
    expect_bits<mechanisms::atomic_words>(team);
    expect_bits<mechanisms::tl2>(team);
    expect_bits<mechanisms::home>(team);
  });
}

TEST(activity_channel, returns_values_to_the_spawner_of_each) {
  on_teams(all_teams(), [](rank_team& team) {
    expect_moves<mechanisms::striped_locks>(team);
    expect_moves<mechanisms::tl2>(team);
    expect_moves<mechanisms::flat_combining>(team);
    expect_moves<mechanisms::home>(team);
  });
}

TEST(activity_channel, runs_each_operator_at_the_home_of_its_element) {
  struct ask_worker {
    using arguments = std::uint32_t;
    using element = int;
    element* handled_by;  // of each place: which worker, from 1
    static std::size_t home(arguments at, std::size_t workers) { return home_of(at, workers); }
    [[nodiscard]] element& place(arguments at) const { return handled_by[at]; }
    static void act(element& who, arguments /*at*/) { who = 1 + this_worker().index(); }
  };
  on_teams(all_teams(), [](rank_team& team) {
    std::vector<int> handled_by(places, 0);
    activity_channel<ask_worker, mechanisms::home> asking(team, ask_worker{handled_by.data()});
    run_epoch(team, [&](worker& self) {
      for (std::uint32_t at = 0; at < places; ++at) {
        asking.spawn(self, rank_id{(index_of(team.rank()) + 1) % team.size()}, at);
      }
    });
    for (std::uint32_t at = 0; at < places; ++at) {
      const auto workers = static_cast<std::size_t>(team.num_workers());
      EXPECT_EQ(handled_by[at], 1 + static_cast<int>(home_of(at, workers)));
    }
  });
}

TEST(activity_channel, asks_without_isolation_only_the_home_whether_an_operator_matters) {
  struct mark_once {
    using arguments = std::uint32_t;
    using element = std::uint32_t;
    element* marks;
    std::atomic<int>* asked_elsewhere;
    [[nodiscard]] element& place(arguments at) const { return marks[at]; }
    static std::size_t home(arguments at, std::size_t workers) { return home_of(at, workers); }
    [[nodiscard]] bool matters(arguments at) const {
      const auto workers = static_cast<std::size_t>(this_worker().team().num_workers());
      if (home_of(at, workers) != static_cast<std::size_t>(this_worker().index())) {
        asked_elsewhere->fetch_add(1);
      }
      return marks[at] == 0;
    }
    static void act(element& mark, arguments /*at*/) { ++mark; }
  };
  on_teams(few_teams(), [](rank_team& team) {
    std::vector<std::uint32_t> marks(places, 0);
    std::atomic<int> asked_elsewhere = 0;
    activity_channel<mark_once, mechanisms::home> marking(team, {marks.data(), &asked_elsewhere});
    for (int round = 0; round < 2; ++round) {
      run_epoch(team, [&](worker& self) {
        for (std::uint32_t at = 0; at < places; ++at) { marking.spawn(self, team.rank(), at); }
      });
    }
    EXPECT_EQ(asked_elsewhere.load(), 0);
    EXPECT_EQ(std::count(marks.begin(), marks.end(), 0U), 0);
    // Each place is marked by the others in both rounds, by its home in the first one only.
    const auto others = static_cast<std::uint32_t>(team.num_workers() - 1);
    for (const std::uint32_t mark : marks) { EXPECT_GE(mark, std::max(1U, 2 * others)); }
    for (const std::uint32_t mark : marks) { EXPECT_LE(mark, 2 * others + 1); }
  });
}

TEST(activity_channel, refuses_an_operator_whose_elements_have_several_homes) {
  for (const launch_options& options : {team_of(1, 2), team_of(2, 4)}) {
    if (under_mpirun()) { GTEST_SKIP() << "an MPI job would end"; }
    try {
      run_team(options, [](rank_team& team) {
        std::vector<std::uint64_t> amounts(places, 1);
        activity_channel<move_all, mechanisms::home> moving(team, move_all{amounts.data()});
        run_epoch(team, [&](worker& self) {
          moving.spawn(self, team.rank(), {0, 4});
          moving.spawn(self, team.rank(), {0, 1});
        });
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const usage_error& problem) {
      EXPECT_NE(std::string(problem.what()).find("several homes"), std::string::npos);
    }
  }
}

}  // namespace orujo::test
