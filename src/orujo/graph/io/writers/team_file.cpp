// Opens one file on every rank: through the first rank's process, or by a name on another host.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/writers/team_file.hpp"

#include <cerrno>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "orujo/epochs/collectives.hpp"

namespace orujo::io {

namespace {

/// An open file of a process, as other processes of its host find it.
struct shared_file {
  std::uint64_t device;
  std::uint64_t number;
  std::int64_t process;
  std::int64_t descriptor;
};

shared_file shared_by_this_process(int descriptor) {
  struct stat facts {};
  if (::fstat(descriptor, &facts) != 0) { return {}; }
  return {facts.st_dev, facts.st_ino, ::getpid(), descriptor};
}

/// The same file, opened once more; closed where this host has none such.
file_descriptor joined(const shared_file& file) {
  file_descriptor opened(::open(
      fmt::format("/proc/{}/fd/{}", file.process, file.descriptor).c_str(), O_RDWR | O_CLOEXEC));
  struct stat facts {};
  const bool same = opened.is_open() && ::fstat(opened.number(), &facts) == 0 &&
                    S_ISREG(facts.st_mode) && facts.st_dev == file.device &&
                    facts.st_ino == file.number;
  return same ? std::move(opened) : file_descriptor();
}

}  // namespace

team_file::team_file(rank_team& team, std::string path) : team_(team), path_(std::move(path)) {
  run_agreed(team, [this] {
    if (index_of(team_.rank()) == 0) { file_.emplace(path_, output_order::at_places); }
  });
  share();
}

void team_file::share() {
  shared_file shared{};
  if (file_) { shared = shared_by_this_process(file_->descriptor()); }
  shared = broadcast(team_, shared);
  if (!file_) { joined_ = joined(shared); }
  const std::uint64_t without = !file_ && !joined_.is_open() ? 1 : 0;
  if (all_sum(team_, without) > 0) { open_by_name(); }
}

void team_file::open_by_name() {
  std::vector<char> mine;
  run_agreed(team_, [&] {
    if (!file_) { return; }
    const std::string& name = file_->give_name();
    mine.assign(name.begin(), name.end());
  });
  const auto told = all_gather(team_, std::span<const char>(mine));
  const std::string name(told[0].begin(), told[0].end());
  run_agreed(team_, [&] {
    if (file_ || joined_.is_open()) { return; }
    joined_ = file_descriptor(::open(name.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC));
    if (!joined_.is_open()) {
      fail_output(path_, "was created by another rank but cannot be opened by this one", errno);
    }
  });
}

std::uint64_t team_file::commit() {
  run_agreed(team_, [this] {
    if (file_) { return; }
    // What this host wrote is at the server, where the first rank sees it, before the name is.
    if (::fsync(joined_.number()) != 0 || !joined_.close()) {
      fail_output(path_, "writing failed", errno);
    }
  });
  std::uint64_t bytes = 0;
  run_agreed(team_, [&] {
    if (file_) { bytes = file_->commit(); }
  });
  return bytes;
}

}  // namespace orujo::io
