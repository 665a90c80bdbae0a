// Where a step of a walk leads: back to its start, along an edge, or nowhere.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "orujo/algorithms/walks/alias_rows.hpp"
#include "orujo/algorithms/walks/draws.hpp"
#include "orujo/algorithms/walks/row_order.hpp"
#include "orujo/algorithms/walks/walks.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/traversal/edge_search.hpp"

namespace orujo::walking {

/// A walk where it is.
struct walker {
  std::uint64_t walk;
  std::uint64_t key;      ///< Of its random numbers.
  vertex_id previous;     ///< Where it came from along an edge; no_vertex if it did not.
  local_vertex at;        ///< Owned.
  std::uint32_t step;     ///< So many are made.
  std::uint32_t attempt;  ///< To make the next one.
};

/// What an edge that is drawn is good for.
enum class verdict : std::uint8_t {
  taken,
  rejected,
  unknown  ///< The rank that owns the vertex to which it leads can tell.
};

/// Draws edges, and says whether they are taken. Read only.
///
/// An attempt draws an edge by its weight, and takes it by what it counts: 1, 1/p back or 1/q. That
/// takes long where the way back has nearly all of the weight and counts next to nothing, or the
/// other way round. So one attempt in as many as the row has edges, or 64, is thorough: it draws by
/// weight times the most that an edge may count, known of the way back, and looks at the whole row.
/// Whatever an attempt is, edges are taken in the same proportions.
class step_rule {
public:
  /// Places of edges that are none.
  static constexpr std::uint64_t goes_back = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t ends = goes_back - 1;

  /// Call: local, worker 0, outside on_workers().
  step_rule(rank_team& team, const csr_graph& graph, const walk_options& options)
      : graph_(graph),
        offsets_(graph.out_edges().offsets.data()),
        targets_(graph.out_edges().targets.data()),
        restart_(options.restart),
        to_previous_(1 / options.p),
        to_others_(1 / options.q),
        most_(std::max({1.0, to_previous_, to_others_})),
        weighted_(options.weighted),
        order_(team, graph),
        aliases_(options.weighted ? alias_rows(team, graph, order_) : alias_rows()) {}

  /// The place of the edge that the walk's attempt draws; starts to fetch what it leads to.
  [[nodiscard]] std::uint64_t draw(const walker& each) const noexcept {
    const step_draws draws(each.key, each.step);
    if (restart_ > 0 && each.attempt == 0 && draws.restart() < restart_) { return goes_back; }
    const std::uint64_t first = offsets_[each.at];
    const std::uint64_t degree = offsets_[each.at + 1] - first;
    if (degree == 0 || (weighted_ && !aliases_.leads_on(first))) {
      return restart_ > 0 ? goes_back : ends;
    }
    if (is_thorough(each)) { return drawn_thoroughly(each); }
    std::uint64_t index = scaled(draws.edge(each.attempt), degree);
    if (weighted_) { index = aliases_.at(first, index, draws.alias(each.attempt)); }
    const std::uint64_t edge = first + order_.place(each.at, index);
    prefetch_to_read(targets_ + edge);
    return edge;
  }

  [[nodiscard]] local_vertex target(std::uint64_t edge) const noexcept { return targets_[edge]; }

  /// Starts to fetch the row of an owned vertex.
  void prefetch(local_vertex v) const noexcept { prefetch_to_read(offsets_ + v); }

  /// Whether a walk that came from somewhere takes the edge to `next`.
  [[nodiscard]] verdict judge(const walker& each, local_vertex next) const noexcept {
    const bool thorough = is_thorough(each);
    const double height = height_of(each, thorough);
    const vertex_id to = graph_.global(next);
    if (to == each.previous) { return of(thorough || height < to_previous_); }
    if (height < std::min(1.0, to_others_)) { return verdict::taken; }
    if (height >= std::max(1.0, to_others_)) { return verdict::rejected; }
    if (graph_.is_owned(next)) { return of(takes(each, next, thorough)); }
    if (!graph_.directed() && graph_.owns(each.previous)) {
      return of(takes_if(height, leads_to(graph_, graph_.local(each.previous), to)));
    }
    return verdict::unknown;
  }

  /// The same of what was unknown, at the rank that owns `next`, after an attempt that was thorough
  /// or not; of the walk its key, step, attempt and previous vertex are asked for.
  [[nodiscard]] bool takes(const walker& each, local_vertex next, bool thorough) const noexcept {
    return takes_if(height_of(each, thorough), is_joined(next, each.previous));
  }

  [[nodiscard]] bool is_thorough(const walker& each) const noexcept {
    if (each.attempt < least_period - 1 || each.previous == no_vertex) { return false; }
    const std::uint64_t degree = offsets_[each.at + 1] - offsets_[each.at];
    const std::uint64_t period = std::max<std::uint64_t>(least_period, degree);
    return each.attempt % period == period - 1;
  }

private:
  static constexpr std::uint32_t least_period = 64;

  /// As a part of the greatest one, so that sums are finite.
  [[nodiscard]] double weight_of(std::uint64_t edge, double greatest) const noexcept {
    return weighted_ ? graph_.out_edges().weights.at<double>(edge) / greatest : 1.0;
  }

  /// Draws by weight times the most that an edge may count. Sums go through the row in the order of
  /// ids, and so are the same on every team. Cost: three looks at the row.
  [[nodiscard]] std::uint64_t drawn_thoroughly(const walker& each) const noexcept {
    const std::uint64_t first = offsets_[each.at];
    const std::uint64_t degree = offsets_[each.at + 1] - first;
    double greatest = 0;
    for (std::uint64_t i = 0; weighted_ && i < degree; ++i) {
      greatest = std::max(greatest, graph_.out_edges().weights.at<double>(first + i));
    }
    const auto for_each_share = [&](auto use) {
      for (std::uint64_t i = 0; i < degree; ++i) {
        const std::uint64_t edge = first + order_.place(each.at, i);
        const bool is_back = graph_.global(targets_[edge]) == each.previous;
        use(edge, weight_of(edge, greatest) * (is_back ? to_previous_ : std::max(1.0, to_others_)));
      }
    };
    double all = 0;
    for_each_share([&](std::uint64_t, double share) { all += share; });
    double left = step_draws(each.key, each.step).place(each.attempt) * all;
    std::uint64_t drawn = ends;
    for_each_share([&](std::uint64_t edge, double share) {
      if (left >= 0 && share > 0) { drawn = edge; }  // the last one, should rounding pass its end
      left -= share;
    });
    return drawn;
  }

  static verdict of(bool taken) noexcept { return taken ? verdict::taken : verdict::rejected; }

  [[nodiscard]] double height_of(const walker& each, bool thorough) const noexcept {
    const double most = thorough ? std::max(1.0, to_others_) : most_;
    return step_draws(each.key, each.step).chance(each.attempt) * most;
  }
  [[nodiscard]] bool takes_if(double height, bool joined) const noexcept {
    return height < (joined ? 1.0 : to_others_);
  }

  /// Whether an edge leads from owned vertex `v` to `other`. Where edges lead both ways, the
  /// shorter of two rows that are here is searched.
  [[nodiscard]] bool is_joined(local_vertex v, vertex_id other) const noexcept {
    if (!graph_.directed() && graph_.owns(other)) {
      const local_vertex u = graph_.local(other);
      if (graph_.out_edges().degree(u) < graph_.out_edges().degree(v)) {
        return leads_to(graph_, u, graph_.global(v));
      }
    }
    return leads_to(graph_, v, other);
  }

  const csr_graph& graph_;
  const std::uint64_t* offsets_;
  const local_vertex* targets_;
  double restart_;
  double to_previous_;
  double to_others_;
  double most_;
  bool weighted_;
  row_order order_;
  alias_rows aliases_;
};

}  // namespace orujo::walking
