// Brings rows to the first rank, a stretch at a time.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/containers/files/row_output.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/tables/packed_output.hpp"

namespace orujo {

namespace {

constexpr std::size_t stretch_bytes = std::size_t{1} << 20U;

/// Stretches of rows, of at most 1 MiB.
std::vector<std::string_view> stretches_of(const std::vector<std::string>& rows) {
  std::vector<std::string_view> all;
  for (const std::string_view piece : rows) {
    for (std::size_t at = 0; at < piece.size(); at += stretch_bytes) {
      all.push_back(piece.substr(at, stretch_bytes));
    }
  }
  return all;
}

/// A stretch of rank `from`, on the first rank.
std::string bring(rank_team& team, int from, std::string_view stretch) {
  if (from == 0) { return std::string(stretch); }
  std::vector<std::vector<char>> outgoing(static_cast<std::size_t>(team.size()));
  outgoing[0].assign(stretch.begin(), stretch.end());
  const auto arrived = all_to_all_v(team, outgoing);
  const std::vector<char>& found = arrived[static_cast<std::size_t>(from)];
  return {found.begin(), found.end()};
}

}  // namespace

void write_rows(rank_team& team, const std::string& path, std::string_view heading,
                const std::vector<std::string>& rows) {
  const bool writes = team.rank() == rank_id{0};
  const std::vector<std::string_view> own = stretches_of(rows);
  const std::vector<std::uint64_t> counts = all_gather(team, std::uint64_t{own.size()});
  std::optional<tables::packed_output> file;
  run_agreed(team, [&] {
    if (!writes) { return; }
    file.emplace(path);
    file->write(heading);
  });
  for (int rank = 0; rank < team.size(); ++rank) {
    const bool sends = team.rank() == rank_id{rank};
    for (std::size_t i = 0; i < counts[static_cast<std::size_t>(rank)]; ++i) {
      const std::string stretch = bring(team, rank, sends ? own[i] : std::string_view{});
      run_agreed(team, [&] {
        if (writes) { file->write(stretch); }
      });
    }
  }
  run_agreed(team, [&] {
    if (writes) { file->commit(); }
  });
}

}  // namespace orujo
