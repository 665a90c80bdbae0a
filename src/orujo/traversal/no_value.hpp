// What an edge carries when it carries nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

namespace orujo {

/// As the value type of an operator: a message is then a vertex of 4 bytes, and the operator needs
/// no value_of().
struct no_value {};

/// An operator that says what edges carry by `value_of(args...)`, or that they carry nothing.
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
