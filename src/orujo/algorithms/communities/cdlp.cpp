// Label propagation in fixed rounds: what all had before decides.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/communities/cdlp.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <utility>

#include "orujo/algorithms/communities/moving.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"

namespace orujo::community_search {

namespace {

/// The label that most have, of several the least; `own` if there is none.
level_vertex most_frequent(std::span<const label_sums::entry> counts, level_vertex own) {
  label_sums::entry best{own, 0};
  for (const label_sums::entry& each : counts) {
    if (each.sum > best.sum || (each.sum == best.sum && each.label < best.label)) { best = each; }
  }
  return best.label;
}

}  // namespace

cdlp_result cdlp(search_space& space, const level_graph& level, std::uint64_t rounds) {
  rank_team& team = space.team();
  level_rows unweighted = level.rows;
  unweighted.weights = {};
  cdlp_result found{.label = std::move(singletons(space, level).label)};
  auto next = space.array<level_vertex>(level.known);
  std::optional<ghost_values<level_vertex>> ghosts;
  if (level.spread != nullptr) { ghosts.emplace(team, *level.spread); }
  for (std::uint64_t round = 0; round < rounds; ++round) {
    team.transport().check();
    shared_loop loop(level.own(), 512);
    std::atomic<std::uint64_t> changes = 0;
    space.on_workers(level.own(), [&](search_space::worker_part& part) {
      std::uint64_t mine = 0;
      for (index_range some = loop.next(); !some.empty(); some = loop.next()) {
        for (std::size_t i = some.first; i < some.last; ++i) {
          const auto v = static_cast<level_vertex>(i);
          const auto label_of = [&](level_vertex t) { return t == v ? no_label : found.label[t]; };
          next[v] = most_frequent(part.sums.of_row(unweighted, v, label_of), found.label[v]);
          mine += next[v] != found.label[v] ? 1U : 0U;
        }
      }
      changes += mine;
    });
    std::swap(found.label, next);
    if (ghosts) { ghosts->update(found.label.span()); }
    const std::uint64_t all = all_sum(team, changes.load());
    found.changes += all;
    if (all == 0) { break; }  // and it will stay so
  }
  return found;
}

}  // namespace orujo::community_search
