// A graph spread over the ranks in compressed sparse rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/block_partition.hpp"
#include "orujo/graph/edge_input.hpp"
#include "orujo/graph/id_map.hpp"
#include "orujo/graph/parallel_edges.hpp"
#include "orujo/graph/rank_ranges.hpp"
#include "orujo/graph/stored_weights.hpp"

namespace orujo {

/// A vertex as one rank numbers it: first those it owns (0 … num_local-1, in id order), then its
/// ghosts, the vertices of other ranks that its edges touch, in id order and so grouped by owner.
using local_vertex = std::uint32_t;

/// The edges of one direction: row v holds the neighbours of owned vertex v, ascending by local
/// index. The arrays belong to `storage` (memory of our own or a mapped file).
struct adjacency {
  std::span<const std::uint64_t> offsets;  ///< num_local + 1 of them.
  std::span<const local_vertex> targets;
  weight_view weights;  ///< Empty, or as long as `targets`.
  std::shared_ptr<const void> storage;

  [[nodiscard]] std::span<const local_vertex> row(local_vertex v) const noexcept {
    return targets.subspan(offsets[v], offsets[v + 1] - offsets[v]);
  }
  /// `T` is the type of `weights`.
  template <stored_weight T>
  [[nodiscard]] std::span<const T> row_weights(local_vertex v) const noexcept {
    return weights.as<T>().subspan(offsets[v], offsets[v + 1] - offsets[v]);
  }
  [[nodiscard]] std::uint64_t degree(local_vertex v) const noexcept {
    return offsets[v + 1] - offsets[v];
  }

  // Not for vertices of the whole graph: see csr_graph.
  void row(std::same_as<vertex_id> auto) const = delete;
  template <stored_weight T>
  void row_weights(std::same_as<vertex_id> auto) const = delete;
  void degree(std::same_as<vertex_id> auto) const = delete;
};

/// What is known of the whole graph, times apart the same on every rank.
struct graph_facts {
  std::string name;
  std::string recognised;            ///< What the input was taken for, for people.
  std::vector<std::string> guesses;  ///< What its reader assumed, for people.
  vertex_id num_vertices = 0;
  std::uint64_t num_arcs =
      0;  ///< Directed edges stored: an undirected edge counts twice, a loop once.
  std::uint64_t num_edges = 0;  ///< As people count: undirected edges once.
  bool directed = false;
  bool direction_assumed = false;  ///< Neither the input nor the caller said that it is directed.
  weight_kind weights = weight_kind::none;
  bool input_has_weights = false;                 ///< Whether they are stored or left out.
  parallel_edges parallel = parallel_edges::one;  ///< What stayed of edges with the same ends.
  std::uint64_t dropped_loops = 0;                ///< Self-loops of the input that were left out.
  std::uint64_t dropped_duplicates = 0;           ///< Parallel edges of the input that were merged.
  double seconds_load = 0;   ///< Reading or generating the edges, on this rank.
  double seconds_build = 0;  ///< From the last edge to the finished graph, on this rank.
};

/// For each rank r, the owned vertices that are ghosts of r, in id order: what a ghost update sends
/// to r, in the order in which r keeps its ghosts of this rank.
/// Memory: 4 bytes for each mirror, and rank_ranges.
class mirror_lists {
public:
  [[nodiscard]] std::span<const local_vertex> of(rank_id rank) const noexcept {
    const auto [first, last] = ranges_.of(rank);
    return std::span(vertices_).subspan(first, last - first);
  }

  /// Calls `visit(rank, vertices)` for each rank that has some, from `start` on, and around.
  template <typename Visit>
  void for_each(rank_id start, Visit visit) const {
    ranges_.for_each(start, [&](rank_id rank, std::size_t first, std::size_t last) {
      visit(rank, std::span(vertices_).subspan(first, last - first));
    });
  }

  /// Adds those of `rank`, which is above all ranks whose vertices were added.
  void add(rank_id rank, std::span<const local_vertex> vertices);

  /// Says that all have been added. Call: once, before of().
  void seal();

  /// Mirrors for all ranks.
  [[nodiscard]] std::size_t size() const noexcept { return vertices_.size(); }

  [[nodiscard]] std::uint64_t memory_bytes() const noexcept;

private:
  rank_ranges ranges_;
  std::vector<local_vertex> vertices_;
};

/// What one rank holds of a graph.
struct csr_parts {
  graph_facts facts;
  block_partition partition;
  adjacency out;
  std::optional<adjacency> in;    ///< Empty for undirected graphs: `out` serves.
  std::vector<vertex_id> ghosts;  ///< Ids of the ghosts, ascending.
  mirror_lists mirrors;
  id_map ids;
};

/// A graph spread over the ranks by blocks of vertices. Read only once built.
///
/// Vertices of the whole graph are vertex_ids, those of a rank local_vertices, and with one rank
/// they are the same numbers. What takes the one kind does not compile with the other: a mix-up
/// would pass every test on one rank.
class csr_graph {
public:
  csr_graph(rank_id rank, csr_parts parts);  ///< Cost: offsets are looked at up to a long row.

  [[nodiscard]] const graph_facts& facts() const noexcept { return parts_.facts; }
  [[nodiscard]] vertex_id num_vertices() const noexcept { return parts_.facts.num_vertices; }
  [[nodiscard]] bool directed() const noexcept { return parts_.facts.directed; }
  [[nodiscard]] const block_partition& partition() const noexcept { return parts_.partition; }
  [[nodiscard]] const id_map& ids() const noexcept { return parts_.ids; }
  /// How weights are stored; the same on every rank.
  [[nodiscard]] weight_type stored_weights() const noexcept { return parts_.out.weights.type(); }

  /// Vertices that this rank owns.
  [[nodiscard]] local_vertex num_local() const noexcept { return num_local_; }
  [[nodiscard]] local_vertex num_ghosts() const noexcept {
    return static_cast<local_vertex>(parts_.ghosts.size());
  }
  /// Ids of the ghosts, ascending: of local numbers from num_local() on.
  [[nodiscard]] std::span<const vertex_id> ghosts() const noexcept { return parts_.ghosts; }
  [[nodiscard]] bool is_owned(local_vertex v) const noexcept { return v < num_local_; }

  [[nodiscard]] const adjacency& out_edges() const noexcept { return parts_.out; }
  /// Edges by target; of an undirected graph the same as out_edges().
  [[nodiscard]] const adjacency& in_edges() const noexcept {
    return parts_.in ? *parts_.in : parts_.out;
  }

  /// Whether edges by target are stored apart from those by source.
  [[nodiscard]] bool has_in_edges() const noexcept { return parts_.in.has_value(); }

  [[nodiscard]] rank_id owner(vertex_id v) const noexcept { return parts_.partition.owner(v); }
  [[nodiscard]] bool owns(vertex_id v) const noexcept {
    return v >= first_ && v - first_ < num_local_;
  }
  /// The id of an owned vertex or ghost.
  [[nodiscard]] vertex_id global(local_vertex v) const noexcept {
    return v < num_local_ ? first_ + v : parts_.ghosts[v - num_local_];
  }
  /// The local number of an owned vertex.
  [[nodiscard]] local_vertex local(vertex_id v) const noexcept {
    return static_cast<local_vertex>(v - first_);
  }

  void owner(std::same_as<local_vertex> auto) const = delete;
  void owns(std::same_as<local_vertex> auto) const = delete;
  void local(std::same_as<local_vertex> auto) const = delete;
  void global(std::same_as<vertex_id> auto) const = delete;
  void is_owned(std::same_as<vertex_id> auto) const = delete;

  /// The owner of ghost `v` and its local number there (num_local <= v).
  struct remote_vertex {
    rank_id owner;
    local_vertex local;
  };
  [[nodiscard]] remote_vertex remote(local_vertex v) const noexcept {
    const vertex_id id = parts_.ghosts[v - num_local_];
    const rank_id rank = owner(id);
    return {rank, static_cast<local_vertex>(id - parts_.partition.first(rank))};
  }

  /// Fetches what remote(v) will read. Call: as remote().
  void prefetch_remote(local_vertex v) const noexcept {
    prefetch_to_read(&parts_.ghosts[v - num_local_]);
  }

  /// The ghosts that rank r owns: local numbers ghost_range(r).first … second - 1.
  [[nodiscard]] std::pair<local_vertex, local_vertex> ghost_range(rank_id rank) const noexcept {
    const auto [first, last] = ghost_ranges_.of(rank);
    return {num_local_ + static_cast<local_vertex>(first),
            num_local_ + static_cast<local_vertex>(last)};
  }

  /// The owned vertices that are ghosts of rank r; see mirror_lists.
  [[nodiscard]] std::span<const local_vertex> mirrors(rank_id rank) const noexcept {
    return parts_.mirrors.of(rank);
  }

  [[nodiscard]] const mirror_lists& all_mirrors() const noexcept { return parts_.mirrors; }

  /// Where a row is longer, longest_row() does not say how long rows are.
  static constexpr std::uint64_t longest_short_row = 64;
  /// The most edges out of an owned vertex, or into one, or some number above longest_short_row.
  [[nodiscard]] std::uint64_t longest_row() const noexcept { return longest_row_; }

  /// Calls `visit(rank, first, last)` for each rank that owns ghosts of this rank, with their local
  /// numbers, in an order that begins elsewhere on each rank. Cost: as many calls.
  template <typename Visit>
  void for_each_ghost_owner(Visit visit) const {
    ghost_ranges_.for_each(rank_, [&](rank_id rank, std::size_t first, std::size_t last) {
      visit(rank, num_local_ + static_cast<local_vertex>(first),
            num_local_ + static_cast<local_vertex>(last));
    });
  }

  /// Calls `visit(rank, vertices)` for each rank that has mirrors here, in an order that begins
  /// elsewhere on each rank. Cost: as many calls.
  template <typename Visit>
  void for_each_reader(Visit visit) const {
    parts_.mirrors.for_each(rank_, visit);
  }

  /// Bytes of the arrays that this rank holds.
  [[nodiscard]] std::uint64_t memory_bytes() const noexcept;

  void describe(report_card& card) const;

  /// Gives away what it holds, to be changed and made a graph again.
  [[nodiscard]] csr_parts take_parts() && noexcept { return std::move(parts_); }

private:
  csr_parts parts_;
  rank_id rank_;
  vertex_id first_;
  local_vertex num_local_;
  rank_ranges ghost_ranges_;
  std::uint64_t longest_row_;
};

}  // namespace orujo
