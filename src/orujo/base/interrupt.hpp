// Whether the user asked the process to stop.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace orujo {

/// Turns SIGINT and SIGTERM into interrupt_requested(). A second signal ends the process at once.
void watch_for_interrupts() noexcept;

/// Whether a watched signal has arrived. Cheap; any thread.
[[nodiscard]] bool interrupt_requested() noexcept;

/// Asks the process to stop, as a signal does (for bindings that see the signal first).
void request_interrupt(bool requested) noexcept;

}  // namespace orujo
