// Lists and numbers the edges of a rank.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/truss/edge_table.hpp"

#include <limits>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"

namespace orujo::trusses {

edge_table::edge_table(rank_team& team, const csr_graph& graph)
    : graph_(graph), begins_(graph.out_edges().offsets) {
  const std::size_t edges = run_agreed(team, [&] {
    sizes_ = huge_array<std::uint32_t>(graph.num_local());
    first_edges_ = huge_array<edge_number>(graph.num_local());
    lesser_ghosts_ = huge_array<std::uint32_t>(graph.num_local());
    lesser_owned_ = huge_array<std::uint32_t>(graph.num_local());
    targets_ = huge_array<vertex_number>(graph.out_edges().targets.size());
    edges_ = huge_array<edge_number>(targets_.size());
    vertex_map(team, graph, [&](local_vertex v) { list_targets(v); });
    std::size_t next = 0;
    for (local_vertex v = 0; v < graph.num_local(); ++v) { next = number_from(next, v); }
    require(next < std::numeric_limits<edge_number>::max(),
            "truss: a rank has 2^32 - 1 edges or more");
    ends_ = huge_array<edge_ends>(next);
    return next;
  });
  vertex_map(team, graph, [&](local_vertex v) { number_row(v); });
  if (team.size() > 1) {
    other_is_shorter_ = huge_array<std::uint8_t>(edges);
    compare_rows(team);
  } else {
    hubs_ = huge_array<local_vertex>(edges);
    find_hubs();
  }
}

void edge_table::find_hubs() {
  for (edge_number e = 0; e < size(); ++e) {
    const auto [owned, other] = ends_[e];
    hubs_[e] = sizes_[owned] >= sizes_[other] ? owned : other;
  }
}

void edge_table::list_by_hub(std::vector<edge_number>& into) const {
  for (local_vertex v = 0; v < sizes_.size(); ++v) {
    for (const edge_number e : row(v).edges) {
      if (hubs_[e] == v) { into.push_back(e); }
    }
  }
}

void edge_table::sort_by_hub(std::vector<edge_number>& edges) const {
  const auto is_before = [&](edge_number a, edge_number b) { return hubs_[a] < hubs_[b]; };
  if (!std::is_sorted(edges.begin(), edges.end(), is_before)) {
    std::sort(edges.begin(), edges.end(), is_before);
  }
}

/// Without loops and parallel edges; the graph has owned targets before ghosts.
void edge_table::list_targets(local_vertex v) {
  const std::span<const local_vertex> row = graph_.out_edges().row(v);
  const auto owned_end = std::lower_bound(row.begin(), row.end(), graph_.num_local());
  const auto lesser_end = std::partition_point(owned_end, row.end(), [&](local_vertex ghost) {
    return graph_.global(ghost) < graph_.global(v);
  });
  std::size_t next = begins_[v];
  const auto append = [&](auto first, auto last) {
    const std::size_t from = next;
    for (auto at = first; at != last; ++at) {
      const auto target = static_cast<vertex_number>(graph_.global(*at));
      if (*at == v || (next > from && targets_[next - 1] == target)) { continue; }
      targets_[next++] = target;
    }
    return static_cast<std::uint32_t>(next - from);
  };
  lesser_ghosts_[v] = append(owned_end, lesser_end);
  lesser_owned_[v] = append(row.begin(), std::lower_bound(row.begin(), owned_end, v));
  append(std::lower_bound(row.begin(), owned_end, v), owned_end);
  append(lesser_end, row.end());
  sizes_[v] = static_cast<std::uint32_t>(next - begins_[v]);
}

/// Numbers the edges of the row from `next` on, but for those that lesser owned vertices have
/// numbered; returns the next number.
std::size_t edge_table::number_from(std::size_t next, local_vertex v) {
  first_edges_[v] = static_cast<edge_number>(next);
  return next + sizes_[v] - lesser_owned_[v];
}

void edge_table::number_row(local_vertex v) {
  const std::uint32_t owned_from = lesser_ghosts_[v];
  const std::uint32_t owned_end = owned_from + lesser_owned_[v];
  edge_number next = first_edges_[v];
  const auto own = static_cast<vertex_number>(graph_.global(v));
  for (std::uint32_t i = 0; i < sizes_[v]; ++i) {
    const vertex_number target = targets_[begins_[v] + i];
    edge_number& edge = edges_[begins_[v] + i];
    if (i < owned_from || i >= owned_end) {
      edge = next++;
      ends_[edge] = {v, target};
      continue;
    }
    const local_vertex lesser = graph_.local(vertex_id{target});
    const auto row = targets_.span().subspan(begins_[lesser], sizes_[lesser]);
    const auto at = std::lower_bound(row.begin() + lesser_owned_[lesser], row.end(), own);
    edge =
        first_edges_[lesser] + static_cast<edge_number>(at - row.begin()) - lesser_owned_[lesser];
  }
}

void edge_table::compare_rows(rank_team& team) {
  huge_array<std::uint32_t> all(std::size_t{graph_.num_local()} + graph_.num_ghosts());
  std::copy(sizes_.begin(), sizes_.end(), all.begin());
  ghost_values<std::uint32_t>(team, graph_).update(all.span());
  const auto size_of_other = [&](vertex_number other) {
    local_vertex first = graph_.ghost_range(graph_.owner(vertex_id{other})).first;
    local_vertex last = graph_.ghost_range(graph_.owner(vertex_id{other})).second;
    while (last - first > 1) {
      const local_vertex middle = first + (last - first) / 2;
      (graph_.global(middle) <= other ? first : last) = middle;
    }
    return all[first];
  };
  for (edge_number e = 0; e < size(); ++e) {
    const auto [owned, other] = ends_[e];
    if (graph_.owns(vertex_id{other})) { continue; }
    const std::uint32_t mine = sizes_[owned];
    const std::uint32_t its = size_of_other(other);
    const bool is_shorter = its < mine || (its == mine && other < graph_.global(owned));
    other_is_shorter_[e] = is_shorter ? 1 : 0;
  }
}

}  // namespace orujo::trusses
