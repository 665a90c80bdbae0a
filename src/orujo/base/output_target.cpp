// Follows links one by one, as the kernel does, to learn where a file lies.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/output_target.hpp"

#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "orujo/base/error.hpp"
#include "orujo/base/staged_file.hpp"

namespace orujo {

namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  // as in Linux

/// The number of the descriptor of this process that `name` in `folder` is, as in /proc/self/fd/1.
std::optional<int> own_descriptor(const fs::path& folder, const std::string& name) {
  if (folder != fmt::format("/proc/{}/fd", ::getpid())) { return std::nullopt; }
  int number = -1;
  const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool whole = problem == std::errc() && end == name.data() + name.size();
  return whole ? std::optional(number) : std::nullopt;
}

/// The folder of `path`, without links. Throws: input_error that names `shown` if there is none.
fs::path folder_of(const fs::path& path, const std::string& shown) {
  std::error_code problem;
  const fs::path parent = path.parent_path();
  fs::path folder = fs::canonical(parent.empty() ? fs::path(".") : parent, problem);
  if (problem) { fail_output(shown, "cannot be written", problem.value()); }
  return folder;
}

/// Follows `path` to its end: a place in a folder, or a descriptor of this process.
output_target place_of(const std::string& path) {
  fs::path at = path;
  for (int links = 0; links < most_links; ++links) {
    const fs::path folder = folder_of(at, path);
    const std::string name = at.filename();
    if (const auto number = own_descriptor(folder, name)) {
      return {.kind = target_kind::descriptor, .descriptor = *number};
    }
    std::error_code problem;
    const fs::path link = fs::read_symlink(folder / name, problem);
    if (problem) { return {.folder = folder, .name = name}; }
    at = link.is_absolute() ? link : folder / link;
  }
  fail_output(path, "cannot be written", ELOOP);
}

/// The kernel says whether a file may be written, and whether a link in a folder of many users may
/// be followed; nothing is changed by asking it.
void check_permission(const std::string& path) {
  const file_descriptor asked(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
  if (!asked.is_open() && errno != ENOENT) { fail_output(path, "cannot be written", errno); }
}

}  // namespace

void fail_output(const std::string& path, const char* what, int reason) {
  const std::string shown = path == "-" ? "stdout" : path;
  throw input_error(shown, {}, fmt::format("{}: {}", what, std::strerror(reason)));
}

output_target output_target_of(const std::string& path) {
  if (path == "-") { return {.kind = target_kind::descriptor, .descriptor = STDOUT_FILENO}; }
  if (path.empty() || path.ends_with('/')) { fail_output(path, "cannot be written", EISDIR); }
  output_target target = place_of(path);
  struct stat found {};
  if (target.kind == target_kind::descriptor) { return target; }
  if (::stat(path.c_str(), &found) != 0) {
    if (errno != ENOENT) { fail_output(path, "cannot be written", errno); }
    check_permission(path);
    return target;
  }
  if (S_ISDIR(found.st_mode)) { throw input_error(path, {}, "is a folder, not a file"); }
  if (!S_ISREG(found.st_mode)) { return {.kind = target_kind::stream, .exists = true}; }
  check_permission(path);
  constexpr mode_t permissions = 0777;
  target.exists = true;
  target.mode = found.st_mode & permissions;
  target.owner = found.st_uid;
  target.group = found.st_gid;
  return target;
}

file_descriptor open_stream(const output_target& target, const std::string& path) {
  const int number = target.kind == target_kind::descriptor
                         ? ::fcntl(target.descriptor, F_DUPFD_CLOEXEC, 0)
                         : ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (number < 0) { fail_output(path, "cannot be written", errno); }
  return file_descriptor(number);
}

bool is_stream(const std::string& path) {
  if (is_standard_output(path)) { return true; }
  std::error_code ignored;
  const auto kind = fs::status(path, ignored).type();
  using enum fs::file_type;
  return kind == fifo || kind == character || kind == block || kind == socket;
}

bool is_standard_output(const std::string& path) {
  if (path == "-") { return true; }
  struct stat named {};
  struct stat open {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(STDOUT_FILENO, &open) == 0 &&
         named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

bool is_same_output(const std::string& one, const std::string& other) {
  struct stat first {};
  struct stat second {};
  const auto look = [](const std::string& path, struct stat& found) {
    return (path == "-" ? ::fstat(STDOUT_FILENO, &found) : ::stat(path.c_str(), &found)) == 0;
  };
  if (one == other && one == "-") { return true; }
  if (look(one, first) && look(other, second)) {
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino &&
           !S_ISCHR(first.st_mode);
  }
  const output_target a = output_target_of(one);
  const output_target b = output_target_of(other);
  return a.kind == target_kind::file && b.kind == target_kind::file && a.folder == b.folder &&
         a.name == b.name;
}

void check_output(const std::string& path) {
  const output_target target = output_target_of(path);
  if (target.kind == target_kind::file) { const staged_file probe(target, path); }
  const bool refused = target.kind == target_kind::stream && ::access(path.c_str(), W_OK) != 0;
  if (refused) { fail_output(path, "cannot be written", errno); }
}

}  // namespace orujo
