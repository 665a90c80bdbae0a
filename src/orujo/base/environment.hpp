// The environment variables of this process: the only place that reads them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/base/error.hpp"

namespace orujo {

/// The environment of this process is wrong: that of other ranks need not be.
class environment_error : public usage_error {
public:
  using usage_error::usage_error;
};

/// One environment variable.
struct environment_variable {
  std::string name;
  std::string value;
};

/// The value of `name`, if it is set.
[[nodiscard]] std::optional<std::string> environment_value(const std::string& name);

/// All variables whose name starts with `prefix`, sorted by name.
[[nodiscard]] std::vector<environment_variable> environment_with_prefix(std::string_view prefix);

/// Sets `name` for a library that is configured by the environment, unless the user has set it.
/// Call: before other threads look at the environment.
void set_environment_default(const std::string& name, const std::string& value);

/// All variables, as a child process is given them. Call: any thread; nothing changes them.
[[nodiscard]] char* const* all_environment() noexcept;

}  // namespace orujo
