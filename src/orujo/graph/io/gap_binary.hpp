// Reader of .sg and .wsg, the serialized graphs of the GAP Benchmark Suite.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "orujo/graph/io/format.hpp"
#include "orujo/graph/io/graph_file.hpp"

namespace orujo::io {

/// Whether `file` begins like one: a flag of 0 or 1, two sizes, an offset of 0.
[[nodiscard]] bool looks_like_gap_binary(const graph_file& file) noexcept;

/// Opens `file`. A compressed one is unpacked into memory by every part.
/// Throws: input_error if its size or offsets do not agree with its header; memory_error, before
/// it is unpacked, if what its header declares will not fit.
[[nodiscard]] std::unique_ptr<edge_input> open_gap_binary(std::shared_ptr<const graph_file> file,
                                                          input_part part,
                                                          const open_options& options);

}  // namespace orujo::io
