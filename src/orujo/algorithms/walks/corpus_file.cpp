// Each rank spells some of its walks, and the first one writes them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/walks/corpus_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/input_labels.hpp"
#include "orujo/graph/io/cells.hpp"

namespace orujo {

namespace {

constexpr std::size_t vertices_at_once = std::size_t{1} << 18U;

}  // namespace

corpus_file::corpus_file(rank_team& team, const csr_graph& graph, const std::string& path)
    : team_(team), graph_(graph) {
  run_agreed(team, [&] {
    if (team.rank() == rank_id{0}) { file_.emplace(path); }
  });
}

void corpus_file::add(const walk_paths& paths) {
  const std::size_t walks = std::max<std::size_t>(1, vertices_at_once / paths.stride);
  const std::size_t block = walks * paths.stride;
  const auto sizes = all_gather(team_, std::uint64_t{paths.vertices.size()});
  for (int r = 0; r < team_.size(); ++r) {
    const std::uint64_t size = sizes[static_cast<std::size_t>(r)];
    for (std::uint64_t first = 0; first < size; first += block) {
      const bool mine = team_.rank() == rank_id{r};
      const auto some = mine ? paths.vertices.subspan(first, std::min(block, size - first))
                             : std::span<const vertex_id>();
      const std::string text = text_of({some, paths.stride});
      std::vector<std::vector<char>> letters(static_cast<std::size_t>(team_.size()));
      letters[0].assign(text.begin(), text.end());
      const auto arrived = all_to_all_v(team_, letters);
      run_agreed(team_, [&] {
        if (!file_) { return; }
        const std::vector<char>& letter = arrived[static_cast<std::size_t>(r)];
        file_->write({letter.data(), letter.size()});
      });
    }
  }
}

/// Call: collective.
std::string corpus_file::text_of(const walk_paths& paths) const {
  std::string text;
  const bool named = graph_.ids().is_named();
  std::optional<name_lookup> names;
  std::vector<std::uint64_t> ids;
  if (named) {
    names.emplace(team_, graph_, paths.vertices);
  } else {
    ids = input_ids_of(team_, graph_, paths.vertices);
  }
  for (std::size_t i = 0; i < paths.vertices.size(); ++i) {
    const bool begins = i % paths.stride == 0;
    if (begins && i > 0) { text += '\n'; }
    if (paths.vertices[i] == no_vertex) { continue; }
    if (!begins) { text += ' '; }
    if (named) {
      io::append_cell(text, (*names)[paths.vertices[i]]);
    } else {
      fmt::format_to(std::back_inserter(text), "{}", ids[i]);
    }
  }
  if (!paths.vertices.empty()) { text += '\n'; }
  return text;
}

void corpus_file::commit() {
  run_agreed(team_, [&] {
    if (file_) { file_->commit(); }
  });
}

}  // namespace orujo
