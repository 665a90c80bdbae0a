// The same edges and the same messages for every number of parts, workers and block sizes.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/io/sample_file.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

std::string weighted_edges(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += fmt::format("{} {} {}\n", i, i * 7919 % 10007, i % 13 * 0.25);
    if (i % 1000 == 0) { text += "# a comment between\n\n"; }
  }
  return text;
}

TEST(parallel_reading, parts_and_workers_together_give_each_edge_once) {
  constexpr int count = is_sanitized ? 4000 : 20000;
  const sample_file file("a.wel", weighted_edges(count));
  const std::vector<read_edge> expected = read_whole(file.path()).edges;
  ASSERT_EQ(expected.size(), std::size_t{count});
  for (const int parts : {1, 2, 3, 8}) {
    for (const int workers : {1, 2, 4}) {
      for (const std::size_t block : {std::size_t{1}, std::size_t{7}, std::size_t{4096}}) {
        const read_plan plan = {{.block_bytes = block}, parts, workers};
        EXPECT_EQ(read_whole(file.path(), plan).edges, expected)
            << parts << " parts, " << workers << " workers, blocks of " << block;
      }
    }
  }
}

TEST(parallel_reading, a_file_with_fewer_lines_than_parts_is_read_once) {
  const sample_file file("a.el", "1 2\n3 4");
  EXPECT_EQ(read_whole(file.path(), {.parts = 8, .workers = 2}).edges,
            (std::vector<read_edge>{{1, 2, 0}, {3, 4, 0}}));
}

TEST(parallel_reading, errors_have_the_same_line_in_every_part) {
  const std::string good = weighted_edges(5000);
  const sample_file file("a.wel", good + "1 2 3\n1 2 oops\n" + good);
  const auto line = 2 + std::count(good.begin(), good.end(), '\n');
  for (const int parts : {1, 2, 5}) {
    for (const std::size_t block : {std::size_t{100}, std::size_t{1} << 20}) {
      try {
        static_cast<void>(read_whole(file.path(), {{.block_bytes = block}, parts, 1}));
        FAIL() << "no error";
      } catch (const input_error& problem) {
        expect_message(file.without_folder(problem.what()), fmt::format("a.wel:{}:5: ", line),
                       "'oops'");
      }
    }
  }
}

TEST(parallel_reading, progress_runs_from_zero_to_one) {
  const sample_file file("a.wel", weighted_edges(20000));
  const auto input = open_graph_file(file.path(), {}, {.block_bytes = 10000});
  EXPECT_EQ(input->progress(), 0);
  edge_chunk chunk;
  double before = 0;
  while (input->next(chunk)) {
    EXPECT_GT(input->progress(), before);
    before = input->progress();
  }
  EXPECT_EQ(input->progress(), 1);
  EXPECT_TRUE(chunk.edges.empty());
  EXPECT_FALSE(input->next(chunk)) << "the end stays the end";
}

TEST(parallel_reading, a_file_that_fills_its_last_page_is_read_to_its_end) {
  constexpr std::size_t page = 4096;
  for (std::size_t size = page - 9; size <= page; ++size) {
    std::string text;
    while (text.size() + 4 <= size - 4) { text += "1 2\n"; }
    text += "7 " + std::string(size - text.size() - 2, '8').substr(0, 9);
    const sample_file file("a.el", text);
    EXPECT_EQ(std::get<0>(read_whole(file.path()).edges.back()), 7U) << size;
  }
}

}  // namespace
}  // namespace orujo::test
