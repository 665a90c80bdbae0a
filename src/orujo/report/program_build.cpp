// Names version and compiler, from what the build says.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/program_build.hpp"

namespace orujo {

std::string_view program_version() noexcept { return ORUJO_VERSION; }

const char* compiler_name() noexcept {
#ifdef __clang__
  return "Clang " __clang_version__ ORUJO_PROCESSOR;
#else
  return "GCC " __VERSION__ ORUJO_PROCESSOR;
#endif
}

}  // namespace orujo
