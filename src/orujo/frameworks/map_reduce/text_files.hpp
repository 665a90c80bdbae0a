// Texts as the input of jobs: blocks of whole lines, shared out among ranks and workers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
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
  /// The first lines of the file, with their ends: all of it, or what of a compressed one has been
  /// unpacked when it was opened.
  std::string_view head = {};
  const io::block_source& blocks;  ///< What gave it.
  const io::text_block& block;

  /// The line and column of `at`, a place in `text`. Cost: a look at the whole file before it.
  [[nodiscard]] file_position position_of(const char* at) const noexcept {
    return blocks.position_of(block, at);
  }
};

/// A line of a file, without its end.
struct text_line {
  std::string_view text;
  const std::string& path;
};

/// Files of text, compressed by gzip, xz, zstd or bzip2 or not, read once. All ranks see the same
/// files. Blocks of one that is not compressed, or has up to a MiB unpacked, are shared out among
/// all workers of all ranks; a larger one belongs to a rank, whose workers unpack a block each in
/// turn. Memory: 64 MiB, and a file for each worker; of a compressed one a MiB.
class text_files {
public:
  /// Looks at the beginning of each; empty files are left out. Call: collective. Throws:
  /// agreed_error, on every rank, with the exit code of input, if one is missing or its beginning
  /// is damaged.
  text_files(rank_team& team, const std::vector<std::string>& paths);

  /// Calls `take(text_part)` for each block that is this worker's share. Call: a worker.
  /// Throws: input_error if a compressed file is damaged, or one is there no longer.
  template <typename Take>
  void read(worker& self, Take&& take) {
    io::text_block block;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      source& file = *files_[(first_of(self) + i) % files_.size()];
      const std::shared_ptr<const opened> open = file.open();
      if (open == nullptr) { continue; }
      while (open->blocks->next(block)) {
        take(text_part{.text = block.text,
                       .path = file.path(),
                       .begins_file = block.offset == 0,
                       .head = open->head,
                       .blocks = *open->blocks,
                       .block = block});
      }
      file.close();
    }
  }

  /// The share of this rank's part that has been handed out, 0 … 1. Call: any worker.
  [[nodiscard]] double progress() const;

  /// Bytes of all files on the disk.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

private:
  struct opened {
    std::string_view head;  // lies in what `blocks` keeps, if it gives any
    std::unique_ptr<io::block_source> blocks;
  };

  /// This rank's part of a file. It is open from when the first worker comes to it until nothing is
  /// left of it.
  class source {
  public:
    source(std::string path, const input_part& part) : path_(std::move(path)), part_(part) {}

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    /// Opens it if it is not; nullptr if nothing is left. Call: any worker.
    [[nodiscard]] std::shared_ptr<const opened> open();
    /// Takes it as opened. Call: before any worker opens it.
    void keep(std::shared_ptr<const io::graph_file> file) { opened_ = begin(std::move(file)); }
    /// Says that nothing is left. Call: any worker.
    void close();
    /// The share of it that was handed out, 0 … 1. Call: any worker.
    [[nodiscard]] double progress() const;

  private:
    [[nodiscard]] std::shared_ptr<const opened> begin(std::shared_ptr<const io::graph_file> file);

    std::string path_;
    input_part part_;
    mutable std::mutex mutex_;
    std::shared_ptr<const opened> opened_;
    bool is_read_ = false;
  };

  /// Workers begin at different files: one that unpacks a file makes the others wait.
  [[nodiscard]] std::size_t first_of(const worker& self) const noexcept;

  std::vector<std::unique_ptr<source>> files_;
  std::vector<std::uint64_t> sizes_;  // of them, on the disk
  std::uint64_t bytes_ = 0;           // of all
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
  [[nodiscard]] double progress() const { return files_.progress(); }

private:
  text_files files_;
};

}  // namespace orujo
