// Chooses what is light by the weights at some vertices, then copies and sorts row by row.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/spanning_forest/light_rows.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>

#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

constexpr std::size_t vertices_per_chunk = 1024;

}  // namespace

/// The weights at every so many-th vertex of the graph, on every rank.
template <typename Key>
template <stored_weight T>
std::vector<Key> light_rows<Key>::sample(rank_team& team, const csr_graph& graph) {
  constexpr vertex_id wanted = 4096;
  const vertex_id step = graph.num_vertices() / wanted + 1;
  std::vector<Key> own;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    if (graph.global(v) % step != 0) { continue; }
    for (const T weight : graph.out_edges().row_weights<T>(v)) { own.push_back(key_of(weight)); }
  }
  return all_gather(team, std::span<const Key>(own)).take_items();
}

/// The heaviest that is light; no_limit if all edges are, and nothing if none is, as most weigh the
/// same.
template <typename Key>
template <stored_weight T>
std::optional<Key> light_rows<Key>::limit_of(rank_team& team, const csr_graph& graph) {
  const std::uint64_t wanted = light_per_vertex * graph.num_vertices();
  const std::uint64_t arcs = graph.facts().num_arcs;
  if (arcs <= 2 * wanted) { return no_limit; }
  std::vector<Key> weights = sample<T>(team, graph);
  if (weights.empty()) { return no_limit; }
  const auto at = weights.begin() + static_cast<std::ptrdiff_t>(
                                        static_cast<double>(weights.size()) *
                                        static_cast<double>(wanted) / static_cast<double>(arcs));
  std::nth_element(weights.begin(), at, weights.end());
  const Key limit = *at;
  const auto so_many =
      std::count_if(weights.begin(), weights.end(), [limit](Key each) { return each <= limit; });
  if (so_many <= 2 * (at - weights.begin()) + 1) { return limit; }
  // Many weigh as much as this one: with them, there would be many more than are wanted.
  const bool some_are_lighter =
      std::any_of(weights.begin(), weights.end(), [limit](Key each) { return each < limit; });
  if (!some_are_lighter) { return std::nullopt; }
  return static_cast<Key>(limit - 1);
}

template <typename Key>
light_rows<Key>::light_rows(rank_team& team, const csr_graph& graph)
    : offsets_(std::size_t{graph.num_local()} + 1), next_(graph.num_local()) {
  with_weight_type(graph.stored_weights(), [&]<typename T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<weight_key<T>, Key>) { take<T>(team, graph); }
  });
}

template <typename Key>
template <stored_weight T>
void light_rows<Key>::take(rank_team& team, const csr_graph& graph) {
  const std::optional<Key> limit = limit_of<T>(team, graph);
  have_all_ = limit == no_limit;
  copy<T>(team, graph, limit);
}

template <typename Key>
template <stored_weight T>
void light_rows<Key>::copy(rank_team& team, const csr_graph& graph, std::optional<Key> heaviest) {
  const adjacency& out = graph.out_edges();
  const auto is_light = [heaviest](T weight) { return heaviest && key_of(weight) <= *heaviest; };
  parallel_for(
      team, graph.num_local(), vertices_per_chunk, [&](std::size_t first, std::size_t last) {
        for (std::size_t v = first; v < last; ++v) {
          const auto weights = out.row_weights<T>(static_cast<local_vertex>(v));
          offsets_[v + 1] =
              static_cast<std::size_t>(std::count_if(weights.begin(), weights.end(), is_light));
        }
      });
  for (std::size_t v = 1; v < offsets_.size(); ++v) { offsets_[v] += offsets_[v - 1]; }
  edges_ = huge_array<edge>(offsets_[graph.num_local()]);
  parallel_for(team, graph.num_local(), vertices_per_chunk,
               [&](std::size_t first, std::size_t last) {
                 for (std::size_t v = first; v < last; ++v) {
                   const auto row = out.row(static_cast<local_vertex>(v));
                   const auto weights = out.row_weights<T>(static_cast<local_vertex>(v));
                   std::size_t at = next_[v] = offsets_[v];
                   for (std::size_t i = 0; i < row.size(); ++i) {
                     if (is_light(weights[i])) { edges_[at++] = {key_of(weights[i]), row[i]}; }
                   }
                   sort_row(graph, v, at);
                 }
               });
}

template <typename Key>
void light_rows<Key>::sort_row(const csr_graph& graph, std::size_t v, std::size_t end) {
  const auto is_less = [](const edge& a, const edge& b) {
    if constexpr (sizeof(Key) == sizeof(std::uint32_t)) {
      const auto word = [](const edge& of) { return std::uint64_t{of.weight} << 32U | of.target; };
      return word(a) < word(b);
    } else {
      return a.weight != b.weight ? a.weight < b.weight : a.target < b.target;
    }
  };
  edge* const first = edges_.begin() + offsets_[v];
  edge* const last = edges_.begin() + end;
  if (graph.num_ghosts() == 0) { return std::sort(first, last, is_less); }
  std::sort(first, last, [&](const edge& a, const edge& b) {
    if (a.weight != b.weight) { return a.weight < b.weight; }
    return graph.global(a.target) < graph.global(b.target);
  });
}

template class light_rows<std::uint32_t>;
template class light_rows<std::uint64_t>;

}  // namespace orujo
