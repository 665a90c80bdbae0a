// Writes down the depths that a level search tells of.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/depth_search.hpp"

#include <utility>

#include "orujo/base/prefetch.hpp"
#include "orujo/traversal/level_search/level_search.hpp"

namespace orujo {

namespace {

struct depth_writer {
  using value_type = no_value;

  std::uint32_t* depth;

  void reach(local_vertex v, no_value, std::uint32_t level) const noexcept { depth[v] = level; }
  void leave(local_vertex v) const noexcept { depth[v] = unreached; }
  void fetch(local_vertex v) const noexcept { prefetch_to_write(&depth[v]); }
};

}  // namespace

class depth_search::implementation {
public:
  implementation(rank_team& team, const csr_graph& graph, std::string name)
      : found{.depth = huge_array<std::uint32_t>(graph.num_local()), .facts = {}},
        search(team, graph, depth_writer{found.depth.data()},
               {.name = std::move(name), .kept_bytes = sizeof(std::uint32_t)}) {}

  depth_map found;
  level_search<depth_writer> search;
};

depth_search::depth_search(rank_team& team, const csr_graph& graph, std::string name)
    : implementation_(std::make_unique<implementation>(team, graph, std::move(name))) {}
depth_search::~depth_search() = default;

const depth_map& depth_search::run(vertex_id source) {
  implementation_->found.facts = implementation_->search.run({.source = source});
  return implementation_->found;
}

}  // namespace orujo
