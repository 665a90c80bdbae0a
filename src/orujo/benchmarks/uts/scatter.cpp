// Scatters a tree: each vertex goes to a place drawn from the memory of all workers.
//
// The vertices of all workers are numbered through, those of a worker in their order. A permutation
// makes the number a place, so the children of a vertex are named by the number of the first.
//
// SPDX-License-Identifier: Apache-2.0
#include <unordered_map>

#include "orujo/benchmarks/uts/tree.hpp"
#include "orujo/memory/delegate.hpp"
#include "orujo/tasks/run_global.hpp"

namespace orujo {

namespace {

constexpr std::uint64_t scattering_seed = 1;

/// Numbers vertices as they are named where they were grown. Call: a task of the worker.
class vertex_numbers {
public:
  explicit vertex_numbers(const uts_tree& tree) : tree_(tree) {}

  /// Yields if nothing is known yet of the children's home.
  [[nodiscard]] scattered_vertex renamed(uts_vertex vertex) {
    return make_scattered(before(home_of(vertex)) + index_of(vertex), count_of(vertex));
  }

private:
  /// Vertices of all workers before `home`. Most children lie beside their parents; the others at
  /// the few workers that took a part of the tree over.
  [[nodiscard]] std::uint64_t before(home_id home) {
    if (home == this_memory().home()) { return tree_.here().vertices_before; }
    const auto found = known_.find(index_of(home));
    if (found != known_.end()) { return found->second; }
    const std::uint64_t count =
        delegate::call(tree_.at(home), [](const uts_part& part) { return part.vertices_before; });
    known_.emplace(index_of(home), count);
    return count;
  }

  uts_tree tree_;
  std::unordered_map<std::uint32_t, std::uint64_t> known_;
};

/// Leaves are zero, as the array is from its beginning.
void scatter_own_vertices(const uts_tree& tree) {
  const uts_part& here = tree.here();
  vertex_numbers numbers(tree);
  for (std::uint64_t index = 0; index < here.store.size(); ++index) {
    const uts_vertex vertex = *here.store.at(index);
    if (vertex == uts_leaf) { continue; }
    delegate::async_write(here.scattered.at(here.vertices_before + index), numbers.renamed(vertex));
    poll();
  }
}

}  // namespace

scattered_vertex scatter(const uts_tree& tree, uts_vertex root, std::uint64_t size) {
  const auto vertices = allocate_array<scattered_vertex>(size);
  on_all_workers([tree, vertices] {
    tree.here().scattered = {vertices, index_permutation(vertices.size(), scattering_seed)};
  });
  on_all_workers([tree] { scatter_own_vertices(tree); });
  on_all_workers([tree] {
    tree.here().stores.clear();
    tree.here().store = uts_store();
  });
  return vertex_numbers(tree).renamed(root);
}

}  // namespace orujo
