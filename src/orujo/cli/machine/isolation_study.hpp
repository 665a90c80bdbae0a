// What activities cost on this machine, by mechanism, and which one is the cheapest from where on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "orujo/activities/choice/cost_model.hpp"
#include "orujo/activities/choice/isolation_trials.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/report/json.hpp"

namespace orujo::cli {

/// One kind of work, by so many workers, under every mechanism that serves it here.
struct isolation_case {
  isolation_trial trial;
  std::vector<isolation_cost> costs;  ///< In the order of names.
};

/// Operators in an activity that are measured, and that lines are compared up to.
inline constexpr std::size_t isolation_sizes[] = {1, 2, 4, 8, 16, 32, 64};
inline constexpr std::uint64_t most_compared = 512;

/// All kinds of work, by one worker, two, four … all of the team. `on_case(done, all)` is told of
/// each that is done. Call: local, worker 0. Cost: some seconds.
[[nodiscard]] std::vector<isolation_case> study_isolation(
    rank_team& team, const isolation_trial& pace, const std::function<void(int, int)>& on_case);

[[nodiscard]] json document_of(const std::vector<isolation_case>& cases);
[[nodiscard]] std::string text_of(const std::vector<isolation_case>& cases);

}  // namespace orujo::cli
