// Writes to stdout and stderr.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/print.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "orujo/base/error.hpp"
#include "orujo/base/printable_text.hpp"

namespace orujo {

void prepare_streams() noexcept {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(number, F_GETFD) != -1) { continue; }
    // Opened the wrong way round, it refuses what a closed one would. It gets the lowest number.
    if (open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) { return; }
  }
}

void print_out(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) { return; }
  throw input_error("stdout", {}, fmt::format("writing failed: {}", std::strerror(errno)));
}

void print_status(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void print_error(std::string_view message) noexcept {
  try {
    const std::string line = "orujo: " + printable(message, true) + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
  } catch (...) {  // no memory for the line: say it unprefixed
    std::fwrite(message.data(), 1, message.size(), stderr);
  }
}

void print_crash(std::string_view message) noexcept {
  for (const std::string_view part :
       {std::string_view("orujo: "), message, std::string_view("\n")}) {
    // Nothing can be done about a stderr that takes no more.
    if (write(STDERR_FILENO, part.data(), part.size()) < 0) { return; }
  }
}

void await_reader_of_errors(std::chrono::milliseconds limit) noexcept {
  std::fflush(stderr);
  struct stat about = {};
  if (fstat(STDERR_FILENO, &about) != 0 || !S_ISFIFO(about.st_mode)) { return; }
  const auto end = std::chrono::steady_clock::now() + limit;
  int unread = 0;
  while (ioctl(STDERR_FILENO, FIONREAD, &unread) == 0 && unread > 0 &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

bool stderr_is_terminal() noexcept { return isatty(STDERR_FILENO) == 1; }

}  // namespace orujo
