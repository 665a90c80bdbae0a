// Graphs of every family, and plain serial greedy answers, for tests of what decides in an order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/traversal/dag_correcting/state.hpp"
#include "orujo/traversal/vertex_order.hpp"
#include "support/teams.hpp"

namespace orujo::test {

/// One graph of each family of generators.
inline const std::vector<std::string> graph_families = {"kron:7",
                                                        "rmat:7:8:0.25,0.25,0.25,0.25",
                                                        "rmat:7:8:0.45,0.15,0.15,0.25",
                                                        "uniform:7:6",
                                                        "random4n:7",
                                                        "grid:9x13",
                                                        "smallworld:150:6:0.1"};

inline csr_graph undirected_graph(rank_team& team, const std::string& name) {
  load_options options;
  options.build.directed = false;
  return load_graph(team, name, options);
}

/// The values of all vertices, in their order, on every rank.
template <typename T>
std::vector<T> whole(rank_team& team, std::span<const T> own) {
  return all_gather(team, own).take_items();
}

/// The whole graph as lists of neighbours, on every rank.
using neighbour_lists = std::vector<std::vector<vertex_id>>;

inline neighbour_lists lists_of(rank_team& team, const csr_graph& graph) {
  std::vector<std::pair<vertex_id, vertex_id>> arcs;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    for (const local_vertex u : graph.out_edges().row(v)) {
      arcs.emplace_back(graph.global(v), graph.global(u));
    }
  }
  std::vector<vertex_id> flat;
  for (const auto& [from, to] : arcs) { flat.insert(flat.end(), {from, to}); }
  const auto all = whole<vertex_id>(team, flat);
  neighbour_lists lists(graph.num_vertices());
  for (std::size_t i = 0; i < all.size(); i += 2) { lists[all[i]].push_back(all[i + 1]); }
  return lists;
}

/// All vertices in the order of the priorities, of equal ones the lower number first.
inline std::vector<vertex_id> sequence_of(const std::vector<std::uint64_t>& priority) {
  std::vector<vertex_id> sequence(priority.size());
  std::iota(sequence.begin(), sequence.end(), vertex_id{0});
  std::stable_sort(sequence.begin(), sequence.end(),
                   [&](vertex_id a, vertex_id b) { return priority[a] < priority[b]; });
  return sequence;
}

inline std::vector<std::uint32_t> serial_colours(const neighbour_lists& lists,
                                                 const std::vector<vertex_id>& sequence) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> colours(lists.size(), none);
  for (const vertex_id v : sequence) {
    std::uint32_t colour = 0;
    while (std::any_of(lists[v].begin(), lists[v].end(),
                       [&](vertex_id u) { return u != v && colours[u] == colour; })) {
      ++colour;
    }
    colours[v] = colour;
  }
  return colours;
}

inline std::vector<std::uint8_t> serial_set(const neighbour_lists& lists,
                                            const std::vector<vertex_id>& sequence) {
  std::vector<std::uint8_t> set(lists.size());
  for (const vertex_id v : sequence) {
    const bool has = std::any_of(lists[v].begin(), lists[v].end(),
                                 [&](vertex_id u) { return u != v && set[u] != 0; });
    set[v] = has ? 0 : 1;
  }
  return set;
}

/// Core numbers: the vertex of fewest neighbours left is removed, again and again.
inline std::vector<std::uint32_t> serial_cores(const neighbour_lists& lists) {
  std::vector<std::uint32_t> cores(lists.size());
  std::vector<vertex_id> left(lists.size());
  std::iota(left.begin(), left.end(), vertex_id{0});
  std::vector<std::ptrdiff_t> degrees;
  for (vertex_id v = 0; v < lists.size(); ++v) {
    degrees.push_back(
        std::count_if(lists[v].begin(), lists[v].end(), [&](vertex_id u) { return u != v; }));
  }
  for (std::ptrdiff_t core = 0; !left.empty();) {
    const auto least = std::min_element(left.begin(), left.end(), [&](vertex_id a, vertex_id b) {
      return degrees[a] < degrees[b];
    });
    core = std::max(core, degrees[*least]);
    cores[*least] = static_cast<std::uint32_t>(core);
    for (const vertex_id u : lists[*least]) { --degrees[u]; }
    left.erase(least);
  }
  return cores;
}

/// The priorities of all vertices, in their order, on every rank.
inline std::vector<std::uint64_t> whole_priorities(rank_team& team, const csr_graph& graph,
                                                   vertex_order order, std::uint64_t seed = 1) {
  const auto priority = vertex_priorities(team, graph, order, seed);
  return whole<std::uint64_t>(team, priority.span().first(graph.num_local()));
}

/// Both orders of work; distributed_control with send caches of one value and of a few, and with
/// vertices in the order of arrival.
inline const std::vector<dag_options> all_dag_options = {
    {.order = dag_order::jones_plassmann},
    {.order = dag_order::distributed_control, .send_cache = 1},
    {.order = dag_order::distributed_control, .send_cache = 5},
    {.order = dag_order::distributed_control, .send_cache = 2, .priority = dag_priority::arrival}};

}  // namespace orujo::test
