// One operator, any order: labels that only get better, told from vertex to vertex until none does.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/label_correcting/free.hpp"
#include "orujo/traversal/label_correcting/keys.hpp"
#include "orujo/traversal/label_correcting/phases.hpp"
#include "orujo/traversal/label_correcting/range_width.hpp"
#include "orujo/traversal/label_correcting/rank_queue.hpp"
#include "orujo/traversal/label_correcting/state.hpp"
#include "orujo/worklists/progress_pace.hpp"
#include "orujo/worklists/work_history.hpp"

namespace orujo {

/// Runs a processing function to its fixed point under any order (Δ-stepping, k-level asynchronous,
/// Dijkstra, chaotic relaxation and Distributed Control are the same function under five orders).
/// The labels at the end are the same for every order, number of ranks and workers, and run.
///
/// A function has, besides the type `label_type`, a `weight_type`: std::uint32_t if weights are
/// whole numbers of 32 bits, std::int64_t if of 32 or 64; float if they are real of 32 bits, double
/// if of 32 or 64 (csr_graph::stored_weights() tells); no_weight if it does not look at them:
/// - `initial(v)`: the label that vertex v has before anybody tells it one;
/// - `along(label, weight)`: the label that an edge of this weight gives its target, never better
///   than `label` itself;
/// - `better(a, b)`: whether a replaces b, a strict weak order;
/// - `rank(label)`: where the label stands in the order, a number from 0; better labels have none
///   that is higher;
/// - `stops_at(label)`, if it has this one: whether a vertex with the label tells nobody of it;
/// - `side`, an edge_side, if its labels go along in-edges, too.
/// All are pure and do not throw. The contract is in docs/contracts/label-correcting.md.
template <label_function F>
class label_correcting {
public:
  using label_type = typename F::label_type;

  /// Memory for the labels, and what the order needs. `team` and `graph` outlive the object.
  /// Call: collective. Throws on every rank: agreed_error for wrong use if the width of the order
  /// cannot be used (is_usable_width), if the weights are of another kind than the function's, or
  /// if labels go along both directions of a directed graph that was built without in-edges;
  /// memory_error. Cost: where a width is chosen, that of range_width().
  /// Memory: a label for each owned vertex and ghost, and the items under way.
  label_correcting(rank_team& team, const csr_graph& graph, const label_options& options);

  /// Starts with the labels of `roots`, vertices of the whole graph, the same on every rank.
  /// `function` is copied. Call: collective. Throws on every rank: agreed_error for
  /// wrong use if a root is no vertex. Cost: that of the order; at worst exponential for unordered.
  void run(const F& function, std::span<const vertex_id> roots);

  /// Starts with the labels of all vertices. Call: collective.
  void run_everywhere(const F& function);

  /// The labels of the owned vertices after the last run, by their local numbers.
  [[nodiscard]] std::span<const label_type> labels() const noexcept { return walk_->labels(); }

  /// What the last run did, summed over the ranks. Call: collective. Cost: a look at each label.
  [[nodiscard]] work_statistics work() const;

  /// The same worker by worker, and over time if the setting work_samples asks for it.
  /// Call: collective. Cost: as gather_history().
  [[nodiscard]] work_history history() const { return gather_history(team_, walk_->records()); }

  void describe(report_card& card) const;

private:
  void check() const;
  void choose_width();
  [[nodiscard]] std::unique_ptr<label_walks::label_walk<F>> make_walk();

  rank_team& team_;
  const csr_graph& graph_;
  label_options options_;
  std::optional<F> function_;        // of the last run
  std::vector<local_vertex> roots_;  // of the last run, on this rank
  std::unique_ptr<label_walks::label_walk<F>> walk_;
};

// --- implementation --------------------------------------------------------------------------

template <label_function F>
label_correcting<F>::label_correcting(rank_team& team, const csr_graph& graph,
                                      const label_options& options)
    : team_(team), graph_(graph), options_(options) {
  check();
  choose_width();
  require_room(team, graph, "labels",
               {.per_vertex = sizeof(label_type) + sizeof(label_walks::label_item<F>),
                .per_ghost = sizeof(label_type)});
  walk_ = make_walk();
}

template <label_function F>
void label_correcting<F>::check() const {
  const work_order& order = options_.order;
  require_everywhere(
      !takes_width(order.kind) || order.width == 0 || is_usable_width(order.width),
      "the width of an order is a number above 1e-300, as in buckets:16, or 0 to have it chosen");
  constexpr bool goes_back = side_of<F>() == edge_side::both;
  require_everywhere(
      !goes_back || !graph_.directed() || graph_.has_in_edges(),
      "labels that go along both directions need the in-edges of a directed graph; build it with "
      "them");
  const bool takes =
      with_weight_type(graph_.stored_weights(), [&]<typename Stored>(std::type_identity<Stored>) {
        return takes_weights<typename F::weight_type, Stored>;
      });
  require_everywhere(
      takes || graph_.stored_weights() == weight_type::none,
      fmt::format("the function does not take the weights of the graph, which are {}",
                  name_of(graph_.stored_weights())));
}

template <label_function F>
void label_correcting<F>::choose_width() {
  if (options_.order.kind == order_kind::priority_per_worker) { return; }  // exact without one
  options_.order = with_width(options_.order, [this] {
    constexpr bool ignores_weights = std::is_same_v<typename F::weight_type, no_weight>;
    return ignores_weights ? 1.0 : range_width(team_, graph_);
  });
}

template <label_function F>
std::unique_ptr<label_walks::label_walk<F>> label_correcting<F>::make_walk() {
  using namespace label_walks;
  const auto make = [&]<typename Walk>(std::type_identity<Walk>) {
    return std::unique_ptr<label_walk<F>>(std::make_unique<Walk>(team_, graph_, options_));
  };
  switch (options_.order.kind) {
    case order_kind::unordered: return make(std::type_identity<free_walk<F, arrival_list<F>>>());
    case order_kind::levels: return make(std::type_identity<phased_walk<F, level_keys<F>>>());
    case order_kind::priority_per_worker:
      if (options_.order.width > 0) {
        return make(std::type_identity<free_walk<F, near_list<F>>>());
      }
      return make(std::type_identity<free_walk<F, best_list<F>>>());
    case order_kind::priority_per_rank: return make(std::type_identity<rank_queue_walk<F>>());
    case order_kind::strict: return make(std::type_identity<phased_walk<F, strict_keys<F>>>());
    case order_kind::buckets: break;
  }
  return make(std::type_identity<phased_walk<F, bucket_keys<F>>>());
}

template <label_function F>
void label_correcting<F>::run(const F& function, std::span<const vertex_id> roots) {
  roots_.clear();
  bool all_exist = true;
  for (const vertex_id v : roots) {
    all_exist = all_exist && v < graph_.num_vertices();
    if (graph_.owns(v)) { roots_.push_back(graph_.local(v)); }
  }
  require_everywhere(all_exist, "a root of the search is no vertex of the graph");
  function_.emplace(function);
  walk_->run(*function_, roots_);
}

template <label_function F>
void label_correcting<F>::run_everywhere(const F& function) {
  roots_.resize(graph_.num_local());
  std::iota(roots_.begin(), roots_.end(), local_vertex{0});
  function_.emplace(function);
  walk_->run(*function_, roots_);
}

template <label_function F>
work_statistics label_correcting<F>::work() const {
  work_statistics mine;
  for (const work_record* each : walk_->records()) { mine.add(each->counts); }
  // Exactly one item of a vertex has its final label: a root that kept it, or the last better one.
  std::vector<bool> is_root(graph_.num_local());
  for (const local_vertex v : roots_) { is_root[v] = true; }
  std::uint64_t useful = 0;
  for (local_vertex v = 0; v < graph_.num_local(); ++v) {
    const bool has_improved =
        function_ && function_->better(labels()[v], function_->initial(graph_.global(v)));
    useful += has_improved || is_root[v] ? 1U : 0U;
  }
  mine.useless = mine.useful - useful;
  mine.useful = useful;
  const std::uint64_t local_looks = mine.relaxations - mine.reduced;
  mine.reduced -= mine.messages;
  work_statistics all = all_reduce(team_, mine, [](work_statistics a, const work_statistics& b) {
    a.add(b);
    return a;
  });
  // What no message improved was improved over an edge inside a rank.
  const std::uint64_t improved_locally = all.improvements - (all.messages - all.rejected);
  all.rejected_locally = all_sum(team_, local_looks) - improved_locally;
  return all;
}

template <label_function F>
void label_correcting<F>::describe(report_card& card) const {
  card.add(report_section::algorithm, {"order of work", text_of(options_.order), {}});
  if (side_of<F>() == edge_side::both && graph_.directed()) {
    card.add(report_section::algorithm, {"labels go along", "out-edges and in-edges", {}});
  }
  if (!options_.order.has_phases()) {
    card.add(report_section::algorithm, make_progress_pace(team_.values())->describe());
  }
  card.add(report_section::algorithm, {"reduction at the sender",
                                       label_walks::leaves_out_known(team_, options_)
                                           ? "labels not better than one sent before are dropped"
                                           : "none",
                                       {}});
  card.add(report_section::algorithm,
           {"isolation", team_.num_workers() > 1 ? "atomics" : "one worker, none needed", {}});
}

}  // namespace orujo
