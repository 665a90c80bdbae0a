// Sources of work take turns with the network, and under the scheduler with tasks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/worklists/item_source.hpp"

#include <cstdint>
#include <memory>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/run_global.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// Numbers of hops that tokens still have to make, each to a next rank.
struct token_queue {
  [[nodiscard]] std::size_t queued() const noexcept { return hops.size(); }

  release_reason process(worker& self, std::size_t most) {
    largest_part = std::max(largest_part, most);
    for (; most > 0 && !hops.empty(); --most) {
      const std::uint32_t left = hops.back();
      hops.pop_back();
      ++taken;
      if (left > 0) { pass(self, left - 1); }
    }
    return hops.empty() ? release_reason::empty : release_reason::pace;
  }

  std::vector<std::uint32_t> hops;
  std::function<void(worker&, std::uint32_t)> pass;
  std::uint64_t taken = 0;
  std::size_t largest_part = 0;
};

}  // namespace

TEST(item_source, is_processed_until_no_rank_has_an_item_or_a_message) {
  std::vector<launch_options> teams;
  for (const launch_options& one : all_teams(1)) { teams.push_back(with(one, "pace_items", "4")); }
  on_teams(teams, [](rank_team& team) {
    constexpr std::uint32_t hops = 20;
    constexpr std::uint32_t tokens = 50;
    std::vector<token_queue> queues(static_cast<std::size_t>(team.num_workers()));
    auto take = [&](worker& self, std::span<const std::uint32_t> batch) {
      auto& mine = queues[static_cast<std::size_t>(self.index())].hops;
      mine.insert(mine.end(), batch.begin(), batch.end());
    };
    channel<std::uint32_t, decltype(take)> passing(team, take,
                                                   {.how = deliver::later, .name = "tokens"});
    epoch until(team);
    std::vector<std::uint64_t> releases(queues.size());
    const work_metrics totals(team);
    team.on_workers([&](worker& self) {
      token_queue& mine = queues[static_cast<std::size_t>(self.index())];
      mine.hops.assign(tokens, hops);
      mine.pass = [&](worker& from, std::uint32_t left) {
        passing.send(from, rank_id{(index_of(team.rank()) + 1) % team.size()}, left);
      };
      work_record record(team.values());
      record.start(totals);
      process_until_end(self, until, mine, record);
      releases[static_cast<std::size_t>(self.index())] =
          record.counts.released_empty + record.counts.released_pace;
    });
    std::uint64_t taken = 0;
    for (std::size_t w = 0; w < queues.size(); ++w) {
      taken += queues[w].taken;
      EXPECT_GE(releases[w] * 64, queues[w].taken);  // the pace is at most 16 times 4
      EXPECT_LE(queues[w].largest_part, 64U);
    }
    EXPECT_EQ(all_sum(team, taken),
              std::uint64_t{tokens} * (hops + 1) *
                  static_cast<std::uint64_t>(team.size() * team.num_workers()));
  });
}

TEST(item_source, is_asked_by_the_scheduler_between_tasks) {
  on_teams({with(team_of(1, 1), "pace_items", "4"), with(team_of(1, 4), "pace_items", "4")},
           [](rank_team& team) {
             token_queue queue;
             queue.pass = [&](worker&, std::uint32_t left) { queue.hops.push_back(left); };
             run_global(team, [&] {
               queue.hops.assign(30, 9);
               add_work_source(paced(queue, this_worker()));
             });
             EXPECT_EQ(queue.taken, 300U);
             EXPECT_LE(queue.largest_part, 64U);
             EXPECT_GT(queue.largest_part, 0U);
           });
}

}  // namespace orujo::test
