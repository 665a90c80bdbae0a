// One value made of many: of all indices of all workers of all ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/shared_work.hpp"

namespace orujo {

/// Combines `part(share)` over the shares of all workers in this rank's 0 … size-1, and over the
/// ranks; the result on every rank. A share may be empty. `combine(a, b)` is associative and
/// commutative; the order of combination depends on P and W only.
/// Call: collective; worker 0, outside on_workers(). Cost: a look at each index, one reduction.
template <typename Part, typename Combine>
[[nodiscard]] auto parallel_reduce(rank_team& team, std::size_t size, Part part, Combine combine) {
  using value_type = std::invoke_result_t<Part&, index_range>;
  struct alignas(cache_line_bytes) share_result {
    value_type value;
  };
  std::vector<share_result> results(static_cast<std::size_t>(team.num_workers()));
  for_each_share(team, size, [&](worker& self, index_range share) {
    results[static_cast<std::size_t>(self.index())].value = part(share);
  });
  value_type sum = results.front().value;
  for (std::size_t w = 1; w < results.size(); ++w) { sum = combine(sum, results[w].value); }
  return all_reduce(team, sum, combine);
}

}  // namespace orujo
