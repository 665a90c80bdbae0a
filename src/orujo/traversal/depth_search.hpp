// How far vertices are from a source, in edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/level_search/facts.hpp"

namespace orujo {

/// What a search found, spread over the ranks as the graph is.
struct depth_map {
  huge_array<std::uint32_t> depth;  ///< Of owned vertices; `unreached` where no path leads.
  search_facts facts;
};

/// Searches along out-edges, one search after the other in the same memory.
class depth_search {
public:
  /// `name` is the algorithm's, for messages about errors. `team` and `graph` outlive the object.
  /// Call: collective. Throws: memory_error if it will not fit. Memory: 4 bytes for each owned
  /// vertex, and that of a level_search.
  depth_search(rank_team& team, const csr_graph& graph, std::string name);
  depth_search(const depth_search&) = delete;
  depth_search& operator=(const depth_search&) = delete;
  ~depth_search();

  /// Searches from the vertex `source`; the result is valid until the next call.
  /// Call: collective; worker 0, outside on_workers(). Throws, Cost: as level_search::run().
  const depth_map& run(vertex_id source);

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

}  // namespace orujo
