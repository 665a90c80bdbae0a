// Searches, counts paths and writes down successors in one pass; adds up in the other.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/betweenness/thin_levels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "orujo/base/prefetch.hpp"
#include "orujo/traversal/row_prefetch.hpp"

namespace orujo::between {

namespace {

constexpr std::size_t most_arcs_per_vertex = 8;

/// How many successors there are at most: an edge between two levels leads to one of them.
std::size_t most_successors(const csr_graph& graph) {
  const std::size_t arcs = graph.out_edges().targets.size();
  return graph.directed() ? arcs : arcs / 2;
}

}  // namespace

bool thin_levels::fit(const rank_team& team, const csr_graph& graph) noexcept {
  const std::size_t arcs = graph.out_edges().targets.size();
  return team.size() == 1 && arcs <= most_arcs_per_vertex * graph.num_local() &&
         arcs <= std::numeric_limits<std::uint32_t>::max();
}

thin_levels::thin_levels(rank_team& team, const csr_graph& graph)
    : team_(team),
      rows_(graph.out_edges()),
      looks_(team),
      places_(graph.num_local()),
      vertices_(graph.num_local()),
      values_(graph.num_local()),
      ends_(graph.num_local()),
      successors_(most_successors(graph)) {}

std::optional<level_totals> thin_levels::add(local_vertex source, std::span<double> score) {
  const std::optional<level_totals> found = go_down(source);
  if (found && found->are_paths_countable) { go_up(score); }
  forget();
  return found;
}

/// In the plane a level grows with its depth. Where edges are more, levels are soon so large that
/// it pays to leave out most of their edges, or to share them out.
std::uint64_t thin_levels::most_edges(std::uint32_t depth) const noexcept {
  constexpr std::uint64_t most_for_several_workers = 1U << 14;
  const std::uint64_t most = 1024 + 64 * std::uint64_t{depth};
  return team_.num_workers() <= 2 ? most : std::min(most, most_for_several_workers);
}

std::optional<level_totals> thin_levels::go_down(local_vertex source) {
  vertices_[0] = source;
  places_[source] = 1;
  values_[0] = 1;
  found_ = 1;
  level_totals totals;
  level_range level{.first = 0, .last = 1, .depth = 0};
  while (true) {
    const std::uint64_t most = most_edges(level.depth);
    const std::uint64_t edges = go_down_from(level, most);
    looks_.add(team_.worker_at(0), level.last - level.first, edges);
    if (edges > most) { return std::nullopt; }
    totals.edges_reached += edges;
    totals.depth_sum += (level.last - level.first) * level.depth;
    totals.max_depth = level.depth;
    if (level.last == found_) { break; }
    level = {.first = level.last, .last = found_, .depth = level.depth + 1};
  }
  // A number of paths that is infinite makes all that come after it so.
  totals.are_paths_countable = std::all_of(values_.begin(), values_.begin() + found_,
                                           [](double paths) { return std::isfinite(paths); });
  return totals;
}

/// Stops as soon as there are more than `most` edges. Returns how many there were.
std::uint64_t thin_levels::go_down_from(const level_range& level, std::uint64_t most) {
  std::uint64_t edges = 0;
  std::size_t end = level.first > 0 ? ends_[level.first - 1] : 0;
  for (std::size_t at = level.first; at < level.last && edges <= most; ++at) {
    fetch_ahead(at);
    const double paths = values_[at];
    const std::span<const local_vertex> row = rows_.row(vertices_[at]);
    edges += row.size();
    for (const local_vertex target : row) {
      if (places_[target] == 0) {
        vertices_[found_] = target;
        values_[found_] = 0;
        places_[target] = static_cast<place>(++found_);
      }
      const std::size_t next = places_[target] - std::size_t{1};
      if (next < level.last) { continue; }
      values_[next] += paths;
      successors_[end++] = static_cast<place>(next);
    }
    ends_[at] = static_cast<std::uint32_t>(end);
  }
  return edges;
}

/// Asks for where rows are, later for rows, and then for the places of their first targets.
void thin_levels::fetch_ahead(std::size_t at) const noexcept {
  constexpr std::size_t targets_ahead = 4;
  if (at + 2 * rows_ahead < found_) {
    prefetch_to_read(&rows_.offsets[vertices_[at + 2 * rows_ahead]]);
  }
  if (at + rows_ahead < found_) {
    prefetch_to_read(rows_.targets.data() + rows_.offsets[vertices_[at + rows_ahead]]);
  }
  if (at + rows_ahead / 2 < found_) {
    const std::span<const local_vertex> row = rows_.row(vertices_[at + rows_ahead / 2]);
    for (const local_vertex target : row.first(std::min(row.size(), targets_ahead))) {
      prefetch_to_write(&places_[target]);
    }
  }
}

/// What a vertex gives is (1 + dependency) / paths; the source gives nothing.
void thin_levels::go_up(std::span<double> score) {
  for (std::size_t at = found_ - 1; at > 0; --at) {
    if (at > rows_ahead) { prefetch_to_write(&score[vertices_[at - rows_ahead]]); }
    double sum = 0;
    for (std::size_t i = ends_[at - 1]; i < ends_[at]; ++i) { sum += values_[successors_[i]]; }
    score[vertices_[at]] += sum * values_[at];
    values_[at] = sum + 1 / values_[at];
  }
}

void thin_levels::forget() {
  if (found_ > places_.size() / 8) {
    std::fill(places_.begin(), places_.end(), place{0});
  } else {
    for (std::size_t at = 0; at < found_; ++at) { places_[vertices_[at]] = 0; }
  }
}

}  // namespace orujo::between
