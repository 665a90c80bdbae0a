// How far apart vertices are at most: the diameter, the radius, and the eccentricity of each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What is to be known exactly.
enum class diameter_goal : std::uint8_t {
  diameter,        ///< The diameter and the radius; eccentricities as far as they come by the way.
  eccentricities,  ///< The eccentricity of each vertex, too.
};

/// What was found; the same on every rank, for every number of ranks and workers, and in every run.
struct diameter_facts {
  std::uint32_t diameter = 0;        ///< The longest of all shortest paths, in hops.
  std::uint32_t radius = 0;          ///< The least eccentricity in the largest component.
  vertex_id peripheral = no_vertex;  ///< A vertex from which a path of the diameter begins.
  vertex_id central = no_vertex;     ///< One whose eccentricity is the radius.
  std::uint64_t searches = 0;
  std::uint64_t edges_reached = 0;  ///< Out of reached vertices, all searches together.
};

/// Bounds of eccentricities, spread over the ranks as the graph is: element i is for the owned
/// vertex with the local number i. Equal ones are the eccentricity: the longest of the shortest
/// paths from the vertex, within its component.
struct eccentricity_bounds {
  owned_values<std::uint32_t> least;
  owned_values<std::uint32_t> most;
  diameter_facts facts;

  void describe(report_card& card) const;
};

/// Bounds eccentricities by breadth-first searches (Takes and Kosters, 2011): a search from w tells
/// the eccentricity of w, and with the distance d that of any other vertex up to d. Searches begin
/// in turn at a vertex that may be the farthest out and at one that may be the nearest to the
/// middle, until the goal is reached. A component of n vertices cannot be wider than n - 1, so that
/// small ones are left alone. Loops and parallel edges make no difference.
/// Call: collective. Throws on every rank: agreed_error for wrong use if the graph is directed;
/// memory_error; interrupted_error between two searches. Cost: components(), and for each search a
/// depth_search and O(V); on most graphs a few dozen, V at worst. Memory: 41 bytes for each owned
/// vertex while it begins, then 9, and those of components() or depth_search.
[[nodiscard]] eccentricity_bounds diameter(rank_team& team, const csr_graph& graph,
                                           diameter_goal goal = diameter_goal::diameter);

}  // namespace orujo
