// Files written at given places by many ranks, with the errors that users meet.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/writers/team_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo::io {

namespace {

/// Calls `move(done)` until `size` bytes are done; it returns how many it moved, or -1.
/// Returns false with errno set, or with errno 0 where nothing moves any more.
template <typename Move>
bool move_all(std::size_t size, Move move) {
  std::size_t done = 0;
  while (done < size) {
    errno = 0;
    const ssize_t moved = move(done);
    if (moved < 0 && errno == EINTR) { continue; }
    if (moved <= 0) { return false; }
    done += static_cast<std::size_t>(moved);
  }
  return true;
}

}  // namespace

team_file::team_file(rank_team& team, std::string path) : team_(team), path_(std::move(path)) {
  const int process = broadcast(team, static_cast<int>(::getpid()));
  temporary_ = fmt::format("{}.{}.partial", path_, process);
  run_agreed(team, [this] {
    if (index_of(team_.rank()) != 0) { return; }
    file_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file_ < 0) { fail("cannot be written", errno); }
    created_ = true;
  });
  run_agreed(team, [this] {
    if (file_ < 0) { file_ = ::open(temporary_.c_str(), O_RDWR | O_CLOEXEC); }
    if (file_ < 0) { fail("was created by another rank but cannot be opened by this one", errno); }
  });
}

team_file::~team_file() {
  close();
  if (created_) { ::unlink(temporary_.c_str()); }
}

void team_file::close() {
  if (file_ >= 0) { ::close(std::exchange(file_, -1)); }
}

void team_file::fail(std::string_view what, int reason) const {
  throw input_error(path_, {}, fmt::format("{}: {}", what, std::strerror(reason)));
}

void team_file::write(std::span<const std::byte> bytes, std::uint64_t place) const {
  const bool written = move_all(bytes.size(), [&](std::size_t done) {
    return ::pwrite(file_, bytes.data() + done, bytes.size() - done,
                    static_cast<off_t>(place + done));
  });
  if (!written) { fail("cannot be written", errno != 0 ? errno : ENOSPC); }
}

void team_file::read(std::span<std::byte> bytes, std::uint64_t place) const {
  const bool complete = move_all(bytes.size(), [&](std::size_t done) {
    return ::pread(file_, bytes.data() + done, bytes.size() - done,
                   static_cast<off_t>(place + done));
  });
  if (!complete) { fail("cannot be read back", errno != 0 ? errno : EIO); }
}

void team_file::commit() {
  run_agreed(team_, [this] {
    if (::close(std::exchange(file_, -1)) != 0) { fail("cannot be written", errno); }
  });
  run_agreed(team_, [this] {
    if (!created_) { return; }
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) { fail("cannot be renamed", errno); }
    created_ = false;
  });
}

}  // namespace orujo::io
