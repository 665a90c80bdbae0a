// Draws vertices until enough of them have edges.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/drawn_sources.hpp"

#include <cstddef>
#include <functional>
#include <utility>

#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

constexpr std::uint64_t source_stream = 0x736f7572636573;  // apart from the edges' streams
constexpr std::size_t candidates_at_once = 256;
constexpr std::uint64_t most_rounds = 64;

}  // namespace

std::vector<vertex_id> draw_sources(rank_team& team, const csr_graph& graph, std::uint64_t seed,
                                    std::uint64_t count) {
  random_stream random(seed, source_stream);
  std::vector<vertex_id> drawn;
  std::vector<vertex_id> candidates(candidates_at_once);
  for (std::uint64_t round = 0; drawn.size() < count; ++round) {
    std::vector<std::uint64_t> degrees;
    for (vertex_id& v : candidates) {
      v = random.below(graph.num_vertices());
      degrees.push_back(graph.owns(v) ? graph.out_edges().degree(graph.local(v)) : 0);
    }
    degrees = all_reduce(team, std::move(degrees), std::plus<>());
    const bool give_up = round >= most_rounds * (drawn.size() + 1);
    for (std::size_t i = 0; i < candidates.size() && drawn.size() < count; ++i) {
      if (degrees[i] > 0 || give_up) { drawn.push_back(candidates[i]); }
    }
  }
  return drawn;
}

}  // namespace orujo
