// How long the system lets a thread run before another one has its turn.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace orujo {

/// The slice of processor time of the calling thread; 0 where the system does not say (Linux
/// before 6.12) or the thread is not scheduled by shares.
[[nodiscard]] std::chrono::nanoseconds time_slice() noexcept;

/// Asks for turns of 100 microseconds for the calling thread, if its own are longer: they come the
/// sooner, and the thread gets no more time in all than with longer ones. Threads that wait for
/// each other, beside programs that compute, wait less then; alone on their cores they notice
/// nothing. Threads that it starts later inherit the slice. Returns whether the system agreed;
/// where it did not, all is as before.
bool ask_for_short_slices() noexcept;

}  // namespace orujo
