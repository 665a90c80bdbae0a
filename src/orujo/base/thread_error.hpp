// What is said where the system gives a program no more threads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string_view>

#include "orujo/base/error.hpp"

namespace orujo {

/// A thread could not be started.
class thread_error : public error {
public:
  /// `thread` names it, as in "worker 5 of 8"; `cause` is what starting it threw.
  thread_error(std::string_view thread, const std::exception& cause);
};

}  // namespace orujo
