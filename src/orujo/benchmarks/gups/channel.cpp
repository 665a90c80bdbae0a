// Random table updates through one channel.
//
// Every word has one home worker, so that updates need no atomic instructions; the handler takes a
// whole parcel and prefetches ahead, so that many cache misses overlap.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/channel.hpp"

#include <algorithm>
#include <chrono>
#include <span>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/base/random.hpp"
#include "orujo/benchmarks/gups/loops.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"

namespace orujo {

namespace {

__extension__ using wide = unsigned __int128;

/// Where a random number belongs: its product with the number of homes has the home in the upper
/// half, and in the lower half a fraction that names the word there. Any number of homes will do.
class table_shape {
public:
  table_shape(std::uint64_t homes, std::uint64_t words) : homes_(homes), words_(words) {}

  [[nodiscard]] std::size_t home(std::uint64_t number) const noexcept {
    return static_cast<std::size_t>((wide{number} * homes_) >> 64U);
  }
  [[nodiscard]] std::size_t word(std::uint64_t number) const noexcept {
    return static_cast<std::size_t>((wide{number * homes_} * words_) >> 64U);
  }
  [[nodiscard]] std::uint64_t words() const noexcept { return words_; }

private:
  std::uint64_t homes_;
  std::uint64_t words_;
};

/// Updates words in the order of `batch`, having asked the memory for each `ahead` updates before.
void apply(std::span<const std::uint64_t> batch, std::uint64_t* table, const table_shape& shape,
           std::size_t ahead) {
  const std::size_t count = batch.size();
  for (std::size_t i = 0; i < std::min(ahead, count); ++i) {
    prefetch_to_write(table + shape.word(batch[i]));
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (i + ahead < count) { prefetch_to_write(table + shape.word(batch[i + ahead])); }
    table[shape.word(batch[i])] ^= batch[i];
  }
}

std::uint64_t count_errors(const std::vector<huge_array<std::uint64_t>>& tables) {
  std::uint64_t errors = 0;
  for (const auto& table : tables) {
    for (std::size_t i = 0; i < table.size(); ++i) { errors += table[i] != i ? 1U : 0U; }
  }
  return errors;
}

using table_list = std::vector<huge_array<std::uint64_t>>;

/// One table for each worker of this rank, first touched by it; word i holds i.
table_list make_tables(rank_team& team, const table_shape& shape) {
  require_memory_everywhere(
      team, shape.words() * 8 * static_cast<std::uint64_t>(team.num_workers()), "the table");
  table_list tables(static_cast<std::size_t>(team.num_workers()));
  team.on_workers([&](worker& self) {
    auto& table = tables[static_cast<std::size_t>(self.index())];
    table = huge_array<std::uint64_t>(shape.words());
    for (std::size_t i = 0; i < table.size(); ++i) { table[i] = i; }
  });
  return tables;
}

/// Sends the updates of one worker to their homes.
template <typename Sender>
void send_updates(Sender out, random_stream random, std::uint64_t updates,
                  const table_shape& shape) {
  for (std::uint64_t i = 0; i < updates; ++i) {
    const std::uint64_t number = random.next();
    out.send_home(shape.home(number), number);
  }
}

}  // namespace

gups_result gups_of_channel(rank_team& team, const gups_options& options) {
  const auto workers = static_cast<std::uint64_t>(team.num_workers());
  const auto homes = static_cast<std::uint64_t>(team.size()) * workers;
  const table_shape shape(homes, std::max<std::uint64_t>(1, options.table_bytes / 8));
  table_list tables = make_tables(team, shape);
  const auto ahead = static_cast<std::size_t>(team.values().integer(setting::prefetch_distance));
  auto updates = make_channel<std::uint64_t>(
      team,
      [&](worker& self, std::span<const std::uint64_t> batch) {
        apply(batch, tables[static_cast<std::size_t>(self.index())].data(), shape, ahead);
      },
      {.how = deliver::home, .name = "updates"});
  const auto update_all = [&] {
    run_epoch(team, [&](worker& self) {
      const auto home = static_cast<std::uint64_t>(index_of(team.rank())) * workers +
                        static_cast<std::uint64_t>(self.index());
      send_updates(updates.from(self), random_stream(options.seed, home), options.updates, shape);
    });
  };

  barrier(team);
  const auto start = std::chrono::steady_clock::now();
  update_all();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

  gups_result result{.updates = options.updates * homes, .seconds = elapsed.count()};
  result.updates_per_second = static_cast<double>(result.updates) / result.seconds;
  if (options.verify) {
    update_all();
    result.errors = all_sum(team, count_errors(tables));
  }
  return result;
}

}  // namespace orujo
