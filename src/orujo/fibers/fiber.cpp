// The last step of a fiber whose stack was too small.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/fibers/fiber.hpp"

#include <cstdlib>

#include "orujo/base/print.hpp"

namespace orujo {

void fiber::report_overflow() {
  print_error(overflow_message);
  std::abort();
}

}  // namespace orujo
