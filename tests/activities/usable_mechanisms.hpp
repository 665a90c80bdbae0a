// Which mechanisms a test may use, by name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "orujo/activities/mechanism_choice.hpp"
#include "orujo/base/error.hpp"
#include "support/teams.hpp"

namespace orujo::test {

/// ThreadSanitizer does not see what hardware keeps apart, and serial is of one worker.
[[nodiscard]] inline bool can_be_used(std::string_view name, int workers) {
  const mechanism_kind kind = mechanism_named(name).value();
  if (kind == mechanism_kind::serial) { return workers == 1; }
#if defined(ORUJO_SANITIZE_THREAD)
  if (kind == mechanism_kind::htm || kind == mechanism_kind::elide) { return false; }
#endif
  try {
    require_mechanism(kind, operator_reach::several_elements);
  } catch (const usage_error&) { return kind == mechanism_kind::atomic; }
  return true;
}

}  // namespace orujo::test
