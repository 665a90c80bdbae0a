// Each kernel beside what its looks at edges would take if nothing but memory held them up.
// SPDX-License-Identifier: Apache-2.0
//
// The limits are measured on the same graph by the same workers in the same run:
//
// - stream: reading all targets of edges in order, 4 bytes each;
// - gather: the same, and for each target the value that an array has for it, of the least width
//   that the kernel could do with: what is between both is what looking something up costs.
//
// A kernel's limit is its looks at edges (the metric "edges examined") times what one of them takes
// at least, and for each vertex that was processed reading where its row begins. A ratio below 1 is
// possible: a kernel may look at targets that are closer together than those of the whole graph.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "orujo/algorithms/catalogue/catalogue.hpp"
#include "orujo/base/print.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/runtime/metrics/team_counts.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/tasks/touched_array.hpp"
#include "orujo/traversal/busiest_vertex.hpp"
#include "team_bench.hpp"

namespace {

using namespace orujo;

struct bench_options {
  std::string graph = "kron:18";
  std::vector<std::string> kernels;
  bench::team_shape shape = {.workers = 1, .trials = 5};
};

/// The width of the values that a kernel looks up for the targets of edges.
enum class gathered : std::uint8_t { nothing, bits, bytes, words, doubles };

struct kernel {
  std::string_view name;
  gathered width;
};

/// The least that answers: a bit for what was reached, 4 bytes for a label, distance or degree.
constexpr std::array<kernel, 8> all_kernels{{{"bfs", gathered::bits},
                                             {"sssp", gathered::words},
                                             {"components", gathered::words},
                                             {"pagerank", gathered::words},
                                             {"betweenness", gathered::doubles},
                                             {"mis", gathered::bytes},
                                             {"kcore", gathered::words},
                                             {"mst", gathered::words}}};

std::string_view name_of(gathered width) {
  constexpr std::array<std::string_view, 5> names{"stream", "gather of bits", "gather of bytes",
                                                  "gather of 4 bytes", "gather of 8 bytes"};
  return names[static_cast<std::size_t>(width)];
}

template <typename Body>
double seconds_of(rank_team& team, Body body) {
  barrier(team);
  const auto began = std::chrono::steady_clock::now();
  body();
  barrier(team);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

/// Nanoseconds of an item at the quickest of some trials; all workers share the items.
template <typename Read>
double quickest(rank_team& team, const bench_options& options, std::size_t items, Read read) {
  std::atomic<std::uint64_t> sum{0};  // of what was read, so that it is
  double least = std::numeric_limits<double>::max();
  for (int trial = 0; trial < options.shape.trials; ++trial) {
    least = std::min(least, seconds_of(team, [&] {
                       parallel_for(team, items, std::size_t{1} << 16U,
                                    [&](std::size_t first, std::size_t last) {
                                      sum.fetch_add(read(first, last), std::memory_order_relaxed);
                                    });
                     }));
  }
  require(sum.load() != ~std::uint64_t{0}, "the sum of all that was read is what none is");
  return 1e9 * least / static_cast<double>(std::max<std::size_t>(1, items));
}

/// What a look at an edge, and at where a row begins, takes at least, in nanoseconds.
class memory_limits {
public:
  memory_limits(rank_team& team, const csr_graph& graph, const bench_options& options)
      : team_(team), graph_(graph), options_(options) {
    const std::span<const std::uint64_t> offsets = graph.out_edges().offsets;
    row_ns_ = quickest(team, options, graph.num_local(), [&](std::size_t first, std::size_t last) {
      return std::accumulate(offsets.begin() + static_cast<std::ptrdiff_t>(first),
                             offsets.begin() + static_cast<std::ptrdiff_t>(last), std::uint64_t{0});
    });
    edge_ns_[0] = of_targets([](local_vertex target) { return std::uint64_t{target}; });
    measure<std::uint64_t, 64>(gathered::bits);
    measure<std::uint8_t, 1>(gathered::bytes);
    measure<std::uint32_t, 1>(gathered::words);
    measure<std::uint64_t, 1>(gathered::doubles);
  }

  [[nodiscard]] double row_ns() const noexcept { return row_ns_; }
  [[nodiscard]] double edge_ns(gathered width) const noexcept {
    return edge_ns_[static_cast<std::size_t>(width)];
  }

private:
  template <typename Of>
  [[nodiscard]] double of_targets(Of of) const {
    const auto& targets = graph_.out_edges().targets;
    return quickest(team_, options_, targets.size(), [&](std::size_t first, std::size_t last) {
      std::uint64_t sum = 0;
      for (std::size_t i = first; i < last; ++i) { sum += of(targets[i]); }
      return sum;
    });
  }

  /// `VerticesEach` vertices share a value; a constant, so that no division is measured.
  template <typename T, std::size_t VerticesEach>
  void measure(gathered width) {
    const std::size_t size = std::size_t{graph_.num_local()} + graph_.num_ghosts();
    auto values = touched_array<T>(team_, size / VerticesEach + 1);
    std::fill(values.begin(), values.end(), T{1});  // what was never written is one page of zeros
    edge_ns_[static_cast<std::size_t>(width)] = of_targets(
        [&](local_vertex target) { return std::uint64_t{values[target / VerticesEach]}; });
  }

  rank_team& team_;
  const csr_graph& graph_;
  const bench_options& options_;
  double row_ns_ = 0;
  std::array<double, 5> edge_ns_{};
};

std::uint64_t total_of(const team_counts& counts, std::string_view name) {
  for (const declared_total& each : counts.declared) {
    if (each.name == name) { return each.value; }
  }
  return 0;
}

struct measured_kernel {
  double seconds = 0;  ///< At the median of the trials.
  std::uint64_t edges = 0;
  std::uint64_t vertices = 0;
};

measured_kernel measure(rank_team& team, const csr_graph& graph, const algorithm_entry& entry,
                        const bench_options& options) {
  const std::array<vertex_id, 1> sources{busiest_vertex(team, graph)};
  run_start from;
  if (entry.start != start_kind::nowhere) { from.sources = sources; }
  const std::unique_ptr<algorithm_run> run = entry.prepare(team, graph, {});
  const rank_counts before = count_rank(team);
  run->run(from);  // once for what is counted, and for memory that later runs have
  const team_counts counts = gather_counts(team, before);
  std::vector<double> seconds;
  for (int trial = 0; trial < options.shape.trials; ++trial) {
    seconds.push_back(seconds_of(team, [&] { run->run(from); }));
  }
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return {*middle, total_of(counts, "edges examined"), total_of(counts, "vertices processed")};
}

void print_row(const kernel& which, const measured_kernel& found, const memory_limits& limits,
               const csr_graph& graph) {
  const double limit = 1e-9 * (static_cast<double>(found.edges) * limits.edge_ns(which.width) +
                               static_cast<double>(found.vertices) * limits.row_ns());
  const double looks = static_cast<double>(found.edges) /
                       static_cast<double>(std::max<std::uint64_t>(1, graph.facts().num_arcs));
  print_out(fmt::format("| {} | {:.2f} | {:.2f} | {} | {:.2f} | {} |\n", which.name,
                        1e3 * found.seconds, looks, name_of(which.width), 1e3 * limit,
                        limit > 0 ? fmt::format("{:.2f}", found.seconds / limit) : "–"));
}

void run(rank_team& team, const bench_options& options) {
  load_options load;
  load.build.directed = false;
  load.build.weights = {.from = weight_origin::random, .low = 1, .high = 255};
  const csr_graph graph = load_graph(team, options.graph, load);
  const memory_limits limits(team, graph, options);
  print_out(fmt::format("{}: {} vertices, {} edges, {} workers\n\n", options.graph,
                        graph.num_vertices(), graph.facts().num_edges, team.num_workers()));
  for (const gathered width :
       {gathered::nothing, gathered::bits, gathered::bytes, gathered::words, gathered::doubles}) {
    print_out(fmt::format("{}: {:.3f} ns for each edge\n", name_of(width), limits.edge_ns(width)));
  }
  print_out(
      "\n| kernel | ms | looks, of arcs | limit | ms | ratio |\n"
      "| --- | --- | --- | --- | --- | --- |\n");
  for (const algorithm_entry& entry : all_algorithms()) {
    const auto which = std::find_if(all_kernels.begin(), all_kernels.end(),
                                    [&](const kernel& each) { return each.name == entry.name; });
    const auto& wanted = options.kernels;
    if (which == all_kernels.end() ||
        (!wanted.empty() && std::find(wanted.begin(), wanted.end(), entry.name) == wanted.end())) {
      continue;
    }
    print_row(*which, measure(team, graph, entry, options), limits, graph);
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench_options options;
  CLI::App app("Each kernel beside the limit of what it gathers or streams, on one rank");
  app.add_option("graph", options.graph, "a file or a generator; edges are taken both ways");
  app.add_option("--kernels", options.kernels, "only these")->delimiter(',');
  bench::add_options(app, options.shape);
  CLI11_PARSE(app, argc, argv);
  return bench::exit_code_of(
      [&] { bench::on_team(options.shape, [&](rank_team& team) { run(team, options); }); });
}
