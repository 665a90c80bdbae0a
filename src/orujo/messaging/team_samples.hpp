// Of which time a rank keeps the values of its metrics.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Forgets what the workers of this rank have kept of their metrics over time, and keeps them from
/// now on; a team does so when it begins. Does nothing unless the setting metric_samples is above
/// 0. Call: worker 0, outside on_workers(). Sends nothing.
void start_samples(rank_team& team) noexcept;

/// Keeps nothing any longer, until start_samples(). Call: as start_samples().
void stop_samples(rank_team& team) noexcept;

}  // namespace orujo
