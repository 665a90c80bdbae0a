// A heap of the vertices that wait for a place; the best of all ranks is taken.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/incidence_order.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// A vertex that may come next; `no_vertex` if a rank has none.
struct next_in_order {
  std::uint32_t taken_neighbours = 0;
  std::uint64_t degree = 0;
  vertex_id vertex = no_vertex;

  [[nodiscard]] bool comes_before(const next_in_order& other) const noexcept {
    if (vertex == no_vertex || other.vertex == no_vertex) { return vertex != no_vertex; }
    if (taken_neighbours != other.taken_neighbours) {
      return taken_neighbours > other.taken_neighbours;
    }
    return degree != other.degree ? degree > other.degree : vertex < other.vertex;
  }
};

/// The owned vertices that have no place yet, a binary heap in which they rise.
class waiting_vertices {
public:
  explicit waiting_vertices(const csr_graph& graph)
      : graph_(graph),
        heap_(graph.num_local()),
        positions_(graph.num_local()),
        taken_neighbours_(graph.num_local()) {
    std::iota(heap_.begin(), heap_.end(), local_vertex{0});
    std::sort(heap_.begin(), heap_.end(),
              [&](local_vertex a, local_vertex b) { return at(a).comes_before(at(b)); });
    for (std::size_t i = 0; i < heap_.size(); ++i) { positions_[heap_[i]] = i; }
  }

  [[nodiscard]] next_in_order first() const {
    return heap_.empty() ? next_in_order{} : at(heap_.front());
  }

  void pop_first() {
    positions_[heap_.front()] = none;
    const local_vertex last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) { sink(last); }
  }

  /// Says that a neighbour of `v` has got a place.
  void raise(local_vertex v) {
    if (positions_[v] == none) { return; }
    ++taken_neighbours_[v];
    std::size_t hole = positions_[v];
    while (hole > 0 && at(v).comes_before(at(heap_[(hole - 1) / 2]))) {
      put(heap_[(hole - 1) / 2], hole);
      hole = (hole - 1) / 2;
    }
    put(v, hole);
  }

private:
  static constexpr std::size_t none = ~std::size_t{0};

  [[nodiscard]] next_in_order at(local_vertex v) const {
    return {taken_neighbours_[v], graph_.out_edges().degree(v), graph_.global(v)};
  }
  void put(local_vertex v, std::size_t position) {
    heap_[position] = v;
    positions_[v] = position;
  }
  void sink(local_vertex v) {
    std::size_t hole = 0;
    for (std::size_t child = 1; child < heap_.size(); child = 2 * hole + 1) {
      if (child + 1 < heap_.size() && at(heap_[child + 1]).comes_before(at(heap_[child]))) {
        ++child;
      }
      if (!at(heap_[child]).comes_before(at(v))) { break; }
      put(heap_[child], hole);
      hole = child;
    }
    put(v, hole);
  }

  const csr_graph& graph_;
  std::vector<local_vertex> heap_;
  std::vector<std::size_t> positions_;
  std::vector<std::uint32_t> taken_neighbours_;
};

/// The owned neighbours of ghosts.
class ghost_rows {
public:
  explicit ghost_rows(const csr_graph& graph)
      : graph_(graph), offsets_(std::size_t{graph.num_ghosts()} + 1) {
    over_arcs([&](std::size_t ghost, local_vertex) { ++offsets_[ghost + 1]; });
    std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
    neighbours_.resize(offsets_.back());
    std::vector<std::size_t> next = offsets_;
    over_arcs([&](std::size_t ghost, local_vertex v) { neighbours_[next[ghost]++] = v; });
  }

  /// Those of the vertex `id`; none if it is no ghost here.
  [[nodiscard]] std::span<const local_vertex> row(vertex_id id) const {
    const std::span<const vertex_id> ids = graph_.ghosts();
    const auto found = std::ranges::lower_bound(ids, id);
    if (found == ids.end() || *found != id) { return {}; }
    const auto ghost = static_cast<std::size_t>(found - ids.begin());
    return std::span(neighbours_).subspan(offsets_[ghost], offsets_[ghost + 1] - offsets_[ghost]);
  }

private:
  template <typename Take>
  void over_arcs(Take take) const {
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      for (const local_vertex target : graph_.out_edges().row(v)) {
        if (!graph_.is_owned(target)) { take(target - graph_.num_local(), v); }
      }
    }
  }

  const csr_graph& graph_;
  std::vector<std::size_t> offsets_;
  std::vector<local_vertex> neighbours_;
};

}  // namespace

huge_array<std::uint64_t> incidence_places(rank_team& team, const csr_graph& graph) {
  huge_array<std::uint64_t> places(std::size_t{graph.num_local()} + graph.num_ghosts());
  waiting_vertices waiting(graph);
  const ghost_rows rows_of_ghosts(graph);
  const auto first_of = [](const next_in_order& a, const next_in_order& b) {
    return b.comes_before(a) ? b : a;
  };
  for (std::uint64_t place = 0; place < graph.num_vertices(); ++place) {
    // With one rank nothing else looks whether the run was interrupted.
    if (place % 4096 == 0) { static_cast<void>(team.progress_or_flush(team.worker_at(0))); }
    const vertex_id next = all_reduce(team, waiting.first(), first_of).vertex;
    if (!graph.owns(next)) {
      for (const local_vertex v : rows_of_ghosts.row(next)) { waiting.raise(v); }
      continue;
    }
    const local_vertex v = graph.local(next);
    places[v] = place;
    waiting.pop_first();
    for (const local_vertex target : graph.out_edges().row(v)) {
      if (graph.is_owned(target)) { waiting.raise(target); }
    }
  }
  return places;
}

}  // namespace orujo
