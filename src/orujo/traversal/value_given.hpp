// Whether an operator says what edges carry.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

#include "orujo/base/no_value.hpp"

namespace orujo {

/// An operator that says what edges carry by `value_of(args...)`, or by the value type no_value
/// that they carry nothing: a message is then a vertex of 4 bytes.
template <typename Op, typename... Args>
concept gives_value = std::same_as<typename Op::value_type, no_value> ||
    requires(const Op& op, Args... args) {
  { op.value_of(args...) } -> std::convertible_to<typename Op::value_type>;
};

template <typename Op, typename... Args>
[[nodiscard]] typename Op::value_type value_given(const Op& op, Args... args) {
  if constexpr (std::same_as<typename Op::value_type, no_value>) {
    return {};
  } else {
    return op.value_of(args...);
  }
}

}  // namespace orujo
