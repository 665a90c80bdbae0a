// Sorts ghosts and mirrors by level, and sends values in that order.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/betweenness/ghosts.hpp"

#include "orujo/epochs/epoch.hpp"

namespace orujo::between {

level_ghosts::level_ghosts(rank_team& team, const csr_graph& graph)
    : team_(team),
      graph_(graph),
      depth_updates_(team, graph),
      updates_(team, update_receiver{this}),
      collected_(team, collect_receiver{this}) {
  if (team.size() == 1) { return; }
  depths_ = huge_array<std::uint32_t>(std::size_t{graph.num_local()} + graph.num_ghosts());
  for (int r = 0; r < team.size(); ++r) {
    const auto [first, last] = graph.ghost_range(rank_id{r});
    ghosts_.emplace_back(last - first);
    mirrors_.emplace_back(graph.mirrors(rank_id{r}).size());
  }
}

void level_ghosts::take(const depth_map& found) {
  if (team_.size() == 1) { return; }
  depth_updates_.update(depths_.span(), [&](local_vertex v) { return found.depth[v]; });
  const std::size_t levels = std::size_t{found.facts.max_depth} + 1;
  for (int r = 0; r < team_.size(); ++r) {
    const auto at = static_cast<std::size_t>(r);
    const auto [first, last] = graph_.ghost_range(rank_id{r});
    const auto ghost = [start = first](std::size_t i) {
      return static_cast<local_vertex>(start + i);
    };
    // Nobody asks for levels of a rank that has none of these.
    if (first < last) {
      ghosts_[at].sort(
          team_, {last - first, levels}, [&](std::size_t i) { return depths_[ghost(i)]; }, ghost);
    }
    const std::span<const local_vertex> mirrors = graph_.mirrors(rank_id{r});
    if (mirrors.empty()) { continue; }
    mirrors_[at].sort(
        team_, {mirrors.size(), levels}, [&](std::size_t i) { return found.depth[mirrors[i]]; },
        [&](std::size_t i) { return mirrors[i]; });
  }
}

void level_ghosts::update(std::span<double> values, std::size_t level) {
  if (team_.size() == 1) { return; }
  values_ = values;
  level_ = level;
  run_epoch(team_, [&](worker& self) {
    auto out = updates_.from(self);
    graph_.for_each_reader([&](rank_id to, auto /*mirrors*/) {
      const auto mirrors = mirrors_of(to);
      send_ghost_runs<double>(out, to, mirrors.size(),
                              [&](std::size_t i) { return values[mirrors[i]]; });
    });
  });
}

void level_ghosts::collect(std::span<double> values, std::size_t level) {
  if (team_.size() == 1) { return; }
  values_ = values;
  level_ = level;
  run_epoch(team_, [&](worker& self) {
    auto out = collected_.from(self);
    graph_.for_each_ghost_owner([&](rank_id to, local_vertex /*first*/, local_vertex /*last*/) {
      const auto ghosts = ghosts_of(to);
      send_ghost_runs<double>(out, to, ghosts.size(),
                              [&](std::size_t i) { return values[ghosts[i]]; });
    });
  });
}

void level_ghosts::update_receiver::operator()(const record<ghost_run>& run) const {
  const run_values<double> values(run.tail);
  const auto ghosts = self->ghosts_of(run.head.from()).subspan(run.head.first, values.size());
  for (std::size_t i = 0; i < ghosts.size(); ++i) { self->values_[ghosts[i]] = values[i]; }
}

void level_ghosts::collect_receiver::operator()(const record<ghost_run>& run) const {
  constexpr summing::add_shared add;  // several workers may handle runs at once
  const run_values<double> values(run.tail);
  const auto mirrors = self->mirrors_of(run.head.from()).subspan(run.head.first, values.size());
  for (std::size_t i = 0; i < mirrors.size(); ++i) { add(self->values_[mirrors[i]], values[i]); }
}

}  // namespace orujo::between
