// Turns coefficients back into numbers of triangles, which are counted in another way.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/clustering/verify.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/plain_triangles.hpp"

namespace orujo {

namespace {

void expect(double found, double right, const char* what,
            std::vector<clustering_violation>& wrong) {
  if (std::abs(found - right) <= 1e-9 * right) { return; }
  wrong.push_back({fmt::format("the {} is {}, and should be {}", what, found, right)});
}

/// What the coefficients of this rank say.
struct claimed {
  huge_array<std::uint64_t> triangles;  ///< Of each owned vertex.
  double coefficients = 0;
  double wedges = 0;
  vertex_id odd = no_vertex;  ///< The first vertex whose coefficient is no share of its pairs.
};

/// The neighbours of `v`, whatever the direction.
std::set<local_vertex> around(const csr_graph& graph, local_vertex v) {
  std::set<local_vertex> others(graph.out_edges().row(v).begin(), graph.out_edges().row(v).end());
  if (graph.directed()) {
    others.insert(graph.in_edges().row(v).begin(), graph.in_edges().row(v).end());
  }
  others.erase(v);
  return others;
}

double pairs_of(const csr_graph& graph, local_vertex v) {
  const auto degree = static_cast<double>(around(graph, v).size());
  return degree * (degree - 1) / 2;
}

/// The targets of each owned vertex and, told by their owners, of each ghost, without loops and as
/// far as this rank knows them, each once. Call: collective.
std::vector<std::vector<local_vertex>> known_targets(rank_team& team, const csr_graph& graph) {
  std::vector<std::vector<local_vertex>> targets;
  std::vector<std::vector<vertex_id>> outgoing(static_cast<std::size_t>(team.size()));
  const auto ids_of = [&](local_vertex v) {
    std::set<vertex_id> ids;
    for (const local_vertex each : graph.out_edges().row(v)) { ids.insert(graph.global(each)); }
    ids.erase(graph.global(v));
    return ids;
  };
  std::map<vertex_id, local_vertex> known;
  for (local_vertex v = 0; v < graph.num_local() + graph.num_ghosts(); ++v) {
    known[graph.global(v)] = v;
  }
  const auto keep = [&](const auto& ids) {
    targets.emplace_back();
    for (const vertex_id id : ids) {
      if (const auto at = known.find(id); at != known.end()) {
        targets.back().push_back(at->second);
      }
    }
  };
  for (local_vertex v = 0; v < graph.num_local(); ++v) { keep(ids_of(v)); }
  for (int r = 0; r < team.size(); ++r) {
    auto& letter = outgoing[static_cast<std::size_t>(r)];
    for (const local_vertex mirror : graph.mirrors(rank_id{r})) {
      const std::set<vertex_id> ids = ids_of(mirror);
      letter.push_back(ids.size());
      letter.insert(letter.end(), ids.begin(), ids.end());
    }
  }
  for (const auto& letter : all_to_all_v(team, outgoing)) {  // by rank, as ghosts are
    for (std::span<const vertex_id> rest(letter); !rest.empty();) {
      keep(rest.subspan(1, rest[0]));
      rest = rest.subspan(1 + rest[0]);
    }
  }
  return targets;
}

/// The directed edges between the neighbours of each owned vertex. Call: collective.
std::vector<std::uint64_t> edges_around(rank_team& team, const csr_graph& graph) {
  const auto targets = known_targets(team, graph);
  std::vector<bool> is_near(targets.size());
  std::vector<std::uint64_t> counts;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const std::set<local_vertex> near = around(graph, v);
    for (const local_vertex each : near) { is_near[each] = true; }
    counts.push_back(0);
    for (const local_vertex each : near) {
      for (const local_vertex target : targets[each]) {
        counts.back() += is_near[target] ? 1U : 0U;
      }
    }
    for (const local_vertex each : near) { is_near[each] = false; }
  }
  return counts;
}

std::vector<clustering_violation> verify_directed(rank_team& team, const csr_graph& graph,
                                                  const clustering_coefficients& found) {
  const std::vector<std::uint64_t> edges = edges_around(team, graph);
  vertex_id wrong = no_vertex;
  double joined = 0;
  double pairs = 0;
  double coefficients = 0;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const double own = 2 * pairs_of(graph, v);
    const double right = own > 0 ? static_cast<double>(edges[v]) / own : 0;
    const bool is_right = std::abs(found.coefficient[v] - right) <= 1e-12;
    if (!is_right && wrong == no_vertex) { wrong = graph.global(v); }
    joined += static_cast<double>(edges[v]);
    pairs += own;
    coefficients += right;
  }
  wrong = all_min(team, wrong);
  if (wrong != no_vertex) {
    return {{fmt::format("the coefficient of vertex {} is not that of its neighbours", wrong)}};
  }
  const auto vertices = static_cast<double>(graph.num_vertices());
  joined = all_sum(team, joined);
  pairs = all_sum(team, pairs);
  coefficients = all_sum(team, coefficients);
  std::vector<clustering_violation> violations;
  expect(2 * static_cast<double>(found.facts.wedges), pairs, "number of wedges", violations);
  expect(found.facts.average, vertices > 0 ? coefficients / vertices : 0, "average", violations);
  expect(found.facts.transitivity, pairs > 0 ? joined / pairs : 0, "transitivity", violations);
  for (const triangle_mistake& each : mistakes_in_triangles(team, graph, found.facts.triangles)) {
    violations.push_back({each.text()});
  }
  return violations;
}

claimed claims_of(const csr_graph& graph, const clustering_coefficients& found) {
  claimed all;
  all.triangles = huge_array<std::uint64_t>(graph.num_local());
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const double pairs = pairs_of(graph, v);
    const double closed = found.coefficient[v] * pairs;
    const bool is_share = found.coefficient[v] >= 0 && found.coefficient[v] <= 1 &&
                          std::abs(closed - std::round(closed)) <= 1e-9 * pairs &&
                          (pairs > 0 || found.coefficient[v] == 0);
    if (!is_share && all.odd == no_vertex) { all.odd = graph.global(v); }
    all.triangles[v] = is_share ? static_cast<std::uint64_t>(std::llround(closed)) : 0;
    all.coefficients += found.coefficient[v];
    all.wedges += pairs;
  }
  return all;
}

}  // namespace

std::vector<clustering_violation> verify_clustering(rank_team& team, const csr_graph& graph,
                                                    const clustering_coefficients& found) {
  require(all_min(team, found.coefficient.size() == graph.num_local() ? 1 : 0) == 1,
          "verify_clustering: there is not one coefficient for each vertex");
  if (graph.directed()) { return verify_directed(team, graph, found); }
  const claimed own = claims_of(graph, found);
  const vertex_id odd = all_min(team, own.odd);
  if (odd != no_vertex) {
    return {
        {fmt::format("the coefficient of vertex {} is no share of its pairs of neighbours", odd)}};
  }
  std::vector<clustering_violation> wrong;
  for (const triangle_mistake& each :
       mistakes_in_triangles(team, graph, found.facts.triangles, own.triangles.span())) {
    wrong.push_back({"by the coefficients, " + each.text()});
  }
  const auto vertices = static_cast<double>(graph.num_vertices());
  const double coefficients = all_sum(team, own.coefficients);
  const double wedges = all_sum(team, own.wedges);
  expect(static_cast<double>(found.facts.wedges), wedges, "number of wedges", wrong);
  expect(found.facts.average, vertices > 0 ? coefficients / vertices : 0, "average", wrong);
  expect(found.facts.transitivity,
         wedges > 0 ? 3 * static_cast<double>(found.facts.triangles) / wedges : 0, "transitivity",
         wrong);
  return wrong;
}

}  // namespace orujo
