// Asks the processor, before anything that it may be unable to run.
//
// This file is compiled for the oldest processor of its kind. It uses nothing of the standard
// library: the linker keeps one copy of an inline function, and it may be that of a file compiled
// for a newer one.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/processor_check.hpp"

#include <unistd.h>

namespace orujo {

namespace {

constexpr int exit_code_runtime = 5;  // exit_code::runtime, whose header includes too much

/// Text that is put together in an array.
struct fixed_text {
  char* begin;
  unsigned size;
  unsigned length = 0;

  void add(const char* more) noexcept {
    for (; *more != '\0' && length < size; ++more) { begin[length++] = *more; }
  }
};

constexpr const char* names[] = {
#include "processor_names.inc"
};
constexpr unsigned num_names = sizeof(names) / sizeof(names[0]);

/// The compiler takes no name that is not written out.
bool has(unsigned bit) noexcept {
#if defined(__x86_64__)
  switch (bit) {
#include "processor_questions.inc"
    default: break;
  }
#endif
  return bit < 64;
}

}  // namespace

const char* processor_extension_name(unsigned bit) noexcept {
  return bit < num_names ? names[bit] : nullptr;
}

std::uint64_t processor_lacks(std::uint64_t needs) noexcept {
#if defined(__x86_64__)
  __builtin_cpu_init();
#endif
  std::uint64_t lacking = 0;
  for (unsigned bit = 0; bit < 64; ++bit) {
    const std::uint64_t one = std::uint64_t{1} << bit;
    if ((needs & one) != 0 && !has(bit)) { lacking |= one; }
  }
  return lacking;
}

unsigned processor_message(std::uint64_t lacking, char* text, unsigned size) noexcept {
  fixed_text message{text, size};
  message.add("orujo: this program was compiled for a newer processor: this one lacks ");
  const char* before = "";
  for (unsigned bit = 0; processor_extension_name(bit) != nullptr; ++bit) {
    if ((lacking & (std::uint64_t{1} << bit)) == 0) { continue; }
    message.add(before);
    message.add(processor_extension_name(bit));
    before = ", ";
  }
  message.add("; build it on this machine, or anywhere with cmake -D ORUJO_NATIVE=OFF\n");
  return message.length;
}

void require_processor() noexcept {
  const std::uint64_t lacking = processor_lacks(processor_needs());
  if (lacking == 0) { return; }
  char text[512];
  const unsigned length = processor_message(lacking, text, sizeof(text));
  if (write(STDERR_FILENO, text, length) < 0) { _exit(exit_code_runtime); }
  _exit(exit_code_runtime);
}

namespace {

/// Before constructors without a priority, those of the standard library's streams among them.
[[gnu::constructor(101)]] void require_processor_at_start() noexcept { require_processor(); }

}  // namespace

}  // namespace orujo
