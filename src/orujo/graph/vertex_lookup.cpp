// Each rank looks among the ids or names of its vertices; one of them finds what there is.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/vertex_lookup.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <system_error>
#include <utility>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// The place of the first of the rising `names` that is not below `name`. Halved by hand: Clang 14
/// cannot read the ranges of GCC 12, whose views could stand for the places.
std::size_t place_of(const vertex_names& names, std::string_view name) {
  std::size_t first = 0;
  for (std::size_t left = names.size(); left > 0;) {
    const std::size_t half = left / 2;
    const bool behind = names[first + half] < name;
    first = behind ? first + half + 1 : first;
    left = behind ? left - half - 1 : half;
  }
  return first;
}

/// `label` as an id; nothing if it is none.
std::optional<std::uint64_t> id_in(std::string_view label) {
  std::uint64_t id = 0;
  const char* const end = label.data() + label.size();
  const auto [behind, problem] = std::from_chars(label.data(), end, id);
  return problem == std::errc() && behind == end ? std::optional(id) : std::nullopt;
}

/// Where ids are dense, any vertex; else one that this rank owns; no_vertex if it is not found.
vertex_id known_here(const csr_graph& graph, std::uint64_t input_id) {
  const id_map& ids = graph.ids();
  if (ids.is_dense()) {
    const std::uint64_t v = input_id - ids.offset();
    return v < graph.num_vertices() ? v : no_vertex;
  }
  const auto at = std::lower_bound(ids.stored().begin(), ids.stored().end(), input_id);
  if (at == ids.stored().end() || *at != input_id) { return no_vertex; }
  return ids.first() + static_cast<vertex_id>(at - ids.stored().begin());
}

vertex_id known_here(const csr_graph& graph, std::string_view label) {
  const id_map& ids = graph.ids();
  if (!ids.is_named()) {
    const std::optional<std::uint64_t> id = id_in(label);
    return id ? known_here(graph, *id) : no_vertex;
  }
  const std::size_t at = place_of(ids.names(), label);
  const bool found = at < ids.names().size() && ids.names()[at] == label;
  return found ? ids.first() + at : no_vertex;
}

}  // namespace

vertex_id find_vertex(rank_team& team, const csr_graph& graph, std::uint64_t input_id) {
  const vertex_id known = known_here(graph, input_id);
  return graph.ids().is_dense() ? known : all_min(team, known);
}

vertex_id find_vertex(rank_team& team, const csr_graph& graph, std::string_view name) {
  const vertex_id known = known_here(graph, name);
  return graph.ids().is_dense() && !graph.ids().is_named() ? known : all_min(team, known);
}

std::vector<vertex_id> find_vertices(rank_team& team, const csr_graph& graph,
                                     const vertex_names& labels) {
  std::vector<vertex_id> found(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) { found[i] = known_here(graph, labels[i]); }
  return all_reduce(team, std::move(found),
                    [](vertex_id a, vertex_id b) { return std::min(a, b); });
}

}  // namespace orujo
