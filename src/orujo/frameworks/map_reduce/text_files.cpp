// Opens files and shares them out among the ranks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/text_files.hpp"

#include <algorithm>
#include <string_view>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/sniff.hpp"

namespace orujo {

namespace {

/// Throws: input_error for what holds no text.
void refuse_tables(const io::graph_file& file) {
  io::refuse_archives(file);
  const bool is_parquet = file.bytes().starts_with("PAR1") && file.bytes().ends_with("PAR1");
  if (is_parquet || file.bytes().starts_with(std::string_view("ARROW1\0\0", 8))) {
    file.fail(nullptr, is_parquet ? "is a Parquet table, not text" : "is an Arrow table, not text");
  }
}

}  // namespace

text_files::text_files(rank_team& team, const std::vector<std::string>& paths) {
  run_agreed(team, [&] {
    constexpr std::size_t most_kept = std::size_t{64} << 20U;
    constexpr std::size_t least_of_file = std::size_t{64} << 10U;  // the system maps so many files
    std::size_t kept = 0;
    int turn = index_of(team.rank());
    for (const std::string& path : paths) {
      auto file = std::make_shared<const io::graph_file>(path, io::empty_text::allowed);
      if (file->text().empty()) { continue; }
      refuse_tables(*file);
      sizes_.push_back(file->bytes().size());
      bytes_ += sizes_.back();
      // Part 0 of a compressed file is all of it: the ranks take turns.
      const input_part part{.index = turn % team.size(), .count = team.size()};
      files_.push_back(std::make_unique<source>(path, part));
      kept += std::max(least_of_file, file->text().size());
      if (kept <= most_kept) { files_.back()->keep(std::move(file)); }
      ++turn;
    }
  });
}

std::size_t text_files::first_of(const worker& self) const noexcept {
  return files_.size() * static_cast<std::size_t>(self.index()) /
         static_cast<std::size_t>(self.team().num_workers());
}

double text_files::progress() const {
  double done = 0;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    done += static_cast<double>(sizes_[i]) * files_[i]->progress();
  }
  return bytes_ > 0 ? done / static_cast<double>(bytes_) : 1;
}

std::shared_ptr<const text_files::opened> text_files::source::open() {
  const std::lock_guard lock(mutex_);
  if (opened_ == nullptr && !is_read_) {
    opened_ = begin(std::make_shared<const io::graph_file>(path_));
  }
  return opened_;
}

void text_files::source::close() {
  const std::lock_guard lock(mutex_);
  is_read_ = true;
  opened_ = nullptr;
}

double text_files::source::progress() const {
  const std::lock_guard lock(mutex_);
  if (is_read_) { return 1; }
  return opened_ == nullptr ? 0 : opened_->blocks->progress();
}

std::shared_ptr<const text_files::opened> text_files::source::begin(
    std::shared_ptr<const io::graph_file> file) {
  const std::string_view head = file->text();
  return std::make_shared<const opened>(opened{head, io::open_blocks(std::move(file), {}, part_)});
}

}  // namespace orujo
