// O_TMPFILE and linkat, or O_EXCL and renameat; see docs/design/0005-files-appear-whole.md.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/staged_file.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "orujo/base/unfinished_file.hpp"

namespace orujo {

namespace {

constexpr mode_t everybody = 0666;  // but for the umask

/// "out.csv" becomes ".out.csv.0123456789abcdef.part", and no longer than names may be.
std::string unguessable_name(const std::string& name) {
  constexpr std::size_t most = 200;
  std::uint64_t drawn = 0;
  if (::getrandom(&drawn, sizeof drawn, 0) != ssize_t{sizeof drawn}) { return {}; }
  return fmt::format(".{}.{:016x}.part", name.substr(0, most), drawn);
}

std::string path_of(int descriptor) { return fmt::format("/proc/self/fd/{}", descriptor); }

}  // namespace

staged_file::staged_file(output_target target, std::string path)
    : target_(std::move(target)), path_(std::move(path)) {
  folder_ = file_descriptor(
      ::open(target_.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (!folder_.is_open()) { fail(errno); }
  create();
  if (target_.exists) { take_over_mode(); }
}

staged_file::~staged_file() {
  if (name_.empty()) { return; }
  ::unlinkat(folder_.number(), name_.c_str(), 0);
  forget_unfinished_file(full_name_);
}

void staged_file::fail(int reason) const { fail_output(path_, "cannot be written", reason); }

void staged_file::create() {
  const mode_t mode = target_.exists ? target_.mode & everybody : everybody;
  file_ = file_descriptor(::openat(folder_.number(), ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode));
  // Without /proc it could never get a name.
  if (file_.is_open() && ::access(path_of(file_.number()).c_str(), F_OK) == 0) { return; }
  constexpr int most_tries = 100;
  for (int i = 0; i < most_tries; ++i) {
    const std::string name = unguessable_name(target_.name);
    if (name.empty()) { break; }
    file_ = file_descriptor(::openat(folder_.number(), name.c_str(),
                                     O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, mode));
    if (file_.is_open()) { return note_name(name); }
    if (errno != EEXIST) { break; }
  }
  fail(errno);
}

/// The owner can be kept by few, the group by its members; permissions for a group that is another
/// now would be given to strangers.
void staged_file::take_over_mode() const {
  const int file = file_.number();
  mode_t mode = target_.mode;
  if (::fchown(file, target_.owner, target_.group) != 0 &&
      ::fchown(file, static_cast<uid_t>(-1), target_.group) != 0) {
    constexpr mode_t of_group = 070;
    struct stat made {};
    if (::fstat(file, &made) != 0 || made.st_gid != target_.group) { mode &= ~of_group; }
  }
  if (::fchmod(file, mode) != 0) { fail(errno); }
}

bool staged_file::link_to(const std::string& name) const noexcept {
  return ::linkat(AT_FDCWD, path_of(file_.number()).c_str(), folder_.number(), name.c_str(),
                  AT_SYMLINK_FOLLOW) == 0;
}

/// The file is in its folder under `name`, from where an interrupt has to take it.
void staged_file::note_name(const std::string& name) {
  name_ = name;
  full_name_ = target_.folder + "/" + name_;
  note_unfinished_file(full_name_);
}

const std::string& staged_file::give_name() {
  constexpr int most_tries = 100;
  for (int i = 0; name_.empty() && i < most_tries; ++i) {
    const std::string name = unguessable_name(target_.name);
    if (!name.empty() && link_to(name)) {
      note_name(name);
    } else if (errno != EEXIST) {
      break;
    }
  }
  if (name_.empty()) { fail(errno); }
  return full_name_;
}

void staged_file::sync() const {
  if (::fsync(file_.number()) != 0) { fail_output(path_, "writing failed", errno); }
}

void staged_file::publish() {
  if (name_.empty() && !target_.exists && link_to(target_.name)) {
    // It has its name, and nothing of that name was there.
  } else {
    give_name();
    const int folder = folder_.number();
    if (::renameat(folder, name_.c_str(), folder, target_.name.c_str()) != 0) {
      fail_output(path_, "cannot be moved into place", errno);
    }
    name_.clear();
    forget_unfinished_file(full_name_);
  }
  if (!file_.close()) { fail_output(path_, "writing failed", errno); }
  // The name is on the disk once the folder is; some file systems cannot be asked for that.
  const file_descriptor readable(
      ::openat(folder_.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (readable.is_open()) { ::fsync(readable.number()); }
}

output_target spool_target() {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  return {.folder = std::filesystem::canonical(folder),
          .name = "orujo_spool",
          .exists = true,
          .mode = 0600,
          .owner = ::geteuid(),
          .group = ::getegid()};
}

}  // namespace orujo
