// Loads a graph from wherever it comes: a generator, a file of any format, an .orj file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "orujo/graph/builder.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/io/format.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

struct load_options {
  build_options build = {};
  open_options open = {};  ///< How files are read.
  std::uint64_t seed = 1;  ///< Of generators.
};

/// Opens the graph of a file that holds rows already, where these are what `options.build` asks for
/// or can be made so in memory: .orj, and uncompressed .sg and .wsg of simple graphs. Empty for all
/// else, which has to be built.
/// Call: collective. Throws, on every rank: input_error, memory_error.
[[nodiscard]] std::optional<csr_graph> open_stored_graph(rank_team& team, const std::string& source,
                                                         const load_options& options = {});

/// Loads the graph that `source` names: a generator (see open_generator), or a file. A file
/// that holds rows is opened as open_stored_graph() does, all else is built.
/// graph.facts() tells what was recognised, and how long reading and building took.
/// Call: collective. Throws, on every rank: as open_generator(), open_graph_file(), build_graph()
/// and open_orj().
[[nodiscard]] csr_graph load_graph(rank_team& team, const std::string& source,
                                   const load_options& options = {});

}  // namespace orujo
