// Connected components on the label-correcting engine.
//
// All vertices are roots, and each tells its neighbours the least vertex it knows of. When the
// least labels go first, that of a component has mostly been everywhere before others set out.
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "orujo/algorithms/components/components.hpp"
#include "orujo/algorithms/components/function.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/joining/names.hpp"
#include "orujo/traversal/label_correcting/label_correcting.hpp"

namespace orujo {

namespace {

/// Labels are numbers of vertices: a width of 0 becomes one that leaves some thousand buckets.
work_order label_order(const components_options& options, vertex_id vertices) {
  if (options.method == components_method::label_propagation) {
    return {.kind = order_kind::unordered, .width = 0};
  }
  work_order order =
      options.order.value_or(work_order{.kind = order_kind::priority_per_worker, .width = 0});
  if (order.width > 0) { return order; }
  if (order.kind == order_kind::levels) { order.width = 1; }
  if (order.kind == order_kind::buckets) {
    order.width = static_cast<double>(std::bit_ceil(std::max<vertex_id>(1, vertices / 1024)));
  }
  return order;
}

}  // namespace

class component_search::implementation {
public:
  implementation(rank_team& on, const csr_graph& over, const components_options& options)
      : team_(on), graph_(over) {
    result.facts.method = options.method;
    const label_options how{.order = label_order(options, over.num_vertices()),
                            .reduces = options.reduces};
    if (over.num_vertices() <= std::numeric_limits<std::uint32_t>::max()) {
      narrow_ = std::make_unique<label_correcting<least_vertex<std::uint32_t>>>(on, over, how);
    } else {
      wide_ = std::make_unique<label_correcting<least_vertex<std::uint64_t>>>(on, over, how);
    }
  }

  void run() {
    if (narrow_ != nullptr) {
      narrow_->run_everywhere({});
      take(narrow_->labels());
    } else {
      wide_->run_everywhere({});
      take(wide_->labels());
    }
  }

  /// Calls `visit(engine)` with the one that there is.
  template <typename Visit>
  auto with_engine(Visit visit) const {
    return narrow_ != nullptr ? visit(*narrow_) : visit(*wide_);
  }

  component_labels result;

private:
  template <typename Label>
  void take(std::span<const Label> labels) {
    result.facts.components = connectivity::write_labels(
        team_, graph_, result.label, [&](local_vertex v) { return vertex_id{labels[v]}; });
  }

  rank_team& team_;
  const csr_graph& graph_;
  std::unique_ptr<label_correcting<least_vertex<std::uint32_t>>> narrow_;
  std::unique_ptr<label_correcting<least_vertex<std::uint64_t>>> wide_;
};

component_search::component_search(rank_team& team, const csr_graph& graph,
                                   const components_options& options) {
  require_everywhere(is_told(options.method),
                     "components: a component_search is for label_propagation and "
                     "distributed_control; call components() for other methods");
  require_everywhere(!graph.directed() || graph.has_in_edges(),
                     "components: labels are told along both directions of an edge; build a "
                     "directed graph with in-edges, or use afforest");
  require_everywhere(
      !options.order || options.method == components_method::distributed_control,
      "components: an order of work is for distributed_control; label_propagation has none");
  implementation_ = std::make_unique<implementation>(team, graph, options);
}
component_search::component_search(component_search&&) noexcept = default;
component_search& component_search::operator=(component_search&&) noexcept = default;
component_search::~component_search() = default;

const component_labels& component_search::run() {
  implementation_->run();
  return implementation_->result;
}

work_statistics component_search::work() const {
  return implementation_->with_engine([](const auto& engine) { return engine.work(); });
}

work_history component_search::history() const {
  return implementation_->with_engine([](const auto& engine) { return engine.history(); });
}

component_labels component_search::take_labels() && { return std::move(implementation_->result); }

void component_search::describe(report_card& card) const {
  implementation_->result.describe(card);
  implementation_->with_engine([&](const auto& engine) { engine.describe(card); });
}

}  // namespace orujo
