// Keeps the vertices that an input lists apart from its edges until they are numbered.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>

#include "orujo/graph/building/edge_buffer.hpp"
#include "orujo/graph/building/vertex_numbering.hpp"
#include "orujo/graph/edge_input.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::building {

/// Ids in pairs, as if each pair were an edge: numberings look at both ends of edges.
/// - Memory: 4 bytes for each id, or 8 where they are not below 2^32.
class listed_vertices {
public:
  explicit listed_vertices(int workers) : pairs_(workers) {}

  /// Keeps `ids`. Call: by `worker` only. Throws: memory_error.
  void add(int worker, std::span<const std::uint64_t> ids);

  /// Bytes that are held or reserved. Call: any thread.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return pairs_.bytes(); }

  /// How many ids were added, and all of them. Call: local, when no worker adds any more.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_.load(); }
  [[nodiscard]] edge_blocks blocks() { return pairs_.blocks(); }

private:
  edge_buffer pairs_;
  std::atomic<std::uint64_t> size_{0};
};

/// Checks that an input whose facts name a list of all vertices lists all that `numbering` knows,
/// those of the edges. Replaces ids in `listed` by numbers. Returns a remark for people where
/// vertices are listed more than once, else nothing.
/// Call: collective. Throws: agreed_error with the place of an edge. Memory: a quarter of a byte
/// for each vertex, on every rank.
[[nodiscard]] std::string check_list(rank_team& team, const edge_input& input,
                                     listed_vertices& listed, const vertex_numbering& numbering);

/// Throws input_error if one of `ids` is none of the vertices that `facts` declare, if they do.
void check_declared(const input_facts& facts, std::span<const std::uint64_t> ids);

}  // namespace orujo::building
