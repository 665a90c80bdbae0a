// Marks, numbers and exchanges the roots of pieces.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/joining/pieces.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "orujo/base/prefetch.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/row_prefetch.hpp"

namespace orujo::connectivity {

namespace {

/// Runs `of_ghost(worker, owner, ghost)` for all ghosts, shared out among the workers, and
/// `prefetch(ghost)` some time before.
template <typename Prefetch, typename OfGhost>
void over_ghosts(rank_team& team, const csr_graph& graph, Prefetch prefetch, OfGhost of_ghost) {
  team.on_workers([&](worker& self) {
    graph.for_each_ghost_owner([&](rank_id owner, local_vertex begin, local_vertex end) {
      const index_range part = even_share(end - begin, self.index(), team.num_workers());
      for (std::size_t i = part.first; i < part.last; ++i) {
        if (i + rows_ahead < part.last) {
          prefetch(static_cast<local_vertex>(begin + i + rows_ahead));
        }
        of_ghost(self, owner, static_cast<local_vertex>(begin + i));
      }
    });
  });
}

/// Sets the numbers of all roots that a ghost or a mirror has to 1, and makes those their parents.
void mark_roots(rank_team& team, const csr_graph& graph, disjoint_forest& forest,
                std::span<local_vertex> numbers) {
  const auto mark = [&](local_vertex root) {
    // Several workers may write the same value; relaxed, the end of the loop publishes it.
    std::atomic_ref<local_vertex>(numbers[root]).store(1, std::memory_order_relaxed);
  };
  graph.for_each_reader([&](rank_id /*reader*/, std::span<const local_vertex> mirrors) {
    parallel_for(team, mirrors.size(), 4096, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) { mark(forest.find_and_flatten(mirrors[i])); }
    });
  });
  const auto prefetch = [&](local_vertex ghost) { forest.prefetch(forest.parent(ghost)); };
  over_ghosts(team, graph, prefetch, [&](worker& /*self*/, rank_id /*owner*/, local_vertex ghost) {
    const local_vertex root = forest.find_and_flatten(ghost);
    if (root != ghost) { mark(root); }
  });
}

/// Numbers the marked roots from 1.
std::vector<local_vertex> number_roots(std::span<local_vertex> numbers) {
  std::vector<local_vertex> roots;
  for (std::size_t v = 0; v < numbers.size(); ++v) {
    if (numbers[v] == 0) { continue; }
    roots.push_back(static_cast<local_vertex>(v));
    numbers[v] = static_cast<local_vertex>(roots.size());
  }
  return roots;
}

/// The pieces of all ranks, numbered through.
block_partition number_through(rank_team& team, std::size_t count) {
  std::vector<vertex_id> starts = {0};
  for (const std::uint64_t each : all_gather(team, std::uint64_t{count})) {
    starts.push_back(starts.back() + each);
  }
  return block_partition(std::move(starts));
}

/// Edges as one worker finds them; most come again and again.
class edge_collector {
public:
  void add(const piece_edge& edge) {
    piece_edge& same = recent_[mix64(edge.piece ^ (edge.other << 32U)) % recent_.size()];
    if (same == edge) { return; }
    same = edge;
    edges_.push_back(edge);
  }
  [[nodiscard]] std::vector<piece_edge>& edges() noexcept { return edges_; }

private:
  std::array<piece_edge, 1024> recent_{};  // no edge is from piece 0 to itself
  std::vector<piece_edge> edges_;
};

}  // namespace

piece_graph find_pieces(rank_team& team, const csr_graph& graph, disjoint_forest& forest,
                        std::span<local_vertex> numbers) {
  mark_roots(team, graph, forest, numbers);
  piece_graph result;
  result.roots = number_roots(numbers.first(graph.num_local()));
  result.pieces = number_through(team, result.roots.size());
  ghost_values<local_vertex>(team, graph).update(numbers, [&](local_vertex mirror) {
    return numbers[forest.parent(mirror)];
  });
  const piece_id before_own = result.pieces.first(team.rank()) - 1;  // numbers count from 1
  std::vector<edge_collector> found(static_cast<std::size_t>(team.num_workers()));
  const auto prefetch = [&](local_vertex ghost) {
    prefetch_to_read(&numbers[forest.parent(ghost)]);
  };
  over_ghosts(team, graph, prefetch, [&](worker& self, rank_id owner, local_vertex ghost) {
    const local_vertex root = forest.parent(ghost);
    if (root == ghost) { return; }  // none of its edges was needed here
    const piece_id before_other = result.pieces.first(owner) - 1;
    found[static_cast<std::size_t>(self.index())].add(
        {before_own + numbers[root], before_other + numbers[ghost]});
  });
  result.edges = std::move(found.front().edges());
  for (std::size_t i = 1; i < found.size(); ++i) {
    const std::vector<piece_edge>& more = found[i].edges();
    result.edges.insert(result.edges.end(), more.begin(), more.end());
  }
  return result;
}

}  // namespace orujo::connectivity
