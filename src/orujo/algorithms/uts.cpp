// Grows a tree, then walks through it as often as is asked for.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/uts.hpp"

#include <chrono>
#include <utility>

#include "orujo/algorithms/uts_tree.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/memory/delegate.hpp"
#include "orujo/memory/global_memory.hpp"

namespace orujo {

namespace {

/// Throws memory_error if a tree of `size` vertices will not fit, evenly spread over the ranks.
void check_size(rank_team& team, std::uint64_t size) {
  const settings& values = team.values();
  const auto threads = static_cast<std::uint64_t>(team.transport().place().threads_on_host);
  const auto homes = static_cast<std::uint64_t>(team.size() * team.num_workers());
  require_memory(size / homes * threads * sizeof(uts_vertex), "the tree",
                 static_cast<std::uint64_t>(values.integer(setting::memory_limit_bytes)));
}

/// The counts of all workers since they were last taken.
uts_counts take_counts(const uts_tree& tree) {
  uts_counts all;
  for (std::uint32_t home = 0; home < this_memory().num_homes(); ++home) {
    const uts_counts part = delegate::call(
        tree.at(home_id{home}), [](uts_part& here) { return std::exchange(here.counts, {}); });
    all.tree_size += part.tree_size;
    all.leaves += part.leaves;
    all.max_depth = std::max(all.max_depth, part.max_depth);
  }
  return all;
}

/// Lets each worker find the vertices of all workers of its rank.
void connect_rank(const uts_tree& tree) {
  on_all_workers([tree] {
    uts_part& here = tree.here();
    const int workers = this_worker().team().num_workers();
    here.first_home = index_of(this_scheduler().board().home_at(this_worker().team().rank(), 0));
    here.stores.clear();
    for (int w = 0; w < workers; ++w) { here.stores.push_back(&tree.at_worker(w).store); }
  });
}

template <typename Work>
double seconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

uts_result grow_and_walk(const symmetric<uts_part>& tree, const uts_options& options) {
  on_all_workers([tree, rules = options.tree] { tree.here().rules = uts_rules(rules); });
  uts_result result;
  uts_vertex root{};
  result.seconds_generation = seconds_of([&] { root = grow(tree, options.tree.seed); });
  result.generated = take_counts(tree);
  connect_rank(tree);
  for (std::uint64_t i = 0; i < options.traversals; ++i) {
    const double seconds = seconds_of([&] { walk(tree, root); });
    result.traversals.push_back({take_counts(tree), seconds});
  }
  return result;
}

/// Call: the main task.
uts_result measure(const uts_options& options) {
  const auto tree = allocate_symmetric<uts_part>();
  uts_result result = grow_and_walk(tree, options);
  release(tree);
  return result;
}

void describe(rank_team& team) {
  team.card().add(report_section::algorithm,
                  {"tree",
                   "depth first in each task; the oldest half is shared when any is wanted",
                   {{"vertex", sizeof(uts_vertex), "bytes"},
                    {"chunk", uts_store::chunk_vertices * sizeof(uts_vertex), "bytes"}}});
}

}  // namespace

uts_result uts(rank_team& team, const uts_options& options) {
  run_agreed(team, [&] {
    static_cast<void>(uts_rules(options.tree));  // throws if there is no such tree
    check_size(team, options.expected_size);
  });
  describe(team);
  global_memory memory(team);
  uts_result result;
  run_global(team, [&] { result = measure(options); });
  result.generated = broadcast(team, result.generated, rank_id{0});
  result.seconds_generation = broadcast(team, result.seconds_generation, rank_id{0});
  result.traversals.resize(options.traversals);
  for (uts_traversal& each : result.traversals) { each = broadcast(team, each, rank_id{0}); }
  return result;
}

}  // namespace orujo
