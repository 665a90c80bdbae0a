// A new algorithm in a few lines: the first independent set of a random order, decided in two ways.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/traversal/dag_correcting/dag_correcting.hpp"
#include "orujo/traversal/vertex_order.hpp"

/// A vertex is in the set unless a neighbour before it is.
struct independent_set {
  using value_type = std::uint32_t;
  static constexpr value_type out = 0, in = 1, undecided = 2;

  template <typename Values>
  [[nodiscard]] static value_type decide(const Values& values) {
    for (const value_type each : values) {
      if (each == in) { return out; }
    }
    return in;
  }
  [[nodiscard]] static bool affects(value_type own, value_type before, value_type after) {
    return (own == in ? after : before) == in;
  }
  [[nodiscard]] static bool settles(value_type value) { return value == in; }
  [[nodiscard]] static std::uint32_t rank(value_type value) { return value; }
};

namespace {

void run_under_both_orders(orujo::rank_team& team) {
  using enum orujo::dag_order;
  const orujo::csr_graph graph = orujo::load_graph(team, "smallworld:5000:6:0.1", {});
  const auto priority = orujo::vertex_priorities(team, graph, orujo::vertex_order::random);
  const orujo::oriented_graph dag(team, graph, priority.span());
  std::uint64_t expected = 0;
  for (const orujo::dag_order order : {jones_plassmann, distributed_control}) {
    orujo::dag_correcting<independent_set> engine(team, dag, {.order = order});
    engine.run({});

    std::uint64_t size = 0;
    for (orujo::local_vertex v = 0; v < graph.num_local(); ++v) { size += engine.value(v); }
    size = orujo::all_sum(team, size);
    const orujo::work_statistics work = engine.work();
    if (orujo::index_of(team.rank()) == 0) {
      orujo::print_out(fmt::format("{} vertices in the set, {} values sent, {} of them in vain\n",
                                   size, work.improvements, work.useless));
    }
    expected = expected == 0 ? size : expected;
    orujo::require(size == expected && size > 0, "the order of work changed the result");
  }
}

}  // namespace

int main() {
  orujo::launch_options team;
  team.ranks = 2;
  team.workers = 2;
  orujo::run_team(team, run_under_both_orders);
  return 0;
}
