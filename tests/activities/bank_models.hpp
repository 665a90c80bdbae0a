// Operators on elements of several ranks: transfers between accounts, and words that are traced.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "orujo/activities/distributed/distributed_activities.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo::test {

/// Moves an amount; fails if there is not enough.
struct distributed_transfer {
  struct arguments {
    global_element from;
    global_element to;
    std::int64_t amount;
  };
  using element = std::int64_t;

  element* accounts;

  [[nodiscard]] element& place(std::uint32_t number) const { return accounts[number]; }
  template <typename Visit>
  void touches(const arguments& wanted, Visit visit) const {
    visit(wanted.to);  // in no order
    visit(wanted.from);
    visit(wanted.to);
  }
  template <typename Access>
  operator_verdict act(Access& access, const arguments& wanted) const {
    const std::int64_t left = access.read(wanted.from) - wanted.amount;
    if (left < 0) { return operator_verdict::failed; }
    access.write(wanted.from, left);
    access.write(wanted.to, access.read(wanted.to) + wanted.amount);
    return operator_verdict::done;
  }
};

/// An element of any rank, drawn.
[[nodiscard]] inline global_element drawn_element(random_stream& random, const rank_team& team,
                                                  std::uint32_t each) {
  const auto owner = static_cast<int>(random.below(static_cast<std::uint64_t>(team.size())));
  return {rank_id{owner}, static_cast<std::uint32_t>(random.below(each))};
}

/// What a worker of the team draws.
[[nodiscard]] inline random_stream stream_of(std::uint64_t seed, const worker& self) {
  const rank_team& team = self.team();
  return {seed,
          static_cast<std::uint64_t>(index_of(team.rank()) * team.num_workers() + self.index())};
}

}  // namespace orujo::test
