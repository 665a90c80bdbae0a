// Items reach their owners, and answers those who asked, in order.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/epochs/owner_exchange.hpp"

#include <cstdint>
#include <vector>

#include "orujo/base/random.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// Fewer items than ranks, and more; some ranks have none.
std::vector<launch_options> sparse_teams() {
  std::vector<launch_options> teams = all_teams(1);
  teams.push_back(team_of(23, 1));
  teams.push_back(team_of(19, 1, sim_model_of(3)));
  return teams;
}

struct drawn_item {
  std::uint32_t from;
  std::uint32_t number;
  std::uint64_t drawn;

  [[nodiscard]] bool operator==(const drawn_item&) const = default;
};

/// What rank `from` draws in a round: up to `most` items.
std::vector<drawn_item> drawn_by(int from, std::uint64_t round, std::uint64_t most) {
  random_stream random(round, static_cast<std::uint64_t>(from));
  std::vector<drawn_item> items(random.below(most + 1));
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    items[i] = {static_cast<std::uint32_t>(from), i, random.next()};
  }
  return items;
}

int owner_of(std::uint64_t drawn, int ranks) {
  return static_cast<int>(drawn % static_cast<std::uint64_t>(ranks));
}

/// What all ranks draw for this one.
std::vector<drawn_item> drawn_for(const rank_team& team, std::uint64_t most) {
  std::vector<drawn_item> all;
  for (int r = 0; r < team.size(); ++r) {
    std::vector<drawn_item> items = drawn_by(r, most, most);
    std::erase_if(items, [&](const drawn_item& each) {
      return owner_of(each.drawn, team.size()) != index_of(team.rank());
    });
    all.insert(all.end(), items.begin(), items.end());
  }
  return all;
}

}  // namespace

TEST(owner_exchange, carries_items_to_their_owners_by_rank_and_in_order) {
  on_teams(sparse_teams(), [](rank_team& team) {
    for (const std::uint64_t most : {0U, 3U, 10U, 3000U}) {
      const auto own = drawn_by(index_of(team.rank()), most, most);
      const auto arrived = carry_to_owners(
          team, std::span<const drawn_item>(own),
          [&](const drawn_item& each) { return rank_id{owner_of(each.drawn, team.size())}; });
      EXPECT_EQ(arrived, drawn_for(team, most));
    }
  });
}

TEST(owner_exchange, brings_answers_in_the_order_of_the_questions) {
  on_teams(sparse_teams(), [](rank_team& team) {
    for (const std::uint64_t most : {0U, 3U, 10U, 3000U}) {
      std::vector<std::uint64_t> questions;
      for (const drawn_item& each : drawn_by(index_of(team.rank()), most, most)) {
        questions.push_back(each.drawn % 100);
      }
      const auto answers = ask_owners(
          team, std::span<const std::uint64_t>(questions),
          [&](std::uint64_t question) { return rank_id{owner_of(question, team.size())}; },
          [&](std::uint64_t question) {
            EXPECT_EQ(owner_of(question, team.size()), index_of(team.rank()));
            return static_cast<std::uint32_t>(question * question);
          });
      ASSERT_EQ(answers.size(), questions.size());
      for (std::size_t i = 0; i < questions.size(); ++i) {
        EXPECT_EQ(answers[i], questions[i] * questions[i]);
      }
    }
  });
}

TEST(owner_exchange, groups_items_by_owner_from_any_rank_on) {
  const std::vector<int> owners = {4, 0, 4, 2, 0, 4};
  for (const int ranks : {5, 500}) {  // fewer ranks than items, and more
    std::vector<rank_id> of_items;
    for (const int each : owners) { of_items.push_back(rank_id{each}); }
    const owned_items owned(of_items, ranks);
    const auto visited_from = [&](int first) {
      std::vector<std::vector<std::size_t>> visited;
      owned.for_each_owner(rank_id{first}, [&](rank_id rank, std::span<const std::size_t> items) {
        visited.push_back({static_cast<std::size_t>(index_of(rank))});
        visited.back().insert(visited.back().end(), items.begin(), items.end());
      });
      return visited;
    };
    using lists = std::vector<std::vector<std::size_t>>;
    EXPECT_EQ(visited_from(0), (lists{{0, 1, 4}, {2, 3}, {4, 0, 2, 5}}));
    EXPECT_EQ(visited_from(2), (lists{{2, 3}, {4, 0, 2, 5}, {0, 1, 4}}));
    EXPECT_EQ(visited_from(3), (lists{{4, 0, 2, 5}, {0, 1, 4}, {2, 3}}));
  }
}

}  // namespace orujo::test
