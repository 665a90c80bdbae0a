// Random updates of a table: messages of a type of their own, without tasks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/channel.hpp"

#include <span>
#include <vector>

#include "orujo/epochs/epoch.hpp"
#include "table_updates.hpp"

namespace {

void update(orujo::rank_team& team, std::uint64_t updates) {
  const auto workers = static_cast<std::uint64_t>(team.num_workers());
  const std::uint64_t homes = static_cast<std::uint64_t>(team.size()) * workers;
  const auto number_of = [&](const orujo::worker& self) {  // of a worker, in the whole team
    return static_cast<std::uint64_t>(orujo::index_of(team.rank())) * workers +
           static_cast<std::uint64_t>(self.index());
  };
  // Word w lies at home w mod homes. Each worker has its words and its numbers.
  std::vector<std::vector<std::uint64_t>> tables(workers);
  std::vector<std::vector<std::uint64_t>> numbers(workers);
  team.on_workers([&](orujo::worker& self) {
    const auto index = static_cast<std::size_t>(self.index());
    tables[index].resize((tutorial::table_words + homes - 1) / homes);
    for (std::uint64_t i = number_of(self); i < updates; i += homes) {
      numbers[index].push_back(tutorial::drawn(i));
    }
  });
  orujo::barrier(team);
  const auto start = std::chrono::steady_clock::now();

  auto increments = orujo::make_channel<std::uint64_t>(
      team,
      [&](orujo::worker& self, std::span<const std::uint64_t> batch) {
        auto& own = tables[static_cast<std::size_t>(self.index())];
        for (const std::uint64_t word : batch) { ++own[word / homes]; }
      },
      {.how = orujo::deliver::home});
  orujo::run_epoch(team, [&](orujo::worker& self) {
    auto out = increments.from(self);
    for (const std::uint64_t word : numbers[static_cast<std::size_t>(self.index())]) {
      out.send_home(word % homes, word);
    }
  });

  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  std::uint64_t sum = 0;
  for (const auto& table : tables) {
    for (const std::uint64_t word : table) { sum += word; }
  }
  sum = orujo::all_sum(team, sum);
  if (team.rank() == orujo::rank_id{0}) {
    tutorial::print("channel", updates, {.seconds = elapsed.count(), .sum = sum});
  }
  tutorial::print_costs(team, updates);
}

}  // namespace

int main(int count, char** arguments) {
  const std::uint64_t updates = tutorial::updates_from(count, arguments);
  orujo::run_team({}, [&](orujo::rank_team& team) { update(team, updates); });
}
