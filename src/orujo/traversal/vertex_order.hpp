// In what order greedy algorithms take the vertices.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Total orders: of vertices that come equally early, that with the lower number comes first.
enum class vertex_order : std::uint8_t {
  first_fit,      ///< By number.
  random,         ///< By a random number, drawn from a seed and the vertex's number.
  largest_first,  ///< Of the highest degree first.
  smallest_last,  ///< Those that peeling takes away in the last round first; of a round
                  ///< those with more neighbours left, then of higher degree, then as drawn
                  ///< from their numbers.
  incidence,      ///< The one with most neighbours before it next, then of higher degree.
};

/// An order as the command line names it.
struct vertex_order_name {
  std::string_view name;
  vertex_order order;
  std::string_view help;
};

inline constexpr std::array<vertex_order_name, 5> all_vertex_orders{
    {{"first_fit", vertex_order::first_fit, "by number"},
     {"random", vertex_order::random, "drawn from --seed"},
     {"largest_first", vertex_order::largest_first, "the highest degree first"},
     {"smallest_last", vertex_order::smallest_last,
      "what k-core peeling takes away last comes first"},
     {"incidence", vertex_order::incidence, "the one with most neighbours before it comes next"}}};

/// Where each owned vertex and ghost stands in the order: lower values first, then lower numbers;
/// the same for every number of ranks and workers, and in every run. Degrees count loops and
/// parallel edges. Call: collective. Throws on every rank: agreed_error for wrong use if the order
/// is smallest_last and the graph directed; memory_error. Cost: O(V), a value for each ghost;
/// smallest_last that of peel(), incidence that of incidence_places(). Memory: 8 bytes for each
/// owned vertex and ghost; what peel() and incidence_places() need.
[[nodiscard]] huge_array<std::uint64_t> vertex_priorities(rank_team& team, const csr_graph& graph,
                                                          vertex_order order,
                                                          std::uint64_t seed = 1);

}  // namespace orujo
