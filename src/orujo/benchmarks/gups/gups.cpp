// One benchmark, five ways to write its loop.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/gups/gups.hpp"

#include "orujo/benchmarks/gups/loops.hpp"

namespace orujo {

gups_result gups(rank_team& team, const gups_options& options) {
  return options.style == gups_style::channel ? gups_of_channel(team, options)
                                              : gups_of_tasks(team, options);
}

}  // namespace orujo
