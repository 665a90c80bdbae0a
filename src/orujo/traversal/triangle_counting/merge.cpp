// Each triangle is found at its greatest vertex, along the edge to the second: rows are ascending,
// so those of both ends are merged up to the second.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/triangle_counting/merge.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

#include "orujo/base/prefetch.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/row_prefetch.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo::triangle_counting {

namespace {

/// Merging is worth while up to this mean degree of the vertices that edges lead to: roads have 3,
/// meshes 6 to 20.
constexpr double most_merged_degree = 24;

template <typename Corners>
class row_merger {
public:
  row_merger(const csr_graph& graph, Corners& corners)
      : edges_(graph.out_edges()),
        offsets_(edges_.offsets.data()),
        last_(graph.num_local()),
        corners_(corners) {}

  /// Counts the triangles whose greatest vertices are in `part`, and the rows that it has `merged`
  /// with others.
  [[nodiscard]] triangle_count count(const index_range& part, std::uint64_t& merged) const {
    triangle_count found;
    for (std::size_t v = part.first; v < part.last; ++v) {
      fetch_ahead(v);
      const std::span<const local_vertex> below = lesser(static_cast<local_vertex>(v));
      for (std::size_t i = 1; i < below.size(); ++i) {
        if (below[i] == below[i - 1]) { continue; }
        const std::uint64_t before = found.triangles;
        ++merged;
        merge(below.first(i), edges_.row(below[i]), found);
        add_corners(static_cast<local_vertex>(v), below[i], found.triangles - before);
      }
    }
    return found;
  }

private:
  /// An atomic addition, even of nothing, takes time.
  void add_corners(local_vertex greatest, local_vertex second, std::uint64_t triangles) const {
    if constexpr (Corners::counts) {
      if (triangles == 0) { return; }
      corners_.add(greatest, triangles);
      corners_.add(second, triangles);
    }
  }

  /// The neighbours of `v` with lesser numbers.
  [[nodiscard]] std::span<const local_vertex> lesser(local_vertex v) const {
    const std::span<const local_vertex> row = edges_.row(v);
    std::size_t count = 0;
    while (count < row.size() && row[count] < v) { ++count; }
    return row.first(count);
  }

  /// Counts what both have; parallel edges once.
  void merge(std::span<const local_vertex> below, std::span<const local_vertex> row,
             triangle_count& found) const {
    found.looks += below.size();
    std::size_t at = 0;
    for (std::size_t i = 0; i < below.size(); ++i) {
      if (i > 0 && below[i] == below[i - 1]) { continue; }
      while (at < row.size() && row[at] < below[i]) { ++at; }
      if (at == row.size()) { return; }
      found.triangles += row[at] == below[i] ? 1U : 0U;
      if constexpr (Corners::counts) {
        if (row[at] == below[i]) { corners_.add(below[i], 1); }
      }
    }
  }

  void fetch_ahead(std::size_t v) const {
    // Offsets are not fetched: they mostly are in the cache, and roads were slower with it.
    if (v + rows_ahead / 2 < last_) {
      for_each_second(v + rows_ahead / 2, [&](local_vertex u) {
        prefetch_to_read(edges_.targets.data() + offsets_[u]);
      });
    }
  }

  /// Calls `visit(u)` for those neighbours of `v` whose rows will be read.
  template <typename Visit>
  void for_each_second(std::size_t v, Visit visit) const {
    const std::span<const local_vertex> row = edges_.row(static_cast<local_vertex>(v));
    for (std::size_t i = 1; i < row.size() && row[i] < v; ++i) { visit(row[i]); }
  }

  const adjacency& edges_;
  const std::uint64_t* offsets_;
  std::size_t last_;
  Corners& corners_;
};

/// Adds up what `body(range)` returns for chunks of the vertices, on all workers.
template <typename Sum, typename Body>
Sum sum_over(rank_team& team, std::size_t vertices, Body body) {
  Sum sum{};
  std::mutex mutex;
  parallel_for(team, vertices, 1 << 13, [&](std::size_t first, std::size_t last) {
    const Sum part = body(index_range{first, last});
    const std::lock_guard guard(mutex);
    sum += part;
  });
  return sum;
}

}  // namespace

bool merges_rows(rank_team& team, const csr_graph& graph) {
  if (team.size() > 1 || graph.directed()) { return false; }
  const adjacency& edges = graph.out_edges();
  const double squares = sum_over<double>(team, graph.num_local(), [&](const index_range& part) {
    // Cut off so that sums fit: one such degree is too much for any graph of less than 2^35 edges.
    constexpr std::uint64_t most_counted = std::uint64_t{1} << 20;
    std::uint64_t sum = 0;
    for (std::size_t v = part.first; v < part.last; ++v) {
      const std::uint64_t degree = std::min(edges.offsets[v + 1] - edges.offsets[v], most_counted);
      sum += degree * degree;
    }
    return static_cast<double>(sum);
  });
  return squares <= most_merged_degree * static_cast<double>(edges.targets.size());
}

template <typename Corners>
triangle_count count_by_merging(rank_team& team, const csr_graph& graph, Corners& corners) {
  const row_merger<Corners> rows(graph, corners);
  const intersection_metric intersections(team);
  const auto count_part = [&](const index_range& part) {
    std::uint64_t merged = 0;
    const triangle_count found = rows.count(part, merged);
    intersections.add(this_worker(), merged);
    this_worker().look();
    return found;
  };
  triangle_count sum = sum_over<triangle_count>(team, graph.num_local(), count_part);
  sum.merged = true;
  return sum;
}

template triangle_count count_by_merging(rank_team&, const csr_graph&, no_corners&);
template triangle_count count_by_merging(rank_team&, const csr_graph&, corner_counts&);

}  // namespace orujo::triangle_counting
