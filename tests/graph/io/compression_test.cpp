// Compressed graphs: gzip, xz, zstd and bzip2, in one piece, in several, and damaged.
// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/io/packed_bytes.hpp"
#include "graph/io/sample_file.hpp"

namespace orujo::test {
namespace {

struct packer {
  std::string suffix;
  compression kind;
  std::function<std::string(std::string_view)> pack;
};

class packed_graph : public testing::TestWithParam<packer> {
protected:
  [[nodiscard]] static std::string name(std::string_view base) {
    return std::string(base) + GetParam().suffix;
  }
  [[nodiscard]] static std::string pack(std::string_view text) { return GetParam().pack(text); }
};

/// `count` edges in a text that does not compress to nothing.
std::string many_edges(std::uint64_t count) {
  std::string text;
  for (std::uint64_t i = 0; i < count; ++i) {
    text += fmt::format("{} {}\n", i * 2654435761U % 1000003, i * 40503U % 999983);
  }
  return text;
}

TEST_P(packed_graph, is_read_as_the_plain_one) {
  const read_graph graph = read_text(name("a.el"), pack("1 2\n3 4"));
  EXPECT_EQ(graph.edges, (std::vector<read_edge>{{1, 2, 0}, {3, 4, 0}}));
  EXPECT_TRUE(graph.facts.recognised.ends_with(name_of(GetParam().kind)));
}

TEST_P(packed_graph, needs_no_suffix) {
  const sample_file file("data", pack("1 2\n3 4\n"));
  EXPECT_EQ(sniff_graph_file(file.path()).packing, GetParam().kind);
  EXPECT_EQ(read_whole(file.path()).edges.size(), 2U);
}

TEST_P(packed_graph, may_have_several_members) {
  const read_graph graph = read_text(name("a.el"), pack("1 2\n3 ") + pack("4\n") + pack("5 6\n"));
  EXPECT_EQ(graph.edges, (std::vector<read_edge>{{1, 2, 0}, {3, 4, 0}, {5, 6, 0}}));
}

TEST_P(packed_graph, is_streamed_when_it_is_long) {
  const std::string text = many_edges(150000);
  ASSERT_GT(text.size(), 3U << 19);
  const read_graph plain = read_text("a.el", text);
  const sample_file file(name("a.el"), pack(text));
  for (const int parts : {1, 3}) {
    for (const int workers : {1, 4}) {
      const read_plan plan = {{.block_bytes = 100000}, parts, workers};
      EXPECT_EQ(read_whole(file.path(), plan).edges, plain.edges) << parts << " " << workers;
    }
  }
}

TEST_P(packed_graph, errors_far_inside_have_the_right_line) {
  const std::string text = many_edges(120000) + "1 2\n3 x4\n" + many_edges(30000);
  expect_message(error_of(name("a.el"), pack(text)), name("a.el") + ":120002:3: ", "found 'x4'");
}

TEST_P(packed_graph, long_metis_files_keep_their_line_numbers) {
  constexpr int vertices = 150000;
  std::string text = fmt::format("% ring\n{0} {0}\n", vertices);
  for (int v = 1; v <= vertices; ++v) {
    if (v % 1000 == 0) { text += "% comment\n"; }
    text += fmt::format("{} {}\n", v == 1 ? vertices : v - 1, v == vertices ? 1 : v + 1);
  }
  ASSERT_GT(text.size(), 3U << 19);
  const read_graph plain = read_text("a.graph", text);
  const sample_file file(name("a.graph"), pack(text));
  EXPECT_EQ(read_whole(file.path(), {.workers = 2}).edges, plain.edges);
}

TEST_P(packed_graph, a_counted_list_is_recognised_when_it_is_long) {
  constexpr std::uint64_t edges = 120000;
  const std::string text = fmt::format("1000003 {}\n", edges) + many_edges(edges);
  EXPECT_EQ(read_text(name("a.txt"), pack(text)).edges.size(), edges);
  const std::string cut = fmt::format("1000003 {}\n", edges) + many_edges(edges - 9);
  expect_message(error_of(name("a.txt"), pack(cut)), name("a.txt") + ":1:", "119991 edges follow");
}

TEST_P(packed_graph, that_is_cut_off_is_an_error_with_a_line) {
  const std::string small = pack("1 2\n3 4\n5 6\n");
  expect_message(error_of(name("a.el"), small.substr(0, small.size() - 5)), name("a.el"),
                 "cut off");
  const std::string large = pack(many_edges(150000));
  const std::string message = error_of(name("a.el"), large.substr(0, large.size() * 9 / 10));
  expect_message(message, name("a.el") + ":1", "cut off");
}

TEST_P(packed_graph, that_is_corrupt_is_an_error) {
  std::string bytes = pack(many_edges(150000));
  bytes.replace(bytes.size() / 2, 64, std::string(64, '\x55'));
  const std::string message = error_of(name("a.el"), bytes);
  EXPECT_TRUE(message.starts_with(name("a.el") + ":")) << message;
}

TEST_P(packed_graph, with_something_else_behind_it_is_an_error) {
  const std::string message = error_of(name("a.el"), pack("1 2\n") + "no such thing");
  EXPECT_TRUE(message.starts_with(name("a.el"))) << message;
}

TEST_P(packed_graph, that_unpacks_to_nothing_is_an_error) {
  expect_message(error_of(name("a.el"), pack("")), name("a.el"), "unpacks to nothing");
}

TEST_P(packed_graph, may_be_binary) {
  std::string bytes(1, '\0');
  const auto append = [&](std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) { bytes += static_cast<char>(value >> (8 * i)); }
  };
  for (const std::uint64_t number : {2U, 2U, 0U, 1U, 2U}) { append(number, 8); }
  for (const std::uint64_t target : {1U, 0U}) { append(target, 4); }
  EXPECT_EQ(read_text(name("a.sg"), pack(bytes)).edges.size(), 2U);
}

/// A GAP graph's header of `vertices` and as many listed edges, and `more` zero bytes.
std::string gap_header(std::uint64_t vertices, std::size_t more) {
  std::string bytes(1, '\0');
  for (int twice = 0; twice < 2; ++twice) {
    for (unsigned i = 0; i < 64; i += 8) { bytes += static_cast<char>(vertices >> i); }
  }
  return bytes.append(more, '\0');
}

TEST_P(packed_graph, is_unpacked_no_further_than_its_header_says) {
  const std::string message = error_of(name("a.sg"), pack(gap_header(2, std::size_t{4} << 20)));
  expect_message(message, name("a.sg"), "has 58 bytes or more");  // 17 + 3 * 8 + 2 * 8, and one
}

TEST_P(packed_graph, is_refused_before_it_is_unpacked_if_it_will_not_fit) {
  const sample_file file(name("a.sg"), pack(gap_header(std::uint64_t{1} << 20, 100)));
  open_options options;
  options.memory_limit_bytes = std::uint64_t{1} << 20;
  try {
    static_cast<void>(open_graph_file(file.path(), {}, options));
    ADD_FAILURE() << "it was not refused";
  } catch (const memory_error& problem) {
    expect_message(problem.what(), file.path(), "the unpacked file needs about");
  }
  options.memory_limit_bytes = std::uint64_t{16} << 20;  // enough for one reader
  EXPECT_THROW(static_cast<void>(open_graph_file(file.path(), {}, options)), input_error);
  options.readers_on_host = 2;
  EXPECT_THROW(static_cast<void>(open_graph_file(file.path(), {}, options)), memory_error);
}

INSTANTIATE_TEST_SUITE_P(all, packed_graph,
                         testing::Values(packer{".gz", compression::gzip, gzip_of},
                                         packer{".xz", compression::xz, xz_of},
                                         packer{".zst", compression::zstd, zstd_of},
                                         packer{".bz2", compression::bzip2, bzip2_of}),
                         [](const auto& packed) { return packed.param.suffix.substr(1); });

}  // namespace
}  // namespace orujo::test
