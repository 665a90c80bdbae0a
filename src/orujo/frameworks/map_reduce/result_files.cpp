// Files of all ranks get their names together.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/result_files.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

namespace orujo {

namespace {

/// `NAME-r-of-P.SUFFIX`; what is packed keeps both its suffixes.
std::string path_of_rank(const std::string& path, const rank_team& team) {
  const std::filesystem::path whole(path);
  std::filesystem::path stem = whole.stem();
  std::string suffix = whole.extension();
  if (suffix == ".gz") {
    suffix = stem.extension().string() + suffix;
    stem = stem.stem();
  }
  return whole.parent_path() /
         fmt::format("{}-{}-of-{}{}", stem.string(), index_of(team.rank()), team.size(), suffix);
}

}  // namespace

result_files::result_files(rank_team& team, const std::string& path)
    : team_(team), path_(path_of_rank(path, team)) {
  run_agreed(team, [&] { file_.emplace(path_); });
}

void result_files::publish(bool whether) {
  run_agreed(team_, [&] {
    if (!whether) { return; }
    file_->commit();
    is_published_ = true;
  });
}

void result_files::commit() {
  run_agreed(team_, [&] { file_->finish(); });
  const bool is_first = team_.rank() == rank_id{0};
  std::error_code ignored;
  if (is_first && team_.size() > 1) {
    std::filesystem::remove(path_, ignored);  // an older one does not stand for what comes
  }
  barrier(team_);
  try {
    publish(!is_first);
    publish(is_first);
  } catch (const error&) {
    if (is_published_) { std::filesystem::remove(path_, ignored); }
    throw;
  }
}

}  // namespace orujo
