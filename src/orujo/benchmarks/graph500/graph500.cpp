// Draws the roots and runs the searches of the Graph500 kernel.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/graph500/graph500.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <unordered_set>
#include <utility>

#include "orujo/algorithms/bfs/verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

constexpr std::size_t vertices_per_chunk = 4096;

/// How often the row of `v` has `v` itself.
std::uint64_t loops_of(const csr_graph& graph, local_vertex v) {
  const auto row = graph.out_edges().row(v);
  const auto [first, last] = std::equal_range(row.begin(), row.end(), v);
  return static_cast<std::uint64_t>(last - first);
}

/// The owned vertices that may be roots: they have an edge to another vertex.
std::vector<local_vertex> possible_roots(const csr_graph& graph) {
  std::vector<local_vertex> roots;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    if (graph.out_edges().degree(v) > loops_of(graph, v)) { roots.push_back(v); }
  }
  return roots;
}

/// `count` different numbers below `bound`, in random order (R. W. Floyd, CACM 1987).
std::vector<std::uint64_t> draw_distinct(std::uint64_t count, std::uint64_t bound,
                                         std::uint64_t seed) {
  random_stream random(seed, 0);
  std::unordered_set<std::uint64_t> taken;
  std::vector<std::uint64_t> drawn;
  for (std::uint64_t last = bound - count; last < bound; ++last) {
    const std::uint64_t candidate = random.below(last + 1);
    drawn.push_back(taken.contains(candidate) ? last : candidate);
    taken.insert(drawn.back());
  }
  for (std::size_t i = drawn.size(); i > 1; --i) {
    std::swap(drawn[i - 1], drawn[random.below(i)]);
  }
  return drawn;
}

std::vector<vertex_id> draw_roots(rank_team& team, const csr_graph& graph,
                                  const graph500_options& options) {
  const std::vector<local_vertex> own = possible_roots(graph);
  const std::uint64_t before = exclusive_scan(team, std::uint64_t{own.size()});
  const std::uint64_t all = all_sum(team, std::uint64_t{own.size()});
  require_everywhere(all > 0, "graph500: no vertex has an edge to another one");
  std::vector<vertex_id> roots;
  for (const std::uint64_t number :
       draw_distinct(std::min(options.roots, all), all, options.seed)) {
    const bool is_own = number >= before && number - before < own.size();
    roots.push_back(is_own ? graph.global(own[number - before]) : no_vertex);
  }
  return all_reduce(team, std::move(roots),
                    [](vertex_id a, vertex_id b) { return std::min(a, b); });
}

/// The edges between reached vertices: half the sum of their degrees, where a loop counts twice.
std::uint64_t edges_of_tree(rank_team& team, const csr_graph& graph, const bfs_tree& tree) {
  std::atomic<std::uint64_t> ends{0};
  parallel_for(team, graph.num_local(), vertices_per_chunk,
               [&](std::size_t first, std::size_t last) {
                 std::uint64_t sum = 0;
                 for (std::size_t i = first; i < last; ++i) {
                   const auto v = static_cast<local_vertex>(i);
                   if (tree.parent[v] == no_vertex) { continue; }
                   sum += graph.out_edges().degree(v) + loops_of(graph, v);
                 }
                 ends.fetch_add(sum, std::memory_order_relaxed);
               });
  return all_sum(team, ends.load(std::memory_order_relaxed)) / 2;
}

/// How long `work` takes on the slowest rank. Call: collective.
double slowest_seconds(rank_team& team, const std::function<void()>& work) {
  barrier(team);
  const auto start = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  return all_max(team, passed.count());
}

}  // namespace

graph500_run run_graph500(rank_team& team, const csr_graph& graph,
                          const graph500_options& options) {
  const bool validates = options.validation == graph500_validation::each_search;
  require_everywhere(!graph.directed(), "graph500: the benchmark is about undirected graphs");
  require_everywhere(options.roots > 0, "graph500: there must be at least one root");
  require_everywhere(!validates || options.search.result == bfs_result::parents_and_depths,
                     "graph500: validation needs depths; keep them, or leave validation out");
  const std::vector<vertex_id> roots = draw_roots(team, graph, options);
  bfs_search search(team, graph, options.search);
  std::vector<graph500_search> searches;
  for (const vertex_id root : roots) {
    graph500_search one;
    one.root = root;
    const bfs_tree* tree = nullptr;
    one.seconds = slowest_seconds(team, [&] { tree = &search.run(root); });
    one.edges = edges_of_tree(team, graph, *tree);
    if (validates) {
      one.validation_seconds = slowest_seconds(team, [&] {
        const auto violations = verify_bfs(team, graph, root, *tree);
        if (!violations.empty()) { one.problem = violations.front().text(); }
      });
    }
    searches.push_back(std::move(one));
  }
  return {std::move(searches), std::move(search).take_tree()};
}

}  // namespace orujo
