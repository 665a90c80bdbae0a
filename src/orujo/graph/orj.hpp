// Orujo's own graph files: mapped or copied into memory as they are, and guarded by checksums.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "orujo/graph/builder.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Writes `graph` to a file that every team can open. Its bytes depend on the graph alone.
/// It replaces an older file of that name at once, when it is complete.
/// Returns its size, on the first rank.
/// Call: collective. Throws: input_error, on every rank, if the file cannot be written.
std::uint64_t write_orj(rank_team& team, const csr_graph& graph, const std::string& path);

/// What an .orj file becomes in memory.
enum class orj_access : std::uint8_t {
  copied,  ///< Arrays of our own, on huge pages: the fastest for what follows.
  mapped,  ///< The file's pages, where one rank holds all: for graphs larger than the memory.
};

struct orj_options {
  orj_access access = orj_access::copied;
  bool weights = true;   ///< Whether to load them, if there are any.
  bool in_edges = true;  ///< The same.
  block_balance balance = block_balance::edges;
};

/// Opens the graph of `path`. Checksums are verified unless the setting verify_checksums is off;
/// whatever the file holds, no row leads outside the graph.
/// Call: collective. Throws, on every rank: input_error that names the section and the byte where
/// the file is damaged or cut off, or its version; memory_error.
[[nodiscard]] csr_graph open_orj(rank_team& team, const std::string& path,
                                 const orj_options& options = {});

/// What an .orj file says of its graph.
struct orj_summary {
  graph_facts facts;
  bool has_in_edges = false;
};

/// Reads the header only. Call: local. Throws: input_error.
[[nodiscard]] orj_summary summarize_orj(const std::string& path);

}  // namespace orujo
