// PageRank by residuals: from a threshold to scores, and what the work was.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/pagerank/delta.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "orujo/algorithms/pagerank/delta_walk.hpp"
#include "orujo/algorithms/pagerank/shares.hpp"
#include "orujo/algorithms/pagerank/start.hpp"
#include "orujo/algorithms/pagerank/sums.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/graph/memory_need.hpp"

namespace orujo::page_rank {

namespace {

/// Below this tolerance the rounding of residuals of 4 bytes could show.
constexpr double least_tolerance_of_float_residuals = 1e-5;

/// Smaller ones are taken for this: what is left of residuals then may come from rounding.
constexpr double least_tolerance = 1e-15;

/// By what a phase divides what is left of all residuals.
constexpr double left_per_phase = 8;

/// `gathers`: one sum for each ghost is sent, and `reduced` so far counts all that it holds.
work_statistics sum_of(rank_team& team, const std::vector<const work_record*>& records,
                       bool gathers) {
  work_statistics mine;
  for (const work_record* each : records) { mine.add(each->counts); }
  if (gathers) { mine.reduced -= std::min(mine.reduced, mine.messages); }
  return all_reduce(team, mine, [](work_statistics a, const work_statistics& b) {
    a.add(b);
    return a;
  });
}

void describe(rank_team& team, const pagerank_options& options, report_card& card) {
  constexpr const char* reductions[] = {"none", "a cache of sums",
                                        "one sum for each ghost, sent when its turn comes"};
  const auto kind = static_cast<std::size_t>(reduction_of(team.values()));
  const auto add = [&](report_row row) { card.add(report_section::algorithm, std::move(row)); };
  add({"order of work", text_of(options.order), {}});
  add(make_progress_pace(team.values())->describe());
  add({"reduction at the sender", reductions[kind], {}});
  add({"isolation",
       team.num_workers() > 1 ? "atomics for residuals, home workers for scores"
                              : "one worker, none needed",
       {}});
}

/// Sums over the vertices of all ranks.
struct residual_totals {
  double left = 0;  ///< Residuals, without their signs.
  double mass = 0;  ///< Scores.
};

residual_totals operator+(const residual_totals& a, const residual_totals& b) noexcept {
  return {a.left + b.left, a.mass + b.mass};
}

/// How residuals go to other ranks: with one rank they do not.
reduction_kind kind_of(const rank_team& team) {
  return team.size() == 1 ? reduction_kind::ghosts : reduction_of(team.values());
}

/// One run; the template parameters are those of residual_walk.
template <std::floating_point T>
class delta_run {
public:
  delta_run(rank_team& team, const csr_graph& graph, const pagerank_options& options)
      : team_(team),
        graph_(graph),
        options_(options),
        teleports_(team, graph, options),
        walk_(options.order.kind == order_kind::unordered ? walk_with<arrival_list>()
                                                          : walk_with<urgent_list>()),
        state_(walk_->state()) {}

  pagerank_scores run() {
    if (!teleports_.are_equal()) {
      start_from_nothing();
    } else if (options_.weighted) {
      start_sharing<weighted_shares<double>>();
    } else {
      start_sharing<equal_shares>();
    }
    residual_totals totals = totals_now();
    share_out(next_share(totals));
    walk_->start();
    while (!is_done(totals)) {
      walk_->run();
      totals = totals_now();
      lower_thresholds(std::min(share_ / 2, next_share(totals)));
    }
    pagerank_scores result;
    result.work = sum_of(team_, walk_->records(), kind_of(team_) == reduction_kind::ghosts);
    result.history = gather_history(team_, walk_->records());
    describe(team_, options_, result.choices);
    result.facts = facts_of(totals, result.work);
    result.score = scores(totals.mass);
    return result;
  }

private:
  using walk_type = residual_walk<T>;

  template <typename List>
  [[nodiscard]] std::unique_ptr<walk_type> walk_with() const {
    switch (kind_of(team_)) {
      case reduction_kind::ghosts: return new_walk<List, reduction_kind::ghosts>();
      case reduction_kind::cache: return new_walk<List, reduction_kind::cache>();
      default: return new_walk<List, reduction_kind::off>();
    }
  }

  template <typename List, reduction_kind Kind>
  [[nodiscard]] std::unique_ptr<walk_type> new_walk() const {
    return std::make_unique<delta_walk<T, List, Kind>>(
        team_, graph_, options_.damping,
        options_.weighted ? shares_of_out_edges<T>(team_, graph_) : huge_array<T>());
  }

  /// All scores are 0, and only vertices to which surfers go by themselves have residuals: where
  /// these are few, others hear of them as far as it matters (Andersen, Chung and Lang 2006).
  void start_from_nothing() {
    for (std::size_t v = 0; v < graph_.num_local(); ++v) { state_.set(v, 0, base(v)); }
  }

  template <typename Shares>
  void start_sharing() {
    if (graph_.directed() && !graph_.has_in_edges()) {
      start<pushed_sums<double, Shares>>();
    } else {
      start<pulled_sums<double, Shares>>();
    }
  }

  /// Sets scores, and as residuals what a step of the iteration changes.
  template <typename Sums>
  void start() {
    const start_rule rule = start_of(team_, graph_, options_.damping);
    huge_array<double> given(state_.size());
    const auto edges = [&](std::size_t v) {
      return static_cast<std::uint32_t>(graph_.out_edges().degree(static_cast<local_vertex>(v)));
    };
    const auto score_of = [&](std::size_t v) {
      return rule.of_teleports * teleports_(v) + rule.by_edges * edges(v);
    };
    using share_type = typename Sums::share_type;
    parallel_for(team_, graph_.num_local(), vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t v = first; v < last; ++v) {
                     given[v] = score_of(v) / share_type::template divisor<double>(edges(v));
                   }
                 });
    Sums sums(team_, graph_);
    sums.take(given.span());
    static_cast<void>(sum_over_blocks(team_, graph_.num_local(), [&](index_range part) {
      std::array<double, vertices_per_block> comes_in;
      sums.sums_of(part, comes_in.data());
      for (std::size_t v = part.first; v < part.last; ++v) {
        const double next = base(v) + options_.damping * comes_in[v - part.first];
        state_.set(v, score_of(v), next - score_of(v));
      }
      return 0;
    }));
  }

  /// How much all residuals together may be after the next phase. Phases bound the work: processing
  /// a residual takes at least its threshold away, but for the damped part that goes on. So a phase
  /// looks at most left_per_phase / (1 - damping) times at all edges of owned vertices and ghosts,
  /// however late messages come. With the last thresholds from the beginning, parts of residuals
  /// that come one by one would each go on by themselves: 1 / tolerance times.
  [[nodiscard]] double next_share(const residual_totals& totals) const noexcept {
    return std::max(tolerance() * totals.mass, totals.left / left_per_phase);
  }

  /// Sets thresholds whose sum is `share`. A vertex gets more of it the more edges would have to be
  /// looked at for its residual, and so does each rank that has it as a ghost.
  void share_out(double share) {
    huge_array<double> weight(state_.size());
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      weight[v] = std::max(1.0, static_cast<double>(graph_.out_edges().degree(v)));
    }
    ghost_values<double>(team_, graph_).update(weight.span());
    double total = 0;
    for (const double each : weight) { total += each; }
    const double unit = share / all_sum(team_, total);
    for (std::size_t v = 0; v < weight.size(); ++v) { state_.set_threshold(v, unit * weight[v]); }
    share_ = share;
  }

  void lower_thresholds(double share) {
    for (std::size_t v = 0; v < state_.size(); ++v) { state_.divide_threshold(v, share_ / share); }
    share_ = share;
  }

  residual_totals totals_now() {
    return sum_over_blocks(team_, state_.size(), [&](index_range part) {
      residual_totals sums;
      for (std::size_t v = part.first; v < part.last; ++v) {
        sums.left += std::abs(static_cast<double>(state_.residual(v)));
        if (v < graph_.num_local()) { sums.mass += score(v); }
      }
      return sums;
    });
  }

  /// No true score is below the base, so neither is one that we give: with a large tolerance one
  /// could be.
  [[nodiscard]] double score(std::size_t v) const noexcept {
    return std::max(base(v), state_.score(v));
  }

  [[nodiscard]] double base(std::size_t v) const noexcept {
    return (1 - options_.damping) * teleports_(v);
  }

  [[nodiscard]] bool is_done(const residual_totals& totals) const noexcept {
    return totals.left == 0 || totals.left < tolerance() * totals.mass;
  }

  /// Not so small that rounding would be taken for something to do.
  [[nodiscard]] double tolerance() const noexcept {
    return std::max(options_.tolerance, least_tolerance);
  }

  [[nodiscard]] pagerank_facts facts_of(const residual_totals& totals,
                                        const work_statistics& work) const {
    const std::uint64_t vertices = graph_.num_vertices();
    return {
        .iterations = 1 + static_cast<std::int64_t>((work.processed() + vertices - 1) / vertices),
        .error = totals.left / totals.mass,
        .converged = totals.left < options_.tolerance * totals.mass,
        .value_bytes = sizeof(T),
        .method = pagerank_method::delta,
        .steps = pagerank_steps::plain};
  }

  huge_array<double> scores(double mass) {
    huge_array<double> result(graph_.num_local());
    parallel_for(team_, result.size(), vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t v = first; v < last; ++v) { result[v] = score(v) / mass; }
                 });
    return result;
  }

  rank_team& team_;
  const csr_graph& graph_;
  const pagerank_options& options_;
  teleport_shares teleports_;
  double share_ = 0;  // what the thresholds of all vertices add up to
  std::unique_ptr<walk_type> walk_;
  residual_state<T>& state_;  // the walk's
};

template <std::floating_point T>
pagerank_scores run_delta_with(rank_team& team, const csr_graph& graph,
                               const pagerank_options& options) {
  return delta_run<T>(team, graph, options).run();
}

}  // namespace

pagerank_scores run_delta(rank_team& team, const csr_graph& graph,
                          const pagerank_options& options) {
  // The start has its own shares of the edges, and those of ghosts' strengths.
  const std::uint64_t known = 4 * sizeof(double) + (options.weighted ? sizeof(exact_number) : 0);
  require_room(team, graph, "pagerank",
               {.per_vertex = known + 2 * sizeof(double),
                .per_ghost = known,
                .per_edge = options.weighted ? 2 * sizeof(double) : 0});
  if (options.tolerance < least_tolerance_of_float_residuals) {
    return run_delta_with<double>(team, graph, options);
  }
  return run_delta_with<float>(team, graph, options);
}

}  // namespace orujo::page_rank
