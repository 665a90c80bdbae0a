// The one place that writes to stdout and stderr.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string_view>

namespace orujo {

/// Has the process meet what is wrong with its streams as errors: a closed stdout takes no bytes
/// (and its number is not that of the next file opened), and neither a reader that left nor a limit
/// on the size of files ends the process by a signal. Call: first of all.
void prepare_streams() noexcept;

/// Writes `text` to stdout as it is. Throws: input_error if it does not take it (a full disk).
void print_out(std::string_view text);

/// Writes `text` to stderr as it is (progress lines end without a newline).
void print_status(std::string_view text);

/// Writes "orujo: `message`" and a newline to stderr, in one piece, as printable() has it.
void print_error(std::string_view message) noexcept;

/// As print_error(), from a signal handler: nothing is allocated, no lock is taken.
void print_crash(std::string_view message) noexcept;

/// Waits until the reader of a pipe at stderr has taken what is in it, but not for longer than
/// `limit`: a launcher that ends a job drops what it has not read by then. Returns at once where
/// stderr is no pipe.
void await_reader_of_errors(std::chrono::milliseconds limit) noexcept;

/// Whether stderr is a terminal.
[[nodiscard]] bool stderr_is_terminal() noexcept;

}  // namespace orujo
