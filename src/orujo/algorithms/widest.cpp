// Widest paths on the label-correcting engine.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/widest.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "orujo/algorithms/greatest_weight.hpp"
#include "orujo/algorithms/label_correcting.hpp"
#include "orujo/algorithms/widest_functions.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// Ranges of width, one after the other, if nothing else is asked for: 64 of them do little work in
/// vain; with 16 a uniform random graph took twice as many looks at edges.
work_order widest_path_order(const std::optional<work_order>& wanted, double widest_edge) {
  constexpr double ranges = 64;
  work_order order = wanted.value_or(work_order{.kind = order_kind::buckets, .width = 0});
  if (order.width > 0) { return order; }
  if (order.kind == order_kind::levels) { order.width = 1; }
  if (order.kind == order_kind::buckets || order.kind == order_kind::priority_per_worker) {
    const double width = std::isfinite(widest_edge) ? widest_edge / ranges : 0;
    order.width = width > 0 ? width : 1;
  }
  return order;
}

/// The engine for one kind of weights, and what it found.
template <typename Width>
class typed_search {
  using paths = widest_paths<Width>;

public:
  typed_search(rank_team& team, const csr_graph& graph, const widest_options& options)
      : team_(team),
        graph_(graph),
        widest_edge_(greatest_weight<Width>(team, graph)),
        engine_(team, graph,
                {.order = widest_path_order(options.order, static_cast<double>(widest_edge_)),
                 .reduces = options.reduces}) {}

  widest_facts run(vertex_id source, huge_array<Width>& into) {
    engine_.run(paths{source, widest_edge_}, std::span(&source, 1));
    const auto labels = engine_.labels();
    if (into.size() != labels.size()) { into = huge_array<Width>(labels.size()); }
    std::copy(labels.begin(), labels.end(), into.begin());
    return facts_of(labels, source);
  }

  [[nodiscard]] const label_correcting<paths>& engine() const noexcept { return engine_; }

private:
  widest_facts facts_of(std::span<const Width> labels, vertex_id source) {
    widest_facts facts{.reached = 0, .narrowest = HUGE_VAL, .width_sum = 0};
    for (local_vertex v = 0; v < labels.size(); ++v) {
      const Width width = labels[v];
      if (width == paths::nothing) { continue; }
      ++facts.reached;
      if (graph_.global(v) == source) { continue; }
      facts.narrowest = std::min(facts.narrowest, static_cast<double>(width));
      facts.width_sum += static_cast<double>(width);
    }
    facts = all_reduce(team_, facts, [](const widest_facts& a, const widest_facts& b) {
      return widest_facts{.reached = a.reached + b.reached,
                          .narrowest = std::min(a.narrowest, b.narrowest),
                          .width_sum = a.width_sum + b.width_sum};
    });
    if (facts.narrowest == HUGE_VAL) { facts.narrowest = 0; }
    return facts;
  }

  rank_team& team_;
  const csr_graph& graph_;
  Width widest_edge_;
  label_correcting<paths> engine_;
};

}  // namespace

class widest_search::implementation {
public:
  implementation(rank_team& team, const csr_graph& over, const widest_options& options)
      : graph(over) {
    if (over.facts().weights == weight_kind::real) {
      real = std::make_unique<typed_search<float>>(team, over, options);
    } else {
      whole = std::make_unique<typed_search<std::uint32_t>>(team, over, options);
    }
  }

  void run(vertex_id source) {
    result.source = source;
    result.facts =
        real != nullptr ? real->run(source, result.real) : whole->run(source, result.whole);
  }

  /// Calls `visit(engine)` with the one that there is.
  template <typename Visit>
  auto with_engine(Visit visit) const {
    return real != nullptr ? visit(real->engine()) : visit(whole->engine());
  }

  const csr_graph& graph;
  path_widths result;

private:
  std::unique_ptr<typed_search<float>> real;
  std::unique_ptr<typed_search<std::uint32_t>> whole;
};

widest_search::widest_search(rank_team& team, const csr_graph& graph, const widest_options& options)
    : implementation_(std::make_unique<implementation>(team, graph, options)) {}
widest_search::widest_search(widest_search&&) noexcept = default;
widest_search& widest_search::operator=(widest_search&&) noexcept = default;
widest_search::~widest_search() = default;

const path_widths& widest_search::run(vertex_id source) {
  const vertex_id vertices = implementation_->graph.num_vertices();
  require_everywhere(
      source < vertices,
      fmt::format("widest: source {} is not a vertex: there are {} of them", source, vertices));
  implementation_->run(source);
  return implementation_->result;
}

work_statistics widest_search::work() const {
  return implementation_->with_engine([](const auto& engine) { return engine.work(); });
}

work_history widest_search::history() const {
  return implementation_->with_engine([](const auto& engine) { return engine.history(); });
}

path_widths widest_search::take_widths() && { return std::move(implementation_->result); }

void widest_search::describe(report_card& card) const {
  implementation_->with_engine([&](const auto& engine) { engine.describe(card); });
}

path_widths widest(rank_team& team, const csr_graph& graph, vertex_id source,
                   const widest_options& options) {
  widest_search search(team, graph, options);
  search.run(source);
  return std::move(search).take_widths();
}

}  // namespace orujo
