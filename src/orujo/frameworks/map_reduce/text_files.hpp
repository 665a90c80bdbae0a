// Texts as the input of jobs: blocks of whole lines, shared out among ranks and workers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/graph/io/text_blocks.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Some whole lines of a file.
struct text_part {
  /// With the ends of its lines. 64 bytes behind it may be read; what they are means nothing.
  std::string_view text;
  const std::string& path;
  bool begins_file = false;  ///< Its first line is the first of the file.
};

/// A line of a file, without its end.
struct text_line {
  std::string_view text;
  const std::string& path;
};

/// Files of text, compressed by gzip, xz, zstd or bzip2 or not, read once. All ranks see the same
/// files. Blocks of one that is not compressed are shared out among all workers of all ranks; a
/// compressed one belongs to a rank, whose workers unpack a block each in turn.
class text_files {
public:
  /// Opens them; empty files are left out. Call: collective. Throws: agreed_error, on every rank,
  /// with the exit code of input, if one is missing or its beginning is damaged.
  text_files(rank_team& team, const std::vector<std::string>& paths);

  /// Calls `take(text_part)` for each block that is this worker's share. Call: a worker.
  /// Throws: input_error if a compressed file is damaged.
  template <typename Take>
  void read(worker& self, Take&& take) {
    io::text_block block;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      opened& file = files_[(first_of(self) + i) % files_.size()];
      while (file.blocks->next(block)) {
        take(text_part{block.text, file.path, block.offset == 0 && block.first_line <= 1});
      }
    }
  }

  /// The share of this rank's part that has been handed out, 0 … 1. Call: any worker.
  [[nodiscard]] double progress() const noexcept;

  /// Bytes of all files on the disk.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

private:
  struct opened {
    std::string path;
    std::uint64_t bytes;
    std::unique_ptr<io::block_source> blocks;
  };

  /// Workers begin at different files: one that unpacks a file makes the others wait.
  [[nodiscard]] std::size_t first_of(const worker& self) const noexcept;

  std::vector<opened> files_;
  std::uint64_t bytes_ = 0;
};

/// Calls `take(text_line)` for each line of `part`.
template <typename Take>
void for_each_line(const text_part& part, Take&& take) {
  for (std::string_view rest = part.text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (line.ends_with('\r')) { line.remove_suffix(1); }
    take(text_line{line, part.path});
  }
}

/// The same files line by line: items are text_line.
class text_lines {
public:
  /// Call, throws: as text_files.
  text_lines(rank_team& team, const std::vector<std::string>& paths) : files_(team, paths) {}

  template <typename Take>
  void read(worker& self, Take&& take) {
    files_.read(self, [&](const text_part& part) { for_each_line(part, take); });
  }
  [[nodiscard]] double progress() const noexcept { return files_.progress(); }

private:
  text_files files_;
};

}  // namespace orujo
