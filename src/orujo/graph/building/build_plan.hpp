// What a builder decides before it reads the first edge.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "orujo/graph/builder.hpp"
#include "orujo/graph/building/arc_exchange.hpp"
#include "orujo/graph/building/bucket_sorter.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/edge_input.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::building {

/// The consequences of an input's facts and of the options.
struct build_plan {
  bool directed = true;
  bool ids_known = false;                   ///< The vertices are those that the input declares.
  bool streamed = false;                    ///< Edges go to their owners as they are read.
  bool weights_travel = false;              ///< Arcs carry the weights of the input.
  weight_kind weights = weight_kind::none;  ///< That the graph will have.
  edge_rules edges;
  row_rules rows;

  [[nodiscard]] std::uint64_t arcs_of(std::uint64_t edges_listed) const noexcept {
    return edges_listed * (edges.reversed || edges.by_target ? 2 : 1);
  }
};

[[nodiscard]] build_plan make_plan(const input_facts& facts, const build_options& options,
                                   int ranks);

/// What `wanted` comes to where arcs carry weights of their own, or do not.
[[nodiscard]] parallel_edges effective_rule(parallel_edges wanted, bool weighted) noexcept;

/// Whether vertices have to be carried as 64-bit numbers.
[[nodiscard]] bool needs_wide(const build_options& options, vertex_id vertices) noexcept;

/// Sizes known or estimated; summed over all ranks.
struct build_sizes {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;         ///< As listed by the input.
  std::uint64_t weight_bytes = 0;  ///< That an arc carries; an estimate on each rank.
};

/// Throws memory_error, the same on every rank, if building is foreseen not to fit, with `held`
/// bytes of this rank already spent on it. Call: collective.
void require_build_memory(rank_team& team, const build_plan& plan, const build_sizes& sizes,
                          std::uint64_t held = 0);

}  // namespace orujo::building
