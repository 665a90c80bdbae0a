// What all methods for connected components share: checks, counting, the report.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/components/components.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "orujo/algorithms/components/afforest.hpp"
#include "orujo/algorithms/components/hooking.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"

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

component_labels components(rank_team& team, const csr_graph& graph,
                            const components_options& options) {
  if (is_told(options.method)) {
    component_search search(team, graph, options);
    search.run();
    return std::move(search).take_labels();
  }
  require_everywhere(!options.order, "components: an order of work is for distributed_control");
  const bool hooks = options.method != components_method::afforest;
  require_memory_everywhere(
      team,
      std::uint64_t{graph.num_local()} * (hooks ? 24 : 16) + std::uint64_t{graph.num_ghosts()} * 8,
      "components");
  if (options.method == components_method::afforest) {
    return connectivity::label_by_joining(team, graph, options);
  }
  return options.method == components_method::shiloach_vishkin
             ? connectivity::label_by_hooking(team, graph)
             : connectivity::label_by_search_and_hooking(team, graph);
}

std::vector<component_size> sizes_of_components(rank_team& team, const csr_graph& graph,
                                                std::span<const vertex_id> label) {
  std::vector<std::vector<component_size>> outgoing(static_cast<std::size_t>(team.size()));
  for (const component_size& each : count_owned(graph, label)) {
    outgoing[static_cast<std::size_t>(index_of(graph.owner(each.label)))].push_back(each);
  }
  std::vector<component_size> counts;
  for (const auto& arrived : all_to_all_v(team, outgoing)) {
    counts.insert(counts.end(), arrived.begin(), arrived.end());
  }
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

void component_labels::describe(report_card& card) const {
  constexpr std::array<const char*, 5> names = {
      "afforest: trees joined", "label propagation", "distributed control: the least label first",
      "Shiloach-Vishkin: trees hooked and made flat", "a search, then Shiloach-Vishkin"};
  report_row row{"method", names[static_cast<std::size_t>(facts.method)], {}};
  if (!is_told(facts.method)) {
    row.numbers = {{"vertices skipped", static_cast<double>(facts.skipped_vertices), ""},
                   {"rounds", static_cast<double>(facts.merge_rounds), ""}};
  }
  card.add(report_section::algorithm, std::move(row));
}

}  // namespace orujo
