// Counts and sums up what an input comes to by the stated rules, on a way of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/graph/builder.hpp"
#include "orujo/graph/checking/edge_tally.hpp"
#include "orujo/graph/edge_input.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::checking {

/// How an input becomes a graph: its facts and the options in one.
struct stated_rules {
  bool directed = true;
  bool both_ways = false;        ///< An edge is an arc in each direction, of which one is listed.
  bool vertices_known = false;   ///< They are those that the input declares.
  bool listed_vertices = false;  ///< Those that it lists apart from edges are there, too.
  bool keep_loops = false;
  weight_kind weights = weight_kind::none;  ///< Those that the graph has.
  bool weights_read = false;                ///< They are those of the input.
  parallel_edges parallel = parallel_edges::one;

  [[nodiscard]] std::uint64_t arcs_per_edge() const noexcept { return directed ? 1 : 2; }
};

[[nodiscard]] stated_rules rules_of(const input_facts& facts, const build_options& options);

/// What there is to read, over all ranks.
struct expected_input {
  std::uint64_t listed_edges = 0;
  std::uint64_t vertices = 0;
  std::uint64_t name_bytes = 0;  ///< 0: vertices have no names.
  /// Whether edges with the same ends are merged, and have to be brought together; else it is
  /// enough to sum up all of them.
  bool merges = false;
  reading_watch watch = {};  ///< Told how far the reading is.
};

/// What `input`, of which each rank has its part, comes to; of all ranks together. Each edge goes
/// to a worker that the hash of its ends names, which sorts and merges what it gets.
/// Call: collective. Throws, on every rank: what the input throws; memory_error.
/// Memory: where edges are merged 16 bytes for each listed edge, with weights 24; where vertices
/// have names as much, and the names; 8 to 16 bytes for each vertex that is not declared.
[[nodiscard]] edge_tally tally_of_input(rank_team& team, edge_input& input,
                                        const stated_rules& rules, const expected_input& expected);

/// The bytes that this takes on a rank with an even share.
[[nodiscard]] std::uint64_t bytes_of_tally(const expected_input& expected,
                                           const stated_rules& rules, int ranks) noexcept;

}  // namespace orujo::checking
