// What a run of tasks can end with, other than success.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

#include "orujo/base/error.hpp"
#include "orujo/base/ids.hpp"

namespace orujo {

/// A task threw; the text begins with its rank.
class task_error : public error {
public:
  using error::error;
};

/// Every fiber waits, and nothing is left that could wake one. The text says what the first few
/// wait for.
class deadlock_error : public error {
public:
  explicit deadlock_error(const std::string& what) : error(exit_code::runtime, what) {}
};

/// What `failure` says, as an error of `rank`. One that already names its rank stays as it is.
[[nodiscard]] task_error describe_failure(const std::exception_ptr& failure, rank_id rank);

}  // namespace orujo
