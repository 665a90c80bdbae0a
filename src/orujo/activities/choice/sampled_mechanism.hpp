// Which mechanism is the quickest for operators of that reach, found out by a short trial.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <span>

#include "orujo/activities/choice/isolation_trials.hpp"
#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// The one whose operators cost the least in activities of `coarsen` operators, as measured; if
/// that is 0, in those of the size that is best for it. Of equals the first. Call: there is one
/// that was measured so.
[[nodiscard]] mechanism_kind cheapest_mechanism(std::span<const isolation_cost> costs,
                                                std::size_t coarsen);

/// What a trial is to stand for.
struct sampled_operators {
  operator_reach reach = operator_reach::one_element;
  operator_change change = operator_change::swapped;  ///< Of one element.
  std::size_t coarsen = 0;                            ///< As of isolation_choice.
  bool with_transactions = false;                     ///< Of the processors of all ranks.

  auto operator<=>(const sampled_operators&) const = default;
};

/// What is done in the trials for such operators.
[[nodiscard]] trial_work sampled_work(const sampled_operators& of) noexcept;

/// Has all workers of this rank try what may be the quickest, as far as it runs here: for one
/// element `atomic` and `htm`, with marks of drawn elements or additions to them; for several
/// `htm`, `global`, `lock`, `stm` and `combine`, with operators that read four elements and write
/// one. Without a choice nothing is tried; `htm` is only `with_transactions`, which this processor
/// has then. What came out is kept for further calls by teams of as many workers. Call: local,
/// worker 0, outside on_workers(). Cost: 2 ms for one element, 20 ms for several; where other
/// programs have the cores, as much as one trial takes in addition, and mechanisms that were not
/// tried by then are left out. Memory: 1 MiB.
[[nodiscard]] mechanism_kind sampled_mechanism(rank_team& team, const sampled_operators& of);

}  // namespace orujo
