// A search level by level whose visits are activities of M operators, for many M.
//
//   bench_activities_search GRAPH [--workers W] [--source V] [--isolation NAME,…] [--trials T]
//                           [--csv FILE]
//
// From the vertex of most edges, unless another one is named: number 0 may have none.
//
// After figures 4 and 5 of M. Besta and T. Hoefler, *Accelerating irregular computations with
// hardware transactional memory and active messages*, HPDC 2015. M is 1 … 16, then up to 320 in
// steps of 16. A visit writes the parent of one vertex, unless there is one. The best trial counts;
// attempts that were given up are for each 1000 activities, by reason.
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "activities/result_table.hpp"
#include "orujo/activities/choice/mechanism_table.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/traversal/busiest_vertex.hpp"

namespace {

using namespace orujo;
using bench::shown;

constexpr std::uint32_t no_parent = 0xffffffff;

struct visit {
  struct arguments {
    std::uint32_t vertex;
    std::uint32_t parent;
  };
  using element = std::uint32_t;

  element* parents;

  [[nodiscard]] element& place(const arguments& each) const { return parents[each.vertex]; }
  static std::optional<std::uint32_t> act(element& parent, const arguments& each) {
    if (parent != no_parent) { return std::nullopt; }
    parent = each.parent;
    return each.vertex;
  }
};

struct search_result {
  double seconds = 1e300;
  std::uint64_t reached = 0;
  activity_counts counts = {};
};

template <typename Mechanism>
class search {
public:
  search(rank_team& team, const csr_graph& graph, std::size_t coarsen)
      : team_(team),
        graph_(graph),
        parents_(graph.out_edges().offsets.size() - 1),
        coarsen_(coarsen),
        next_(static_cast<std::size_t>(team.num_workers())) {}

  search_result run(std::uint32_t source) {
    std::fill(parents_.begin(), parents_.end(), no_parent);
    activity_runner<visit, Mechanism> runner(team_, visit{parents_.data()}, {.coarsen = coarsen_});
    const auto begun = std::chrono::steady_clock::now();
    search_result result{.reached = 1};
    parents_[source] = source;
    level_.assign(1, source);
    while (!level_.empty()) {
      cursor_ = 0;
      team_.on_workers([&](worker& self) { this->visit_level(runner, self); });
      level_.clear();
      for (lane& each : next_) {
        level_.insert(level_.end(), each.found.begin(), each.found.end());
        each.found.clear();
      }
      result.reached += level_.size();
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    result.seconds = took.count();
    result.counts = runner.counts();
    return result;
  }

private:
  struct alignas(cache_line_bytes) lane {
    std::vector<std::uint32_t> found;
    std::vector<visit::arguments> batch;
  };

  template <typename Runner>
  void visit_level(Runner& runner, worker& self) {
    constexpr std::size_t grain = 64;
    lane& mine = next_[static_cast<std::size_t>(self.index())];
    const auto returned = [&mine](const visit::arguments& /*each*/, std::uint32_t vertex) {
      mine.found.push_back(vertex);
    };
    const outcome_handlers handlers{no_outcome{}, returned};
    for (;;) {
      const std::size_t first = cursor_.fetch_add(grain);
      if (first >= level_.size()) { break; }
      for (std::size_t i = first; i < std::min(first + grain, level_.size()); ++i) {
        collect(mine, level_[i]);
        if (mine.batch.size() < coarsen_) { continue; }
        runner.run(self, mine.batch, handlers);
        mine.batch.clear();
      }
    }
    runner.run(self, mine.batch, handlers);
    mine.batch.clear();
  }

  /// Visits of neighbours that nobody has visited yet.
  void collect(lane& mine, std::uint32_t from) {
    for (const local_vertex target : graph_.out_edges().row(local_vertex{from})) {
      const auto to = static_cast<std::uint32_t>(target);
      if (activities::load_shared(parents_[to]) == no_parent) { mine.batch.push_back({to, from}); }
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  huge_array<std::uint32_t> parents_;
  std::size_t coarsen_;
  std::vector<std::uint32_t> level_;
  std::atomic<std::size_t> cursor_ = 0;
  std::vector<lane> next_;
};

struct search_options {
  std::string graph;
  std::optional<std::uint32_t> source = {};
  int trials = 5;
  std::vector<std::string> isolation = {"atomic", "lock", "global", "combine", "stm"};
  std::string csv;
};

struct search_plan {
  mechanism_kind isolation;
  std::size_t coarsen;
  std::uint32_t source;
};

std::vector<std::size_t> sizes_for(mechanism_kind kind) {
  if (kind == mechanism_kind::atomic) { return {1}; }
  std::vector<std::size_t> sizes;
  for (std::size_t m = 1; m <= 16; ++m) { sizes.push_back(m); }
  for (std::size_t m = 32; m <= 320; m += 16) { sizes.push_back(m); }
  return sizes;
}

/// The best of all trials.
search_result best_search(rank_team& team, const csr_graph& graph, const search_options& how,
                          const search_plan& plan) {
  search_result best;
  with_mechanism<visit>(plan.isolation, [&](auto tag) {
    search<typename decltype(tag)::type> one(team, graph, plan.coarsen);
    for (int trial = 0; trial < how.trials; ++trial) {
      const search_result now = one.run(plan.source);
      if (now.seconds < best.seconds) { best = now; }
    }
  });
  return best;
}

void add_row(bench::result_table& table, const std::vector<std::string>& names,
             const search_result& best) {
  const activity_counts& counts = best.counts;
  const auto per_1000 = [&](std::uint64_t events) {
    return shown(1000 * static_cast<double>(events) /
                     static_cast<double>(std::max<std::uint64_t>(1, counts.activities)),
                 2);
  };
  std::vector<std::string> cells = names;
  cells.insert(cells.end(),
               {shown(1000 * best.seconds, 2), std::to_string(best.reached),
                std::to_string(counts.activities), per_1000(counts.conflicts),
                per_1000(counts.overflows), per_1000(counts.others), per_1000(counts.serialised)});
  table.add(cells);
}

void run_all(rank_team& team, const search_options& how) {
  const csr_graph graph = load_graph(team, how.graph, {});
  bench::result_table table({"graph", "workers", "isolation", "M", "ms", "reached", "activities",
                             "conflicts", "overflows", "others", "alone"},
                            how.csv);
  const std::uint32_t source =
      how.source ? *how.source : std::uint32_t{graph.local(busiest_vertex(team, graph))};
  const std::string name = how.graph.substr(how.graph.rfind('/') + 1);
  for (const std::string& isolation : how.isolation) {
    const mechanism_kind kind = mechanism_named(isolation).value();
    for (const std::size_t m : sizes_for(kind)) {
      add_row(table, {name, std::to_string(team.num_workers()), isolation, std::to_string(m)},
              best_search(team, graph, how, {kind, m, source}));
    }
  }
}

}  // namespace

int main(int count, char** words) try {
  orujo::launch_options shape{.ranks = 1, .workers = 2};
  search_options how;
  if (orujo::is_available(orujo::mechanism_kind::htm)) {
    how.isolation.insert(how.isolation.end(), {"htm", "elide"});
  }
  CLI::App program("A search whose visits are activities of M operators");
  program.add_option("GRAPH", how.graph, "A file or a generator")->required();
  program.add_option("--workers", shape.workers);
  program.add_option("--source", how.source, "A vertex of the graph in memory, from 0");
  program.add_option("--isolation", how.isolation)->delimiter(',');
  program.add_option("--trials", how.trials);
  program.add_option("--csv", how.csv);
  CLI11_PARSE(program, count, words);
  orujo::run_team(shape, [&](orujo::rank_team& team) { run_all(team, how); });
} catch (const std::exception& problem) {
  std::fprintf(stderr, "search: %s\n", problem.what());
  return 2;
}
