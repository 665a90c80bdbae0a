// Intersects rows.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/truss/triangle_breaker.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "orujo/epochs/collectives.hpp"

namespace orujo::trusses {

namespace {

/// Whether the edge between `a` and the third loses the triangle because that between `a` and `b`
/// is taken; said whether it is taken itself, and the one between `b` and the third.
[[nodiscard]] bool loses_second(const broken_triangle& triangle, bool is_taken,
                                bool other_is_taken) noexcept {
  // Of two edges with `b` in common the lesser is that whose other end is.
  return !is_taken && (!other_is_taken || triangle.a < triangle.third);
}

}  // namespace

triangle_breaker::triangle_breaker(rank_team& team, const csr_graph& graph, peel_state& known)
    : team_(team),
      graph_(graph),
      known_(known),
      lanes_(static_cast<std::size_t>(team.num_workers())),
      intersections_(team),
      changes_(team, change_receiver{this}, {.name = "triangles lost"}),
      pieces_(team, piece_receiver{this}, {.how = deliver::later, .name = "rows"}) {
  if (team.size() > 1) { return; }
  run_agreed(team, [&] {
    for (lane& each : lanes_) { each.edge_to = huge_array<edge_number>(graph.num_local()); }
  });
}

void triangle_breaker::break_all(worker& self, edge_list edges) {
  if (team_.size() == 1) {
    break_by_hub(self, edges);
  } else {
    break_or_send(self, edges);
  }
  add_to_metric(self);
}

void triangle_breaker::add_to_metric(worker& self) {
  intersections_.add(self, std::exchange(lane_of(self).intersected, 0));
  self.look();
}

void triangle_breaker::break_by_hub(worker& self, edge_list edges) {
  for (std::size_t i = 0; i < edges.size();) {
    const std::size_t first = i;
    const local_vertex hub = known_.table.hub(edges[first]);
    while (i < edges.size() && known_.table.hub(edges[i]) == hub) { ++i; }
    break_at(self, hub, edges.subspan(first, i - first));
  }
}

void triangle_breaker::break_or_send(worker& self, edge_list edges) {
  for (const edge_number e : edges) {
    if (graph_.owns(vertex_id{known_.table.ends(e).other})) {
      intersect(self, e);
    } else if (!known_.table.other_is_shorter(e)) {
      send_row(self, e);
    }
  }
}

/// Edges of one hub: its row is marked, unless the others are too short for that.
void triangle_breaker::break_at(worker& self, local_vertex hub, edge_list edges) {
  constexpr std::size_t much_longer = 4;
  const edge_row row = known_.table.row(hub);
  std::size_t looks = 0;
  for (const edge_number e : edges) { looks += known_.table.row(other_end(e, hub)).targets.size(); }
  if (row.targets.size() > much_longer * looks) {
    for (const edge_number e : edges) { intersect(self, e); }
    return;
  }
  huge_array<edge_number>& edge_to = lane_of(self).edge_to;
  for (std::size_t i = 0; i < row.targets.size(); ++i) {
    edge_to[row.targets[i]] = row.edges[i] + 1;
  }
  for (const edge_number e : edges) { look_up_marked(self, e, hub); }
  for (const vertex_number target : row.targets) { edge_to[target] = 0; }
}

void triangle_breaker::look_up_marked(worker& self, edge_number e, local_vertex hub) {
  ++lane_of(self).intersected;
  const huge_array<edge_number>& edge_to = lane_of(self).edge_to;
  const local_vertex end = other_end(e, hub);
  const edge_row row = known_.table.row(end);
  if (known_.is_counting) {
    std::uint32_t count = 0;
    for (const vertex_number w : row.targets) { count += edge_to[w] != 0 ? 1U : 0U; }
    known_.set_support(e, count);
    return;
  }
  for (std::size_t i = 0; i < row.targets.size(); ++i) {
    const vertex_number w = row.targets[i];
    const edge_number from_hub = edge_to[w];
    if (from_hub == 0) { continue; }
    break_here(self, {number_of(hub), number_of(end), w}, {from_hub - 1, row.edges[i]});
  }
}

/// Finds the triangles of an edge with two owned ends.
void triangle_breaker::intersect(worker& self, edge_number e) {
  ++lane_of(self).intersected;
  const auto [owned, other] = known_.table.ends(e);
  const edge_row a = known_.table.row(owned);
  const edge_row b = known_.table.row(graph_.local(vertex_id{other}));
  if (known_.is_counting) {
    std::uint32_t count = 0;
    for_each_common(a, b, [&](vertex_number, edge_number, edge_number) { ++count; });
    known_.set_support(e, count);
    return;
  }
  const vertex_number own = number_of(owned);
  for_each_common(a, b, [&, other = other](vertex_number w, edge_number of_a, edge_number of_b) {
    break_here(self, {own, other, w}, {of_a, of_b});
  });
}

void triangle_breaker::break_here(worker& self, const broken_triangle& found,
                                  const edge_pair& edges) {
  const std::uint32_t state_a = known_.at(edges.of_a);
  const std::uint32_t state_b = known_.at(edges.of_b);
  const bool taken_a = state_a == known_.taken_now();
  const bool taken_b = state_b == known_.taken_now();
  if (!(is_left(state_a) || taken_a) || !(is_left(state_b) || taken_b)) { return; }
  if (loses_second(found, taken_a, taken_b)) { lose(self, edges.of_a); }
  if (loses_second({found.b, found.a, found.third}, taken_b, taken_a)) { lose(self, edges.of_b); }
}

/// The edge loses a triangle.
void triangle_breaker::lose(worker& self, edge_number e) {
  if (known_.table.keeps(e)) { return known_.subtract(self, e); }
  const auto [owned, other] = known_.table.ends(e);
  const rank_id owner = graph_.owner(vertex_id{other});
  changes_.send(self, owner,
                support_change{known_.table.place_of(other, owner), number_of(owned), 1});
}

void triangle_breaker::change(worker& self, vertex_number a, vertex_number b,
                              std::uint32_t triangles) {
  const vertex_number lesser = std::min(a, b);
  const rank_id owner = graph_.owner(vertex_id{lesser});
  const support_change what{known_.table.place_of(lesser, owner), std::max(a, b), triangles};
  if (owner == team_.rank()) {
    hear_change(self, what);
  } else {
    changes_.send(self, owner, what);
  }
}

void triangle_breaker::hear_change(worker& self, const support_change& what) {
  const edge_number e = known_.table.find(what.vertex, what.other);
  if (known_.is_counting) {
    std::atomic_ref(known_.states[e]).fetch_add(what.triangles, std::memory_order_relaxed);
  } else {
    known_.subtract(self, e);
  }
}

/// Sends the row of the owned end to the rank of the other.
void triangle_breaker::send_row(worker& self, edge_number e) {
  const auto [owned, other] = known_.table.ends(e);
  const rank_id to = graph_.owner(vertex_id{other});
  row_piece piece{.vertex = known_.table.place_of(other, to),
                  .source = number_of(owned),
                  .count = 0,
                  .taken = 0,
                  .members = {}};
  const edge_row row = known_.table.row(owned);
  for (std::size_t i = 0; i < row.targets.size(); ++i) {
    const std::uint32_t state = known_.at(row.edges[i]);
    const bool is_taken = state == known_.taken_now();
    if (row.targets[i] == other || !(is_left(state) || is_taken)) { continue; }
    if (is_taken) { piece.taken |= static_cast<std::uint16_t>(1U << piece.count); }
    piece.members[piece.count++] = row.targets[i];
    if (piece.count < row_piece::capacity) { continue; }
    pieces_.send(self, to, piece);
    piece.count = piece.taken = 0;
  }
  if (piece.count > 0) { pieces_.send(self, to, piece); }
}

void triangle_breaker::look_up(worker& self, const row_piece& piece) {
  ++lane_of(self).intersected;
  const edge_row row = known_.table.row(piece.vertex);
  const vertex_number own = number_of(piece.vertex);
  std::uint32_t count = 0;
  auto from = row.targets.begin();
  for (std::size_t i = 0; i < piece.count; ++i) {
    const vertex_number w = piece.members[i];
    from = std::lower_bound(from, row.targets.end(), w);
    if (from == row.targets.end()) { break; }
    if (*from != w) { continue; }
    ++count;
    if (known_.is_counting) { continue; }
    const edge_number e = row.edges[static_cast<std::size_t>(from - row.targets.begin())];
    const bool is_taken = (piece.taken >> i & 1U) != 0;
    break_beside(self, {own, piece.source, w}, e,
                 is_taken ? other_edge::is_taken : other_edge::is_left);
  }
  if (known_.is_counting && count > 0) { change(self, piece.source, own, count); }
}

/// `a` is owned, `own_edge` is that to the third.
void triangle_breaker::break_beside(worker& self, const broken_triangle& found,
                                    edge_number own_edge, other_edge other) {
  const std::uint32_t state = known_.at(own_edge);
  const bool is_taken = state == known_.taken_now();
  const bool other_is_taken = other == other_edge::is_taken;
  if (!is_left(state) && !is_taken) { return; }
  if (loses_second(found, is_taken, other_is_taken)) { lose(self, own_edge); }
  if (loses_second({found.b, found.a, found.third}, other_is_taken, is_taken)) {
    change(self, found.b, found.third, 1);
  }
}

}  // namespace orujo::trusses
