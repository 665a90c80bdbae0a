// Opens a graph file of any supported format; the content decides which, the suffix only hints.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "orujo/graph/edge_input.hpp"

namespace orujo {

enum class file_format : std::uint8_t {
  edge_list,          ///< `u v` or `u v w` on each line: .el .wel .txt .csv .tsv
  counted_edge_list,  ///< The same after a first line `vertices edges`.
  matrix_market,      ///< .mtx, coordinate
  dimacs_paths,       ///< .gr of the 9th DIMACS challenge: `p sp n m`, then `a u v w`
  dimacs_arcs,        ///< `a u v w` without a problem line, ids from 0
  pace,               ///< .gr of the PACE challenges: `p tw n m`, then `u v`
  dimacs_colouring,   ///< .col: `p edge n m`, then `e u v`
  metis,              ///< .graph: line number = vertex
  gap_binary,         ///< .sg and .wsg of the GAP Benchmark Suite
  native,             ///< .orj
  graphml,            ///< XML of yEd, igraph, NetworkX
  gexf,               ///< XML of Gephi
  gml,                ///< `graph [ … ]`
  pajek,              ///< .net: `*Vertices n`, then arcs and edges
  parquet,            ///< .parquet
  arrow,              ///< .arrow and .feather of version 2, files and streams
};

enum class compression : std::uint8_t { none, gzip, xz, zstd, bzip2 };

/// Whether files of this format are tables in columns.
[[nodiscard]] bool is_table(file_format format) noexcept;

[[nodiscard]] std::string_view name_of(file_format format) noexcept;
[[nodiscard]] std::string_view name_of(compression packing) noexcept;

/// What `name_of` calls the formats, in their order.
[[nodiscard]] std::span<const std::string_view> all_format_names() noexcept;

/// The format that `name_of` calls `name`; empty if there is none.
[[nodiscard]] std::optional<file_format> format_named(std::string_view name) noexcept;

struct sniffed_file {
  file_format format;
  compression packing;
};

/// Says what the file at `path` is by looking at its content.
/// Throws: input_error if it cannot be read or is none of the formats.
[[nodiscard]] sniffed_file sniff_graph_file(const std::string& path);

enum class weight_use : std::uint8_t {
  as_found,  ///< Integers stay integers; a later weight that is none is an error.
  ignored,   ///< The weight column is skipped, so it may hold anything that looks like a number.
  as_real,   ///< Every weight is read as a real number.
};

/// Which columns of an edge list or a table, or attributes of edges, are read, each by its name or
/// by its number, counted from 1.
struct column_choice {
  std::optional<std::string> source;
  std::optional<std::string> target;
  std::optional<std::string> weight;  ///< Empty beside the others: the graph has no weights.
};

/// What an edge list or an exchange format calls its vertices.
enum class id_use : std::uint8_t {
  guessed,  ///< Names if most ids of the first rows are no numbers.
  numbers,
  names,   ///< Texts of any kind: 7 and 07 are two of them.
  labels,  ///< The labels that exchange formats give vertices besides their ids.
};

/// A text that lists all vertices of an edge list, one on each line.
struct vertex_list {
  std::string path;
  /// The column of ids or names, as in column_choice; empty: the one that is called so, else the
  /// first.
  std::optional<std::string> column = std::nullopt;
};

struct open_options {
  weight_use weights = weight_use::as_found;
  std::optional<file_format> forced = std::nullopt;     ///< Takes the file for this, unsniffed.
  std::size_t block_bytes = std::size_t{1} << 20;       ///< Most text a worker takes at a time.
  std::optional<column_choice> columns = std::nullopt;  ///< Of edge lists; else by their names.
  id_use ids = id_use::guessed;  ///< Of edge lists and exchange formats; others have numbers.
  std::optional<bool> directed = std::nullopt;  ///< What edges are taken for, whatever files say.
  std::optional<vertex_list> vertices = std::nullopt;  ///< Of edge lists: edges name no others.
  /// For files that can only be unpacked as a whole (.sg.gz and the like): as require_memory()
  /// takes it, and how many ranks of this host unpack the file at the same time.
  std::uint64_t memory_limit_bytes = 0;
  std::uint64_t readers_on_host = 1;
};

/// Throws: input_error where `options` choose columns, names or vertices of a file that is no edge
/// list.
void check_list_options(const std::string& path, file_format format, const open_options& options);

/// Opens the file at `path`, whatever its format and compression (not .orj: see sniff_graph_file).
///
/// - Plain files are shared out among parts and workers by ranges of bytes.
/// - A compressed text of more than 1 MiB is read in order, and by part 0 only; the workers of that
///   part decompress in turn and parse at the same time.
/// - So are GraphML, GEXF, GML and Pajek files, packed or not, by one worker at a time.
/// - The edges of all parts together are the edges of the file; their order is not defined.
///
/// Throws: input_error; here for the beginning of the file, later from next(). memory_error if the
/// file has to be unpacked as a whole and will not fit.
[[nodiscard]] std::unique_ptr<edge_input> open_graph_file(const std::string& path, input_part part,
                                                          const open_options& options = {});

}  // namespace orujo
