// The first maximal independent set on the engine for values over an acyclic graph.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/independent_set/maximal_independent_set.hpp"

#include <functional>

#include "orujo/algorithms/independent_set/prefixes.hpp"
#include "orujo/base/error.hpp"
#include "orujo/traversal/dag_correcting/dag_correcting.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace {

/// In the set, or out of it because a neighbour is in it ("FIX1" and "FIX0").
enum class membership : std::uint8_t { inside, outside, undecided };

/// A vertex is in the set unless a predecessor is.
struct first_set {
  using value_type = membership;
  static constexpr value_type undecided = membership::undecided;

  template <typename Values>
  [[nodiscard]] static value_type decide(const Values& values) noexcept {
    for (const value_type each : values) {
      if (each == membership::inside) { return membership::outside; }
    }
    return membership::inside;
  }
  [[nodiscard]] static bool affects(value_type own, value_type before, value_type after) noexcept {
    return (own == membership::inside ? after : before) == membership::inside;
  }
  [[nodiscard]] static bool settles(value_type value) noexcept {
    return value == membership::inside;
  }
  [[nodiscard]] static std::uint32_t rank(value_type value) noexcept {
    return static_cast<std::uint32_t>(value);
  }
};

}  // namespace

independent_set maximal_independent_set(rank_team& team, const csr_graph& graph,
                                        const independent_set_options& options) {
  require_everywhere(!graph.directed(), "the edges must go both ways; build the graph undirected");
  const huge_array<std::uint64_t> priority =
      vertex_priorities(team, graph, options.order, options.seed);
  if (options.by_prefixes && team.size() == 1) {
    return set_by_prefixes(team, graph, priority.span());
  }
  const oriented_graph dag(team, graph, priority.span());
  dag_correcting<first_set> engine(team, dag, options.how);
  engine.run({});
  independent_set result{.contains = huge_array<std::uint8_t>(graph.num_local())};
  const auto take = [&](local_vertex v) {
    result.contains[v] = engine.value(v) == membership::inside ? 1 : 0;
    return std::uint64_t{result.contains[v]};
  };
  result.size = vertex_reduce(team, graph, take, std::plus<>());
  result.work = engine.work();
  result.history = engine.history();
  engine.describe(result.choices);
  return result;
}

void independent_set::describe(report_card& card) const {
  for (const report_entry& entry : choices.entries()) { card.add(entry.section, entry.row); }
}

}  // namespace orujo
