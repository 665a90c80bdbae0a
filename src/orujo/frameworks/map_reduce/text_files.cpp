// Opens files and shares them out among the ranks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/text_files.hpp"

#include <filesystem>
#include <system_error>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/sniff.hpp"

namespace orujo {

namespace {

/// A text without a letter has no blocks.
bool is_empty_file(const std::string& path) {
  std::error_code failed;
  return std::filesystem::is_regular_file(path, failed) &&
         std::filesystem::file_size(path, failed) == 0 && !failed;
}

}  // namespace

text_files::text_files(rank_team& team, const std::vector<std::string>& paths) {
  run_agreed(team, [&] {
    int turn = index_of(team.rank());
    for (const std::string& path : paths) {
      if (is_empty_file(path)) { continue; }
      auto file = std::make_shared<const io::graph_file>(path);
      io::refuse_archives(*file);
      const std::uint64_t bytes = file->bytes().size();
      bytes_ += bytes;
      // Part 0 of a compressed file is all of it: the ranks take turns.
      const input_part part{.index = turn % team.size(), .count = team.size()};
      files_.push_back({path, bytes, io::open_blocks(std::move(file), {}, part)});
      ++turn;
    }
  });
}

std::size_t text_files::first_of(const worker& self) const noexcept {
  return files_.size() * static_cast<std::size_t>(self.index()) /
         static_cast<std::size_t>(self.team().num_workers());
}

double text_files::progress() const noexcept {
  double done = 0;
  double all = 0;
  for (const opened& each : files_) {
    const auto bytes = static_cast<double>(each.bytes);
    done += bytes * each.blocks->progress();
    all += bytes;
  }
  return all > 0 ? done / all : 1;
}

}  // namespace orujo
