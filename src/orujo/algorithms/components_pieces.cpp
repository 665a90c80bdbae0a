// Marks, numbers and exchanges the roots of pieces.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/components_pieces.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::connectivity {

namespace {

constexpr std::size_t vertices_per_chunk = 4096;

/// Numbers of pieces by vertex: at a root the number of its piece on this rank; at a mirror, that
/// of its root; at a ghost, that of its root at its owner.
class piece_numbers {
public:
  piece_numbers(rank_team& team, const csr_graph& graph, const disjoint_forest& forest)
      : team_(team), graph_(graph), forest_(forest), numbers_(forest.size()) {
    over_mirrors([&](local_vertex mirror) { mark(forest_.parent(mirror)); });
    over_ghosts([&](worker& /*self*/, rank_id /*owner*/, local_vertex ghost) {
      if (!forest_.is_root(ghost)) { mark(forest_.parent(ghost)); }
    });
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      if (numbers_[v] == 0) { continue; }
      numbers_[v] = static_cast<local_vertex>(roots_.size());
      roots_.push_back(v);
    }
    over_mirrors([&](local_vertex mirror) {
      if (!forest_.is_root(mirror)) { copy(mirror, forest_.parent(mirror)); }
    });
    ghost_values<local_vertex>(team, graph).update(numbers_.span());
  }

  [[nodiscard]] local_vertex at(local_vertex v) const noexcept { return numbers_[v]; }
  [[nodiscard]] std::vector<local_vertex> take_roots() && { return std::move(roots_); }
  [[nodiscard]] std::size_t count() const noexcept { return roots_.size(); }

  /// Runs `of_ghost(worker, owner, ghost)` for all ghosts, shared out among the workers.
  template <typename OfGhost>
  void over_ghosts(OfGhost of_ghost) {
    team_.on_workers([&](worker& self) {
      for (int r = 0; r < team_.size(); ++r) {
        const auto [begin, end] = graph_.ghost_range(rank_id{r});
        const index_range part = even_share(end - begin, self.index(), team_.num_workers());
        for (std::size_t i = part.first; i < part.last; ++i) {
          of_ghost(self, rank_id{r}, static_cast<local_vertex>(begin + i));
        }
      }
    });
  }

private:
  template <typename OfMirror>
  void over_mirrors(OfMirror of_mirror) {
    for (int r = 0; r < team_.size(); ++r) {
      const std::span<const local_vertex> mirrors = graph_.mirrors(rank_id{r});
      parallel_for(team_, mirrors.size(), vertices_per_chunk,
                   [&](std::size_t first, std::size_t last) {
                     for (std::size_t i = first; i < last; ++i) { of_mirror(mirrors[i]); }
                   });
    }
  }

  // Several workers may write the same value to one place; relaxed, the end of the loop publishes
  // it.
  void mark(local_vertex root) { write(root, 1); }
  void copy(local_vertex mirror, local_vertex root) { write(mirror, numbers_[root]); }
  void write(local_vertex v, local_vertex value) {
    std::atomic_ref<local_vertex>(numbers_[v]).store(value, std::memory_order_relaxed);
  }

  rank_team& team_;
  const csr_graph& graph_;
  const disjoint_forest& forest_;
  huge_array<local_vertex> numbers_;
  std::vector<local_vertex> roots_;
};

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
    piece_edge& same = recent_[mix64(edge.piece ^ mix64(edge.other)) % recent_.size()];
    if (same == edge) { return; }
    same = edge;
    edges_.push_back(edge);
  }
  [[nodiscard]] const std::vector<piece_edge>& edges() const noexcept { return edges_; }

private:
  std::array<piece_edge, 1024> recent_{};  // no edge is from piece 0 to itself
  std::vector<piece_edge> edges_;
};

}  // namespace

piece_graph find_pieces(rank_team& team, const csr_graph& graph, const disjoint_forest& forest) {
  piece_numbers numbers(team, graph, forest);
  piece_graph result;
  result.pieces = number_through(team, numbers.count());
  const piece_id first = result.pieces.first(team.rank());
  std::vector<edge_collector> found(static_cast<std::size_t>(team.num_workers()));
  numbers.over_ghosts([&](worker& self, rank_id owner, local_vertex ghost) {
    if (forest.is_root(ghost)) { return; }  // none of its edges was needed here
    found[static_cast<std::size_t>(self.index())].add(
        {first + numbers.at(forest.parent(ghost)), result.pieces.first(owner) + numbers.at(ghost)});
  });
  for (const edge_collector& each : found) {
    result.edges.insert(result.edges.end(), each.edges().begin(), each.edges().end());
  }
  result.roots = std::move(numbers).take_roots();
  return result;
}

}  // namespace orujo::connectivity
