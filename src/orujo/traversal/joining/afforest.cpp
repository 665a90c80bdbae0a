// From the trees of each rank to labels that all ranks agree on.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/joining/afforest.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/tasks/touched_array.hpp"
#include "orujo/traversal/joining/disjoint_forest.hpp"
#include "orujo/traversal/joining/local.hpp"
#include "orujo/traversal/joining/merge.hpp"
#include "orujo/traversal/joining/names.hpp"
#include "orujo/traversal/joining/pieces.hpp"

namespace orujo::connectivity {

namespace {

/// What may be gathered on every rank: about what each has in memory anyway, and where ranks are
/// many, which as a rule share hosts and their memory, what all together hold in 128 MiB.
std::uint64_t gather_limit(rank_team& team, const csr_graph& graph, between_ranks how) {
  constexpr std::uint64_t most = std::uint64_t{1} << 16;
  constexpr std::uint64_t most_of_all = 256 * most;
  if (how == between_ranks::rounds) { return 0; }
  const auto ranks = static_cast<std::uint64_t>(team.size());
  return std::max(std::min(most, most_of_all / ranks), graph.num_vertices() / ranks);
}

}  // namespace

joined_vertices join_vertices(rank_team& team, const csr_graph& graph, between_ranks how) {
  require_room(team, graph, "components", {.per_vertex = 16, .per_ghost = 8});
  disjoint_forest forest(team, std::size_t{graph.num_local()} + graph.num_ghosts());
  huge_array<local_vertex> scratch = touched_array<local_vertex>(team, forest.size());
  const std::uint64_t skipped = join_locally(team, graph, forest, scratch.span());
  joined_vertices result;
  if (team.size() == 1) {
    scratch = {};
    result.components = write_labels(team, graph, result.label,
                                     [&](local_vertex v) { return vertex_id{forest.find(v)}; });
  } else {
    piece_graph found = find_pieces(team, graph, forest, scratch.span());
    const merged_pieces merged =
        merge_pieces(team, found.pieces, std::move(found.edges), gather_limit(team, graph, how));
    std::vector<vertex_id> names;
    names.reserve(found.roots.size());
    for (const local_vertex root : found.roots) { names.push_back(graph.global(root)); }
    const auto labels = fetch_from_owners(team, found.pieces, names, merged.least);
    result.components = write_labels(team, graph, result.label, [&](local_vertex v) {
      const local_vertex root = forest.find(v);
      return scratch[root] == 0 ? graph.global(root) : labels[scratch[root] - 1];
    });
    result.merge_rounds = merged.rounds;
  }
  result.skipped_vertices = all_sum(team, skipped);
  return result;
}

}  // namespace orujo::connectivity
