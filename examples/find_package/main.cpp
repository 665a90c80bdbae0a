// A program of a user of the installed library: every rank tells every other one its number.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include <orujo/epochs/collectives.hpp>
#include <orujo/runtime/launch.hpp>

int main() {
  orujo::run_team({.ranks = 4, .workers = 1}, [](orujo::rank_team& team) {
    const int sum = orujo::all_sum(team, orujo::index_of(team.rank()));
    orujo::require(sum == 0 + 1 + 2 + 3, "the ranks do not add up");
    if (orujo::index_of(team.rank()) == 0) { std::printf("%d ranks\n", team.size()); }
  });
}
