// The rows of a graph, or some of them, as an input of the builder.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/row_input.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "orujo/graph/building/row_blocks.hpp"

namespace orujo {

namespace {

constexpr std::uint64_t block_arcs = std::uint64_t{1} << 16U;

input_facts facts_of(const csr_graph& graph) {
  const graph_facts& known = graph.facts();
  input_facts facts;
  facts.name = known.name;
  facts.recognised = known.recognised;
  facts.weights = known.weights;
  facts.has_weights = known.input_has_weights;
  facts.directed = known.directed;
  facts.both_directions_listed = !known.directed;
  return facts;
}

/// The list of a chunk that takes weights of type T.
template <typename T>
auto& weights_in(edge_chunk& chunk) {
  if constexpr (std::is_floating_point_v<T>) {
    return chunk.weights;
  } else {
    return chunk.whole_weights;
  }
}

}  // namespace

row_input::row_input(const csr_graph& graph, row_weights weights)
    : graph_(graph),
      gives_all_(true),
      makes_real_(weights == row_weights::as_real && graph.facts().weights == weight_kind::integer),
      blocks_(row_blocks(graph.out_edges(), block_arcs)),
      facts_(facts_of(graph)) {
  facts_.declared_vertices = graph.num_vertices();
  facts_.declared_edges = graph.facts().num_arcs;
  if (makes_real_) { facts_.weights = weight_kind::real; }
}

row_input::row_input(const csr_graph& graph, row_choice choice)
    : graph_(graph),
      choice_(std::move(choice)),
      gives_all_(false),
      blocks_(row_blocks(graph.out_edges(), block_arcs)),
      facts_(facts_of(graph)) {
  facts_.declared_vertices = choice_.num_labels;
}

bool row_input::next(edge_chunk& chunk) {
  chunk.clear();
  const std::size_t taken = next_.fetch_add(1, std::memory_order_relaxed);
  if (taken >= blocks_.size()) { return false; }
  for (std::size_t row = blocks_[taken].first; row < blocks_[taken].last; ++row) {
    const auto v = static_cast<local_vertex>(row);
    if (gives_all_) {
      add_row(v, chunk);
    } else if (label(v) != no_vertex) {
      if (!choice_.num_labels) { chunk.vertices.push_back(label(v)); }
      add_chosen(v, chunk);
    }
  }
  return true;
}

double row_input::progress() const {
  const std::size_t taken = std::min(next_.load(std::memory_order_relaxed), blocks_.size());
  return blocks_.empty() ? 1 : static_cast<double>(taken) / static_cast<double>(blocks_.size());
}

std::uint64_t row_input::label(local_vertex v) const noexcept {
  return choice_.labels.empty() ? choice_.offset + graph_.global(v) : choice_.labels[v];
}

void row_input::add_row(local_vertex v, edge_chunk& chunk) const {
  const vertex_id source = graph_.global(v);
  for (const local_vertex target : graph_.out_edges().row(v)) {
    chunk.edges.push_back({source, graph_.global(target)});
  }
  add_weights(v, chunk);
}

void row_input::add_weights(local_vertex v, edge_chunk& chunk) const {
  const adjacency& edges = graph_.out_edges();
  if (edges.weights.empty()) { return; }
  with_weight_type(edges.weights.type(), [&]<typename T>(std::type_identity<T>) {
    const auto weights = edges.row_weights<T>(v);
    if (makes_real_) {
      for (const T weight : weights) { chunk.weights.push_back(static_cast<double>(weight)); }
    } else {
      auto& into = weights_in<T>(chunk);
      into.insert(into.end(), weights.begin(), weights.end());
    }
  });
}

void row_input::add_chosen(local_vertex v, edge_chunk& chunk) const {
  const adjacency& edges = graph_.out_edges();
  const std::uint64_t source = label(v);
  const std::span<const local_vertex> row = edges.row(v);
  if (edges.weights.empty()) {
    for (const local_vertex target : row) {
      if (label(target) != no_vertex) { chunk.edges.push_back({source, label(target)}); }
    }
    return;
  }
  with_weight_type(edges.weights.type(), [&]<typename T>(std::type_identity<T>) {
    const auto weights = edges.row_weights<T>(v);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (label(row[i]) == no_vertex) { continue; }
      if (!choice_.gives_weight(static_cast<double>(weights[i]))) { continue; }
      chunk.edges.push_back({source, label(row[i])});
      weights_in<T>(chunk).push_back(weights[i]);
    }
  });
}

}  // namespace orujo
