// Makes a graph out of a stream of edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/edge_input.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What the blocks of vertices that the ranks own have in common.
enum class block_balance : std::uint8_t {
  vertices,  ///< Equally many vertices.
  edges,     ///< About equally many vertices and edges together.
};

/// Where weights come from.
enum class weight_origin : std::uint8_t {
  input,   ///< The input, if it has any.
  none,    ///< There are none.
  random,  ///< Whole numbers drawn for each pair of vertices, the same for both directions.
};

struct weight_options {
  weight_origin from = weight_origin::input;
  std::uint32_t low = 1;  ///< Of random weights.
  std::uint32_t high = 255;
  std::uint64_t seed = 0;
};

/// How the edges of the input become a graph. The standard is that of SNAP and of the GAP suite.
struct build_options {
  /// Whether edges are one-way; empty: what the input says, and one-way where it says nothing.
  /// An undirected input taken as directed keeps each edge in the direction that it lists.
  std::optional<bool> directed = {};
  block_balance balance = block_balance::edges;
  /// What stays of parallel edges. Drawn weights belong to pairs of vertices, not to their edges.
  parallel_edges parallel = parallel_edges::lightest;
  bool keep_self_loops = false;
  bool in_edges = true;  ///< Whether a directed graph also keeps its edges by target.
  /// Whether vertices without edges stay that the input declares or lists. Else the vertices are
  /// the ids, or the names, that appear in an edge (loops included), whether listed or not.
  bool keep_isolated = true;
  bool wide_ids = false;  ///< Carries vertices as 64-bit numbers where 32 bits would do; for tests.
  weight_options weights = {};
  reading_watch on_progress = {};
};

/// Opens one rank's share of an input.
using input_opener = std::function<std::unique_ptr<edge_input>(input_part)>;

/// Builds the graph of all edges and vertices that the parts of an input give. Vertices are
/// numbered in the order of their ids, or of the bytes of their names; graph.ids() knows the way
/// back. The graph is the same for every number of ranks and workers.
/// Call: collective. Throws, the same on every rank: what `open` and the input throw, input_error
/// for an edge to a vertex that is neither declared nor in a list of all vertices, where there is
/// one, and memory_error before memory runs out.
/// Memory: besides the graph at most 1.5 times as much, in buffers that are freed on the way.
[[nodiscard]] csr_graph build_graph(rank_team& team, const input_opener& open,
                                    const build_options& options = {});

/// Builds the graph with vertices 0 … num_vertices-1 and `edges`, which are the same on every rank.
/// Call: collective. Throws: usage_error if an edge leads to another vertex.
[[nodiscard]] csr_graph graph_from_edges(rank_team& team, vertex_id num_vertices,
                                         std::span<const input_edge> edges,
                                         const build_options& options = {});

/// The same with a weight for each edge. If all are whole, and none is beyond 2^53 where they are
/// given as `weights`, they are stored as such. `edges.vertices` is only checked to be among them.
[[nodiscard]] csr_graph graph_from_edges(rank_team& team, vertex_id num_vertices,
                                         const edge_chunk& edges,
                                         const build_options& options = {});

}  // namespace orujo
