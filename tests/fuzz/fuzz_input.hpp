// What fuzzers share: choices out of the first bytes, files in memory, what a finding is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include <unistd.h>

#include "orujo/base/error.hpp"

namespace orujo::test {

/// Takes an input apart, from its begin. Where it has ended, everything is 0.
class fuzz_input {
public:
  fuzz_input(const std::uint8_t* bytes, std::size_t size)
      : rest_(reinterpret_cast<const char*>(bytes), size) {}  // characters are bytes, too

  /// The next byte.
  [[nodiscard]] std::uint8_t byte() noexcept {
    if (rest_.empty()) { return 0; }
    const char first = rest_.front();
    rest_.remove_prefix(1);
    return static_cast<std::uint8_t>(first);
  }

  /// A number below `count`. Small letters of a corpus mean 0, 1, 2 …
  [[nodiscard]] std::size_t choice(std::size_t count) noexcept {
    return static_cast<std::uint8_t>(byte() - 'a') % count;
  }

  [[nodiscard]] bool coin() noexcept { return choice(2) == 1; }

  /// All that has not been taken.
  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }
  [[nodiscard]] bool ended() const noexcept { return rest_.empty(); }

private:
  std::string_view rest_;
};

/// Ends the program with `what`, in a way that the fuzzer notices.
[[noreturn]] inline void report_finding(std::string_view what) {
  std::fprintf(stderr, "FINDING: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

/// Reports a finding unless `holds`.
inline void demand(bool holds, std::string_view what) {
  if (!holds) { report_finding(what); }
}

/// Checks that a message can be shown on a terminal as it is.
inline void demand_plain(std::string_view message) {
  for (const char c : message) {
    if (std::iscntrl(static_cast<unsigned char>(c)) != 0 && c != '\n') {
      report_finding("a control character in: " + std::string(message));
    }
  }
}

/// Calls `run`; true if it ended well, false if it threw one of our errors, which say what is
/// wrong with the input. Any other exception is a finding.
template <typename Run>
bool ends_as_documented(Run&& run) {
  try {
    run();
    return true;
  } catch (const error& problem) {
    demand_plain(problem.what());
    return false;
  }
}

/// A folder of this process, in memory if possible; it goes when the process ends.
class fuzz_folder {
public:
  fuzz_folder() {
    const bool memory = ::access("/dev/shm", W_OK) == 0;
    std::string path =
        (memory ? std::filesystem::path("/dev/shm") : std::filesystem::temp_directory_path()) /
        "orujo_fuzz_XXXXXX";
    demand(::mkdtemp(path.data()) != nullptr, "there is no folder for files");
    path_ = path;
  }
  fuzz_folder(const fuzz_folder&) = delete;
  fuzz_folder& operator=(const fuzz_folder&) = delete;
  ~fuzz_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::string path(std::string_view name) const { return path_ / name; }

  /// Writes `content` to the file called `name`, and returns its path.
  std::string put(std::string_view name, std::string_view content) const {
    std::string written = path(name);
    std::ofstream(written, std::ios::binary | std::ios::trunc) << content;
    return written;
  }

private:
  std::filesystem::path path_;
};

}  // namespace orujo::test

/// What libFuzzer calls with every input; -1 keeps the input out of the corpus.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);
