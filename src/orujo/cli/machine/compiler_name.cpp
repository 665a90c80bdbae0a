// Names the compiler, from what the build says of processors.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/machine/compiler_name.hpp"

namespace orujo::cli {

const char* compiler_name() noexcept {
#ifdef __clang__
  return "Clang " __clang_version__ ORUJO_PROCESSOR;
#else
  return "GCC " __VERSION__ ORUJO_PROCESSOR;
#endif
}

}  // namespace orujo::cli
