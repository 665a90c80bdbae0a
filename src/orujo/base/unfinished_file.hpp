// Files that must not stay behind when the process ends in the middle of its work.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace orujo {

/// Notes a file to be removed if an interrupt ends the process before its owner could. There is
/// room for 16 at a time, and for paths of 4095 bytes; what is beyond stays. Call: any thread.
void note_unfinished_file(const std::string& path) noexcept;

/// The file is complete or gone. Call: any thread.
void forget_unfinished_file(const std::string& path) noexcept;

/// Removes every file that is unfinished now. Call: any thread, also from a signal handler.
void remove_unfinished_files() noexcept;

}  // namespace orujo
