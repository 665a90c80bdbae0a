// PageRank: how likely a random surfer is at each vertex.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/activities/counts.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/worklists/work_history.hpp"
#include "orujo/worklists/work_order.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

enum class pagerank_method : std::uint8_t {
  pull,   ///< Each vertex adds up what its in-neighbours give: no conflicts.
  push,   ///< Each vertex adds what it gives to its out-neighbours; ranks send sums, not items.
  delta,  ///< Only vertices whose scores are not settled do so, with what is new. Few barriers.
};

enum class pagerank_steps : std::uint8_t {
  accelerated,  ///< On undirected graphs each step also uses the one before: about half as many.
  plain,        ///< The power iteration, as it is written in textbooks.
};

struct pagerank_options {
  pagerank_method method = pagerank_method::pull;
  pagerank_steps steps = pagerank_steps::accelerated;
  /// How likely the surfer follows an edge; else, and where there is none, it goes anywhere.
  double damping = 0.85;
  /// Whether the surfer follows edges in proportion to their weights, as in NetworkX, and not all
  /// alike. Parallel edges count with the sum of theirs; a vertex whose edges all weigh nothing is
  /// as one without edges.
  bool weighted = false;
  /// Where the surfer goes when it follows no edge, in proportion to these weights, and not
  /// anywhere: element i is for the owned vertex with the local number i. It stays as it is while
  /// scores are computed. As in NetworkX a surfer without out-edges goes there, too.
  std::optional<std::span<const double>> personalisation = {};
  /// It ends once a plain step would change the scores by less, all vertices together. Two scores
  /// that differ by more than 2 * tolerance / (1 - damping) are in their true order.
  double tolerance = 1e-6;
  /// Of pull and push; empty: enough for damping and tolerance, see most_iterations().
  std::optional<std::int64_t> max_iterations = {};
  /// Of delta: unordered, or priority_per_worker, the largest change first; without a width.
  work_order order = {.kind = order_kind::unordered, .width = 0};
  /// Of push: additions run as activities, kept apart so, one for each edge; values are then 8
  /// bytes. Empty: what goes to a vertex is added up first, and added by one instruction.
  std::optional<isolation_choice> isolation = {};
};

/// What the iteration did; the same on every rank.
struct pagerank_facts {
  /// With delta: vertices that were processed, as a multiple of all, rounded up.
  std::int64_t iterations = 0;
  /// What a plain step would have changed in the last iteration; with delta, would still change.
  double error = 0;
  bool converged = false;
  int value_bytes = 0;  ///< Size of a value inside the iteration: 4 or 8.
  pagerank_method method = pagerank_method::pull;
  pagerank_steps steps = pagerank_steps::plain;  ///< Those that were made.
};

/// Scores, spread over the ranks as the graph is: element i is for the owned vertex with the local
/// number i. The scores of all vertices add up to 1.
struct pagerank_scores {
  owned_values<double> score;
  pagerank_facts facts;
  work_statistics work = {};        ///< Of delta, of all ranks, after the first step.
  work_history history = {};        ///< The same worker by worker.
  report_card choices = {};         ///< Of delta, and of activities: what was in force.
  activity_counts activities = {};  ///< Of push with an isolation, of all ranks.

  void describe(report_card& card) const;
};

/// The number of plain steps after which a step changes less than the tolerance in any graph, and a
/// margin for rounding: each step changes at most as much as the one before, times the damping.
[[nodiscard]] std::int64_t most_iterations(const pagerank_options& options) noexcept;

/// Computes the scores of all vertices; a surfer at a vertex without out-edges goes anywhere next,
/// or where the personalisation says. Scores are then 0 where no path leads from there.
/// Every edge that the graph has counts: of parallel edges each, and an undirected loop once, as in
/// NetworkX (build_options::keep_self_loops). Weights count if `weighted` says so.
/// With `pull` and P ranks, scores are the same, bit for bit, for every number of workers and in
/// every run; otherwise they differ by rounding.
/// With an isolation each push is an activity's operator, and ranks are sent a value for each edge.
/// Values are 4 bytes inside the iteration while the tolerance is at least 1e-6 (delta: 1e-5), else
/// 8. With delta, too, no order of work, number of ranks or setting changes what is promised.
/// Call: collective. Throws on every rank: agreed_error for wrong use if an option makes no sense,
/// if an isolation is given to another method than push or cannot be used,
/// or if the method is pull and the graph is directed and was built without in-edges, or if weights
/// are wanted where there are none, or if the personalisation has not one finite weight of at least
/// 0 for each owned vertex, some above 0; for the input if the weight of an edge is negative;
/// memory_error.
/// Cost: O(V + E) and one value for each ghost in each iteration; delta: docs/algorithms.md.
/// Memory: 16 to 24 bytes for each owned vertex, 8 to 16 for each ghost (push: 8 more for each;
/// delta: 16 more, while it starts; with weights: 4 or 8 for each edge, and while it starts 16 for
/// each vertex and, with delta, 8 more for each edge; with a personalisation 4 or 8 more for each
/// owned vertex).
[[nodiscard]] pagerank_scores pagerank(rank_team& team, const csr_graph& graph,
                                       const pagerank_options& options = {});

}  // namespace orujo
