// Runs the algorithms of LDBC Graphalytics by its rules, and compares with its reference outputs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/benchmarks/graphalytics/dataset.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What Graphalytics calls the depth of a vertex that a search does not reach.
inline constexpr std::int64_t graphalytics_unreached = 9223372036854775807;

/// A value for each owned vertex, by local number; one of the arrays is empty.
struct graphalytics_answer {
  std::vector<std::int64_t> whole = {};  ///< Depths of bfs; labels of cdlp and wcc, as input ids.
  std::vector<double> real = {};         ///< Of pr, lcc, sssp; infinity where no path leads.
  double seconds = 0;                    ///< The time of the algorithm, T_p, of the slowest rank.
};

/// The graph of a dataset, read from its files. Call: collective. Throws on every rank: as
/// load_graph(); agreed_error for the input if the graph has other numbers of vertices or edges
/// than the dataset says.
[[nodiscard]] csr_graph load_graphalytics_graph(rank_team& team,
                                                const graphalytics_dataset& dataset);

/// Runs one algorithm. Call: collective. Throws on every rank: agreed_error for the input if the
/// source is no vertex of the graph; what the algorithm throws.
[[nodiscard]] graphalytics_answer run_graphalytics_job(rank_team& team, const csr_graph& graph,
                                                       const graphalytics_job& job);

/// How an answer differs from the reference output of the job, by the rule of its algorithm: bfs
/// and cdlp are the same; wcc has the same vertices together; pr, lcc and sssp are within 0.01 per
/// cent. Empty if it does not; the same on every rank. Call: collective. Throws on every rank:
/// agreed_error for the input, with file and line, if the file is not what it should be. Cost: each
/// rank reads the whole file. Memory: 16 bytes for each owned vertex; of wcc, 16 for each component
/// on every rank.
[[nodiscard]] std::string compare_with_reference(rank_team& team, const csr_graph& graph,
                                                 const graphalytics_job& job,
                                                 const graphalytics_answer& answer);

/// A line for each vertex, in the order of ids: the id, a blank, the value; as the reference
/// outputs are. On rank 0 those of all ranks, on others nothing. Call: collective.
[[nodiscard]] std::string graphalytics_output(rank_team& team, const csr_graph& graph,
                                              const graphalytics_answer& answer);

}  // namespace orujo
