// Takes tokens from a graph's map of ids.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/checking/vertex_tokens.hpp"

#include <cstddef>

#include "orujo/base/hash.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::checking {

std::uint64_t token_of_name(std::string_view name) noexcept { return hash_bytes(name); }

std::uint64_t token_of_label(const id_map& ids, vertex_id v) noexcept {
  return ids.is_named() ? token_of_name(ids.name(v)) : ids.input_id(v);
}

vertex_tokens::vertex_tokens(rank_team& team, const csr_graph& graph, token_kind kind)
    : graph_(graph) {
  const id_map& ids = graph.ids();
  if (kind == token_kind::numbers) { return; }
  offset_ = ids.offset();
  // A rank without vertices may hold no ids; whether any are stored is the same everywhere.
  if (all_sum(team, ids.is_dense() && !ids.is_named() ? 0U : 1U) == 0) { return; }
  stored_ = run_agreed(team, [&] {
    return huge_array<std::uint64_t>(std::size_t{graph.num_local()} + graph.num_ghosts() + 1);
  });
  parallel_for(team, graph.num_local(), 1 << 14, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      stored_[v] = token_of_label(ids, graph.global(static_cast<local_vertex>(v)));
    }
  });
  ghost_values<std::uint64_t>(team, graph).update(stored_.span());
}

}  // namespace orujo::checking
