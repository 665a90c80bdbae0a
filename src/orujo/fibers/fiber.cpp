// The first step of a fiber, and the last of one whose stack was too small.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/fibers/fiber.hpp"

#include <cstdlib>

#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"

namespace orujo {

void fiber::start(boost::context::detail::transfer_t from) {
  fiber& self = *static_cast<fiber*>(from.data)->next_;
  self.arrive(from);
  self.entry_(self);
  ORUJO_UNREACHABLE("the first function of a fiber never returns");
}

void fiber::report_overflow() {
  print_error(overflow_message);
  std::abort();
}

}  // namespace orujo
