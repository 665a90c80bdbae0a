// Adds up the ranges, and cuts at quantiles.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/degree_histogram.hpp"

#include <algorithm>
#include <utility>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"

namespace orujo::building {

namespace {

struct range_count {
  std::uint64_t range;
  std::uint64_t count;
};

/// The load of the ranges that this rank adds up: of all up to each of them, those of lower ranks
/// included.
struct load_share {
  std::uint64_t first = 0;           ///< The first of these ranges.
  std::uint64_t before = 0;          ///< The load of all lower ones.
  std::uint64_t all = 0;             ///< The load of all ranges.
  std::vector<std::uint64_t> until;  ///< One for each range.
};

/// The cuts that lie in this rank's ranges, by rank: each the number of ranges in front of it.
std::vector<std::uint32_t> cuts_in(const load_share& load, int ranks) {
  std::vector<std::uint32_t> cuts;
  const std::uint64_t share = load.all / static_cast<std::uint64_t>(ranks);
  for (int r = 1; r < ranks; ++r) {
    const std::uint64_t wanted = share * static_cast<std::uint64_t>(r);
    const bool is_behind = wanted > load.before || (wanted == 0 && load.first == 0);
    if (load.until.empty() || !is_behind || wanted > load.until.back()) { continue; }
    // The cut nearest to the wanted one: in front of the range that crosses it, or behind.
    const auto crossing = std::lower_bound(load.until.begin(), load.until.end(), wanted);
    auto ranges = load.first + static_cast<std::uint64_t>(crossing - load.until.begin());
    const std::uint64_t front = crossing == load.until.begin() ? load.before : *(crossing - 1);
    if (*crossing - wanted < wanted - front) { ++ranges; }
    cuts.push_back(static_cast<std::uint32_t>(ranges));  // of which there are few: see most_bits
  }
  return cuts;
}

/// The lists of all ranks, one behind the other, on every rank. Call: collective.
std::vector<std::uint32_t> joined(rank_team& team, const std::vector<std::uint32_t>& own) {
  std::vector<std::uint32_t> all = gather(team, std::span<const std::uint32_t>(own)).take_items();
  return broadcast(team, std::move(all));
}

}  // namespace

block_partition degree_histogram::cut(rank_team& team) {
  const block_partition shares = block_partition::even(num_ranges_, team.size());
  load_share load{.first = shares.first(team.rank()), .until = {}};
  load.until.resize(shares.size(team.rank()));
  auto counts = make_channel<range_count>(
      team, [&](const range_count& some) { load.until[some.range - load.first] += some.count; },
      {.name = "degrees"});
  run_short_epoch(team, [&](worker& self) {
    auto out = counts.from(self);
    for (range_counter& each : counts_) {
      each.for_each([&](std::uint64_t range, std::uint64_t count) {
        out.send(shares.owner(range), {range, count});
      });
    }
  });
  std::uint64_t own = 0;
  for (std::size_t i = 0; i < load.until.size(); ++i) {
    const vertex_id first = std::min(vertices_, (load.first + i) << shift_);
    const vertex_id last = std::min(vertices_, (load.first + i + 1) << shift_);
    own += load.until[i] + (last - first);
    load.until[i] = own;
  }
  load.before = exclusive_scan(team, own);
  load.all = all_sum(team, own);
  for (std::uint64_t& each : load.until) { each += load.before; }
  const std::vector<std::uint32_t> cuts = joined(team, cuts_in(load, team.size()));
  std::vector<vertex_id> starts;  // not while others are waited for: it is packed at once
  starts.reserve(static_cast<std::size_t>(team.size()) + 1);
  starts.push_back(0);
  for (const std::uint32_t ranges : cuts) {
    starts.push_back(std::max(starts.back(), std::min(vertices_, vertex_id{ranges} << shift_)));
  }
  starts.push_back(vertices_);
  return block_partition(std::move(starts));
}

}  // namespace orujo::building
