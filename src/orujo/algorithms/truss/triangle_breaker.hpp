// Finds the triangles of edges that are taken, and takes them from their other edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/algorithms/truss/peel_state.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo::trusses {

/// "The edge between your vertex, the lesser, and the other has so many triangles more to begin
/// with, fewer from then on."
struct support_change {
  local_vertex vertex;
  vertex_number other;
  std::uint32_t triangles;
};

/// Some neighbours of `source`, which has an edge to your vertex.
struct row_piece {
  static constexpr std::size_t capacity = 13;

  local_vertex vertex;
  vertex_number source;
  std::uint16_t count;
  std::uint16_t taken;  ///< A bit for each of those whose edge is taken in this round.
  std::array<vertex_number, capacity> members;
};

/// A triangle whose edge between `a` and `b` is taken.
struct broken_triangle {
  vertex_number a;
  vertex_number b;
  vertex_number third;
};

/// Of a taken edge, the rank with the longer row of its two ends finds its triangles; where that is
/// another one than has the shorter row, this is sent there in pieces, each of which is looked up
/// by itself. With one rank, edges that are taken together are grouped by the end that had the
/// longer row, the hub: that row is marked, and the others are looked up in it.
///
/// A triangle of which one edge is taken takes one from the support of the others; of which two
/// are, the lesser of these, by ends, takes it from the third.
class triangle_breaker {
public:
  /// `known` outlives the object. Call: collective. Throws: memory_error on every rank.
  triangle_breaker(rank_team& team, const csr_graph& graph, peel_state& known);

  /// Breaks the triangles of some edges, or counts them while supports are counted. With one rank,
  /// edges of one hub come one after the other. Call: any worker, in an epoch where there are
  /// several ranks; each edge on both of its ranks.
  void break_all(worker& self, edge_list edges);

private:
  /// Of one worker.
  struct alignas(cache_line_bytes) lane {
    std::uint64_t intersected = 0;    // rows
    huge_array<edge_number> edge_to;  // 1 + that from the hub to each vertex, if there is one
  };

  struct change_receiver {
    triangle_breaker* owner;
    void operator()(worker& self, std::span<const support_change> batch) const {
      for (const support_change& each : batch) { owner->hear_change(self, each); }
    }
  };
  struct piece_receiver {
    triangle_breaker* owner;
    void operator()(worker& self, std::span<const row_piece> batch) const {
      for (const row_piece& each : batch) { owner->look_up(self, each); }
      owner->add_to_metric(self);
    }
  };

  /// The edges from the ends of a taken edge to the third vertex.
  struct edge_pair {
    edge_number of_a;
    edge_number of_b;
  };

  [[nodiscard]] lane& lane_of(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }
  [[nodiscard]] vertex_number number_of(local_vertex owned) const noexcept {
    return static_cast<vertex_number>(graph_.global(owned));
  }
  [[nodiscard]] local_vertex other_end(edge_number e, local_vertex end) const noexcept {
    const auto [owned, other] = known_.table.ends(e);
    return owned == end ? graph_.local(vertex_id{other}) : owned;
  }

  /// That between `b` and the third vertex, as the rank of `b` says.
  enum class other_edge : std::uint8_t { is_left, is_taken };

  void add_to_metric(worker& self);
  void break_by_hub(worker& self, edge_list edges);
  void break_or_send(worker& self, edge_list edges);
  void break_at(worker& self, local_vertex hub, edge_list edges);
  void look_up_marked(worker& self, edge_number e, local_vertex hub);
  void intersect(worker& self, edge_number e);
  void break_here(worker& self, const broken_triangle& found, const edge_pair& edges);
  void send_row(worker& self, edge_number e);
  void look_up(worker& self, const row_piece& piece);
  void break_beside(worker& self, const broken_triangle& found, edge_number own_edge,
                    other_edge other);
  void lose(worker& self, edge_number e);
  void change(worker& self, vertex_number a, vertex_number b, std::uint32_t triangles);
  void hear_change(worker& self, const support_change& what);

  rank_team& team_;
  const csr_graph& graph_;
  peel_state& known_;
  std::vector<lane> lanes_;
  intersection_metric intersections_;
  channel<support_change, change_receiver> changes_;
  channel<row_piece, piece_receiver> pieces_;
};

}  // namespace orujo::trusses
