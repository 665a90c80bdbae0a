// Files of the first version of .orj, which knew weights of 32 bits only, are still read.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "graph/shared_path.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/native/orj_format.hpp"
#include "orujo/graph/orj.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

/// Makes the file at `path` one of `version`, with `weights` as the type of its weights.
void change_header(const std::string& path, std::uint32_t version, weight_type weights) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  native::orj_header header;
  std::array<char, sizeof header> bytes;
  file.read(bytes.data(), bytes.size());
  std::memcpy(static_cast<void*>(&header), bytes.data(), sizeof header);
  header.version = version;
  header.weights = static_cast<std::uint8_t>(weights);
  const auto page = native::page_of(header);
  file.seekp(0);
  file.write(reinterpret_cast<const char*>(page.data()), std::ssize(page));
}

void write_path(const std::string& path, const edge_chunk& edges) {
  run_team(team_of(1, 1), [&](rank_team& team) {
    write_orj(team, graph_from_edges(team, edges.edges.size() + 1, edges), path);
  });
}

TEST(OrjVersions, FilesOfTheFirstOneAreRead) {
  if (under_mpirun()) { GTEST_SKIP() << "the ranks would change each other's file"; }
  const shared_path path(team_of(1, 1), "first.orj");
  const edge_chunk whole = {{{0, 1}, {1, 2}}, {3, 4294967295}};
  const edge_chunk real = {{{0, 1}, {1, 2}}, {3, 0.5}};
  for (const edge_chunk& edges : {whole, real}) {
    write_path(path.text(), edges);
    const weight_type stored = summarize_orj(path.text()).facts.weights == weight_kind::real
                                   ? weight_type::real32
                                   : weight_type::whole32;
    change_header(path.text(), 1, stored);
    for (const orj_access access : {orj_access::copied, orj_access::mapped}) {
      run_team(team_of(1, 1), [&](rank_team& team) {
        const csr_graph graph = open_orj(team, path.text(), {.access = access});
        EXPECT_EQ(graph.stored_weights(), stored);
        EXPECT_EQ(graph.out_edges().weights.at<double>(0), 3);
        EXPECT_EQ(graph.out_edges().weights.at<double>(1), edges.weights[1]);
      });
    }
  }
}

TEST(OrjVersions, TheFirstOneHasNoWeightsOf64Bits) {
  if (under_mpirun()) { GTEST_SKIP() << "the ranks would change each other's file"; }
  const shared_path path(team_of(1, 1), "wide.orj");
  write_path(path.text(), edge_chunk{{{0, 1}, {1, 2}}, {}, {3, -5000000000}});
  EXPECT_NO_THROW(static_cast<void>(summarize_orj(path.text())));
  change_header(path.text(), 1, weight_type::whole64);
  EXPECT_THROW(static_cast<void>(summarize_orj(path.text())), input_error);
}

}  // namespace
}  // namespace orujo::test
