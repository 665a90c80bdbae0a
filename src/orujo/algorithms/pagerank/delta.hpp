// PageRank driven by data: only vertices whose scores are not settled yet do work.
//
// Each vertex v has a score x(v) and a residual r(v), by which one step of the iteration would
// change it: r = F(x) - x, where F(x)(v) = base + damping * (what in-neighbours give along edges)
// and base = (1 - damping) / V, or (1 - damping) * p(v) with a personalisation p. A vertex whose
// residual is above a threshold takes it into its score, and shares damping * r(v) out among the
// residuals of its out-neighbours: evenly, or in proportion to the weights of the edges. That keeps
// r = F(x) - x, whatever the order, so nobody waits for anybody (Whang, Lenharth, Dhillon and
// Pingali 2015; the update is that of Gauss and Southwell).
//
// Each place of a residual has a threshold. A vertex has one place at its owner, and one at each
// rank that has it as a ghost, for the parts that were not sent yet; the residual is the sum of
// them. All thresholds add up to tolerance * (sum of scores), so when no place is above its own,
// |r|, the sum of all residuals without their signs, is at most that: a plain step would change the
// scores, as a part of their sum, by at most the tolerance, which is the promise of the other
// methods. A place gets a share by the number of edges that its vertex has to look at: it waits for
// the more, the more it costs.
//
// The walk gets there in phases, each of which ends when no place is above its threshold;
// thresholds of the first are high, those of each next one an eighth of what is left. Phases bound
// the work: one look at an edge takes more than the place's share per edge away from |r|, but for
// the damped part that goes on, so a phase has at most 8 / (1 - damping) looks for each edge of a
// vertex or ghost, and there are at most log(1 / tolerance) / log(8) phases and one or two more.
// Without phases the bound is as large as 1 / tolerance, and it is met where messages come late:
// parts of one residual that come one by one go on one by one, and multiply at each vertex.
//
// What is left is measured after each phase; where the sum of scores has become so much smaller
// that the promise does not hold yet, thresholds are at least halved and one more phase follows.
//
// The true solution y = F(y) obeys y - x = r + damping * M (y - x), where M moves scores along
// edges and makes no sum larger, so |y - x| <= |r| / (1 - damping). After both are divided by their
// sums, the distance to the true scores is at most 2 * tolerance / (1 - damping). As y >= base, a
// score below base is raised to it, which brings it nearer.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/algorithms/pagerank/pagerank.hpp"

namespace orujo::page_rank {

/// As pagerank() with the method delta, for options that make sense and a graph with vertices.
/// Call: collective.
[[nodiscard]] pagerank_scores run_delta(rank_team& team, const csr_graph& graph,
                                        const pagerank_options& options);

}  // namespace orujo::page_rank
