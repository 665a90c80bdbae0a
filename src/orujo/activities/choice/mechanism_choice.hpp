// Mechanisms by their names, and which one is in force.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/base/report_card.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// In the order of mechanism_table.
enum class mechanism_kind : std::uint8_t {
  atomic,
  lock,
  global,
  htm,
  elide,
  elide_ten,
  stm,
  tl2,
  combine,
  home,
  serial
};

/// What an operator changes or looks at.
enum class operator_reach : std::uint8_t {
  one_element,       ///< Of up to 8 bytes: every mechanism serves it.
  several_elements,  ///< Of that size each: `atomic` and `home` do not serve it.
  wide_element       ///< One of 16 bytes: only `atomic` serves it.
};

/// How an operator of one element changes it.
enum class operator_change : std::uint8_t {
  swapped,  ///< By a function of what was there.
  added     ///< By an amount: one instruction under `atomic`.
};

/// How activities are kept apart, as people choose it.
struct isolation_choice {
  std::optional<mechanism_kind> mechanism = {};  ///< Nothing: chosen.
  std::size_t coarsen = 0;                       ///< Operators in an activity at most; 0: adapted.
};

[[nodiscard]] std::string_view name_of(mechanism_kind kind) noexcept;

/// The names of all that serve operators of that reach, in the order of the table.
[[nodiscard]] std::vector<std::string> mechanism_names(operator_reach reach);

/// The mechanism that is called so; nothing for `auto`, which has it chosen.
/// Throws: usage_error, with the names, if none is.
[[nodiscard]] std::optional<mechanism_kind> mechanism_named(std::string_view name);

/// Whether this processor has what the mechanism takes.
[[nodiscard]] bool is_available(mechanism_kind kind);

/// How many operators an activity under it has at most where their number is adapted.
[[nodiscard]] std::size_t most_adapted_under(mechanism_kind kind) noexcept;

/// Throws: usage_error, which says what to use instead, if the mechanism does not serve operators
/// of that reach, or if this processor does not have it.
void require_mechanism(mechanism_kind kind, operator_reach reach);

/// The mechanism that a choice comes to for such operators on this team: what was chosen, or else
/// `serial` where ranks have one worker, and else what is the quickest in a trial of 2 ms for one
/// element, which is changed as `change` says, of 20 ms for several (sampled_mechanism()); of 16
/// bytes always `atomic`. Call: collective. Throws on every rank: an
/// error for wrong use if the mechanism does not serve such operators, if it is `serial` and a rank
/// has several workers, or if the processor of a rank does not have it.
[[nodiscard]] mechanism_kind mechanism_in_force(rank_team& team, const isolation_choice& choice,
                                                operator_reach reach,
                                                operator_change change = operator_change::swapped);

/// What was in force, as a row of the report card.
[[nodiscard]] report_row isolation_row(mechanism_kind kind, const isolation_choice& choice);

}  // namespace orujo
