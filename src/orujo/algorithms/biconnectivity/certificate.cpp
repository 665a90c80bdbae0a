// Certificates of ranks, which are brought together two by two.
//
// An edge between ranks is kept by one of them, with all that are parallel to it, so that no edge
// becomes two.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/biconnectivity/certificate.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

#include "orujo/algorithms/biconnectivity/depth_search.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/piece_exchange.hpp"

namespace orujo::biconnection {

namespace {

constexpr local_vertex no_number = std::numeric_limits<local_vertex>::max();

/// Rows of `vertices` vertices; `for_each(visit)` calls `visit(a, b)` for each edge, twice alike.
template <typename ForEach>
certificate_rows make_rows(std::size_t vertices, ForEach for_each) {
  certificate_rows rows;
  // Behind a vertex's begin its next place is counted up, until it is the begin of the one behind.
  rows.begins = huge_array<std::uint64_t>(vertices + 2);
  for_each([&](local_vertex a, local_vertex b) {
    ++rows.begins[std::size_t{a} + 2];
    ++rows.begins[std::size_t{b} + 2];
  });
  for (std::size_t v = 2; v < rows.begins.size(); ++v) { rows.begins[v] += rows.begins[v - 1]; }
  rows.targets = huge_array<local_vertex>(rows.begins[vertices + 1]);
  for_each([&](local_vertex a, local_vertex b) {
    rows.targets[rows.begins[std::size_t{a} + 1]++] = b;
    rows.targets[rows.begins[std::size_t{b} + 1]++] = a;
  });
  return rows;
}

/// Lists the edges that stand for each block.
struct block_edges {
  std::vector<certificate_edge> edges;

  void block(const found_block& found) {
    local_vertex last = found.head;
    for (const local_vertex v : found.members) { edges.push_back({std::exchange(last, v), v}); }
    if (!found.is_bridge) { edges.push_back({last, found.head}); }
  }
  void two_edge_component(std::span<const local_vertex> /*vertices*/) const noexcept {}
  void root(local_vertex /*vertex*/) const noexcept {}
};

std::vector<certificate_edge> thinned(const certificate_rows& rows,
                                      const std::function<void()>& pause) {
  block_edges found;
  const std::size_t vertices = rows.begins.size() - 2;
  depth_search({rows.begins.span().first(vertices + 1), rows.targets.span()}, found, pause).run();
  return std::move(found.edges);
}

/// Whether this rank keeps the edge between owned `u` and ghost `v`: the owner of the lesser end
/// does, or that of the greater one, as often.
bool keeps(const csr_graph& graph, local_vertex u, local_vertex v) {
  const vertex_id own = graph.global(u);
  const vertex_id other = graph.global(v);
  return ((own ^ other) & 1U) == (own < other ? 0U : 1U);
}

/// Calls `visit(u, v)` for each edge that this rank keeps, by local numbers.
template <typename Visit>
void each_kept_edge(const csr_graph& graph, Visit visit) {
  for (local_vertex u = 0; u < graph.num_local(); ++u) {
    for (const local_vertex v : graph.out_edges().row(u)) {
      if (graph.is_owned(v) ? u < v : keeps(graph, u, v)) { visit(u, v); }
    }
  }
}

/// Names the vertices of `edges`, which have local numbers, and numbers them by their ids.
certificate numbered(const csr_graph& graph, std::vector<certificate_edge> edges) {
  const std::size_t all = std::size_t{graph.num_local()} + graph.num_ghosts();
  std::vector<local_vertex> numbers(all, no_number);
  for (const certificate_edge& each : edges) { numbers[each.a] = numbers[each.b] = 0; }
  certificate made;
  const auto number_from = [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      if (numbers[v] == no_number) { continue; }
      numbers[v] = static_cast<local_vertex>(made.ids.size());
      made.ids.push_back(graph.global(static_cast<local_vertex>(v)));
    }
  };
  std::size_t behind = graph.num_local();  // the first ghost above the owned vertices
  while (graph.num_local() > 0 && behind < all &&
         graph.global(static_cast<local_vertex>(behind)) < graph.global(0)) {
    ++behind;
  }
  number_from(graph.num_local(), behind);
  number_from(0, graph.num_local());
  number_from(behind, all);
  for (certificate_edge& each : edges) { each = {numbers[each.a], numbers[each.b]}; }
  made.edges = std::move(edges);
  return made;
}

certificate certificate_of_rank(const csr_graph& graph, const std::function<void()>& pause) {
  const certificate_rows rows = make_rows(std::size_t{graph.num_local()} + graph.num_ghosts(),
                                          [&](auto visit) { each_kept_edge(graph, visit); });
  return numbered(graph, thinned(rows, pause));
}

/// Appends the edges of `part`, whose ids are all among `ids`, by their numbers there.
void append_edges(const certificate& part, certificate& into) {
  std::vector<local_vertex> numbers(part.ids.size());
  std::size_t at = 0;
  for (std::size_t v = 0; v < numbers.size(); ++v) {
    while (into.ids[at] != part.ids[v]) { ++at; }
    numbers[v] = static_cast<local_vertex>(at);
  }
  for (const certificate_edge& each : part.edges) {
    into.edges.push_back({numbers[each.a], numbers[each.b]});
  }
}

certificate together(const certificate& a, const certificate& b) {
  certificate both;
  both.ids.reserve(a.ids.size() + b.ids.size());
  std::set_union(a.ids.begin(), a.ids.end(), b.ids.begin(), b.ids.end(),
                 std::back_inserter(both.ids));
  both.edges.reserve(a.edges.size() + b.edges.size());
  append_edges(a, both);
  append_edges(b, both);
  return both;
}

/// How many ids, ids, edges.
std::vector<std::byte> packed(const certificate& part) {
  const std::array<std::uint64_t, 1> size = {part.ids.size()};
  const std::array<std::span<const std::byte>, 3> pieces = {std::as_bytes(std::span(size)),
                                                            std::as_bytes(std::span(part.ids)),
                                                            std::as_bytes(std::span(part.edges))};
  std::vector<std::byte> bytes;
  for (const auto& piece : pieces) { bytes.insert(bytes.end(), piece.begin(), piece.end()); }
  return bytes;
}

certificate unpacked(std::span<const std::byte> bytes) {
  std::uint64_t size = 0;
  std::memcpy(&size, bytes.data(), sizeof size);
  const auto rest = bytes.subspan(sizeof size);
  return {.ids = from_bytes<vertex_id>(rest.first(size * sizeof(vertex_id))),
          .edges = from_bytes<certificate_edge>(rest.subspan(size * sizeof(vertex_id)))};
}

}  // namespace

certificate_rows rows_of(const certificate& edges) {
  return make_rows(edges.ids.size(), [&](auto visit) {
    for (const certificate_edge& each : edges.edges) { visit(each.a, each.b); }
  });
}

certificate certificate_of_all(rank_team& team, const csr_graph& graph,
                               const std::function<void()>& pause) {
  certificate mine = run_agreed(team, [&] { return certificate_of_rank(graph, pause); });
  const int rank = index_of(team.rank());
  for (int step = 1; step < team.size(); step *= 2) {
    piece_exchange exchange(team);
    if (rank % (2 * step) == step) {
      exchange.send(rank_id{rank - step}, packed(std::exchange(mine, {})));
    }
    std::vector<std::vector<std::byte>> arrived;
    exchange.receive_all([&](rank_id /*from*/, std::span<const std::byte> bytes) {
      arrived.emplace_back(bytes.begin(), bytes.end());
    });
    const bool is_last = 2 * step >= team.size();
    run_agreed(team, [&] {
      for (const std::vector<std::byte>& piece : arrived) {
        mine = together(mine, unpacked(piece));
        if (!is_last) { mine.edges = thinned(rows_of(mine), pause); }
      }
    });
  }
  return mine;
}

}  // namespace orujo::biconnection
