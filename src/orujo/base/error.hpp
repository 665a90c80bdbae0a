// The errors a user can cause or meet, each with its exit code, and the two contract macros.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace orujo {

/// What a process of the command returns to the shell. Documented in docs/command.md.
enum class exit_code : int {
  done = 0,
  answer_is_no = 1,  ///< It ran, and the answer is no: verification failed, target unreachable.
  usage = 2,
  input = 3,   ///< A file is missing, unreadable or malformed.
  memory = 4,  ///< What was asked for is foreseen not to fit.
  runtime = 5,
  interrupted = 130,
};

/// Base of all errors that end a command. Caught once, at launch.
class error : public std::runtime_error {
public:
  error(exit_code code, const std::string& what) : std::runtime_error(what), code_(code) {}

  [[nodiscard]] exit_code code() const noexcept { return code_; }

private:
  exit_code code_;
};

/// A wrong option, argument or setting. The message says what to write instead.
class usage_error : public error {
public:
  explicit usage_error(const std::string& what) : error(exit_code::usage, what) {}
};

/// Where in a text file something is wrong. Lines and columns count from 1; 0 means "not known".
struct file_position {
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// A file that is missing, unreadable or malformed. The message starts with file:line:column.
class input_error : public error {
public:
  input_error(std::string_view path, file_position at, std::string_view problem);
  explicit input_error(const std::string& what) : error(exit_code::input, what) {}
};

/// What was asked for will not fit into memory; thrown before anything is allocated.
class memory_error : public error {
public:
  explicit memory_error(const std::string& what) : error(exit_code::memory, what) {}
};

/// Messages could not be carried, or a rank died.
class transport_error : public error {
public:
  explicit transport_error(const std::string& what) : error(exit_code::runtime, what) {}
};

/// The user asked to stop (SIGINT or SIGTERM).
class interrupted_error : public error {
public:
  interrupted_error() : error(exit_code::interrupted, "interrupted") {}
};

/// Throws usage_error with `problem` unless `holds`.
inline void require(bool holds, std::string_view problem) {
  if (!holds) { throw usage_error(std::string(problem)); }
}

/// Prints a broken contract with its place and aborts the process. Used by the macros below.
[[noreturn]] void contract_broken(const char* file, int line, const char* what) noexcept;

}  // namespace orujo

/// Checks a contract between parts of the program; never a check of user input.
/// On in builds with ORUJO_CHECKED (debug, asan, tsan); otherwise it costs nothing.
#ifdef ORUJO_CHECKED
#define ORUJO_ASSERT(condition, what) \
  ((condition) ? void() : ::orujo::contract_broken(__FILE__, __LINE__, what))
#else
#define ORUJO_ASSERT(condition, what) void(sizeof(!(condition)))
#endif

/// Marks a place that no correct program reaches.
#define ORUJO_UNREACHABLE(what) ::orujo::contract_broken(__FILE__, __LINE__, what)
