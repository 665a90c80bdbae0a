// Counts the triangles of each edge that are as tight, and those that were left.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/truss/verify.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

using truss_findings = property_findings<truss_property>;

/// An edge as one of its ends sees it.
struct half_edge {
  vertex_id from;
  vertex_id to;
  std::uint32_t trussness;
  std::uint32_t round;
};

/// All edges of all ranks both ways round, sorted.
class whole_graph {
public:
  whole_graph(rank_team& team, const truss_numbers& found) {
    for (const auto& part : all_gather(team, found.edges.span())) {
      for (const truss_edge& each : part) {
        halves_.push_back({each.source, each.target, each.trussness, each.round});
        halves_.push_back({each.target, each.source, each.trussness, each.round});
      }
    }
    std::sort(halves_.begin(), halves_.end(), [](const half_edge& a, const half_edge& b) {
      return std::tie(a.from, a.to) < std::tie(b.from, b.to);
    });
  }

  [[nodiscard]] std::span<const half_edge> halves() const { return halves_; }

  [[nodiscard]] std::span<const half_edge> from(vertex_id v) const {
    const auto is_before = [](const half_edge& a, vertex_id id) { return a.from < id; };
    const auto first = std::lower_bound(halves_.begin(), halves_.end(), v, is_before);
    const auto last = std::lower_bound(first, halves_.end(), v + 1, is_before);
    return {first, last};
  }

  /// Calls `visit(one, other)` for the other two edges of each triangle of this one.
  template <typename Visit>
  void for_each_triangle(const truss_edge& edge, Visit visit) const {
    const std::span<const half_edge> a = from(edge.source);
    const std::span<const half_edge> b = from(edge.target);
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
      if (a[i].to < b[j].to) {
        ++i;
      } else if (b[j].to < a[i].to) {
        ++j;
      } else {
        visit(a[i++], b[j++]);
      }
    }
  }

private:
  std::vector<half_edge> halves_;
};

/// The edges that the rank should have, as their ends.
std::set<std::pair<vertex_id, vertex_id>> expected_edges(const csr_graph& graph) {
  std::set<std::pair<vertex_id, vertex_id>> edges;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    for (const local_vertex next : graph.out_edges().row(v)) {
      if (graph.global(v) < graph.global(next)) {
        edges.emplace(graph.global(v), graph.global(next));
      }
    }
  }
  return edges;
}

truss_findings check_edges(rank_team& team, const csr_graph& graph, const truss_numbers& found) {
  truss_findings mine;
  const auto expected = expected_edges(graph);
  auto next = expected.begin();
  for (const truss_edge& each : found.edges) {
    if (next == expected.end() || *next != std::pair(each.source, each.target)) {
      mine.add(truss_property::edges_are_those, each.source, each.target);
      return merged_everywhere(team, mine);
    }
    ++next;
  }
  if (next != expected.end()) {
    mine.add(truss_property::edges_are_those, next->first, next->second);
  }
  return merged_everywhere(team, mine);
}

/// How many triangles of an edge are left in some sense.
struct edge_triangles {
  std::uint32_t all = 0;
  std::uint32_t as_tight = 0;
  std::uint32_t left = 0;
};

edge_triangles triangles_of(const whole_graph& whole, const truss_edge& edge) {
  edge_triangles count;
  whole.for_each_triangle(edge, [&](const half_edge& one, const half_edge& other) {
    ++count.all;
    count.as_tight += std::min(one.trussness, other.trussness) >= edge.trussness ? 1U : 0U;
    count.left += std::min(one.round, other.round) >= edge.round ? 1U : 0U;
  });
  return count;
}

/// Whether rounds have one trussness each, which does not fall, from the first to the last.
bool truss_rounds_rise(const whole_graph& whole) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
  for (const half_edge& each : whole.halves()) { all.emplace_back(each.round, each.trussness); }
  std::sort(all.begin(), all.end());
  if (!all.empty() && all.front().first != 0) { return false; }
  for (std::size_t i = 1; i < all.size(); ++i) {
    const auto [round, trussness] = all[i - 1];
    if (all[i].first == round ? all[i].second != trussness
                              : all[i].first != round + 1 || all[i].second < trussness) {
      return false;
    }
  }
  return true;
}

bool truss_facts_add_up(const whole_graph& whole, std::uint64_t corners, const truss_facts& facts) {
  truss_facts right;
  for (const half_edge& each : whole.halves()) {
    right.max_trussness = std::max(right.max_trussness, each.trussness);
    right.rounds = std::max(right.rounds, each.round + 1);
  }
  for (const half_edge& each : whole.halves()) {
    right.edges_of_max += each.trussness == right.max_trussness ? 1U : 0U;
  }
  return facts.edges == whole.halves().size() / 2 && facts.edges_of_max == right.edges_of_max / 2 &&
         facts.max_trussness == right.max_trussness && facts.rounds == right.rounds &&
         facts.triangles == corners / 3;
}

}  // namespace

std::vector<truss_violation> verify_truss(rank_team& team, const csr_graph& graph,
                                          const truss_numbers& found) {
  require(!graph.directed(), "verify_truss: the graph has to be undirected");
  truss_findings all = check_edges(team, graph, found);
  if (!all.empty()) { return all.violations(); }
  const whole_graph whole(team, found);
  truss_findings mine;
  std::uint64_t corners = 0;
  for (const truss_edge& edge : found.edges) {
    const edge_triangles count = triangles_of(whole, edge);
    corners += count.all;
    if (edge.trussness < 2 || count.as_tight < edge.trussness - 2) {
      mine.add(truss_property::truss_is_dense, edge.source, edge.target);
    }
    if (count.left + 2 > edge.trussness) {
      mine.add(truss_property::few_are_left, edge.source, edge.target);
    }
  }
  all = merged_everywhere(team, mine);
  if (!truss_rounds_rise(whole)) { all.add(truss_property::rounds_do_not_fall, no_vertex); }
  if (!truss_facts_add_up(whole, all_sum(team, corners), found.facts)) {
    all.add(truss_property::facts_add_up, no_vertex);
  }
  return all.violations();
}

std::string sentence(truss_property property, vertex_id vertex, vertex_id other) {
  switch (property) {
    case truss_property::edges_are_those:
      return fmt::format("there is one edge too many or too few near that from {} to {}", vertex,
                         other);
    case truss_property::truss_is_dense:
      return fmt::format("the trussness of the edge from {} to {} is too high for its triangles",
                         vertex, other);
    case truss_property::few_are_left:
      return fmt::format(
          "the edge from {} to {} was taken away while it had more triangles than its trussness "
          "allows",
          vertex, other);
    case truss_property::rounds_do_not_fall:
      return "trussness differs in a round, or falls from one to the next, or a round is empty";
    case truss_property::facts_add_up: break;
  }
  return "the greatest trussness, or a number of edges, triangles or rounds, is wrong";
}

}  // namespace orujo
