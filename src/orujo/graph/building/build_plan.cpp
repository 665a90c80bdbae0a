// Decides about direction, weights and memory.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/build_plan.hpp"

#include <algorithm>
#include <limits>

#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/shared_host.hpp"

namespace orujo::building {

namespace {

weight_kind stored_kind(const input_facts& facts, const weight_options& options) noexcept {
  switch (options.from) {
    case weight_origin::input: return facts.weights;
    case weight_origin::random: return weight_kind::integer;
    case weight_origin::none: break;
  }
  return weight_kind::none;
}

std::uint64_t capped_sum(std::uint64_t a, std::uint64_t b) noexcept {
  const std::uint64_t sum = a + b;
  return sum < a ? std::numeric_limits<std::uint64_t>::max() : sum;
}

}  // namespace

build_plan make_plan(const input_facts& facts, const build_options& options, int ranks) {
  require(options.weights.low <= options.weights.high,
          "weights: the lowest random weight is above the highest");
  build_plan plan;
  plan.directed = options.directed.value_or(facts.directed.value_or(true));
  plan.ids_known = facts.declared_vertices.has_value() && options.keep_isolated;
  plan.streamed = plan.ids_known && (ranks == 1 || options.balance == block_balance::vertices);
  plan.weights = stored_kind(facts, options.weights);
  plan.weights_travel =
      options.weights.from == weight_origin::input && plan.weights != weight_kind::none;
  const bool paired = !plan.directed && facts.both_directions_listed;
  plan.edges = {.reversed = !plan.directed && !paired,
                .by_target = plan.directed && options.in_edges,
                .keep_loops = options.keep_self_loops,
                .check_pairs = paired,
                .weights = plan.weights};
  plan.rows = {.parallel = effective_rule(options.parallel, plan.weights_travel),
               .loops_arrive = options.keep_self_loops};
  return plan;
}

parallel_edges effective_rule(parallel_edges wanted, bool weighted) noexcept {
  return weighted || wanted == parallel_edges::kept ? wanted : parallel_edges::one;
}

bool needs_wide(const build_options& options, vertex_id vertices) noexcept {
  constexpr vertex_id narrow_limit = vertex_id{1} << 32U;
  return options.wide_ids || vertices > narrow_limit;
}

void require_build_memory(rank_team& team, const build_plan& plan, const build_sizes& sizes,
                          std::uint64_t held) {
  const bool wide = sizes.vertices > (std::uint64_t{1} << 32U);
  const std::uint64_t arc_bytes = (wide ? 10U : 6U) + sizes.weight_bytes;
  const std::uint64_t arcs = capped_product(sizes.edges, plan.arcs_of(1));
  // A tenth and more for blocks that are not full, and for the first rows that are finished.
  const std::uint64_t arrived = capped_product(arcs / 4 * 5, arc_bytes);
  const std::uint64_t offsets = capped_product(sizes.vertices, plan.edges.by_target ? 16 : 8);
  const std::uint64_t own = capped_sum(arrived, offsets) / static_cast<std::uint64_t>(team.size());
  run_agreed(team, [&] { require_rank_memory(team, capped_sum(own, held), "the graph"); });
}

}  // namespace orujo::building
