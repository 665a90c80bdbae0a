// Chooses what is light by the weights at some vertices, then copies and sorts row by row.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/light_rows.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

constexpr std::size_t vertices_per_chunk = 1024;
constexpr weight_bits no_limit = std::numeric_limits<weight_bits>::max();

/// The weights at every so many-th vertex of the graph, on every rank.
std::vector<weight_bits> sample(rank_team& team, const csr_graph& graph) {
  constexpr vertex_id wanted = 4096;
  const vertex_id step = graph.num_vertices() / wanted + 1;
  std::vector<weight_bits> own;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    if (graph.global(v) % step != 0) { continue; }
    const auto weights = graph.out_edges().row_weights(v);
    own.insert(own.end(), weights.begin(), weights.end());
  }
  std::vector<weight_bits> all;
  for (const auto& part : all_gather(team, std::span<const weight_bits>(own))) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

/// The heaviest that is light; no_limit if all edges are.
weight_bits limit_of(rank_team& team, const csr_graph& graph) {
  const std::uint64_t wanted = light_rows::light_per_vertex * graph.num_vertices();
  const std::uint64_t arcs = graph.facts().num_arcs;
  if (arcs <= 2 * wanted) { return no_limit; }
  std::vector<weight_bits> weights = sample(team, graph);
  if (weights.empty()) { return no_limit; }
  const auto at = weights.begin() + static_cast<std::ptrdiff_t>(
                                        static_cast<double>(weights.size()) *
                                        static_cast<double>(wanted) / static_cast<double>(arcs));
  std::nth_element(weights.begin(), at, weights.end());
  return *at;
}

}  // namespace

light_rows::light_rows(rank_team& team, const csr_graph& graph)
    : offsets_(std::size_t{graph.num_local()} + 1), next_(graph.num_local()) {
  const weight_bits limit = limit_of(team, graph);
  have_all_ = limit == no_limit;
  copy(team, graph, limit);
}

void light_rows::copy(rank_team& team, const csr_graph& graph, weight_bits heaviest) {
  const adjacency& out = graph.out_edges();
  const auto is_light = [heaviest](weight_bits weight) { return weight <= heaviest; };
  parallel_for(
      team, graph.num_local(), vertices_per_chunk, [&](std::size_t first, std::size_t last) {
        for (std::size_t v = first; v < last; ++v) {
          const auto weights = out.row_weights(static_cast<local_vertex>(v));
          offsets_[v + 1] =
              static_cast<std::size_t>(std::count_if(weights.begin(), weights.end(), is_light));
        }
      });
  for (std::size_t v = 1; v < offsets_.size(); ++v) { offsets_[v] += offsets_[v - 1]; }
  edges_ = huge_array<edge>(offsets_[graph.num_local()]);
  const auto key = [](const edge& a) { return std::uint64_t{a.weight} << 32U | a.target; };
  const auto is_before = [&, has_ghosts = graph.num_ghosts() > 0](const edge& a, const edge& b) {
    if (!has_ghosts || a.weight != b.weight) { return key(a) < key(b); }
    return graph.global(a.target) < graph.global(b.target);
  };
  parallel_for(team, graph.num_local(), vertices_per_chunk,
               [&](std::size_t first, std::size_t last) {
                 for (std::size_t v = first; v < last; ++v) {
                   const auto row = out.row(static_cast<local_vertex>(v));
                   const auto weights = out.row_weights(static_cast<local_vertex>(v));
                   std::size_t at = next_[v] = offsets_[v];
                   for (std::size_t i = 0; i < row.size(); ++i) {
                     if (is_light(weights[i])) { edges_[at++] = {weights[i], row[i]}; }
                   }
                   std::sort(edges_.begin() + offsets_[v], edges_.begin() + at, is_before);
                 }
               });
}

}  // namespace orujo
