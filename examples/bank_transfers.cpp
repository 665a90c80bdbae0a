// An operator of the user's under every mechanism: money goes from account to account, all at once.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "orujo/activities/choice/mechanism_table.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/random.hpp"
#include "orujo/runtime/main_program.hpp"

using namespace orujo;

/// Fails if there is not enough; then nothing has happened.
struct transfer {
  struct arguments {
    std::uint32_t from;
    std::uint32_t to;
    std::int64_t amount;
  };
  std::int64_t* accounts;

  template <typename Access>
  operator_verdict act(Access& access, const arguments& wanted) const {
    const std::int64_t left = access.read(accounts[wanted.from]) - wanted.amount;
    if (left < 0) { return operator_verdict::failed; }
    access.write(accounts[wanted.from], left);
    access.write(accounts[wanted.to], access.read(accounts[wanted.to]) + wanted.amount);
    return operator_verdict::done;
  }
};

int main() {
  return run_main({.ranks = 1}, [](rank_team& team) {
    with_each_mechanism<transfer>(team, [&]<typename M>(mechanism_tag<M>, std::string_view name) {
      std::vector<std::int64_t> accounts(1000, 100);
      activity_runner<transfer, M> runner(team, transfer{accounts.data()});
      team.on_workers([&](worker& self) {
        random_stream random(1, static_cast<std::uint64_t>(self.index()));
        const auto any = [&] { return static_cast<std::uint32_t>(random.below(accounts.size())); };
        std::vector<transfer::arguments> batch;
        for (int i = 0; i < 100'000; ++i) { batch.push_back({any(), any(), 1 + any() % 50}); }
        runner.run(self, batch);
      });
      const auto total = std::accumulate(accounts.begin(), accounts.end(), std::int64_t{0});
      print_out(fmt::format("{:8} total {}, {} transfers failed, {} attempts given up\n", name,
                            total, runner.counts().failed, runner.counts().aborts()));
    });
  });
}
