// A minimum spanning forest: the lightest edges that hold each component together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/activities/counts.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// An edge of the forest, from its lesser to its greater end.
struct forest_edge {
  vertex_id source;
  vertex_id target;
  exact_number weight;  ///< Exactly as the graph has it; 1 in a graph without weights.
};

/// What was found and how; the same on every rank.
struct forest_facts {
  std::uint64_t edges = 0;
  std::uint64_t trees = 0;   ///< One for each component; a vertex without edges is one, too.
  exact_number weight = 0;   ///< The sum. Real weights: up to rounding; whole: exact up to 2^64.
  std::uint32_t rounds = 0;  ///< In each, every tree with an edge out of it was joined to another.
  /// Edges offered to trees whose root another rank owns: at most one per round, rank and tree.
  std::uint64_t offers = 0;
  activity_counts activities = {};  ///< Of all ranks.
};

/// Who joins trees.
enum class forest_method : std::uint8_t {
  automatic,   ///< In order where one rank has a sparse graph, else in rounds.
  rounds,      ///< Words that are lowered, then all roots at once.
  in_order,    ///< On one rank: one round, then what it leaves edge by edge. On several: rounds.
  activities,  ///< Activities, as far as a tree's least edge stays on its rank; then rounds.
};

struct forest_options {
  forest_method method = forest_method::automatic;
  isolation_choice isolation = {};  ///< Of activities.
};

/// The forest, spread over the ranks: each holds the edges whose source it owns.
struct spanning_forest {
  huge_array<forest_edge> edges;  ///< Ascending by source, then target.
  forest_facts facts;
  bool in_order = false;                     ///< Whether edges were taken one by one.
  std::optional<report_row> isolation = {};  ///< What kept activities apart.

  void describe(report_card& card) const;
};

/// Finds the forest of the least edges in the order of (weight, lesser end, greater end). No two
/// edges are alike in that order, but for parallel ones of one weight, which cannot be told apart;
/// so the forest is unique, and the same for every method, number of ranks and workers and in every
/// run. Loops do not count; of parallel edges the lightest does. In rounds (Borůvka 1926) every
/// tree takes the least edge that leads out of it; in order (Kruskal 1956) there is one such round,
/// see ordered_joining.hpp. Call: collective. Throws on every rank: agreed_error for wrong use if
/// the graph is directed; memory_error. Cost in rounds: at most 2 log2(V) + 2 rounds, each O(V), a
/// look at the rows of vertices that may have an edge out of their tree, a value for each ghost,
/// and at most one message for each tree and rank other than its root's. With weights, the light
/// edges come first, sorted, of which each is passed once. Memory: 220 bytes for each owned vertex
/// (320 with several ranks), 8 for each ghost; with activities 40 more for each owned vertex. With
/// activities it also throws what mechanism_in_force() throws; see local_trees.hpp.
[[nodiscard]] spanning_forest minimum_spanning_forest(rank_team& team, const csr_graph& graph,
                                                      const forest_options& options = {});

}  // namespace orujo
