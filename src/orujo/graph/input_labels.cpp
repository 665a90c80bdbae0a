// Asks the owners of vertices what the input calls them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/input_labels.hpp"

#include <algorithm>
#include <cstddef>

#include "orujo/base/utf8.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/owner_exchange.hpp"

namespace orujo {

namespace {

/// Those of `vertices` that belong to other ranks, ascending, hence grouped by owner.
std::vector<vertex_id> foreign_among(const csr_graph& graph, std::span<const vertex_id> vertices) {
  std::vector<vertex_id> foreign;
  for (const vertex_id v : vertices) {
    if (v != no_vertex && !graph.owns(v)) { foreign.push_back(v); }
  }
  std::sort(foreign.begin(), foreign.end());
  foreign.erase(std::unique(foreign.begin(), foreign.end()), foreign.end());
  return foreign;
}

/// Tells the owners of `vertices` which of theirs are asked for; returns what each rank asks of
/// this one. Call: collective.
std::vector<std::vector<vertex_id>> asked_by_all(rank_team& team, const csr_graph& graph,
                                                 const std::vector<vertex_id>& vertices) {
  std::vector<std::vector<vertex_id>> letters(static_cast<std::size_t>(team.size()));
  for (const vertex_id v : vertices) {
    letters[static_cast<std::size_t>(index_of(graph.owner(v)))].push_back(v);
  }
  return all_to_all_v(team, letters);
}

/// Where `v` stands among `vertices`, which ascend.
std::size_t place_of(const std::vector<vertex_id>& vertices, vertex_id v) {
  const auto at = std::lower_bound(vertices.begin(), vertices.end(), v);
  return static_cast<std::size_t>(at - vertices.begin());
}

}  // namespace

std::vector<std::uint64_t> input_ids_of(rank_team& team, const csr_graph& graph,
                                        std::span<const vertex_id> vertices) {
  std::vector<std::uint64_t> ids(vertices.begin(), vertices.end());
  if (graph.ids().is_dense()) {
    for (std::uint64_t& id : ids) { id = id == no_vertex ? id : graph.ids().input_id(id); }
    return ids;
  }
  const std::vector<vertex_id> others = foreign_among(graph, vertices);
  const std::vector<std::uint64_t> told = ask_owners(
      team, std::span<const vertex_id>(others), [&](vertex_id v) { return graph.owner(v); },
      [&](vertex_id v) { return graph.ids().input_id(v); });
  for (std::uint64_t& id : ids) {
    if (id == no_vertex) { continue; }
    id = graph.owns(id) ? graph.ids().input_id(id) : told[place_of(others, id)];
  }
  return ids;
}

std::vector<std::string> input_texts_of(rank_team& team, const csr_graph& graph,
                                        std::span<const vertex_id> vertices) {
  std::vector<std::string> texts;
  if (graph.ids().is_named()) {
    const name_lookup names(team, graph, vertices);
    for (const vertex_id v : vertices) { texts.emplace_back(names[v]); }
    return texts;
  }
  for (const std::uint64_t id : input_ids_of(team, graph, vertices)) {
    texts.push_back(std::to_string(id));
  }
  return texts;
}

name_lookup::name_lookup(rank_team& team, const csr_graph& graph,
                         std::span<const vertex_id> vertices)
    : graph_(graph), others_(foreign_among(graph, vertices)) {
  std::vector<std::vector<std::byte>> answers;
  for (const auto& asked : asked_by_all(team, graph, others_)) {
    vertex_names told;
    for (const vertex_id v : asked) { told.add(graph.ids().name(v)); }
    answers.push_back(told.packed(0, told.size()));
  }
  for (const auto& answer : all_to_all_v(team, answers)) { names_.add_packed(answer); }
}

std::string_view name_lookup::operator[](vertex_id v) const {
  if (v == no_vertex) { return {}; }
  return graph_.owns(v) ? graph_.ids().name(v) : names_[place_of(others_, v)];
}

std::uint64_t largest_id(rank_team& team, const csr_graph& graph) {
  std::uint64_t largest = 0;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    largest = std::max(largest, graph.ids().input_id(graph.global(v)));
  }
  return all_max(team, largest);
}

std::uint64_t longest_name(rank_team& team, const csr_graph& graph) {
  std::uint64_t longest = 1;
  const vertex_names& names = graph.ids().names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    longest = std::max<std::uint64_t>(longest, code_points_of(names[i]).size());
  }
  return all_max(team, longest);
}

std::uint64_t names_not_in_utf8(rank_team& team, const csr_graph& graph) {
  std::uint64_t odd = 0;
  const vertex_names& names = graph.ids().names();
  for (std::size_t i = 0; i < names.size(); ++i) { odd += is_utf8(names[i]) ? 0U : 1U; }
  return all_sum(team, odd);
}

}  // namespace orujo
