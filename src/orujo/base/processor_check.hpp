// Whether the processor can run what was compiled.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace orujo {

/// Ends the process, with a message and the exit code of wrong machines (exit_code::runtime),
/// unless the processor has every instruction that the library was compiled for. Whatever links
/// this function does so by itself before anything else of the library runs.
void require_processor() noexcept;

/// One bit for each extension of the instruction set that the library was compiled for and that can
/// be asked for; see processor_extension_name().
[[nodiscard]] std::uint64_t processor_needs() noexcept;

/// Bits of processor_needs() that the processor lacks.
[[nodiscard]] std::uint64_t processor_lacks(std::uint64_t needs) noexcept;

/// Name of the extension of that bit, as the manuals write it; null beyond the last.
[[nodiscard]] const char* processor_extension_name(unsigned bit) noexcept;

/// Writes which extensions `lacking` names, and the remedy, into `text` of `size` bytes, cut off if
/// they are too few. Returns its length.
unsigned processor_message(std::uint64_t lacking, char* text, unsigned size) noexcept;

}  // namespace orujo
