// An operator of one element under every mechanism, `atomic` and `home` among them, on any rank.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "orujo/activities/activity_channel.hpp"
#include "orujo/activities/choice/mechanism_table.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/runtime/main_program.hpp"

using namespace orujo;

constexpr std::uint64_t slots = 1000;  // of each rank

/// Keeps the least value that a slot is given.
struct lower {
  using element = std::uint32_t;
  struct arguments {
    std::uint32_t slot, value;
  };
  element* least;

  element& place(const arguments& what) const { return least[what.slot]; }
  void act(element& value, const arguments& what) const { value = std::min(value, what.value); }
  /// Which worker of the rank has the slot: for `home` alone.
  std::size_t home(const arguments& what, std::size_t workers) const { return what.slot % workers; }
};

int main() {
  return run_main({}, [](rank_team& team) {
    const auto ranks = static_cast<std::uint64_t>(team.size());
    for (const std::string& name : mechanism_names(operator_reach::one_element)) {
      const mechanism_kind kind = *mechanism_named(name);
      const bool is_here = is_available(kind) && (name != "serial" || team.num_workers() == 1);
      if (all_min(team, is_here ? 1 : 0) == 0) { continue; }  // on any rank
      std::vector<std::uint32_t> least(slots, ~0U);
      with_mechanism<lower>(kind, [&]<typename M>(mechanism_tag<M>) {
        activity_channel<lower, M> lowering(team, lower{least.data()});
        run_epoch(team, [&](worker& self) {
          const int who = index_of(team.rank()) * team.num_workers() + self.index();
          random_stream random(1, static_cast<std::uint64_t>(who));
          const auto below = [&](std::uint64_t n) {
            return static_cast<std::uint32_t>(random.below(n));
          };
          for (int i = 0; i < 100'000; ++i) {
            lowering.spawn(self, rank_id(below(ranks)), {below(slots), below(1'000'000)});
          }
        });
      });
      const auto sum = all_sum(team, std::accumulate(least.begin(), least.end(), std::uint64_t{0}));
      if (team.rank() == rank_id{0}) { print_out(fmt::format("{:8} add up to {}\n", name, sum)); }
    }
  });
}
