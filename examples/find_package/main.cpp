// A program of a user of the installed library: every rank tells every other one its number.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include <orujo/epochs/collectives.hpp>
#include <orujo/runtime/launch.hpp>

/// Runs with as many ranks as the first argument says, or as a launcher such as mpirun started.
int main(int argc, char** argv) {
  const int ranks = argc > 1 ? std::atoi(argv[1]) : 0;
  orujo::run_team({.ranks = ranks, .workers = 1}, [](orujo::rank_team& team) {
    const int sum = orujo::all_sum(team, orujo::index_of(team.rank()));
    orujo::require(sum == team.size() * (team.size() - 1) / 2, "the ranks do not add up");
    if (orujo::index_of(team.rank()) == 0) { std::printf("%d ranks\n", team.size()); }
  });
}
