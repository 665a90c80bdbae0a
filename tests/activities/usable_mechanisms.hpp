// Which mechanisms a test may use, by name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/base/error.hpp"
#include "support/teams.hpp"

namespace orujo::test {

/// ThreadSanitizer does not see what hardware keeps apart, and serial is of one worker.
[[nodiscard]] inline bool can_be_used(std::string_view name, int workers) {
  const mechanism_kind kind = mechanism_named(name).value();
  if (kind == mechanism_kind::serial) { return workers == 1; }
#if defined(ORUJO_SANITIZE_THREAD)
  if (kind == mechanism_kind::htm || kind == mechanism_kind::elide ||
      kind == mechanism_kind::elide_ten) {
    return false;
  }
#endif
  try {
    require_mechanism(kind, operator_reach::one_element);
  } catch (const usage_error&) { return false; }
  return true;
}

/// The mechanism that is chosen, and every other one of those by name, with a coarsening: which
/// ones depends on the team, so that teams together try all.
[[nodiscard]] inline std::vector<isolation_choice> isolation_choices(const rank_team& team,
                                                                     operator_reach reach) {
  const std::array<std::size_t, 4> coarsenings{1, 0, 16, 512};
  std::vector<isolation_choice> choices{{}};
  const auto turn = static_cast<std::size_t>(team.size() + team.num_workers() / 2);
  const std::vector<std::string> names = mechanism_names(reach);
  for (std::size_t i = turn % 2; i < names.size(); i += 2) {
    if (!can_be_used(names[i], team.num_workers())) { continue; }
    const std::size_t coarsen = coarsenings[(i + turn) / 2 % coarsenings.size()];
    choices.push_back({.mechanism = mechanism_named(names[i]), .coarsen = coarsen});
  }
  return choices;
}

/// What to call a choice in a message.
[[nodiscard]] inline std::string name_of(const isolation_choice& choice) {
  return std::string(choice.mechanism ? orujo::name_of(*choice.mechanism) : "auto") + " of " +
         std::to_string(choice.coarsen);
}

/// Each P in {1, 2, 3, 8} with each W in {1, 2, 4}, on `local` and on `sim` in turn. Under mpirun:
/// its ranks.
[[nodiscard]] inline std::vector<launch_options> activity_teams() {
  if (under_mpirun() || is_sanitized) { return few_teams(); }
  std::vector<launch_options> teams;
  for (const int ranks : {1, 2, 3, 8}) {
    for (const int workers : {1, 2, 4}) {
      const bool is_local = (ranks / 2 + workers) % 2 == 1;
      teams.push_back(team_of(ranks, workers, is_local ? "local" : sim_model_of(ranks)));
    }
  }
  return teams;
}

}  // namespace orujo::test
