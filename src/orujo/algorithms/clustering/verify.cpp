// Turns coefficients back into numbers of triangles, which are counted in another way.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/clustering/verify.hpp"

#include <cmath>
#include <set>

#include <fmt/format.h>

#include "orujo/algorithms/triangles/verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// What the coefficients of this rank say.
struct claimed {
  vertex_triangles triangles;
  double coefficients = 0;
  double wedges = 0;
  vertex_id odd = no_vertex;  ///< The first vertex whose coefficient is no share of its pairs.
};

double pairs_of(const csr_graph& graph, local_vertex v) {
  std::set<local_vertex> others(graph.out_edges().row(v).begin(), graph.out_edges().row(v).end());
  others.erase(v);
  const auto degree = static_cast<double>(others.size());
  return degree * (degree - 1) / 2;
}

claimed claims_of(const csr_graph& graph, const clustering_coefficients& found) {
  claimed all;
  all.triangles.all.triangles = found.facts.triangles;
  all.triangles.at = huge_array<std::uint64_t>(std::size_t{graph.num_local()} + graph.num_ghosts());
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const double pairs = pairs_of(graph, v);
    const double closed = found.coefficient[v] * pairs;
    const bool is_share = found.coefficient[v] >= 0 && found.coefficient[v] <= 1 &&
                          std::abs(closed - std::round(closed)) <= 1e-9 * pairs &&
                          (pairs > 0 || found.coefficient[v] == 0);
    if (!is_share && all.odd == no_vertex) { all.odd = graph.global(v); }
    all.triangles.at[v] = is_share ? static_cast<std::uint64_t>(std::llround(closed)) : 0;
    all.coefficients += found.coefficient[v];
    all.wedges += pairs;
  }
  return all;
}

void expect(double found, double right, const char* what,
            std::vector<clustering_violation>& wrong) {
  if (std::abs(found - right) <= 1e-9 * right) { return; }
  wrong.push_back({fmt::format("the {} is {}, and should be {}", what, found, right)});
}

}  // namespace

std::vector<clustering_violation> verify_clustering(rank_team& team, const csr_graph& graph,
                                                    const clustering_coefficients& found) {
  require(all_min(team, found.coefficient.size() == graph.num_local() ? 1 : 0) == 1,
          "verify_clustering: there is not one coefficient for each vertex");
  const claimed own = claims_of(graph, found);
  const vertex_id odd = all_min(team, own.odd);
  if (odd != no_vertex) {
    return {
        {fmt::format("the coefficient of vertex {} is no share of its pairs of neighbours", odd)}};
  }
  std::vector<clustering_violation> wrong;
  for (const triangles_violation& each : verify_triangles(team, graph, own.triangles)) {
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
