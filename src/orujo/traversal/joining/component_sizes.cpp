// Counts vertices by label, at the owner of each label.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/joining/component_sizes.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "orujo/base/huge_memory.hpp"
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

/// Counts vertices by label.
class label_counts {
public:
  explicit label_counts(const csr_graph& graph)
      : graph_(graph), of_owned_labels_(graph.num_local()) {}

  void add(const component_size& run) {
    if (!graph_.owns(run.label)) { return add_foreign(run); }
    const local_vertex at = graph_.local(run.label);
    if (of_owned_labels_[at] == 0) { owned_labels_.push_back(at); }
    of_owned_labels_[at] += static_cast<local_vertex>(run.vertices);
  }

  [[nodiscard]] std::vector<component_size> take() && {
    for (const local_vertex at : owned_labels_) {
      counts_.push_back({graph_.global(at), of_owned_labels_[at]});
    }
    add_up(counts_);
    return std::move(counts_);
  }

private:
  /// Most of another rank's are of the giant component, whatever lies between them.
  void add_foreign(const component_size& run) {
    if (counts_.empty() || counts_.back().label != run.label) { return counts_.push_back(run); }
    counts_.back().vertices += run.vertices;
  }

  const csr_graph& graph_;
  huge_array<local_vertex> of_owned_labels_;  // most are never looked at
  std::vector<local_vertex> owned_labels_;
  std::vector<component_size> counts_;  // of labels of other ranks, some of them several times
};

/// The vertices that this rank has of each label. Vertices with the same label in a row are counted
/// before they are added: in most graphs nearly all are in one component.
std::vector<component_size> count_owned(const csr_graph& graph, std::span<const vertex_id> label) {
  label_counts counts(graph);
  component_size run{no_vertex, 0};
  for (const vertex_id each : label) {
    if (each != run.label) {
      if (run.vertices > 0) { counts.add(run); }
      run = {each, 0};
    }
    ++run.vertices;
  }
  if (run.vertices > 0) { counts.add(run); }
  return std::move(counts).take();
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
