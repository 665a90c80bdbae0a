// Reads environment variables.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/environment.hpp"

#include <algorithm>
#include <cstdlib>

#include <unistd.h>

namespace orujo {

std::optional<std::string> environment_value(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) { return std::nullopt; }
  return std::string(value);
}

std::vector<environment_variable> environment_with_prefix(std::string_view prefix) {
  std::vector<environment_variable> found;
  if (environ == nullptr) { return found; }
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || !text.starts_with(prefix)) { continue; }
    found.push_back({std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))});
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return found;
}

void set_environment_default(const std::string& name, const std::string& value) {
  constexpr int keep_what_is_set = 0;
  setenv(name.c_str(), value.c_str(), keep_what_is_set);
}

char* const* all_environment() noexcept { return environ; }

}  // namespace orujo
