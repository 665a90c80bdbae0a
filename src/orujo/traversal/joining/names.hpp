// Writes labels of components, and counts the vertices that are their own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/tasks/touched_array.hpp"

namespace orujo::connectivity {

/// Labels each owned vertex with `label_of(vertex)`, on all workers. Returns how many vertices of
/// the graph are their own labels: the number of components. Call: collective.
template <typename LabelOf>
[[nodiscard]] std::uint64_t write_labels(rank_team& team, const csr_graph& graph,
                                         huge_array<vertex_id>& label, LabelOf label_of) {
  constexpr std::size_t vertices_per_chunk = 4096;
  if (label.size() != graph.num_local()) {
    label = touched_array<vertex_id>(team, graph.num_local());
  }
  std::atomic<std::uint64_t> names{0};
  parallel_for(team, label.size(), vertices_per_chunk, [&](std::size_t first, std::size_t last) {
    std::uint64_t found = 0;
    for (std::size_t v = first; v < last; ++v) {
      label[v] = label_of(static_cast<local_vertex>(v));
      found += label[v] == graph.global(static_cast<local_vertex>(v)) ? 1U : 0U;
    }
    names.fetch_add(found, std::memory_order_relaxed);  // a count, read after the workers have met
  });
  return all_sum(team, names.load());
}

}  // namespace orujo::connectivity
