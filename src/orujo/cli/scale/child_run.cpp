// Starts a child with a pipe for its stdout, and asks the system what it took.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/scale/child_run.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "orujo/base/environment.hpp"
#include "orujo/base/file_descriptor.hpp"
#include "orujo/base/interrupt.hpp"

namespace orujo::cli {

namespace {

constexpr const char* this_program = "/proc/self/exe";

[[noreturn]] void fail_to_start(int reason) {
  throw error(exit_code::runtime,
              fmt::format("cannot start this program once more: {}", std::strerror(reason)));
}

struct child_process {
  pid_t id;
  file_descriptor output;
};

child_process start(const std::vector<std::string>& arguments) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) { fail_to_start(errno); }
  file_descriptor reading(ends[0]);
  const file_descriptor writing(ends[1]);
  std::vector<std::string> words{"orujo"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) { pointers.push_back(word.data()); }
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, writing.number(), STDOUT_FILENO);
  pid_t id = 0;
  const int problem =
      posix_spawn(&id, this_program, &actions, nullptr, pointers.data(), all_environment());
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) { fail_to_start(problem); }
  return {id, std::move(reading)};
}

/// All that the child writes. A signal for this process ends the child as well.
std::string read_all(const child_process& child) {
  std::string text;
  std::array<char, 65536> piece{};
  while (true) {
    pollfd readable{child.output.number(), POLLIN, 0};
    if (poll(&readable, 1, 50) <= 0) {
      if (interrupt_requested()) { kill(child.id, SIGTERM); }
      continue;
    }
    const ssize_t bytes = read(child.output.number(), piece.data(), piece.size());
    if (bytes < 0 && errno == EINTR) { continue; }
    if (bytes <= 0) { return text; }
    text.append(piece.data(), static_cast<std::size_t>(bytes));
  }
}

}  // namespace

child_outcome run_child(const std::vector<std::string>& arguments) {
  const auto began = std::chrono::steady_clock::now();
  const child_process child = start(arguments);
  child_outcome outcome;
  outcome.output = read_all(child);
  int status = 0;
  rusage used{};
  while (wait4(child.id, &status, 0, &used) < 0 && errno == EINTR) {}
  stop_if_interrupted();
  if (!WIFEXITED(status)) {
    throw error(exit_code::runtime,
                fmt::format("orujo {} was ended by signal {}", arguments.front(),
                            WIFSIGNALED(status) ? WTERMSIG(status) : 0));
  }
  outcome.code = static_cast<exit_code>(WEXITSTATUS(status));
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  outcome.peak_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
  return outcome;
}

}  // namespace orujo::cli
