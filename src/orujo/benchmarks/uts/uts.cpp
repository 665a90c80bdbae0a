// Grows a tree, then walks through it as often as is asked for.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/uts/uts.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "orujo/benchmarks/uts/tree.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/messaging/shared_host.hpp"

namespace orujo {

namespace {

/// Throws memory_error if a tree of `size` vertices will not fit, evenly spread over the ranks.
void check_size(rank_team& team, const uts_options& options) {
  const auto threads = static_cast<std::uint64_t>(team.transport().place().threads_on_host);
  const auto homes = static_cast<std::uint64_t>(team.size() * team.num_workers());
  const std::uint64_t copies = options.placement == uts_placement::scattered ? 2 : 1;
  require_memory(copies * (options.expected_size / homes) * threads * sizeof(uts_vertex),
                 "the tree", memory_limit_of(team));
}

/// The tree of one rank between runs of tasks. Call: collective; the program.
class uts_program {
public:
  uts_program(global_memory& memory, const uts_options& options)
      : team_(memory.team()), memory_(memory), options_(options) {}

  [[nodiscard]] uts_result measure();

private:
  void grow_tree(uts_result& result);
  void connect();
  void scatter_tree(uts_result& result);
  [[nodiscard]] uts_traversal walk_tree();
  [[nodiscard]] uts_traversal take_counts();

  [[nodiscard]] uts_part& part_of(int worker) const {
    return memory_.at_worker(worker).at<uts_part>(first_of(tree_.segment()));
  }

  rank_team& team_;
  global_memory& memory_;
  uts_options options_;
  uts_tree tree_;
  std::uint64_t size_ = 0;  // of all stores
  // on rank 0
  uts_vertex root_{};
  scattered_vertex scattered_root_{};
};

void add(uts_traversal& into, const uts_traversal& more) {
  into.counts.tree_size += more.counts.tree_size;
  into.counts.leaves += more.counts.leaves;
  into.counts.max_depth = std::max(into.counts.max_depth, more.counts.max_depth);
  into.remote += more.remote;
}

template <typename Work>
double seconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

uts_result uts_program::measure() {
  uts_result result;
  grow_tree(result);
  connect();
  if (options_.placement == uts_placement::scattered) { scatter_tree(result); }
  for (std::uint64_t i = 0; i < options_.traversals; ++i) {
    result.traversals.push_back(walk_tree());
  }
  return result;
}

void uts_program::grow_tree(uts_result& result) {
  run_global(team_, [&] {
    tree_ = allocate_symmetric<uts_part>();
    on_all_workers([tree = tree_, rules = options_.tree] { tree.here().rules = uts_rules(rules); });
    result.seconds_generation = seconds_of([&] { root_ = grow(tree_, options_.tree.seed); });
  });
  tree_ = broadcast(team_, tree_);
  result.seconds_generation = broadcast(team_, result.seconds_generation);
  result.generated = take_counts().counts;
}

/// Lets each worker find the vertices of all workers of its rank, and numbers them.
void uts_program::connect() {
  const int workers = team_.num_workers();
  std::uint64_t own = 0;
  for (int w = 0; w < workers; ++w) { own += part_of(w).store.size(); }
  std::uint64_t before = exclusive_scan(team_, own);
  size_ = all_sum(team_, own);
  for (int w = 0; w < workers; ++w) {
    uts_part& part = part_of(w);
    part.first_home = static_cast<std::uint32_t>(index_of(team_.rank()) * workers);
    part.stores.clear();
    for (int other = 0; other < workers; ++other) { part.stores.push_back(&part_of(other).store); }
    part.vertices_before = before;
    before += part.store.size();
  }
}

void uts_program::scatter_tree(uts_result& result) {
  run_global(team_, [&] {
    result.seconds_scattering = seconds_of([&] { scattered_root_ = scatter(tree_, root_, size_); });
  });
  result.seconds_scattering = broadcast(team_, result.seconds_scattering);
}

uts_traversal uts_program::walk_tree() {
  double seconds = 0;
  run_global(team_, [&] {
    seconds = seconds_of([&] {
      if (options_.placement == uts_placement::scattered) {
        search(tree_, scattered_root_);
      } else {
        walk(tree_, root_);
      }
    });
  });
  uts_traversal done = take_counts();
  done.seconds = broadcast(team_, seconds);
  return done;
}

/// What all workers have counted since it was last taken.
uts_traversal uts_program::take_counts() {
  uts_traversal all;
  for (int w = 0; w < team_.num_workers(); ++w) {
    uts_part& part = part_of(w);
    add(all, {std::exchange(part.counts, {}), std::exchange(part.remote, 0)});
  }
  return all_reduce(team_, all, [](uts_traversal a, const uts_traversal& b) {
    add(a, b);
    return a;
  });
}

void describe(rank_team& team, const uts_options& options) {
  const bool scattered = options.placement == uts_placement::scattered;
  team.card().add(report_section::algorithm,
                  {"tree",
                   scattered ? "many reads in flight in each task; the oldest half of what is not "
                               "asked for is shared when any is wanted"
                             : "depth first in each task; the oldest half is shared when any is "
                               "wanted",
                   {{"vertex", sizeof(uts_vertex), "bytes"},
                    {"chunk", uts_store::chunk_vertices * sizeof(uts_vertex), "bytes"}}});
}

}  // namespace

uts_result uts(rank_team& team, const uts_options& options) {
  run_agreed(team, [&] {
    static_cast<void>(uts_rules(options.tree));  // throws if there is no such tree
    check_size(team, options);
  });
  describe(team, options);
  global_memory memory(team);
  return uts_program(memory, options).measure();
}

}  // namespace orujo
