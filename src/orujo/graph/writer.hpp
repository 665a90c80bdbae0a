// Writes graphs to files that other programs read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Formats that graphs are written in. Input ids are kept by edge lists and .orj; elsewhere
/// vertices are numbered from 0 or 1 in the order of their ids. Edge lists lose vertices without
/// edges.
enum class written_format : std::uint8_t {
  edge_list,  ///< .el: `u v`; an undirected edge in both directions, as the GAP suite does.
  weighted_edge_list,   ///< .wel: `u v w`, the same.
  comma_separated,      ///< .csv: a comment on the direction, column names; each edge once.
  tab_separated,        ///< .tsv .txt: the same, the names in a comment too.
  matrix_market,        ///< .mtx: general, or symmetric if undirected.
  dimacs,               ///< .gr: `p sp` and arcs `a u v w`; undirected without weights: PACE.
  metis,                ///< .graph: undirected, without loops, weights whole if any.
  gap_binary,           ///< .sg: out-edges, and in-edges if directed.
  weighted_gap_binary,  ///< .wsg: with whole weights.
  native,               ///< .orj
};

/// The format that the suffix of `path` stands for.
/// Throws: usage_error that lists the suffixes, if it stands for none.
[[nodiscard]] written_format written_format_of(std::string_view path);

/// What files of a format have a place for.
struct written_parts {
  bool isolated = true;  ///< Vertices without edges.
  bool weights = true;
  bool names = true;  ///< Else vertices have numbers in their place.
};

[[nodiscard]] written_parts parts_kept_by(written_format format) noexcept;

/// What of a graph a format has no place for.
struct lost_parts {
  std::uint64_t vertices = 0;  ///< Without edges.
  bool weights = false;
  bool names = false;
  bool ids = false;  ///< That are no numbers from 0 or 1 on.

  /// A phrase for each, for people.
  [[nodiscard]] std::vector<std::string> phrases() const;
};

/// What a file of `format` would lose of `graph`, which has its in-edges where it is directed.
/// Call: collective. Cost: a look at each vertex where those without edges are lost.
[[nodiscard]] lost_parts parts_lost_by(written_format format, rank_team& team,
                                       const csr_graph& graph);

/// Writes `graph`, every rank its own rows; the bytes are the same for every team. The file
/// replaces an older one of that name at once, when it is complete; see base/output_file.hpp. Call:
/// collective. Throws, on every rank: usage_error if the format cannot hold the graph, or no
/// reader would take a name again, input_error
/// if the file cannot be written. Returns the bytes written, on the first rank.
std::uint64_t write_graph(rank_team& team, const csr_graph& graph, const std::string& path,
                          std::optional<written_format> format = {});

}  // namespace orujo
