// Files that viewers of traces open.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "orujo/base/output_file.hpp"
#include "orujo/runtime/trace/trace_tracks.hpp"

namespace orujo {

/// Spans that each worker keeps if a trace is asked for, unless trace_events says otherwise: 3 MiB.
inline constexpr int standard_trace_events = 131072;

/// Throws usage_error unless the name says how to write a trace.
void check_trace_name(const std::string& path);

/// Writes what the workers of all ranks have noted so far, on rank 0. FILE.json is for
/// ui.perfetto.dev, speedscope and chrome://tracing; FILE.pftrace, half as large, for
/// ui.perfetto.dev. Returns how many spans were dropped, on rank 0; 0 on others.
/// Call: collective; with the setting trace_events above 0. Throws: usage_error, and input_error
/// where the file cannot be written.
std::uint64_t write_trace(rank_team& team, const std::string& path);

/// Each writes a trace as one format.
void write_json_trace(std::span<const rank_trace> ranks, output_file& file);
void write_perfetto_trace(std::span<const rank_trace> ranks, output_file& file);

}  // namespace orujo
