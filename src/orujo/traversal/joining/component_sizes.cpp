// Counts vertices by label, at the owner of each label.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/joining/component_sizes.hpp"

#include <algorithm>
#include <cstddef>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/owner_exchange.hpp"

namespace orujo {

namespace {

/// Sorts `counts` by label and adds up those of equal labels.
void add_up(std::vector<component_size>& counts) {
  std::sort(counts.begin(), counts.end(),
            [](const component_size& a, const component_size& b) { return a.label < b.label; });
  std::size_t kept = 0;
  for (const component_size& each : counts) {
    if (kept > 0 && counts[kept - 1].label == each.label) {
      counts[kept - 1].vertices += each.vertices;
    } else {
      counts[kept++] = each;
    }
  }
  counts.resize(kept);
}

/// The vertices that this rank has of each label.
std::vector<component_size> count_owned(const csr_graph& graph, std::span<const vertex_id> label) {
  std::vector<std::uint64_t> of_owned_labels(label.size());
  std::vector<component_size> counts;
  for (const vertex_id each : label) {
    if (graph.owns(each)) {
      ++of_owned_labels[graph.local(each)];
    } else if (!counts.empty() && counts.back().label == each) {
      ++counts.back().vertices;
    } else {
      counts.push_back({each, 1});
    }
  }
  for (std::size_t v = 0; v < of_owned_labels.size(); ++v) {
    if (of_owned_labels[v] > 0) {
      counts.push_back({graph.global(static_cast<local_vertex>(v)), of_owned_labels[v]});
    }
  }
  add_up(counts);
  return counts;
}

bool is_larger(const component_size& a, const component_size& b) {
  return a.vertices != b.vertices ? a.vertices > b.vertices : a.label < b.label;
}

}  // namespace

std::vector<component_size> sizes_of_components(rank_team& team, const csr_graph& graph,
                                                std::span<const vertex_id> label) {
  const std::vector<component_size> owned = count_owned(graph, label);
  std::vector<component_size> counts =
      carry_to_owners(team, std::span<const component_size>(owned),
                      [&](const component_size& each) { return graph.owner(each.label); });
  add_up(counts);
  return counts;
}

component_sizes measure_components(rank_team& team, const csr_graph& graph,
                                   std::span<const vertex_id> label) {
  const std::vector<component_size> counts = sizes_of_components(team, graph, label);
  component_size largest{no_vertex, 0};
  for (const component_size& each : counts) {
    if (is_larger(each, largest)) { largest = each; }
  }
  largest = all_reduce(team, largest, [](const component_size& a, const component_size& b) {
    return is_larger(a, b) ? a : b;
  });
  return {all_sum(team, std::uint64_t{counts.size()}), largest.vertices, largest.label};
}

}  // namespace orujo
