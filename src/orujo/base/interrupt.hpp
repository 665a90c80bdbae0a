// Whether the user asked the process to stop, and what ends one that does not.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace orujo {

/// How long a process may take to end by itself after a signal.
inline constexpr std::chrono::milliseconds interrupt_grace{500};

/// Turns SIGINT and SIGTERM into interrupt_requested(). A process that has not ended when
/// interrupt_grace is over, since it is inside one long call of the system or one long step, is
/// ended with exit code 130, and its unfinished files are removed; a second signal does the same
/// at once. See docs/contracts/interrupts.md. With `tell` such an end is said on stderr: one rank
/// of a launcher says it for all, since launchers pass signals on and end all ranks when one fails.
/// Call: once, by a program, not by a library.
void watch_for_interrupts(bool tell = true) noexcept;

/// The process has said why it ends: a signal that comes now, as a launcher sends them to all ranks
/// when one has ended, ends it without a word. Any thread.
void end_silently_from_now_on() noexcept;

/// Whether a watched signal has arrived. Cheap; any thread.
[[nodiscard]] bool interrupt_requested() noexcept;

/// Throws interrupted_error if the process is asked to stop. Cheap; any thread.
void stop_if_interrupted();

}  // namespace orujo
