// Merges sorted lists of neighbours, edge by edge.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/plain_triangles.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

/// Lists of numbers, one after the other.
template <typename T>
struct number_lists {
  std::vector<std::size_t> starts = {0};
  std::vector<T> numbers;

  [[nodiscard]] std::span<const T> of(std::size_t i) const {
    return std::span(numbers).subspan(starts[i], starts[i + 1] - starts[i]);
  }
};

/// Calls `visit(id)` for those that both have; returns how many.
template <typename Visit>
std::uint64_t for_each_common(std::span<const vertex_id> a, std::span<const vertex_id> b,
                              Visit visit) {
  std::uint64_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const vertex_id x = a[i];
    const vertex_id y = b[j];
    if (x == y) {
      ++common;
      visit(x);
    }
    i += x <= y ? 1U : 0U;
    j += y <= x ? 1U : 0U;
  }
  return common;
}

/// Each edge goes from the end with fewer edges to the other; of equals, to that of greater id.
class edge_merger {
public:
  edge_merger(rank_team& team, const csr_graph& graph)
      : team_(team), graph_(graph), degrees_(std::size_t{graph.num_local()} + graph.num_ghosts()) {
    for (local_vertex v = 0; v < graph.num_local(); ++v) {
      degrees_[v] = graph.out_edges().degree(v);
      if (graph.directed()) { degrees_[v] += graph.in_edges().degree(v); }
    }
    ghost_values<std::uint64_t>(team, graph).update(degrees_.span());
    list_targets();
    list_sources_of_ghosts();
  }

  /// Call: collective, as the following.
  std::uint64_t count() {
    const std::uint64_t own = count_own();
    return all_sum(team_, own + count_ghosts());
  }

  /// The same; then counts() are the triangles of each owned vertex.
  std::uint64_t count_by_vertex() {
    corners_ = run_agreed(team_, [&] { return huge_array<std::uint64_t>(degrees_.size()); });
    const std::uint64_t all = count();
    const auto combine = [](std::uint64_t& into, std::uint64_t more) { add_to(into, more); };
    ghost_contributions<std::uint64_t, decltype(combine)>(team_, graph_, combine)
        .collect(corners_.span());
    return all;
  }

  [[nodiscard]] std::span<const std::uint64_t> counts() const noexcept {
    return corners_.span().first(graph_.num_local());
  }

private:
  // relaxed: read after the workers have met
  static void add_to(std::uint64_t& into, std::uint64_t more) noexcept {
    std::atomic_ref<std::uint64_t>(into).fetch_add(more, std::memory_order_relaxed);
  }

  /// The triangles along the edge from owned vertex `v` to `other`, which leads to `row`.
  std::uint64_t common_members(local_vertex v, local_vertex other, std::span<const vertex_id> row) {
    if (corners_.size() == 0) {
      return for_each_common(targets_.of(v), row, [](vertex_id) {});
    }
    const std::uint64_t common = for_each_common(targets_.of(v), row, [&](vertex_id id) {
      add_to(corners_[graph_.owns(id) ? graph_.local(id) : ghost_of(id)], 1);
    });
    add_to(corners_[v], common);
    add_to(corners_[other], common);
    return common;
  }

  [[nodiscard]] bool leads(local_vertex from, local_vertex to) const {
    if (degrees_[from] != degrees_[to]) { return degrees_[from] < degrees_[to]; }
    return graph_.global(from) < graph_.global(to);
  }

  void list_targets() {
    std::vector<vertex_id> row;
    const auto add = [&](local_vertex v, std::span<const local_vertex> neighbours) {
      for (const local_vertex each : neighbours) {
        if (leads(v, each)) { row.push_back(graph_.global(each)); }
      }
    };
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      row.clear();
      add(v, graph_.out_edges().row(v));
      if (graph_.directed()) { add(v, graph_.in_edges().row(v)); }
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
      targets_.numbers.insert(targets_.numbers.end(), row.begin(), row.end());
      targets_.starts.push_back(targets_.numbers.size());
    }
  }

  /// The local number of a vertex that is one of this rank's ghosts.
  [[nodiscard]] local_vertex ghost_of(vertex_id id) const {
    const auto range = graph_.ghost_range(graph_.owner(id));
    local_vertex at = range.first;
    for (local_vertex size = range.second - at; size > 1;) {
      const local_vertex half = size / 2;
      if (graph_.global(at + half) <= id) { at += half; }
      size -= half;
    }
    return at;
  }

  void list_sources_of_ghosts() {
    const local_vertex owned = graph_.num_local();
    std::vector<std::size_t> ends(std::size_t{graph_.num_ghosts()} + 1);
    for_each_ghost_edge([&](local_vertex, local_vertex ghost) { ++ends[ghost - owned + 1]; });
    for (std::size_t i = 1; i < ends.size(); ++i) { ends[i] += ends[i - 1]; }
    sources_.starts = ends;
    sources_.numbers.resize(ends.back());
    for_each_ghost_edge([&](local_vertex source, local_vertex ghost) {
      sources_.numbers[ends[ghost - owned]++] = source;
    });
  }

  template <typename Visit>
  void for_each_ghost_edge(Visit visit) const {
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      for (const vertex_id id : targets_.of(v)) {
        if (!graph_.owns(id)) { visit(v, ghost_of(id)); }
      }
    }
  }

  /// Over edges between owned vertices.
  [[nodiscard]] std::uint64_t count_own() {
    std::atomic<std::uint64_t> sum{0};
    parallel_for(team_, graph_.num_local(), 256, [&](std::size_t first, std::size_t last) {
      std::uint64_t part = 0;
      for (std::size_t v = first; v < last; ++v) {
        for (const vertex_id id : targets_.of(v)) {
          if (!graph_.owns(id)) { continue; }
          const local_vertex other = graph_.local(id);
          part += common_members(static_cast<local_vertex>(v), other, targets_.of(other));
        }
      }
      sum.fetch_add(part, std::memory_order_relaxed);  // read after the workers have met
    });
    return sum;
  }

  /// Over edges to ghosts: in each round the owners send some of their targets.
  [[nodiscard]] std::uint64_t count_ghosts() {
    const auto ranks = static_cast<std::size_t>(team_.size());
    std::vector<std::size_t> sent(ranks);
    std::vector<local_vertex> ghosts;  // the next of each rank
    for (int r = 0; r < team_.size(); ++r) {
      ghosts.push_back(graph_.ghost_range(rank_id{r}).first);
    }
    std::uint64_t sum = 0;
    for (bool is_more = team_.size() > 1; is_more;) {
      std::vector<std::vector<vertex_id>> outgoing(ranks);
      std::uint64_t remaining = 0;
      for (std::size_t r = 0; r < ranks; ++r) {
        remaining += add_some(rank_id{static_cast<int>(r)}, sent[r], outgoing[r]);
      }
      const auto arrived = all_to_all_v(team_, outgoing);
      for (std::size_t r = 0; r < ranks; ++r) { sum += count_arrived(arrived[r], ghosts[r]); }
      is_more = all_sum(team_, remaining) > 0;
    }
    return sum;
  }

  /// Writes the number of targets and the targets of the next mirrors of `to`; returns how many
  /// mirrors are left.
  std::uint64_t add_some(rank_id to, std::size_t& sent, std::vector<vertex_id>& into) const {
    constexpr std::size_t enough = std::size_t{1} << 17;
    const auto mirrors = graph_.mirrors(to);
    for (; sent < mirrors.size() && into.size() < enough; ++sent) {
      const auto row = targets_.of(mirrors[sent]);
      into.push_back(row.size());
      into.insert(into.end(), row.begin(), row.end());
    }
    return mirrors.size() - sent;
  }

  [[nodiscard]] std::uint64_t count_arrived(std::span<const vertex_id> rows, local_vertex& ghost) {
    std::uint64_t sum = 0;
    for (; !rows.empty(); ++ghost) {
      const auto row = rows.subspan(1, rows[0]);
      for (const local_vertex source : sources_.of(ghost - graph_.num_local())) {
        sum += common_members(source, ghost, row);
      }
      rows = rows.subspan(1 + row.size());
    }
    return sum;
  }

  rank_team& team_;
  const csr_graph& graph_;
  huge_array<std::uint64_t> degrees_;
  number_lists<vertex_id> targets_;     // of owned vertices, ascending
  number_lists<local_vertex> sources_;  // of each ghost, the owned vertices that lead to it
  huge_array<std::uint64_t> corners_;   // triangles of owned vertices and ghosts, if asked for
};

/// The first vertex with a wrong number, on every rank. Call: collective.
std::vector<triangle_mistake> first_wrong(rank_team& team, const csr_graph& graph,
                                          std::span<const std::uint64_t> expected,
                                          std::span<const std::uint64_t> found) {
  const std::size_t known = std::min(expected.size(), found.size());
  const auto at = static_cast<std::size_t>(
      std::mismatch(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(known),
                    found.begin())
          .first -
      expected.begin());
  const bool wrong = at < expected.size();
  triangle_mistake mine{.expected = wrong ? expected[at] : 0,
                        .found = wrong && at < found.size() ? found[at] : 0,
                        .vertex = wrong ? graph.global(static_cast<local_vertex>(at)) : no_vertex};
  mine = all_reduce(team, mine, [](const triangle_mistake& a, const triangle_mistake& b) {
    return a.vertex < b.vertex ? a : b;
  });
  if (mine.vertex == no_vertex) { return {}; }
  return {mine};
}

void require_in_edges(const csr_graph& graph) {
  require(!graph.directed() || graph.has_in_edges(),
          "verify_triangles: a directed graph needs its in-edges; build it with them");
}

}  // namespace

std::string triangle_mistake::text() const {
  if (vertex == no_vertex) {
    return fmt::format("there are {} triangles, not {}", expected, found);
  }
  return fmt::format("vertex {} is in {} triangles, not {}", vertex, expected, found);
}

std::vector<triangle_mistake> mistakes_in_triangles(rank_team& team, const csr_graph& graph,
                                                    std::uint64_t found) {
  require_in_edges(graph);
  const std::uint64_t expected = edge_merger(team, graph).count();
  if (expected == found) { return {}; }
  return {{expected, found}};
}

std::vector<triangle_mistake> mistakes_in_triangles(rank_team& team, const csr_graph& graph,
                                                    std::uint64_t found,
                                                    std::span<const std::uint64_t> at) {
  require_in_edges(graph);
  edge_merger edges(team, graph);
  const std::uint64_t expected = edges.count_by_vertex();
  if (expected != found) { return {{expected, found}}; }
  return first_wrong(team, graph, edges.counts(), at);
}

}  // namespace orujo
