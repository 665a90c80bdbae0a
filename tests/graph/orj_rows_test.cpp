// What fuzzing found in .orj files whose checksums are right.
// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "graph/shared_path.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/orj.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

/// Exchanges the first two targets of the first row, which lie behind header and offsets.
void exchange_targets(const std::string& path) {
  constexpr int targets_at = 2 * 4096;
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  std::string targets(8, '\0');
  file.seekg(targets_at);
  file.read(targets.data(), 8);
  file.seekp(targets_at);
  file.write((targets.substr(4) + targets.substr(0, 4)).data(), 8);
}

TEST(OrjRows, ARowThatDoesNotAscendIsRefused) {
  if (under_mpirun()) { GTEST_SKIP() << "the ranks would damage each other's file"; }
  const std::vector<input_edge> edges = {{0, 1}, {0, 2}, {1, 2}};
  const shared_path path(team_of(1, 1), "row.orj");
  run_team(team_of(1, 1), [&](rank_team& team) {
    write_orj(team, graph_from_edges(team, 3, edges, {.in_edges = false}), path.text());
  });
  exchange_targets(path.text());
  for (const orj_access access : {orj_access::copied, orj_access::mapped}) {
    for (const launch_options& options : {team_of(1, 1), team_of(2, 1)}) {
      run_team(with(options, "verify_checksums", "false"), [&](rank_team& team) {
        try {
          static_cast<void>(open_orj(team, path.text(), {.access = access}));
          ADD_FAILURE() << "no error";
        } catch (const error& problem) {
          EXPECT_EQ(problem.code(), exit_code::input);
          EXPECT_NE(std::string(problem.what()).find("section targets, byte 8192"),
                    std::string::npos)
              << problem.what();
        }
      });
    }
  }
}

}  // namespace
}  // namespace orujo::test
