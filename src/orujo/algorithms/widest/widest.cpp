// Widest paths on the label-correcting engine.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/widest/widest.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "orujo/algorithms/widest/engines.hpp"
#include "orujo/algorithms/widest/functions.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/weight_extent.hpp"

namespace orujo {

namespace {

/// Ranges of width, one after the other, if nothing else is asked for: 64 of them do little work in
/// vain; with 16 a uniform random graph took twice as many looks at edges.
work_order widest_path_order(const std::optional<work_order>& wanted, double extent) {
  constexpr double ranges = 64;
  return with_width(wanted.value_or(work_order{.kind = order_kind::buckets, .width = 0}), [&] {
    const double width = std::isfinite(extent) ? extent / ranges : 0;
    return is_usable_width(width) ? width : 1;
  });
}

/// As weight_extent_of(), and 0 to 0 if there is no edge.
template <typename Width>
weight_extent<Width> extent_of(rank_team& team, const csr_graph& graph) {
  const auto all = weight_extent_of<Width>(team, graph);
  return all.least <= all.greatest ? all : weight_extent<Width>{Width{0}, Width{0}};
}

/// What is asked of the engine, whatever its widths are.
class width_search {
public:
  virtual ~width_search() = default;
  virtual void run(vertex_id source, path_widths& into) = 0;
  [[nodiscard]] virtual work_statistics work() const = 0;
  [[nodiscard]] virtual work_history history() const = 0;
  virtual void describe(report_card& card) const = 0;
};

/// The engine for one type of weights, and what it found.
template <typename Width>
class typed_search final : public width_search {
  using paths = widest_paths<Width>;
  using found_width = std::conditional_t<std::is_floating_point_v<Width>, double, std::int64_t>;

public:
  typed_search(rank_team& team, const csr_graph& graph, const widest_options& options)
      : team_(team),
        graph_(graph),
        weights_(extent_of<Width>(team, graph)),
        nothing_(no_width(weights_.least)),
        engine_(team, graph,
                {.order = widest_path_order(options.order,
                                            static_cast<double>(weights_.greatest) -
                                                std::min(0.0, static_cast<double>(weights_.least))),
                 .reduces = options.reduces}) {}

  void run(vertex_id source, path_widths& into) override {
    engine_.run(paths{source, weights_.greatest, nothing_}, std::span(&source, 1));
    into.source = source;
    if constexpr (std::is_floating_point_v<Width>) {
      into.no_real = double{nothing_};
      take_widths(source, into.real);
    } else {
      into.no_whole = std::int64_t{nothing_};
      take_widths(source, into.whole);
    }
    into.facts = facts_of(engine_.labels(), source);
  }

  [[nodiscard]] work_statistics work() const override { return engine_.work(); }
  [[nodiscard]] work_history history() const override { return engine_.history(); }
  void describe(report_card& card) const override { engine_.describe(card); }

private:
  void take_widths(vertex_id source, huge_array<found_width>& into) const {
    const auto labels = engine_.labels();
    if (into.size() != labels.size()) { into = huge_array<found_width>(labels.size()); }
    std::copy(labels.begin(), labels.end(), into.begin());
    if (graph_.owns(source)) {
      into[graph_.local(source)] = std::numeric_limits<found_width>::max();
    }
  }

  widest_facts facts_of(std::span<const Width> labels, vertex_id source) {
    std::uint64_t reached = 0;
    Width narrowest = paths::endless;
    sum_of_many<Width> sum{0};
    for (local_vertex v = 0; v < labels.size(); ++v) {
      if (labels[v] == nothing_) { continue; }
      ++reached;
      if (graph_.global(v) == source) { continue; }
      narrowest = std::min(narrowest, labels[v]);
      sum += static_cast<sum_of_many<Width>>(labels[v]);
    }
    const widest_facts facts =
        all_reduce(team_,
                   widest_facts{.reached = reached,
                                .narrowest = static_cast<exact_number>(narrowest),
                                .width_sum = static_cast<exact_number>(sum)},
                   [](const widest_facts& a, const widest_facts& b) {
                     return widest_facts{.reached = a.reached + b.reached,
                                         .narrowest = std::min(a.narrowest, b.narrowest),
                                         .width_sum = a.width_sum + b.width_sum};
                   });
    return facts.reached > 1 ? facts : widest_facts{.reached = facts.reached};
  }

  rank_team& team_;
  const csr_graph& graph_;
  weight_extent<Width> weights_;
  Width nothing_;
  label_correcting<paths> engine_;
};

}  // namespace

class widest_search::implementation {
public:
  implementation(rank_team& team, const csr_graph& over, const widest_options& options)
      : graph(over) {
    with_weight_type(over.stored_weights(), [&]<typename T>(std::type_identity<T>) {
      search = std::make_unique<typed_search<T>>(team, over, options);
    });
  }

  const csr_graph& graph;
  std::unique_ptr<width_search> search;
  path_widths result;
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
  implementation_->search->run(source, implementation_->result);
  return implementation_->result;
}

work_statistics widest_search::work() const { return implementation_->search->work(); }

work_history widest_search::history() const { return implementation_->search->history(); }

path_widths widest_search::take_widths() && { return std::move(implementation_->result); }

void widest_search::describe(report_card& card) const { implementation_->search->describe(card); }

path_widths widest(rank_team& team, const csr_graph& graph, vertex_id source,
                   const widest_options& options) {
  widest_search search(team, graph, options);
  search.run(source);
  return std::move(search).take_widths();
}

}  // namespace orujo
