// A new algorithm in a few lines: the widest path to each vertex, under every order.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/traversal/label_correcting/label_correcting.hpp"

/// How much can flow from the source to a vertex along one path: its narrowest edge counts.
struct widest_path {
  using label_type = std::uint32_t;
  using weight_type = std::uint32_t;
  static constexpr label_type endless = std::numeric_limits<label_type>::max();

  [[nodiscard]] label_type initial(orujo::vertex_id v) const { return v == source ? endless : 0; }
  [[nodiscard]] static label_type along(label_type width, weight_type edge) {
    return std::min(width, edge);
  }
  [[nodiscard]] static bool better(label_type a, label_type b) { return a > b; }
  [[nodiscard]] static double rank(label_type width) { return endless - width; }

  orujo::vertex_id source;
};

namespace {

void run_under_every_order(orujo::rank_team& team) {
  using enum orujo::order_kind;
  orujo::load_options weights;
  weights.build.weights = {.from = orujo::weight_origin::random, .low = 1, .high = 1000};
  const orujo::csr_graph pipes = orujo::load_graph(team, "smallworld:2000:6:0.1", weights);
  std::uint64_t expected = 0;
  for (const orujo::work_order order : {orujo::work_order{unordered, 0},
                                        {levels, 2},
                                        {buckets, 50},
                                        {priority_per_worker, 0},
                                        {priority_per_rank, 0},
                                        {strict, 0}}) {
    orujo::label_correcting<widest_path> search(team, pipes, {.order = order});
    const orujo::vertex_id source = 0;
    search.run(widest_path{source}, std::span(&source, 1));

    std::uint64_t sum = 0;
    for (orujo::local_vertex v = 0; v < pipes.num_local(); ++v) {
      if (!pipes.owns(source) || v != pipes.local(source)) { sum += search.labels()[v]; }
    }
    sum = orujo::all_sum(team, sum);
    const orujo::work_statistics work = search.work();
    if (orujo::index_of(team.rank()) == 0) {
      orujo::print_out(
          fmt::format("{:20} widths add up to {}, {} vertices processed, {} of them in "
                      "vain\n",
                      orujo::text_of(order), sum, work.useful + work.useless, work.useless));
    }
    expected = expected == 0 ? sum : expected;
    orujo::require(sum == expected && sum > 0, "the order changed the result");
  }
}

}  // namespace

int main() {
  orujo::launch_options team;
  team.ranks = 2;
  team.workers = 2;
  orujo::run_team(team, run_under_every_order);
  return 0;
}
