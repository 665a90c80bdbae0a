// Walks as a text: one on each line, what the input calls its vertices, blanks between.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "orujo/algorithms/walks/walks.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/tables/packed_output.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// A file that programs for words take as sentences; the first rank writes it. Names are between
/// quotes where they hold what separates them. It is packed if its name ends in .gz.
class corpus_file {
public:
  /// Call: collective, as the following. Throws on every rank: agreed_error if it cannot be
  /// written.
  corpus_file(rank_team& team, const csr_graph& graph, const std::string& path);

  /// Appends the walks of all ranks, one rank after the other. Memory: a few MiB.
  void add(const walk_paths& paths);

  /// Makes the file visible under its name.
  void commit();

private:
  [[nodiscard]] std::string text_of(const walk_paths& paths) const;

  rank_team& team_;
  const csr_graph& graph_;
  std::optional<tables::packed_output> file_;  // of the first rank
};

}  // namespace orujo
