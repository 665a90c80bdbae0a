// A graph as a sorted list of arcs, made serially, and the same list gathered from a team's graph.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <numeric>
#include <ostream>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/csr_graph.hpp"

namespace orujo::test {

/// By the ids of the input.
struct model_arc {
  std::uint64_t source;
  std::uint64_t target;
  double weight;
  auto operator<=>(const model_arc&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const model_arc& arc) {
  return out << arc.source << "->" << arc.target << " (" << arc.weight << ")";
}

struct model_graph {
  std::vector<std::uint64_t> ids;  ///< Of all vertices, ascending.
  std::vector<model_arc> out;      ///< Ascending.
  std::vector<model_arc> in;       ///< Source and target as in `out`; ascending by target.
  std::uint64_t edges = 0;
  std::uint64_t dropped_loops = 0;
  std::uint64_t dropped_duplicates = 0;
};

/// The edges of a test, with whole weights or without.
struct test_edges {
  std::vector<input_edge> edges;
  std::vector<std::uint32_t> weights = {};
};

inline test_edges random_edges(std::uint64_t seed, std::uint64_t vertices, std::size_t count) {
  test_edges made;
  random_stream draw(seed, 0);
  for (std::size_t i = 0; i < count; ++i) {
    made.edges.push_back({draw.below(vertices), draw.below(vertices)});
    made.weights.push_back(static_cast<std::uint32_t>(draw.below(100)));
  }
  return made;
}

/// What a rule leaves of the weights of edges with the same ends.
inline std::vector<double> what_stays(std::vector<double> weights, parallel_edges rule) {
  std::sort(weights.begin(), weights.end());
  switch (rule) {
    case parallel_edges::kept: return weights;
    case parallel_edges::greatest: return {weights.back()};
    case parallel_edges::sum: return {std::accumulate(weights.begin(), weights.end(), 0.0)};
    default: return {weights.front()};
  }
}

/// Builds with sets and maps what the builder should build from edges that are listed once.
inline model_graph model_of(const test_edges& from, bool directed,
                            const build_options& options = {}) {
  model_graph model;
  std::set<std::uint64_t> ids;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<double>> rows;
  for (std::size_t i = 0; i < from.edges.size(); ++i) {
    auto [u, v] = from.edges[i];
    ids.insert({u, v});
    if (u == v && !options.keep_self_loops) {
      ++model.dropped_loops;
      continue;
    }
    if (!directed && u > v) { std::swap(u, v); }
    rows[{u, v}].push_back(from.weights.empty() ? 0 : from.weights[i]);
  }
  for (auto& [ends, weights] : rows) {
    const std::size_t listed = weights.size();
    weights = what_stays(std::move(weights), options.parallel);
    model.dropped_duplicates += listed - weights.size();
    for (const double weight : weights) {
      ++model.edges;
      model.out.push_back({ends.first, ends.second, weight});
      if (!directed && ends.first != ends.second) {
        model.out.push_back({ends.second, ends.first, weight});
      }
    }
  }
  std::sort(model.out.begin(), model.out.end());
  model.in = model.out;
  std::sort(model.in.begin(), model.in.end(), [](const model_arc& a, const model_arc& b) {
    return std::tie(a.target, a.source, a.weight) < std::tie(b.target, b.source, b.weight);
  });
  model.ids.assign(ids.begin(), ids.end());
  return model;
}

/// The input ids of all vertices, in the order of their numbers. Call: collective.
inline std::vector<std::uint64_t> all_ids(rank_team& team, const csr_graph& graph) {
  std::vector<std::uint64_t> own;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    own.push_back(graph.ids().input_id(graph.global(v)));
  }
  return all_gather(team, std::span<const std::uint64_t>(own)).take_items();
}

/// The names of all vertices in the order of their numbers. Call: collective.
inline std::vector<std::string> all_names(rank_team& team, const csr_graph& graph) {
  std::vector<std::string> all;
  const vertex_names& own = graph.ids().names();
  const std::vector<std::byte> letter = own.packed(0, own.size());
  for (const auto& each : all_gather(team, std::span<const std::byte>(letter))) {
    vertex_names names;
    names.add_packed(each);
    for (std::size_t i = 0; i < names.size(); ++i) { all.emplace_back(names[i]); }
  }
  return all;
}

/// All rows of `edges`, in order, on every rank. Rows by target give arcs that lead to their
/// vertex. Call: collective.
inline std::vector<model_arc> all_arcs(rank_team& team, const csr_graph& graph,
                                       const adjacency& edges, bool by_target) {
  const std::vector<std::uint64_t> ids = all_ids(team, graph);
  std::vector<model_arc> own;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    std::vector<model_arc> row;
    for (std::uint64_t i = edges.offsets[v]; i < edges.offsets[v + 1]; ++i) {
      const std::uint64_t here = ids[graph.global(v)];
      const std::uint64_t there = ids[graph.global(edges.targets[i])];
      const double weight = edges.weights.empty() ? 0 : edges.weights.at<double>(i);
      row.push_back(by_target ? model_arc{there, here, weight} : model_arc{here, there, weight});
    }
    std::sort(row.begin(), row.end());  // rows are in the order of local numbers
    own.insert(own.end(), row.begin(), row.end());
  }
  return all_gather(team, std::span<const model_arc>(own)).take_items();
}

/// Checks what every csr_graph promises, whatever its edges are. Call: collective.
inline void expect_sound(rank_team& team, const csr_graph& graph) {
  const local_vertex end = graph.num_local() + graph.num_ghosts();
  for (const adjacency* edges : {&graph.out_edges(), &graph.in_edges()}) {
    ASSERT_EQ(edges->offsets.size(), std::size_t{graph.num_local()} + 1);
    EXPECT_EQ(edges->offsets[0], 0U);
    EXPECT_EQ(edges->offsets[graph.num_local()], edges->targets.size());
    EXPECT_EQ(edges->weights.size(),
              graph.facts().weights == weight_kind::none ? 0 : edges->targets.size());
    EXPECT_EQ(all_sum(team, edges->targets.size()), graph.facts().num_arcs);
    for (local_vertex v = 0; v < graph.num_local(); ++v) {
      const auto row = edges->row(v);
      EXPECT_TRUE(std::is_sorted(row.begin(), row.end()));
      EXPECT_TRUE(row.empty() || row.back() < end);
    }
  }
  for (local_vertex v = 0; v < end; ++v) {
    EXPECT_EQ(graph.owns(graph.global(v)), graph.is_owned(v));
    EXPECT_TRUE(v == 0 || v == graph.num_local() || graph.global(v - 1) < graph.global(v));
  }
  for (int r = 0; r < team.size(); ++r) {
    const auto [first, last] = graph.ghost_range(rank_id{r});
    for (local_vertex v = first; v < last; ++v) {
      EXPECT_EQ(index_of(graph.remote(v).owner), r);
      EXPECT_EQ(graph.partition().first(rank_id{r}) + graph.remote(v).local, graph.global(v));
    }
  }
}

/// Checks that the mirrors of each rank are the ghosts of the others. Call: collective.
inline void expect_mirrored(rank_team& team, const csr_graph& graph) {
  std::vector<std::vector<vertex_id>> mirrored;
  for (int r = 0; r < team.size(); ++r) {
    auto& ids = mirrored.emplace_back();
    for (const local_vertex v : graph.mirrors(rank_id{r})) { ids.push_back(graph.global(v)); }
  }
  const auto seen = all_to_all_v(team, mirrored);
  for (int r = 0; r < team.size(); ++r) {
    const auto [first, last] = graph.ghost_range(rank_id{r});
    std::vector<vertex_id> ghosts;
    for (local_vertex v = first; v < last; ++v) { ghosts.push_back(graph.global(v)); }
    EXPECT_EQ(seen[static_cast<std::size_t>(r)], ghosts);
  }
}

/// Checks that `graph` is the one that `model` says. Call: collective.
inline void expect_same(rank_team& team, const csr_graph& graph, const model_graph& model) {
  expect_sound(team, graph);
  expect_mirrored(team, graph);
  EXPECT_EQ(all_ids(team, graph), model.ids);
  EXPECT_EQ(all_arcs(team, graph, graph.out_edges(), false), model.out);
  EXPECT_EQ(all_arcs(team, graph, graph.in_edges(), true), model.in);
  EXPECT_EQ(graph.facts().num_vertices, model.ids.size());
  EXPECT_EQ(graph.facts().num_arcs, model.out.size());
  EXPECT_EQ(graph.facts().num_edges, model.edges);
  EXPECT_EQ(graph.facts().dropped_loops, model.dropped_loops);
  EXPECT_EQ(graph.facts().dropped_duplicates, model.dropped_duplicates);
}

}  // namespace orujo::test
