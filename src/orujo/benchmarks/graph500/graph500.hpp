// The Graph500 benchmark's breadth-first search kernel: 64 roots, validation, and its statistics.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

enum class graph500_validation : std::uint8_t { each_search, none };

struct graph500_options {
  std::uint64_t roots = 64;  ///< Or as many as there are vertices with an edge to another vertex.
  std::uint64_t seed = 1;    ///< Of the choice of roots.
  graph500_validation validation = graph500_validation::each_search;
  bfs_options search = {};
};

/// One search of the kernel; the same on every rank.
struct graph500_search {
  vertex_id root = 0;
  double seconds = 0;
  std::uint64_t edges = 0;  ///< Of the graph inside the root's component; what TEPS count.
  double validation_seconds = 0;
  std::string problem;  ///< What validation found; empty if nothing.
};

/// What the kernel leaves behind.
struct graph500_run {
  std::vector<graph500_search> searches;
  bfs_tree last;  ///< Of the last search.
};

/// Searches from different random roots, one after the other.
///
/// `edges` is, by the rules, the number of edges of the input inside the component, parallel ones
/// and loops included. It is exact if the graph was built with `parallel_edges::kept` and
/// `keep_self_loops`; else only the edges that were kept count, which makes TEPS lower, never
/// higher. The time is that of the slowest rank, without validation. Roots depend on the seed and
/// the graph only, not on P and W. Call: collective. Throws on every rank: agreed_error for wrong
/// use if the graph is directed or has no edge, or if validation is asked for and depths are left
/// out; what bfs() throws.
[[nodiscard]] graph500_run run_graph500(rank_team& team, const csr_graph& graph,
                                        const graph500_options& options = {});

/// What the benchmark's report says of a sample, in the manner of the reference: quartiles are
/// means of two neighbours where they fall between them; the deviation is that of a sample.
struct graph500_statistics {
  double minimum = 0;
  double first_quartile = 0;
  double median = 0;
  double third_quartile = 0;
  double maximum = 0;
  double mean = 0;
  double deviation = 0;
};

/// Call: with at least one value.
[[nodiscard]] graph500_statistics statistics_of(std::vector<double> values);

/// The statistics of TEPS: mean and deviation are harmonic, as the rules demand for rates.
[[nodiscard]] graph500_statistics teps_statistics(const std::vector<graph500_search>& searches);

/// What the report says of the run besides its searches.
struct graph500_setup {
  int scale = 0;
  double edgefactor = 16;
  double generation_seconds = 0;
  double construction_seconds = 0;
  int ranks = 1;
};

/// The report: lines "name: value", named as the reference implementation 3.0 names them, then
/// "validation: passed", "failed" or "none".
[[nodiscard]] std::vector<std::string> graph500_report(const graph500_setup& setup,
                                                       const std::vector<graph500_search>& searches,
                                                       graph500_validation validation);

}  // namespace orujo
