// Writer of .sg and .wsg, the serialized graphs of the GAP Benchmark Suite.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::io {

enum class gap_kind : std::uint8_t { unweighted, weighted };

/// Writes `graph` with or without its weights.
/// Call: collective. Throws, on every rank: usage_error if the format cannot hold it, input_error.
std::uint64_t write_gap_binary(rank_team& team, const csr_graph& graph, const std::string& path,
                               gap_kind kind);

}  // namespace orujo::io
