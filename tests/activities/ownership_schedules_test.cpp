// Activities on elements of several ranks under very many schedules of a simulated network: all
// come to an end; and the four scenarios of the ownership protocol's authors.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "activities/bank_models.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// Marks elements: adds one to each.
struct marking_activity {
  static constexpr std::size_t most = 10;
  struct arguments {
    std::uint32_t size;
    std::array<global_element, most> names;
  };
  using element = std::uint32_t;

  element* marks;

  [[nodiscard]] element& place(std::uint32_t number) const { return marks[number]; }
  template <typename Visit>
  void touches(const arguments& wanted, Visit visit) const {
    for (std::uint32_t i = 0; i < wanted.size; ++i) { visit(wanted.names[i]); }
  }
  void act(activities::ownership_access<element>& access, const arguments& wanted) const {
    for (std::uint32_t i = 0; i < wanted.size; ++i) {
      access.write(wanted.names[i], access.read(wanted.names[i]) + 1);
    }
  }
};

/// The protocol's authors have each process run `activities` that mark `local` and `remote` drawn
/// vertices (AAM, 5.7).
struct ownership_scenario {
  std::uint64_t activities;
  std::uint32_t local;
  std::uint32_t remote;
};

[[nodiscard]] marking_activity::arguments drawn_marks(random_stream& random, const rank_team& team,
                                                      const ownership_scenario& what,
                                                      std::uint32_t elements) {
  marking_activity::arguments drawn{.size = 0, .names = {}};
  const auto others = static_cast<std::uint64_t>(team.size() - 1);
  const auto add = [&](rank_id owner) {
    drawn.names[drawn.size++] = {owner, static_cast<std::uint32_t>(random.below(elements))};
  };
  for (std::uint32_t i = 0; i < what.local; ++i) { add(team.rank()); }
  for (std::uint32_t i = 0; i < what.remote && others > 0; ++i) {
    const auto step = 1 + static_cast<int>(random.below(others));
    add(rank_id{(index_of(team.rank()) + step) % team.size()});
  }
  return drawn;
}

/// Elements of each rank, and what is drawn.
struct scenario_size {
  std::uint32_t elements = 1000;
  std::uint64_t seed = 7;
};

/// Runs a scenario on elements that few share or many; each mark must be there.
ownership_counts expect_marks_of(rank_team& team, const ownership_scenario& what,
                                 const scenario_size& size) {
  std::vector<std::uint32_t> marks(size.elements, 0);
  distributed_activities<marking_activity> marking(team, marking_activity{marks.data()},
                                                   {.markers = size.elements});
  marking.run([&](worker& self) {
    random_stream random = stream_of(size.seed, self);
    const auto workers = static_cast<std::uint64_t>(team.num_workers());
    for (std::uint64_t i = static_cast<std::uint64_t>(self.index()); i < what.activities;
         i += workers) {
      marking.spawn(self, drawn_marks(random, team, what, size.elements));
    }
  });
  const auto marked = std::accumulate(marks.begin(), marks.end(), std::uint64_t{0});
  const std::uint64_t each = what.local + (team.size() > 1 ? what.remote : 0);
  EXPECT_EQ(all_sum(team, marked),
            each * what.activities * static_cast<std::uint64_t>(team.size()));
  EXPECT_EQ(marking.counts().activities, what.activities);
  EXPECT_EQ(marking.num_marked(), 0U);
  return marking.counts();
}

constexpr int networks = is_sanitized ? 10 : 400;
constexpr std::uint64_t programs_each = 25;

}  // namespace

TEST(ownership_schedules, come_to_an_end_in_ten_thousand_programs_on_shuffled_networks) {
  if (under_mpirun()) { GTEST_SKIP() << "a simulation needs no launcher"; }
  std::uint64_t retries = 0;
  for (int seed = 1; seed <= networks && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    // Parcels overtake each other by up to a hundred times what a hop takes; all want the same.
    const std::string model = "virtual:latency=500ns,jitter=50us,seed=" + std::to_string(seed);
    run_team(team_of(2 + seed % 2, 1, model), [&](rank_team& team) {
      for (std::uint64_t program = 0; program < programs_each; ++program) {
        const ownership_scenario crowd{.activities = 3, .local = 1, .remote = 1};
        retries += expect_marks_of(team, crowd, {.elements = 2, .seed = program}).retries;
      }
    });
  }
  EXPECT_GT(retries, networks * programs_each);
}

TEST(ownership_schedules, mark_all_of_the_four_scenarios) {
  constexpr std::uint64_t x = is_sanitized ? 50 : 1000;
  on_teams(few_teams(), [](rank_team& team) {
    for (const std::uint64_t times : {1U, 10U}) {
      if (times > 1 && team.size() > 3) { continue; }
      expect_marks_of(team, {.activities = times * x, .local = 5, .remote = 1}, {});
      expect_marks_of(team, {.activities = times * x, .local = 7, .remote = 3}, {});
    }
  });
}

TEST(ownership_schedules, ask_each_other_rank_once_if_nobody_is_in_the_way) {
  on_teams({team_of(2, 1, "virtual"), team_of(3, 1, "virtual")}, [](rank_team& team) {
    std::vector<std::uint32_t> marks(100, 0);
    distributed_activities<marking_activity> marking(team, marking_activity{marks.data()});
    const std::uint64_t before = team.metrics()[metric::parcels_sent];
    marking.run([&](worker& self) {
      if (index_of(team.rank()) > 0) { return; }
      for (std::uint32_t i = 0; i < 30; ++i) {  // each on elements of its own
        marking.spawn(self, {4,
                             {{{rank_id{1}, 3 * i},
                               {rank_id{1}, 3 * i + 1},
                               {rank_id{0}, i},
                               {rank_id{1}, 3 * i + 2}}}});
      }
    });
    const ownership_counts counts = marking.counts();
    if (index_of(team.rank()) > 0) { return; }
    EXPECT_EQ(counts.requests, 30U);
    EXPECT_EQ(counts.releases, 30U);
    EXPECT_EQ(counts.acquisitions, 90U);
    EXPECT_EQ(counts.refusals + counts.retries + counts.local, 0U);
    // Requests and releases of many activities travel together; a few more end the epoch.
    EXPECT_LT(team.metrics()[metric::parcels_sent] - before, 30U);
  });
}

}  // namespace orujo::test
