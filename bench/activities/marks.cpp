// Breadth-first search by marks, against the same loop written by hand, and the one that goes both
// ways: in turn, in one run.
//
//   bench_activities_marks [GRAPH] [--rounds N] [--workers W] [--isolation NAME,…] [--coarsen M,…]
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/busiest_vertex.hpp"

using namespace orujo;

namespace {

/// A search as people write it: rows of a level, and a compare-and-swap for each target that has no
/// parent yet. One rank.
class hand_written {
public:
  hand_written(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        parent_(graph.num_local()),
        depth_(graph.num_local()),
        lanes_(static_cast<std::size_t>(team.num_workers())) {}

  std::uint64_t run(vertex_id source) {
    parallel_for(team_, parent_.size(), 4096, [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v) {
        parent_[v] = no_vertex;
        depth_[v] = unreached;
      }
    });
    parent_[graph_.local(source)] = source;
    depth_[graph_.local(source)] = 0;
    level_ = {graph_.local(source)};
    std::uint64_t reached = 0;
    for (std::uint32_t next = 1; !level_.empty(); ++next) {
      reached += level_.size();
      expand(next);
    }
    return reached;
  }

private:
  struct alignas(cache_line_bytes) lane {
    std::vector<local_vertex> found;
  };

  void expand(std::uint32_t next) {
    constexpr std::size_t few = 128;
    if (team_.num_workers() == 1 || level_.size() < few) {
      expand_rows({0, level_.size()}, next, lanes_.front().found);
    } else {
      shared_loop loop(level_.size(), 64);
      team_.on_workers([&](worker& self) {
        std::vector<local_vertex>& mine = lanes_[static_cast<std::size_t>(self.index())].found;
        for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
          expand_rows(part, next, mine);
        }
      });
    }
    level_.clear();
    for (lane& each : lanes_) {
      level_.insert(level_.end(), each.found.begin(), each.found.end());
      each.found.clear();
    }
  }

  void expand_rows(index_range part, std::uint32_t next, std::vector<local_vertex>& into) {
    for (std::size_t i = part.first; i < part.last; ++i) {
      const vertex_id source = graph_.global(level_[i]);
      for (const local_vertex target : graph_.out_edges().row(level_[i])) {
        std::atomic_ref<vertex_id> place(parent_[target]);
        vertex_id none = no_vertex;
        if (place.load(std::memory_order_relaxed) != none ||
            !place.compare_exchange_strong(none, source, std::memory_order_relaxed)) {
          continue;
        }
        depth_[target] = next;
        into.push_back(target);
      }
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  huge_array<vertex_id> parent_;
  huge_array<std::uint32_t> depth_;
  std::vector<lane> lanes_;
  std::vector<local_vertex> level_;
};

struct timed {
  std::string name;
  std::vector<double> seconds;
};

template <typename Run>
void time(timed& of, std::uint64_t reached, Run run) {
  using clock = std::chrono::steady_clock;
  const clock::time_point start = clock::now();
  const std::uint64_t found = run();
  of.seconds.push_back(std::chrono::duration<double>(clock::now() - start).count());
  require(found == reached, fmt::format("{} reached {} vertices, not {}", of.name, found, reached));
}

void print(const std::vector<timed>& all) {
  const auto least = [](const timed& each) {
    return *std::min_element(each.seconds.begin(), each.seconds.end());
  };
  const double by_hand = least(all.front());
  for (timed each : all) {
    std::sort(each.seconds.begin(), each.seconds.end());
    print_out(fmt::format("{:36} least {:8.3f} ms, median {:8.3f} ms, {:.2f} of the first\n",
                          each.name, each.seconds.front() * 1e3,
                          each.seconds[each.seconds.size() / 2] * 1e3, least(each) / by_hand));
  }
}

struct marks_options {
  std::string graph = "kron:18";
  int rounds = 9;
  std::vector<std::string> isolation = {"atomic", "lock", "global", "stm", "home"};
  std::vector<std::size_t> coarsen = {1, 16, 64, 0};
};

/// By marks, the frontier looking, and for one mechanism as is cheaper, too.
std::vector<bfs_options> ways_of(const marks_options& how) {
  std::vector<bfs_options> ways;
  for (const std::string& name : how.isolation) {
    const mechanism_kind kind = mechanism_named(name).value();
    for (const std::size_t coarsen : how.coarsen) {
      const isolation_choice isolation{.mechanism = kind, .coarsen = coarsen};
      ways.push_back(
          {.method = bfs_method::marks, .isolation = isolation, .direction = map_direction::push});
      if (kind == mechanism_kind::atomic || kind == mechanism_kind::home) { break; }
    }
  }
  ways.push_back({.method = bfs_method::marks, .isolation = ways.front().isolation});
  return ways;
}

std::string name_of(const bfs_options& way) {
  const std::size_t coarsen = way.isolation.coarsen;
  return fmt::format(
      "marks, {}, {}, M = {}", way.direction == map_direction::push ? "pushed" : "both ways",
      orujo::name_of(*way.isolation.mechanism), coarsen == 0 ? "auto" : std::to_string(coarsen));
}

void measure(rank_team& team, const marks_options& how) {
  load_options loading;
  loading.build.directed = false;
  const csr_graph graph = load_graph(team, how.graph, loading);
  hand_written by_hand(team, graph);
  std::vector<timed> all{{"by hand", {}}, {"direction-optimizing", {}}, {"top-down", {}}};
  std::vector<bfs_search> searches;
  searches.emplace_back(team, graph);
  searches.emplace_back(team, graph, bfs_options{.method = bfs_method::top_down});
  for (const bfs_options& way : ways_of(how)) {
    all.push_back({name_of(way), {}});
    searches.emplace_back(team, graph, way);
  }
  const vertex_id source = busiest_vertex(team, graph);
  const std::uint64_t reached = by_hand.run(source);
  for (int round = 0; round < how.rounds; ++round) {
    time(all.front(), reached, [&] { return by_hand.run(source); });
    for (std::size_t i = 0; i < searches.size(); ++i) {
      time(all[i + 1], reached, [&] { return searches[i].run(source).facts.reached; });
    }
  }
  print(all);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Breadth-first search by marks under mechanisms, and by hand");
  marks_options how;
  launch_options team{.ranks = 1};
  app.add_option("graph", how.graph, "As of orujo bfs");
  app.add_option("--rounds", how.rounds,
                 "Searches by each, in turn, from the vertex of most edges");
  app.add_option("--workers", team.workers, "0: a worker for each core");
  app.add_option("--isolation", how.isolation)->delimiter(',');
  app.add_option("--coarsen", how.coarsen, "0: adapted")->delimiter(',');
  CLI11_PARSE(app, argc, argv);
  run_team(team, [&](rank_team& of) { measure(of, how); });
  return 0;
}
