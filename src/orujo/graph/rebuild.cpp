// The rows of a graph as an input of the builder.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/rebuild.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/agreed_loop.hpp"
#include "orujo/graph/building/moved_ids.hpp"
#include "orujo/graph/building/row_blocks.hpp"
#include "orujo/graph/edge_input.hpp"

namespace orujo {

namespace {

/// Each rank gives the edges of its own rows, by the vertices' numbers.
class graph_rows final : public edge_input {
public:
  explicit graph_rows(const csr_graph& graph)
      : graph_(graph), blocks_(row_blocks(graph.out_edges(), std::uint64_t{1} << 16U)) {
    const graph_facts& known = graph.facts();
    facts_.name = known.name;
    facts_.recognised = known.recognised;
    facts_.weights = known.weights;
    facts_.has_weights = known.input_has_weights;
    facts_.directed = known.directed;
    facts_.both_directions_listed = !known.directed;
    facts_.declared_vertices = known.num_vertices;
    facts_.declared_edges = known.num_arcs;
  }

  [[nodiscard]] const input_facts& facts() const override { return facts_; }

  bool next(edge_chunk& chunk) override {
    chunk.clear();
    const std::size_t taken = next_.fetch_add(1, std::memory_order_relaxed);
    if (taken >= blocks_.size()) { return false; }
    const adjacency& edges = graph_.out_edges();
    for (std::size_t row = blocks_[taken].first; row < blocks_[taken].last; ++row) {
      const vertex_id source = graph_.global(static_cast<local_vertex>(row));
      for (std::uint64_t i = edges.offsets[row]; i < edges.offsets[row + 1]; ++i) {
        chunk.edges.push_back({source, graph_.global(edges.targets[i])});
      }
      add_weights(static_cast<local_vertex>(row), chunk);
    }
    return true;
  }

  [[nodiscard]] double progress() const override {
    const std::size_t taken = std::min(next_.load(std::memory_order_relaxed), blocks_.size());
    return blocks_.empty() ? 1 : static_cast<double>(taken) / static_cast<double>(blocks_.size());
  }

private:
  void add_weights(local_vertex v, edge_chunk& chunk) const {
    const adjacency& edges = graph_.out_edges();
    if (edges.weights.empty()) { return; }
    with_weight_type(edges.weights.type(), [&]<typename T>(std::type_identity<T>) {
      const auto weights = edges.row_weights<T>(v);
      if constexpr (std::is_floating_point_v<T>) {
        chunk.weights.insert(chunk.weights.end(), weights.begin(), weights.end());
      } else {
        chunk.whole_weights.insert(chunk.whole_weights.end(), weights.begin(), weights.end());
      }
    });
  }

  const csr_graph& graph_;
  std::vector<index_range> blocks_;
  std::atomic<std::size_t> next_{0};
  input_facts facts_;
};

}  // namespace

surplus_arcs surplus_of(rank_team& team, const csr_graph& graph) {
  const adjacency& edges = graph.out_edges();
  std::atomic<std::uint64_t> loops{0};
  std::atomic<std::uint64_t> parallel{0};
  agreed_for(team, {graph.num_local(), 4096}, [&](std::size_t first, std::size_t last) {
    surplus_arcs found;
    for (std::size_t v = first; v < last; ++v) {
      const auto row = edges.row(static_cast<local_vertex>(v));
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (row[i] == v) { ++found.loops; }
        if (i > 0 && row[i] == row[i - 1]) { ++found.parallel; }
      }
    }
    // relaxed: read only after all workers are joined
    loops.fetch_add(found.loops, std::memory_order_relaxed);
    parallel.fetch_add(found.parallel, std::memory_order_relaxed);
  });
  return {all_sum(team, loops.load()), all_sum(team, parallel.load())};
}

std::unique_ptr<edge_input> rows_as_input(const csr_graph& graph) {
  return std::make_unique<graph_rows>(graph);
}

csr_graph rebuild_graph(rank_team& team, const csr_graph& graph, const build_options& options) {
  build_options all_vertices = options;
  all_vertices.keep_isolated = true;
  csr_graph built = build_graph(
      team, [&](input_part /*part*/) { return rows_as_input(graph); }, all_vertices);
  csr_parts parts = std::move(built).take_parts();
  parts.facts.dropped_loops += graph.facts().dropped_loops;
  parts.facts.dropped_duplicates += graph.facts().dropped_duplicates;
  const vertex_id first = parts.partition.first(team.rank());
  if (graph.ids().is_named()) {
    const vertex_id held = graph.partition().first(team.rank());
    parts.ids = id_map(first, moved_names(team, graph.ids().names(), held, parts.partition));
  } else if (graph.ids().is_dense()) {
    parts.ids = graph.ids();
  } else {
    const vertex_id held = graph.partition().first(team.rank());
    parts.ids =
        id_map(first, building::moved_ids(team, graph.ids().stored(), held, parts.partition));
  }
  return csr_graph(team.rank(), std::move(parts));
}

}  // namespace orujo
