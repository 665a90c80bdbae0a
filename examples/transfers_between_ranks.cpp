// Activities over elements of several ranks: money goes from any account to any other, all at once,
// wherever the accounts are.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "orujo/activities/distributed/distributed_activities.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/runtime/main_program.hpp"

using namespace orujo;

/// Fails if there is not enough; then nothing has happened.
struct transfer {
  struct arguments {
    global_element from;
    global_element to;
    std::int64_t amount;
  };
  using element = std::int64_t;

  element* accounts;  // of this rank

  element& place(std::uint32_t number) const { return accounts[number]; }

  template <typename Visit>
  void touches(const arguments& wanted, Visit visit) const {
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

int main() {
  return run_main({.ranks = 3}, [](rank_team& team) {
    std::vector<std::int64_t> accounts(1000, 100);
    distributed_activities<transfer> transfers(team, transfer{accounts.data()});
    transfers.run([&](worker& self) {
      random_stream random(1,
                           static_cast<std::uint64_t>(index_of(team.rank()) * 100 + self.index()));
      const auto below = [&](std::size_t bound) {
        return static_cast<std::uint32_t>(random.below(bound));
      };
      const auto any = [&] {
        const auto ranks = static_cast<std::size_t>(team.size());
        return global_element{rank_id{static_cast<int>(below(ranks))}, below(accounts.size())};
      };
      for (int i = 0; i < 10'000; ++i) { transfers.spawn(self, {any(), any(), 1 + below(50)}); }
    });
    const auto own = std::accumulate(accounts.begin(), accounts.end(), std::int64_t{0});
    const std::int64_t total = all_sum(team, own);
    ownership_counts counts;
    for (const ownership_counts& each : all_gather(team, transfers.counts())) { counts.add(each); }
    if (index_of(team.rank()) > 0) { return; }
    print_out(fmt::format("total {}: {} transfers, {} failed, {} messages, {} retries\n", total,
                          counts.activities, counts.failed, counts.messages(), counts.retries));
  });
}
