// Opens .sg and .wsg files as they are: their rows are the graph's.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "orujo/graph/builder.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::native {

/// The graph of an uncompressed .sg or .wsg file, whose rows every rank copies from the file. Empty
/// where the rows are not those of the graph: rows that are not sorted, parallel edges, loops,
/// undirected edges listed on one side only, whatever is damaged, or options that ask for another
/// graph. The builder then makes of the file what it can, and says what is wrong with it.
/// Call: collective. Throws, on every rank: input_error if the file cannot be read; memory_error.
[[nodiscard]] std::optional<csr_graph> open_gap_rows(rank_team& team, const std::string& path,
                                                     const build_options& options);

}  // namespace orujo::native
