// What an operator on elements of several ranks is, and how it sees them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "orujo/activities/distributed/held_elements.hpp"
#include "orujo/activities/operator.hpp"

namespace orujo {

namespace activities {

/// Thrown by an access to an element that the activity does not hold: the runtime takes it, and
/// runs the operator again.
struct element_missing {};

/// What an operator reads and writes through: copies of the elements that its activity holds.
template <element_value Element>
class ownership_access {
public:
  explicit ownership_access(held_elements<Element>& elements) noexcept : elements_(elements) {}

  [[nodiscard]] Element read(global_element at) { return held(at).now(); }
  void write(global_element at, std::type_identity_t<Element> value) { held(at).write(value); }

  /// Whether an element was missing, even if the operator has caught that.
  [[nodiscard]] bool has_missed() const noexcept { return has_missed_; }

private:
  [[nodiscard]] held_element<Element>& held(global_element at) {
    if (held_element<Element>* const known = elements_.find(at); known && known->is_held) {
      return *known;
    }
    has_missed_ = true;
    elements_.add(at);
    throw element_missing{};
  }

  held_elements<Element>& elements_;
  bool has_missed_ = false;
};

}  // namespace activities

/// `place(number)` is the element of this rank with that number, and `act(access, arguments)` reads
/// and writes elements of all ranks by name: `access.read(global_element)`, `access.write(
/// global_element, value)`. What it returns says of which kind it is, as of other operators.
template <typename Op>
concept distributed_operator = std::is_trivially_copyable_v<typename Op::arguments> &&
    activities::element_value<typename Op::element> &&
    requires(const Op& op, activities::ownership_access<typename Op::element>& access,
             const typename Op::arguments& arguments, std::uint32_t number) {
  { op.place(number) } -> std::same_as<typename Op::element&>;
  op.act(access, arguments);
};

/// Names elements ahead of act(): `touches(arguments, visit)` calls `visit(global_element)` for
/// each. They are asked for together; what is only found by an access costs a round trip of its
/// own.
template <typename Op>
concept naming_operator = requires(const Op& op, const typename Op::arguments& arguments,
                                   void (*visit)(global_element)) {
  op.touches(arguments, visit);
};

}  // namespace orujo
