// What a .properties file of LDBC Graphalytics says of a graph, and of what is asked of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orujo {

/// The algorithms of the benchmark, by the names that its files have for them.
enum class graphalytics_algorithm : std::uint8_t { bfs, cdlp, lcc, pr, sssp, wcc };

inline constexpr std::array<std::string_view, 6> graphalytics_names = {"bfs", "cdlp", "lcc",
                                                                       "pr",  "sssp", "wcc"};

[[nodiscard]] constexpr std::string_view name_of(graphalytics_algorithm algorithm) noexcept {
  return graphalytics_names[static_cast<std::size_t>(algorithm)];
}

/// One algorithm with its parameters, of which it looks at some.
struct graphalytics_job {
  graphalytics_algorithm algorithm = graphalytics_algorithm::bfs;
  std::uint64_t source = 0;  ///< Of bfs and sssp: an id of the input.
  std::uint64_t rounds = 0;  ///< Of cdlp and pr.
  double damping = 0.85;     ///< Of pr.
  /// The file of its reference output; empty if there is none.
  std::string reference = {};
};

struct graphalytics_dataset {
  std::string name;
  std::string properties;  ///< The file that says all this.
  std::string vertex_file;
  std::string edge_file;
  std::optional<std::uint64_t> vertices = {};  ///< How many there are to be.
  std::optional<std::uint64_t> edges = {};
  bool directed = false;
  bool weighted = false;
  /// The column of the edge file that has the weight, from 1, where edges have several properties.
  std::optional<std::size_t> weight_column = {};
  std::vector<graphalytics_job> jobs = {};  ///< In the order of graphalytics_names.
};

/// Reads the .properties file of graph `name` in the folder `path`, or the only one there without a
/// name; `path` may be the file itself. Files that it names, and reference outputs, `NAME-BFS` and
/// so on, are looked for beside it, then in the folders there. Throws: usage_error if there are
/// several and no name, or none of that name; input_error with file and line for what is missing or
/// is not what it should be.
[[nodiscard]] graphalytics_dataset read_graphalytics_dataset(const std::string& path,
                                                             const std::string& name = {});

}  // namespace orujo
