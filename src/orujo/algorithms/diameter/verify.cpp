// Searches from many vertices, one after the other.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/diameter/verify.hpp"

#include <numeric>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/plain_search.hpp"

namespace orujo {

namespace {

constexpr vertex_id most_vertices = 4096;
constexpr int drawn_vertices = 64;

std::vector<vertex_id> vertices_to_check(const csr_graph& graph, const diameter_facts& facts) {
  const vertex_id n = graph.num_vertices();
  std::vector<vertex_id> chosen;
  if (n <= most_vertices) {
    chosen.resize(n);
    std::iota(chosen.begin(), chosen.end(), vertex_id{0});
    return chosen;
  }
  random_stream random(1, n);
  for (int i = 0; i < drawn_vertices; ++i) { chosen.push_back(random.below(n)); }
  chosen.push_back(facts.peripheral);
  chosen.push_back(facts.central);
  return chosen;
}

/// Compares what a search from `source` found with what is claimed. Call: collective.
class comparison {
public:
  comparison(rank_team& team, const csr_graph& graph, const eccentricity_bounds& claimed)
      : team_(team), graph_(graph), claimed_(claimed), search_(team, graph) {}

  void check(vertex_id source) {
    std::uint64_t meets_centre = 0;
    const vertex_id centre = claimed_.facts.central;
    const std::uint32_t found = search_.run(source, [&](local_vertex v, std::uint32_t) {
      if (graph_.global(v) == centre) { meets_centre = 1; }
    });
    const auto [least, most] = bounds_of(source);
    if (found < least || found > most) {
      wrong_.push_back(diameter_violation{fmt::format(
          "vertex {} has the eccentricity {}, not one from {} to {}", source, found, least, most)});
    }
    const diameter_facts& facts = claimed_.facts;
    if (found > facts.diameter || (source == facts.peripheral && found != facts.diameter)) {
      wrong_.push_back(diameter_violation{
          fmt::format("vertex {} has the eccentricity {}, and the diameter is said to be {}",
                      source, found, facts.diameter)});
    }
    const bool is_near = all_max(team_, meets_centre) > 0;
    if (is_near && (found < facts.radius || (source == centre && found != facts.radius))) {
      wrong_.push_back(diameter_violation{
          fmt::format("vertex {} has the eccentricity {}, and the radius is said to be {}", source,
                      found, facts.radius)});
    }
  }

  [[nodiscard]] std::vector<diameter_violation> violations() && { return std::move(wrong_); }

private:
  struct bounds {
    std::uint32_t least;
    std::uint32_t most;
  };

  /// Those of a vertex of any rank.
  [[nodiscard]] bounds bounds_of(vertex_id v) const {
    const bool own = graph_.owns(v);
    const local_vertex at = own ? graph_.local(v) : 0;
    return {all_max(team_, own ? claimed_.least[at] : 0),
            all_max(team_, own ? claimed_.most[at] : 0)};
  }

  rank_team& team_;
  const csr_graph& graph_;
  const eccentricity_bounds& claimed_;
  plain_search search_;
  std::vector<diameter_violation> wrong_;
};

}  // namespace

std::vector<diameter_violation> verify_diameter(rank_team& team, const csr_graph& graph,
                                                const eccentricity_bounds& found) {
  const std::size_t vertices = graph.num_local();
  const bool complete = found.least.size() == vertices && found.most.size() == vertices;
  require(all_min(team, complete ? 1 : 0) == 1,
          "verify_diameter: there are not two bounds for each vertex");
  comparison again(team, graph, found);
  for (const vertex_id each : vertices_to_check(graph, found.facts)) { again.check(each); }
  return std::move(again).violations();
}

}  // namespace orujo
