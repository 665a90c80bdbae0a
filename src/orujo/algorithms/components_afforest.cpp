// From the trees of each rank to labels that all ranks agree on.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/components_afforest.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "orujo/algorithms/components_forest.hpp"
#include "orujo/algorithms/components_local.hpp"
#include "orujo/algorithms/components_merge.hpp"
#include "orujo/algorithms/components_pieces.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::connectivity {

namespace {

constexpr std::size_t vertices_per_chunk = 4096;

/// What may be gathered on every rank: about what each has in memory anyway.
std::uint64_t gather_limit(rank_team& team, const csr_graph& graph, between_ranks how) {
  constexpr std::uint64_t small = std::uint64_t{1} << 16;
  if (how == between_ranks::rounds) { return 0; }
  return std::max(small, graph.num_vertices() / static_cast<std::uint64_t>(team.size()));
}

/// The labels of this rank's pieces that reach beyond it.
class piece_labels {
public:
  piece_labels(rank_team& team, const csr_graph& graph, const disjoint_forest& forest,
               between_ranks how) {
    piece_graph found = find_pieces(team, graph, forest);
    merged_pieces merged =
        merge_pieces(team, found.pieces, std::move(found.edges), gather_limit(team, graph, how));
    std::vector<vertex_id> names;
    for (const local_vertex root : found.roots) { names.push_back(graph.global(root)); }
    labels_ = fetch_from_owners(team, found.pieces, names, merged.least);
    roots_ = std::move(found.roots);
    rounds_ = merged.rounds;
  }

  [[nodiscard]] std::uint32_t rounds() const noexcept { return rounds_; }

  void write_to(huge_array<vertex_id>& label) const {
    for (std::size_t i = 0; i < roots_.size(); ++i) { label[roots_[i]] = labels_[i]; }
  }

private:
  std::vector<local_vertex> roots_;
  std::vector<vertex_id> labels_;
  std::uint32_t rounds_ = 0;
};

template <typename OfVertex>
void over_owned(rank_team& team, const csr_graph& graph, OfVertex of_vertex) {
  parallel_for(team, graph.num_local(), vertices_per_chunk,
               [&](std::size_t first, std::size_t last) {
                 for (std::size_t v = first; v < last; ++v) {
                   of_vertex(static_cast<local_vertex>(v));
                 }
               });
}

}  // namespace

component_labels label_by_joining(rank_team& team, const csr_graph& graph,
                                  const components_options& options) {
  disjoint_forest forest(std::size_t{graph.num_local()} + graph.num_ghosts());
  const std::uint64_t skipped = join_locally(team, graph, forest);
  component_labels result{.label = huge_array<vertex_id>(graph.num_local()), .facts = {}};
  huge_array<vertex_id>& label = result.label;
  if (team.size() == 1) {
    over_owned(team, graph, [&](local_vertex v) { label[v] = forest.find(v); });
  } else {
    flatten(team, forest);
    const piece_labels pieces(team, graph, forest, options.joining);
    over_owned(team, graph, [&](local_vertex v) {
      if (forest.is_root(v)) { label[v] = graph.global(v); }
    });
    pieces.write_to(label);
    over_owned(team, graph, [&](local_vertex v) {
      if (!forest.is_root(v)) { label[v] = label[forest.parent(v)]; }
    });
    result.facts.merge_rounds = pieces.rounds();
  }
  result.facts.method = options.method;
  result.facts.skipped_vertices = all_sum(team, skipped);
  return result;
}

}  // namespace orujo::connectivity
