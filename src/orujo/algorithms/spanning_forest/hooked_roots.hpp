// The roots of trees, each of which hooks to the tree that its least way out leads to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "orujo/algorithms/spanning_forest/least_ways.hpp"
#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/weight_type.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/flat_trees.hpp"
#include "orujo/traversal/joining/merge.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo {

/// The owned roots of trees that may have a way out, in rounds of choose() and hook(). Of two roots
/// that chose one edge, the lesser stays a root.
template <typename Key>
class hooked_roots {
  using flat_trees = connectivity::flat_trees;
  using least_ways = connectivity::least_ways<Key>;
  using way_out = connectivity::way_out<Key>;

public:
  /// Call: collective. All outlive the object.
  hooked_roots(rank_team& team, const csr_graph& graph, flat_trees& trees, least_ways& ways)
      : team_(team), graph_(graph), trees_(trees), ways_(ways), hooked_(team) {}

  [[nodiscard]] std::size_t size() const noexcept { return roots_.size(); }

  /// All roots with edges. Call: local.
  void list() {
    roots_.clear();
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      if (trees_.is_root(v) && graph_.out_edges().degree(v) > 0) { roots_.push_back(v); }
    }
  }

  /// Takes the way out of each root. Call: local, worker 0, outside on_workers().
  void choose() {
    chosen_.resize(roots_.size());
    over_roots([&](local_vertex root, way_out& way) { way = ways_.take(root); });
  }

  /// Makes roots children of those that their ways lead to, and keeps those that may go on. Returns
  /// whether any rank has made one a child. Call: collective.
  bool hook(vertex_id hub, std::span<forest_edge> taken) {
    over_roots([&](local_vertex root, const way_out& way) {
      if (way.exists()) { trees_.set_parent(root, way.other_root); }
    });
    find_lesser_of_pairs();
    std::atomic<bool> has_hooked{false};
    over_roots([&](local_vertex root, const way_out& way) {
      if (!way.exists()) { return; }
      trees_.set_parent(root, way.other_root);
      if (trees_.is_root(root)) { return; }
      taken[root] = edge_of(way);
      hooked_.add(this_worker());
      has_hooked.store(true, std::memory_order_relaxed);  // read after the workers have met
    });
    keep_roots(hub);
    return all_max(team_, has_hooked.load() ? 1 : 0) > 0;
  }

private:
  template <typename Visit>
  void over_roots(Visit visit) {
    constexpr std::size_t roots_per_chunk = 1024;
    parallel_for(team_, roots_.size(), roots_per_chunk, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) { visit(roots_[i], chosen_[i]); }
    });
  }

  /// Leads the lesser of two roots that hooked to each other back to itself.
  void find_lesser_of_pairs() {
    const std::vector<vertex_id> above = parents_of_remote_greater();
    const auto parent_of = [&](vertex_id root) {
      if (graph_.owns(root)) { return trees_.parent(graph_.local(root)); }
      const auto at = std::lower_bound(asked_.begin(), asked_.end(), root);
      return above[static_cast<std::size_t>(at - asked_.begin())];
    };
    over_roots([&](local_vertex root, way_out& way) {
      const vertex_id own = graph_.global(root);
      if (!way.exists() || way.other_root < own) { return; }
      if (parent_of(way.other_root) == own) { way.other_root = own; }
    });
  }

  /// The parents of the roots `asked_`, of other ranks, that a lesser one has hooked to.
  [[nodiscard]] std::vector<vertex_id> parents_of_remote_greater() {
    if (team_.size() == 1) { return {}; }
    asked_.clear();
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      const vertex_id other = chosen_[i].other_root;
      if (!chosen_[i].exists() || graph_.owns(other)) { continue; }
      if (other > graph_.global(roots_[i])) { asked_.push_back(other); }
    }
    std::sort(asked_.begin(), asked_.end());
    asked_.erase(std::unique(asked_.begin(), asked_.end()), asked_.end());
    return connectivity::fetch_from_owners(team_, graph_.partition(), trees_.parents_of_owned(),
                                           asked_);
  }

  /// Keeps those roots that are still roots and have joined others, and that which may not choose:
  /// other trees without a way out stay as they are.
  void keep_roots(vertex_id hub) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      const bool may_go_on = chosen_[i].exists() || graph_.global(roots_[i]) == hub;
      if (may_go_on && trees_.is_root(roots_[i])) { roots_[kept++] = roots_[i]; }
    }
    roots_.resize(kept);
  }

  [[nodiscard]] forest_edge edge_of(const way_out& way) const noexcept {
    exact_number weight = 0;
    with_weight_type(graph_.stored_weights(), [&]<typename T>(std::type_identity<T>) {
      if constexpr (std::is_same_v<weight_key<T>, Key>) { weight = weight_of_key<T>(way.weight); }
    });
    return {way.lesser, way.greater, weight};
  }

  rank_team& team_;
  const csr_graph& graph_;
  flat_trees& trees_;
  least_ways& ways_;
  std::vector<local_vertex> roots_;  // of trees that may have a way out
  std::vector<way_out> chosen_;      // by them
  std::vector<vertex_id> asked_;
  hook_metric hooked_;
};

}  // namespace orujo
