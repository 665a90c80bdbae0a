// What is put into boxes comes to its home once, in as many turns as it takes; and homes are told
// apart as by a remainder.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/home_boxes.hpp"

#include <cstdint>
#include <vector>

#include "orujo/traversal/vertex_homes.hpp"
#include "support/teams.hpp"

namespace orujo::test {

TEST(home_boxes, bring_every_item_to_its_home_once) {
  for (const int workers : {1, 2, 3, 4}) {
    on_teams({team_of(1, workers)}, [](rank_team& team) {
      const auto homes = static_cast<std::uint32_t>(team.num_workers());
      home_boxes<std::uint32_t> boxes(team);
      std::vector<std::vector<std::uint32_t>> came(homes);
      constexpr std::uint32_t turns = 5;
      team.on_workers([&](worker& self) {
        const auto me = static_cast<std::uint32_t>(self.index());
        const auto take = [&](std::span<const std::uint32_t> items) {
          came[me].insert(came[me].end(), items.begin(), items.end());
        };
        // The first worker has the most to put, and the last one ends at once.
        const std::uint32_t mine = turns * (homes - me);
        std::uint32_t put = 0;
        do {
          for (std::uint32_t i = 0; i < 5 && put < mine; ++i, ++put) {
            boxes.put(me, put % homes, put * homes + me);
          }
        } while (!boxes.turn(self, put < mine, take));
        EXPECT_EQ(put, mine);
      });
      std::size_t all = 0;
      for (std::uint32_t home = 0; home < homes; ++home) {
        std::vector<bool> seen(std::size_t{turns} * homes * homes, false);
        for (const std::uint32_t item : came[home]) {
          EXPECT_EQ(item / homes % homes, home);
          EXPECT_FALSE(seen[item]);
          seen[item] = true;
        }
        all += came[home].size();
      }
      EXPECT_EQ(all, std::size_t{turns} * homes * (homes + 1) / 2);
    });
  }
}

TEST(home_boxes, are_full_until_they_are_emptied) {
  on_teams({team_of(1, 2)}, [](rank_team& team) {
    using small_boxes = home_boxes<std::uint32_t>;
    small_boxes boxes(team);
    team.on_workers([&](worker& self) {
      const auto me = static_cast<std::size_t>(self.index());
      for (int round = 0; round < 3; ++round) {
        for (std::size_t i = 0; i < small_boxes::kept; ++i) {
          EXPECT_FALSE(boxes.is_full(me));
          boxes.put(me, i % 2, 1);
        }
        EXPECT_TRUE(boxes.is_full(me));
        std::size_t came = 0;
        EXPECT_EQ(boxes.turn(self, round < 2, [&](auto items) { came += items.size(); }),
                  round == 2);
        EXPECT_EQ(came, small_boxes::kept);
      }
    });
  });
}

TEST(vertex_homes, are_blocks_in_turn) {
  for (const int workers : {1, 2, 3, 5, 7}) {
    on_teams({team_of(1, workers)}, [workers](rank_team& team) {
      const vertex_homes homes(team);
      for (const local_vertex near : {0U, 1U << 20U, 1000000007U, ~local_vertex{0} - 1000U}) {
        for (local_vertex v = near; v < near + 1000; ++v) {
          ASSERT_EQ(homes.of(v), v / 64 % static_cast<local_vertex>(workers)) << v;
        }
      }
    });
  }
}

}  // namespace orujo::test
