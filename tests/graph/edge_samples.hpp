// Lists of edges with all that makes graphs differ: parallel edges, loops, gaps, weights.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "orujo/base/random.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/edge_input.hpp"

namespace orujo::test {

struct sample {
  edge_chunk all;
  input_facts facts;
};

/// Gives the edges of a sample, block by block.
class sample_input final : public edge_input {
public:
  sample_input(const sample& from, input_part part) : from_(from), part_(part) {}

  [[nodiscard]] const input_facts& facts() const override { return from_.facts; }

  bool next(edge_chunk& chunk) override {
    constexpr std::size_t block_edges = 53;
    chunk.clear();
    const auto parts = static_cast<std::size_t>(part_.count);
    const std::size_t begin =
        block_edges * (taken_.fetch_add(1) * parts + static_cast<std::size_t>(part_.index));
    const edge_chunk& all = from_.all;
    if (begin >= std::max<std::size_t>(1, all.edges.size())) { return false; }
    if (begin == 0) { chunk.vertices = all.vertices; }
    for (std::size_t i = begin; i < std::min(all.edges.size(), begin + block_edges); ++i) {
      chunk.edges.push_back(all.edges[i]);
      if (!all.weights.empty()) { chunk.weights.push_back(all.weights[i]); }
      if (!all.whole_weights.empty()) { chunk.whole_weights.push_back(all.whole_weights[i]); }
    }
    return true;
  }

  [[nodiscard]] double progress() const override { return 0; }

private:
  const sample& from_;
  input_part part_;
  std::atomic<std::size_t> taken_{0};
};

inline input_opener opener_of(const sample& from) {
  return [&from](input_part part) { return std::make_unique<sample_input>(from, part); };
}

enum class weights_of { none, small, huge, real, single };
enum class ids_of { declared, from_one, gaps };

/// 24 vertices of which one is in loops only, with many parallel edges, both ways round, and loops.
inline sample sample_of(weights_of weights, ids_of ids, bool pairs = false) {
  sample made;
  random_stream draw(7, 3);
  const auto id = [&](std::uint64_t v) { return ids == ids_of::gaps ? 977 * v * v + 5 : v; };
  const std::uint64_t first = ids == ids_of::from_one ? 1 : 0;
  const auto add = [&](std::uint64_t u, std::uint64_t v, std::int64_t whole) {
    made.all.edges.push_back({id(u + first), id(v + first)});
    if (weights == weights_of::small || weights == weights_of::huge) {
      const std::int64_t factor = weights == weights_of::huge ? std::int64_t{1} << 53U : 1;
      made.all.whole_weights.push_back(factor * (whole - 9));
    } else if (weights != weights_of::none) {
      made.all.weights.push_back(static_cast<double>(whole - 9) /
                                 (weights == weights_of::real ? 10 : 8));
    }
  };
  for (int i = 0; i < 600; ++i) {
    const std::uint64_t u = draw.below(22);
    const std::uint64_t v = draw.below(22);
    const auto weight = static_cast<std::int64_t>(draw.below(20));
    add(u, v, weight);
    if (pairs && u != v) { add(v, u, weight); }
  }
  add(22, 22, 3);
  made.facts.name = "sample";
  made.facts.both_directions_listed = pairs;
  if (pairs) { made.facts.directed = false; }
  made.facts.first_id = first;
  if (ids != ids_of::gaps) { made.facts.declared_vertices = 24; }
  const bool whole = weights == weights_of::small || weights == weights_of::huge;
  made.facts.weights = weights == weights_of::none ? weight_kind::none
                       : whole                     ? weight_kind::integer
                                                   : weight_kind::real;
  return made;
}

}  // namespace orujo::test
