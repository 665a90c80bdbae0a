// Numbers that stand for vertices where a graph and its input are compared: ids, hashes of names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::checking {

/// What tokens are made of.
enum class token_kind : std::uint8_t {
  labels,   ///< Ids or names of the input.
  numbers,  ///< 0 … n-1, as the graph numbers its vertices.
};

/// The token of a vertex with a name: 64 bits of a hash.
[[nodiscard]] std::uint64_t token_of_name(std::string_view name) noexcept;

/// The token of a vertex that this rank owns.
[[nodiscard]] std::uint64_t token_of_label(const id_map& ids, vertex_id v) noexcept;

/// The tokens of a graph's vertices on one rank, those of its ghosts told by their owners.
class vertex_tokens {
public:
  /// Call: collective. `graph` outlives the object. Throws, on every rank: memory_error.
  /// Memory: 8 bytes for each owned vertex and ghost where labels are not consecutive numbers.
  vertex_tokens(rank_team& team, const csr_graph& graph, token_kind kind);

  [[nodiscard]] std::uint64_t operator[](local_vertex v) const noexcept {
    return stored_.empty() ? offset_ + graph_.global(v) : stored_[v];
  }

private:
  const csr_graph& graph_;
  std::uint64_t offset_ = 0;
  huge_array<std::uint64_t> stored_;
};

}  // namespace orujo::checking
