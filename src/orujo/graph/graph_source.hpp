// Loads a graph from wherever it comes: a generator, a file of any format, an .orj file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/graph/builder.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/io/format.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// How a graph is loaded. What both members ask for is said in `build`: load_graph() has files read
/// as `build.directed` says, and reads no weights unless `build.weights` comes from the input.
struct load_options {
  build_options build = {};
  open_options open = {};    ///< How files are read; load_graph() sets its limits of memory.
  std::uint64_t seed = 1;    ///< Of generators.
  bool loops_count = false;  ///< Loops are kept, and must not have been left out before.
};

/// Loads the graph that `source` names: a generator (see open_generator), or a file. Files that
/// hold rows already are opened as they are where these are what `options.build` asks for or can be
/// made so in memory (.orj, and uncompressed .sg and .wsg of simple graphs); all else is built.
/// graph.facts() tells what was recognised, and how long reading and building took.
/// Call: collective. Throws, on every rank: as open_generator(), open_graph_file(), build_graph()
/// and open_orj(); agreed_error where a file was stored without loops or parallel edges that
/// `options` need.
[[nodiscard]] csr_graph load_graph(rank_team& team, const std::string& source,
                                   const load_options& options = {});

/// Reads or generates `source` once more, in other blocks, and says in what `graph`, which
/// load_graph() made of it with the same options, is not what it should be; empty if all is right.
/// Call: collective. Throws, cost, memory: as compare_with_input().
[[nodiscard]] std::vector<std::string> compare_with_source(rank_team& team, const csr_graph& graph,
                                                           const std::string& source,
                                                           const load_options& options = {});

}  // namespace orujo
