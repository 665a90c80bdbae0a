// Copies a stream to an unnamed file.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/files/standard_input.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <span>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "orujo/base/error.hpp"
#include "orujo/base/file_descriptor.hpp"
#include "orujo/base/interrupt.hpp"
#include "orujo/transport/launcher.hpp"

namespace orujo::cli {

namespace {

[[noreturn]] void fail(std::string_view problem) {
  throw input_error("standard input", {}, problem);
}

void check_launcher() {
  const launcher_info launcher = detect_launcher();
  if (!launcher.present() || launcher.size == 1) { return; }
  throw usage_error(fmt::format(
      "GRAPH '-': {} gives standard input to one of its processes only; write the graph to a file "
      "that all of them see, or start one process with --ranks P",
      launcher.name));
}

bool is_file_at_its_beginning() {
  struct stat facts = {};
  return ::fstat(STDIN_FILENO, &facts) == 0 && S_ISREG(facts.st_mode) &&
         ::lseek(STDIN_FILENO, 0, SEEK_CUR) == 0;
}

/// A file without a name, and where it is for people.
struct unnamed_file {
  file_descriptor file;
  std::string place;
};

/// In the folder for temporary files, else in memory.
unnamed_file open_unnamed() {
  std::error_code ignored;
  std::string folder = std::filesystem::temp_directory_path(ignored).string();
  if (!folder.empty()) {
    constexpr mode_t own = 0600;
    file_descriptor file(::open(folder.c_str(), O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, own));
    if (file.is_open()) { return {std::move(file), std::move(folder)}; }
  }
  file_descriptor file(::memfd_create("graph", MFD_CLOEXEC));
  if (!file.is_open()) {
    fail(fmt::format("no temporary file can be made for it: {}", std::strerror(errno)));
  }
  return {std::move(file), "memory"};
}

/// How many bytes came; 0 at the end. A signal is heard while nothing comes.
std::size_t read_some(std::span<char> into) {
  while (true) {
    stop_if_interrupted();
    pollfd source = {.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    if (::poll(&source, 1, -1) < 0 && errno == EINTR) { continue; }
    const ssize_t got = ::read(STDIN_FILENO, into.data(), into.size());
    if (got >= 0) { return static_cast<std::size_t>(got); }
    if (errno != EINTR && errno != EAGAIN) {
      fail(fmt::format("cannot be read: {}", std::strerror(errno)));
    }
  }
}

void copy_to(const unnamed_file& target) {
  constexpr std::size_t step_bytes = std::size_t{1} << 20;
  std::vector<char> bytes(step_bytes);
  for (std::size_t got = read_some(bytes); got > 0; got = read_some(bytes)) {
    const bool written = move_all_bytes(got, [&](std::size_t done) {
      return ::write(target.file.number(), bytes.data() + done, got - done);
    });
    if (!written) {
      fail(
          fmt::format("cannot be kept in {}: {}; the environment variable TMPDIR names another "
                      "folder",
                      target.place, std::strerror(errno)));
    }
  }
}

}  // namespace

std::string path_of_graph(const std::string& name) {
  return name == standard_input_name ? "/dev/stdin" : name;
}

void keep_standard_input() {
  check_launcher();
  if (is_file_at_its_beginning()) { return; }
  const unnamed_file target = open_unnamed();
  copy_to(target);
  if (::dup2(target.file.number(), STDIN_FILENO) < 0) {
    fail(fmt::format("cannot be replaced: {}", std::strerror(errno)));
  }
}

}  // namespace orujo::cli
