// The one table of names and types of mechanisms, and the way from one to the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/activities/mechanisms.hpp"
#include "orujo/base/error.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// A mechanism as a value, for a function that is called with one of several.
template <typename Mechanism>
struct mechanism_tag {
  using type = Mechanism;
};

namespace activities {

template <typename Mechanism>
struct mechanism_row {
  mechanism_kind kind;
  std::string_view name;
  mechanism_tag<Mechanism> tag = {};
};

/// Each mechanism that people may name. A further one is a row here and an enumerator.
inline constexpr auto mechanism_table =
    std::make_tuple(mechanism_row<mechanisms::atomic_words>{mechanism_kind::atomic, "atomic"},
                    mechanism_row<mechanisms::striped_locks>{mechanism_kind::lock, "lock"},
                    mechanism_row<mechanisms::global_lock>{mechanism_kind::global, "global"},
                    mechanism_row<mechanisms::hardware_transactions>{mechanism_kind::htm, "htm"},
                    mechanism_row<mechanisms::elision>{mechanism_kind::elide, "elide"},
                    mechanism_row<mechanisms::ten_tries>{mechanism_kind::elide_ten, "elide_ten"},
                    mechanism_row<mechanisms::norec>{mechanism_kind::stm, "stm"},
                    mechanism_row<mechanisms::tl2>{mechanism_kind::tl2, "tl2"},
                    mechanism_row<mechanisms::flat_combining>{mechanism_kind::combine, "combine"},
                    mechanism_row<mechanisms::home>{mechanism_kind::home, "home"},
                    mechanism_row<mechanisms::serial>{mechanism_kind::serial, "serial"});

/// Calls `visit(row)` for each row, in order.
template <typename Visit>
constexpr void for_each_mechanism(Visit visit) {
  std::apply([&](const auto&... row) { (visit(row), ...); }, mechanism_table);
}

/// Whether an operator of that reach runs under the mechanism.
template <typename Mechanism>
[[nodiscard]] constexpr bool serves(operator_reach reach) noexcept {
  constexpr bool swaps = std::is_same_v<Mechanism, mechanisms::atomic_words>;
  constexpr bool sends = std::is_same_v<Mechanism, mechanisms::home>;
  switch (reach) {
    case operator_reach::one_element: return true;
    case operator_reach::several_elements: return !swaps && !sends;
    case operator_reach::wide_element: break;
  }
  return swaps;
}

}  // namespace activities

/// What the operator may reach.
template <shared_operator Op>
inline constexpr operator_reach reach_of =
    wide_operator<Op>          ? operator_reach::wide_element
    : one_element_operator<Op> ? operator_reach::one_element
                               : operator_reach::several_elements;

/// How the operator changes its element, if it has one.
template <shared_operator Op>
inline constexpr operator_change change_of =
    accumulating_operator<Op> ? operator_change::added : operator_change::swapped;

/// Calls `body(mechanism_tag<M>{})` with the mechanism's type; it is compiled for each one that
/// serves the operator, for `home` if the operator says which its home is. Call: with a kind that
/// mechanism_in_force() returned, or is_available(). Throws: usage_error for one that it is not
/// compiled for.
template <shared_operator Op, typename Body>
void with_mechanism(mechanism_kind kind, Body body) {
  bool is_done = false;
  activities::for_each_mechanism([&](const auto& row) {
    using mechanism = typename std::remove_cvref_t<decltype(row.tag)>::type;
    constexpr bool has_place = !std::is_same_v<mechanism, mechanisms::home> || homed_operator<Op>;
    if constexpr (activities::serves<mechanism>(reach_of<Op>) && has_place) {
      if (row.kind == kind) {
        body(row.tag);
        is_done = true;
      }
    }
  });
  require(is_done,
          "this operator reaches several elements, and `atomic` and `home` change one; or its "
          "element has 16 bytes, which only `atomic` changes; or it does not say where its home "
          "is");
}

/// Calls `body(mechanism_tag<M>{}, name)`, which is compiled for each, with every mechanism that
/// workers of this team can run the operator under, in the table's order: `home`, whose operators
/// are sent, is not among them. Call: local.
template <shared_operator Op, typename Body>
void with_each_mechanism(const rank_team& team, Body body) {
  activities::for_each_mechanism([&](const auto& row) {
    using mechanism = typename std::remove_cvref_t<decltype(row.tag)>::type;
    if constexpr (activities::serves<mechanism>(reach_of<Op>) &&
                  !std::is_same_v<mechanism, mechanisms::home>) {
      const bool is_for_many = row.kind != mechanism_kind::serial;
      if (is_available(row.kind) && (is_for_many || team.num_workers() == 1)) {
        body(row.tag, row.name);
      }
    }
  });
}

}  // namespace orujo
