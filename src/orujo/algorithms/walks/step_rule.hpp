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
    const double height = height_of(each);
    const vertex_id to = graph_.global(next);
    if (to == each.previous) {
      return of(height < to_previous_ || (each.attempt >= patience && leads_only_back(each)));
    }
    if (height < std::min(1.0, to_others_)) { return verdict::taken; }
    if (height >= std::max(1.0, to_others_)) { return verdict::rejected; }
    if (graph_.is_owned(next)) { return of(takes(each, next)); }
    if (!graph_.directed() && graph_.owns(each.previous)) {
      return of(takes_if(height, leads_to(graph_, graph_.local(each.previous), to)));
    }
    return verdict::unknown;
  }

  /// The same of what was unknown, at the rank that owns `next`; of the walk its key, step, attempt
  /// and previous vertex are asked for.
  [[nodiscard]] bool takes(const walker& each, local_vertex next) const noexcept {
    return takes_if(height_of(each), is_joined(next, each.previous));
  }

private:
  /// After so many attempts a walk looks whether it can go anywhere but back.
  static constexpr std::uint32_t patience = 64;

  /// Whether all edges that may be drawn lead to where the walk came from: then one is taken,
  /// however unlikely the way back is beside others.
  [[nodiscard]] bool leads_only_back(const walker& each) const noexcept {
    const std::uint64_t first = offsets_[each.at];
    for (std::uint64_t i = first; i < offsets_[each.at + 1]; ++i) {
      const bool may_be_drawn = !weighted_ || graph_.out_edges().weights.at<double>(i) > 0;
      if (may_be_drawn && graph_.global(targets_[i]) != each.previous) { return false; }
    }
    return true;
  }

  static verdict of(bool taken) noexcept { return taken ? verdict::taken : verdict::rejected; }

  [[nodiscard]] double height_of(const walker& each) const noexcept {
    return step_draws(each.key, each.step).chance(each.attempt) * most_;
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
