// Shortest paths on the label-correcting engine.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/sssp/sssp.hpp"

#include <utility>

#include <fmt/format.h>

#include "orujo/algorithms/sssp/implementation.hpp"
#include "orujo/algorithms/sssp/path.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

sssp_search::sssp_search(rank_team& team, const csr_graph& graph, const sssp_options& options)
    : implementation_(std::make_unique<implementation>(team, graph, options)) {}
sssp_search::sssp_search(sssp_search&&) noexcept = default;
sssp_search& sssp_search::operator=(sssp_search&&) noexcept = default;
sssp_search::~sssp_search() = default;

const sssp_distances& sssp_search::run(vertex_id source) {
  return implementation_->search_between({source, no_vertex});
}

const sssp_distances& sssp_search::run_to(vertex_id source, vertex_id target) {
  const vertex_id vertices = implementation_->graph.num_vertices();
  require_everywhere(
      target < vertices,
      fmt::format("sssp: target {} is not a vertex: there are {} of them", target, vertices));
  return implementation_->search_between({source, target});
}

std::vector<vertex_id> sssp_search::path(const path_ends& ends) const {
  const implementation& in = *implementation_;
  if (!in.result.real.empty()) {
    return path_along(in.team, in.graph, ends, in.result.real.span());
  }
  return path_along(in.team, in.graph, ends, in.result.whole.span());
}

std::optional<activity_counts> sssp_search::activities() const {
  return implementation_->activity_work();
}

work_statistics sssp_search::work() const { return implementation_->work(); }

work_history sssp_search::history() const { return implementation_->history(); }

const work_order& sssp_search::order() const noexcept { return implementation_->how.order; }

sssp_distances sssp_search::take_distances() && { return std::move(implementation_->result); }

void sssp_search::describe(report_card& card) const { implementation_->describe(card); }

sssp_distances sssp(rank_team& team, const csr_graph& graph, vertex_id source,
                    const sssp_options& options) {
  sssp_search search(team, graph, options);
  search.run(source);
  return std::move(search).take_distances();
}

}  // namespace orujo
