// Damaged files of all formats: whatever is in them, the answer is edges or an input_error.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <gtest/gtest.h>

#include "graph/io/packed_bytes.hpp"
#include "graph/io/sample_file.hpp"
#include "orujo/base/random.hpp"

namespace orujo::test {
namespace {

using namespace std::string_literals;

struct seed_file {
  std::string name;
  std::string content;
};

std::string gap_bytes() {
  std::string bytes(1, '\0');
  for (const char number : {'\2', '\2', '\0', '\1', '\2'}) {
    bytes += std::string(1, number) + std::string(7, '\0');
  }
  return bytes + "\1\0\0\0\0\0\0\0"s;
}

std::vector<seed_file> seed_files() {
  const std::string list = "# Nodes: 4 Edges: 3\n0 1\n1 2\r\n2\t3\n";
  std::vector<seed_file> files = {
      {"a.el", list},
      {"b.txt", "4 3\n0 1\n1 2\n2 3\n"},
      {"c.csv", "source,target,weight\n1,2,0.5\n3,4,1e3\n"},
      {"d.wel", "0 1 5\n1 2 6\n"},
      {"e.mtx", "%%MatrixMarket matrix coordinate real symmetric\n% c\n3 3 2\n2 1 0.5\n3 1 2\n"},
      {"f.gr", "c x\np sp 3 2\na 1 2 803\na 3 1 5\n"},
      {"g.gr", "p tw 3 2\n1 2\n2 3\n"},
      {"h.gr", "a 0 1 5\na 1 0 6\n"},
      {"i.col", "p edge 3 2\ne 1 2\ne 2 3\n"},
      {"j.graph", "% c\n4 3 011\n9 2 7 3 8\n9 1 7\n9 1 8 4 5\n9 3 5\n"},
      {"k.graph", "4 2\n2\n1 3\n2\n\n"},
      {"l.sg", gap_bytes()},
  };
  files.push_back({"p.graphml",
                   "<graphml><key id='w' for='edge' attr.name='weight' attr.type='int'/><graph>"
                   "<node id='a'/><node id='b'/>\n<edge source='a' target='b'><data "
                   "key='w'>3</data></edge></graph></graphml>"});
  files.push_back({"q.gexf",
                   "<gexf><graph><nodes><node id='0' label='x'/></nodes>\n"
                   "<edges><edge source='0' target='0' weight='3'/></edges></graph></gexf>"});
  files.push_back(
      {"r.gml",
       "graph [ node [ id 0 label \"x &amp; y\" ]\n edge [ source 0 target 0 weight 3 ] ]"});
  files.push_back({"s.net", "*Vertices 2\n1 \"x y\"\n2 z\n*Arcs\n1 2 3\n*Matrix\n0 1\n1 0\n"});
  files.push_back({"m.el.gz", gzip_of(list)});
  files.push_back({"n.el.xz", xz_of(list)});
  files.push_back({"o.el.zst", zstd_of(list)});
  return files;
}

/// Changes, inserts, removes, repeats or cuts off something.
std::string mutate(std::string bytes, random_stream& random) {
  static constexpr std::string_view favourites = "\n\n 0123456789-.,;%#cpae\t\r\0\xff";
  const std::uint64_t changes = 1 + random.below(4);
  for (std::uint64_t i = 0; i < changes && !bytes.empty(); ++i) {
    const std::size_t at = random.below(bytes.size());
    const char c = favourites[random.below(favourites.size())];
    switch (random.below(6)) {
      case 0: bytes[at] = c; break;
      case 1: bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8))); break;
      case 2: bytes.insert(at, random.below(30), c); break;
      case 3: bytes.erase(at, 1 + random.below(5)); break;
      case 4: bytes += bytes.substr(at); break;
      default: bytes.resize(at); break;
    }
  }
  return bytes;
}

/// True if the file was read, false if an input_error was thrown; anything else fails the test.
bool reads(const seed_file& mutant, random_stream& random) {
  constexpr std::array<weight_use, 3> uses = {weight_use::as_found, weight_use::ignored,
                                              weight_use::as_real};
  open_options options = {.weights = uses[random.below(uses.size())]};
  options.block_bytes = 1 + random.below(40);
  const sample_file file(mutant.name, mutant.content);
  const auto parts = static_cast<int>(1 + random.below(3));
  try {
    static_cast<void>(read_whole(file.path(), {options, parts, 1}));
    return true;
  } catch (const input_error& problem) {
    const bool named = std::string_view(problem.what()).starts_with(file.path());
    EXPECT_TRUE(named) << problem.what();
    return false;
  }
}

TEST(mutated_files, are_read_or_refused_and_nothing_else) {
  constexpr int mutants_per_file = 400;
  for (const seed_file& seed : seed_files()) {
    random_stream random(7, seed.content.size());
    ASSERT_TRUE(reads(seed, random)) << seed.name;
    for (int i = 0; i < mutants_per_file; ++i) {
      const seed_file mutant = {seed.name, mutate(seed.content, random)};
      SCOPED_TRACE(testing::PrintToString(mutant.content));
      static_cast<void>(reads(mutant, random));
    }
  }
}

TEST(mutated_files, cut_off_anywhere_are_read_or_refused) {
  for (const seed_file& seed : seed_files()) {
    random_stream random(8, seed.content.size());
    for (std::size_t size = 0; size < seed.content.size(); ++size) {
      SCOPED_TRACE(seed.name + " cut off at " + std::to_string(size));
      static_cast<void>(reads({seed.name, seed.content.substr(0, size)}, random));
    }
  }
}

}  // namespace
}  // namespace orujo::test
