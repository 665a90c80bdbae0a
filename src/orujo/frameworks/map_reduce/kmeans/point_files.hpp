// Points from files: text in columns, NPY, Parquet and Arrow.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "orujo/frameworks/map_reduce/kmeans/point_blocks.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// What numbers are kept as.
enum class point_precision { single, full };

/// float32 where the file says so: all columns are, of those that `columns` chooses as
/// read_points() does, in an NPY, a Parquet or an Arrow file; else float64. Call: local. Throws:
/// input_error if the file cannot be read.
[[nodiscard]] point_precision precision_of(const std::string& path,
                                           const std::vector<std::string>& columns = {});

/// Reads the rows of a table of numbers; each rank gets equally many, in their order.
///
/// - Text: cells between commas, semicolons, tabs or blanks; a first line that is no numbers names
///   the columns; empty lines and those that begin with # are left out. May be compressed.
///   All lines have equally many cells.
/// - NPY: a matrix of whole numbers, float32 or float64, row after row or column after column, or
///   records of them, whose fields are columns.
/// - Parquet and Arrow files, by the plug-in.
///
/// `columns` are names, or numbers from 1, of those that are read; empty: all.
/// Call: collective. Throws, on every rank: agreed_error, with the line or row, for what is no
/// finite number; memory_error before anything is taken, by what the file says of its size or its
/// beginning lets expect. Memory: the points, and of a text, a Parquet or an Arrow file a piece for
/// each worker.
template <typename T>
[[nodiscard]] point_blocks<T> read_points(rank_team& team, const std::string& path,
                                          const std::vector<std::string>& columns = {});

extern template point_blocks<float> read_points(rank_team&, const std::string&,
                                                const std::vector<std::string>&);
extern template point_blocks<double> read_points(rank_team&, const std::string&,
                                                 const std::vector<std::string>&);

}  // namespace orujo
