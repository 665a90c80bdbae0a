// Graphs from edges that are in memory already.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/edge_blocks.hpp"

namespace orujo {

namespace {

/// A list of edges, or one rank's share of it.
class listed_edges final : public edge_input {
public:
  /// The lists of weights are empty, or one is as long as `edges`.
  struct weight_lists {
    std::span<const double> any = {};
    std::span<const std::int64_t> whole = {};
  };

  /// Throws: usage_error if an edge names a vertex that is none.
  listed_edges(vertex_id vertices, std::span<const input_edge> edges, const weight_lists& weights)
      : edges_(edges), weights_(weights), blocks_(edges.size(), {}, block_edges) {
    check_ends(vertices);
    facts_.name = "edges in memory";
    facts_.recognised = "edges in memory";
    facts_.weights = kind_of(weights);
    facts_.declared_vertices = vertices;
    facts_.declared_edges = edges.size();
  }

  listed_edges(const listed_edges& all, input_part part)
      : edges_(all.edges_),
        weights_(all.weights_),
        blocks_(edges_.size(), part, block_edges),
        facts_(all.facts_) {}

  [[nodiscard]] const input_facts& facts() const override { return facts_; }

  bool next(edge_chunk& chunk) override {
    chunk.clear();
    const index_range block = blocks_.next();
    if (block.empty()) { return false; }
    const std::size_t size = block.last - block.first;
    const auto edges = edges_.subspan(block.first, size);
    chunk.edges.assign(edges.begin(), edges.end());
    if (!weights_.any.empty()) {
      const auto weights = weights_.any.subspan(block.first, size);
      chunk.weights.assign(weights.begin(), weights.end());
    } else if (!weights_.whole.empty()) {
      const auto weights = weights_.whole.subspan(block.first, size);
      chunk.whole_weights.assign(weights.begin(), weights.end());
    }
    return true;
  }

  [[nodiscard]] double progress() const override { return blocks_.progress(); }

private:
  static constexpr std::size_t block_edges = 4096;

  static weight_kind kind_of(const weight_lists& weights) {
    if (!weights.whole.empty()) { return weight_kind::integer; }
    if (weights.any.empty()) { return weight_kind::none; }
    const bool whole = std::all_of(weights.any.begin(), weights.any.end(), [](double weight) {
      return std::abs(weight) <= 0x1p53 && weight == std::floor(weight);
    });
    return whole ? weight_kind::integer : weight_kind::real;
  }

  void check_ends(vertex_id vertices) const {
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const input_edge& edge = edges_[i];
      if (edge.source < vertices && edge.target < vertices) { continue; }
      throw usage_error(fmt::format("edge {} leads from {} to {}, but there are {} vertices", i,
                                    edge.source, edge.target, vertices));
    }
  }

  std::span<const input_edge> edges_;
  weight_lists weights_;
  edge_blocks blocks_;
  input_facts facts_;
};

csr_graph build_listed(rank_team& team, const listed_edges& all, const build_options& options) {
  return build_graph(
      team, [&](input_part part) { return std::make_unique<listed_edges>(all, part); }, options);
}

}  // namespace

csr_graph graph_from_edges(rank_team& team, vertex_id num_vertices,
                           std::span<const input_edge> edges, const build_options& options) {
  return build_listed(team, listed_edges(num_vertices, edges, {}), options);
}

csr_graph graph_from_edges(rank_team& team, vertex_id num_vertices, const edge_chunk& edges,
                           const build_options& options) {
  const std::size_t weights = edges.weights.size() + edges.whole_weights.size();
  require(edges.weights.empty() || edges.whole_weights.empty(),
          "graph_from_edges: weights have to be in one list");
  require(weights == 0 || weights == edges.edges.size(),
          "graph_from_edges: there have to be as many weights as edges");
  for (const std::uint64_t id : edges.vertices) {
    require(id < num_vertices,
            fmt::format("vertex {} is listed, but there are {} vertices", id, num_vertices));
  }
  return build_listed(
      team, listed_edges(num_vertices, edges.edges, {edges.weights, edges.whole_weights}), options);
}

}  // namespace orujo
