// Random walks: along edges alike or by weights, biased by the step before, restarted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/owned_values.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Some walks that began at vertices of this rank, in the order of their numbers. Walk i of them
/// visits vertices[i * stride] … vertices[(i + 1) * stride - 1], of which the first are vertices
/// and the others no_vertex.
struct walk_paths {
  std::span<const vertex_id> vertices;
  std::size_t stride = 1;
};

struct walk_options {
  std::uint64_t per_start = 1;  ///< Walks from each vertex where walks start.
  std::uint32_t length = 80;    ///< Steps of a walk; fewer where no edge leads on.
  /// Whether a step follows edges in proportion to their weights, and not all alike.
  bool weighted = false;
  /// As node2vec's p and q: from v, where the walk came from u, an edge to u counts 1 / p, one to a
  /// vertex from which an edge leads to u counts 1, any other 1 / q, each times its weight. p is at
  /// least 1e-6, and q from 1e-6 to 1e6. Where all edges lead to u, one of them is taken.
  double p = 1;
  double q = 1;
  /// How likely a step leads back to where the walk began, and not along an edge. If it is above 0,
  /// it also does where no edge leads on.
  double restart = 0;
  std::uint64_t seed = 1;
  /// Where walks start, the same on every rank; nothing: at each vertex.
  std::optional<std::span<const vertex_id>> starts = {};
  /// Is given all walks, some at a time: of each rank those that begin at its vertices, and those
  /// of all ranks, one after the other, ascend. Called collectively; if it is there, walks are
  /// stored.
  std::function<void(const walk_paths&)> on_paths = {};
  /// How much memory for stored walks a rank takes at most, but that of one walk.
  std::uint64_t path_bytes = std::uint64_t{1} << 28U;
};

/// What was found; the same on every rank, for every number of ranks and workers, and in every run.
struct walk_facts {
  std::uint64_t walks = 0;
  std::uint64_t steps = 0;
  std::uint64_t ended_early = 0;  ///< Walks that came to a vertex without edges out.
  std::uint64_t draws = 0;        ///< Of edges: more than steps where some were drawn in vain.
};

/// Visits, spread over the ranks as the graph is.
struct walk_visits {
  /// How often walks have come to the owned vertex with the local number i, starts included.
  owned_values<std::uint64_t> visits;
  walk_facts facts;
  report_card choices = {};  ///< What was in force.

  void describe(report_card& card) const;
};

/// Makes `per_start` walks from each start. Walk k * S + s is the k-th of the start s of S. What a
/// walk does depends on its number and the seed only: all walks are the same on every team.
///
/// A walk is a message with its number, its step and where it is. The owner of the vertex draws an
/// edge, and goes on while the walk stays with it; many walks take turns, so that what one waits
/// for is fetched meanwhile (ThunderRW, Sun et al. 2021). With p or q, an edge is drawn as without,
/// and taken with the likelihood that makes up for the difference, else another one is drawn
/// (KnightKing, Yang et al. 2019); whether the vertex that it leads to is joined with the one
/// before is known where that vertex is, to which the walk goes at once: if it may not stay it
/// comes back.
///
/// Call: collective. Throws on every rank: agreed_error for wrong use if an option makes no sense,
/// or weights are wanted where there are none; for bad input if one is negative; memory_error.
/// Cost: a draw for each step; with p and q, on average, max(1, 1/p, 1/q) / min(1, 1/p, 1/q) at
/// most, or max(1, 1/q) / min(1, 1/q) for each edge of the row (64 at least) if that is less, each
/// with a search in a sorted row; a message for each step to another rank, with p and
/// q two for each that comes back. Memory: 16 bytes for each owned vertex; with weights 8 for each
/// edge; with `on_paths` 8 for each step of the walks that are stored at a time, and what is under
/// way.
[[nodiscard]] walk_visits random_walks(rank_team& team, const csr_graph& graph,
                                       const walk_options& options = {});

}  // namespace orujo
