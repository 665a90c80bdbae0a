// The vertices within some hops of one: an ego network.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Which ways edges are followed.
enum class edge_way : std::uint8_t { forwards, backwards, either };

/// The way that is called "out", "in" or "all". Throws: usage_error for another word.
[[nodiscard]] edge_way edge_way_named(std::string_view word);

struct reach_options {
  std::uint64_t hops = 1;
  edge_way way = edge_way::forwards;  ///< All ways are the same in undirected graphs.
};

/// Of each owned vertex, whether a path of at most so many edges leads there from `centre`, along
/// the directions of edges, against them, or whatever they are; the centre is among them.
/// Call: collective; worker 0, outside on_workers(). Throws: memory_error, peer_failed,
/// interrupted_error; agreed_error for a way against directions in a graph without its edges by
/// target. Cost: a look at each edge that is followed from vertices nearer than `hops`, and a
/// message where one leads to another rank. Memory: a byte for each owned vertex.
[[nodiscard]] std::vector<std::uint8_t> neighbourhood_of(rank_team& team, const csr_graph& graph,
                                                         vertex_id centre,
                                                         const reach_options& options);

}  // namespace orujo
