// Fuzzes the readers of all graph files but .orj: text and .sg, packed or not, sniffed or forced.
//
// Whatever a file holds, it is read, or refused with an input_error, or with a memory_error where
// its header promises too much; and however it is cut into parts and blocks, its edges are the
// same.
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "fuzz/fuzz_input.hpp"
#include "graph/io/packed_bytes.hpp"
#include "orujo/graph/io/format.hpp"

namespace orujo::test {
namespace {

constexpr std::array<std::string_view, 16> names = {
    "a.el",    "a.wel", "a.txt", "a.csv", "a.tsv",     "a.mtx",  "a.gr",  "a.col",
    "a.graph", "a.sg",  "a.wsg", "a",     "a.graphml", "a.gexf", "a.gml", "a.net"};

/// The first of the names that say which exchange format may be forced, and that format.
constexpr std::size_t first_exchange_name = 12;
constexpr auto first_exchange = static_cast<std::size_t>(file_format::graphml);

/// The same in every run, so that what one machine refuses is refused by all.
constexpr std::uint64_t memory_limit = std::uint64_t{256} << 20;

/// Columns by name, by number, exchanged, without a weight, only of the weight, and not there.
const std::array<column_choice, 6> choices = {{
    {.source = "source", .target = "target", .weight = "weight"},
    {.source = "2", .target = "3", .weight = "4"},
    {.source = "2", .target = "1", .weight = std::nullopt},
    {.source = "1", .target = "to", .weight = std::nullopt},
    {.source = std::nullopt, .target = std::nullopt, .weight = "cost"},
    {.source = "9", .target = "1", .weight = "1"},
}};

/// How a file is read, out of the first bytes of an input.
struct reading {
  std::string_view name;
  open_options options;
  int parts = 1;
};

reading reading_of(fuzz_input& input) {
  const std::size_t name = input.choice(names.size());
  reading how = {.name = names[name], .options = {}};
  const std::size_t format = input.choice(16);  // 'a': sniffed
  if (name >= first_exchange_name && format % 2 == 1) {
    how.options.forced = static_cast<file_format>(first_exchange + name - first_exchange_name);
  } else if (format > 0 && format - 1 < static_cast<std::size_t>(file_format::native)) {
    how.options.forced = static_cast<file_format>(format - 1);
  } else if (format >= 16 - choices.size()) {
    how.options.columns = choices[format - (16 - choices.size())];
  }
  how.options.weights = static_cast<weight_use>(input.choice(3));
  const std::size_t several = input.choice(36);
  how.parts = static_cast<int>(1 + several % 3);
  how.options.ids = static_cast<id_use>(several / 3 % 4);
  if (several >= 12) { how.options.directed = several < 24; }
  how.options.block_bytes = 1 + input.choice(64);
  how.options.memory_limit_bytes = memory_limit;
  return how;
}

/// The rest of the input, packed as its next bytes say, and perhaps damaged after packing.
std::string file_of(fuzz_input& input) {
  const std::size_t packing = input.choice(12);
  const std::size_t place = input.byte();
  const std::uint8_t change = input.byte();
  std::string text(input.rest());
  std::string packed;
  switch (packing % 6) {
    case 1: packed = gzip_of(text); break;
    case 2: packed = xz_of(text); break;
    case 3: packed = zstd_of(text); break;
    case 4:
      packed = gzip_of(text.substr(0, text.size() / 2)) + gzip_of(text.substr(text.size() / 2));
      break;
    case 5: packed = bzip2_of(text); break;
    default: return text;
  }
  if (packing >= 6 && place < packed.size()) {
    packed[place] = static_cast<char>(packed[place] ^ change);
    if (change == 0) { packed.resize(place); }
  }
  return packed;
}

/// By ids in digits, or by names.
using read_edge = std::tuple<std::string, std::string, double>;

/// What the numbers of an input stand for: the names of its table, else themselves.
class edge_ends {
public:
  explicit edge_ends(const edge_input& input) : table_(input.names()) {
    for (std::size_t shard = 0; table_ && shard < name_table::num_shards; ++shard) {
      table_->visit(shard, [this](std::string_view name, std::uint64_t number) {
        demand(!name.empty() && number < table_->end(), "a name or its number is wrong");
        demand(names_.emplace(number, name).second, "two names have one number");
      });
    }
  }

  [[nodiscard]] std::string of(std::uint64_t number) const {
    return table_ ? names_.at(number) : std::to_string(number);
  }

private:
  std::shared_ptr<const name_table> table_;
  std::map<std::uint64_t, std::string> names_;
};

/// What a file holds, in an order of its own.
struct file_content {
  std::vector<read_edge> edges;
  std::vector<std::string> vertices;  ///< Those that are listed, by their ids.
  std::uint64_t implied = 0;          ///< Edges that are not listed.

  bool operator==(const file_content&) const = default;
};

void take_all(edge_input& input, file_content& content) {
  std::vector<std::tuple<std::uint64_t, std::uint64_t, double>> numbered;
  std::vector<std::uint64_t> listed;
  edge_chunk chunk;
  while (input.next(chunk)) {
    const std::size_t weights = chunk.weights.size() + chunk.whole_weights.size();
    demand(weights == 0 || weights == chunk.edges.size(), "there are not as many weights as edges");
    demand(chunk.weights.empty() || chunk.whole_weights.empty(), "there are two lists of weights");
    content.implied += chunk.implied;
    for (std::size_t i = 0; i < chunk.edges.size(); ++i) {
      double weight = 0;
      if (!chunk.weights.empty()) { weight = chunk.weights[i]; }
      if (!chunk.whole_weights.empty()) { weight = static_cast<double>(chunk.whole_weights[i]); }
      demand(std::isfinite(weight), "a weight is not a finite number");
      numbered.emplace_back(chunk.edges[i].source, chunk.edges[i].target, weight);
    }
    listed.insert(listed.end(), chunk.vertices.begin(), chunk.vertices.end());
  }
  const edge_ends ends(input);
  for (const std::uint64_t vertex : listed) { content.vertices.push_back(ends.of(vertex)); }
  for (const auto& [source, target, weight] : numbered) {
    content.edges.emplace_back(ends.of(source), ends.of(target), weight);
  }
}

/// The edges and vertices of the file, sorted; nothing if it is refused.
std::optional<file_content> content_of(const std::string& path, const reading& how) {
  file_content content;
  try {
    std::vector<std::unique_ptr<edge_input>> parts;
    for (int part = 0; part < how.parts; ++part) {
      parts.push_back(open_graph_file(path, {part, how.parts}, how.options));
      take_all(*parts.back(), content);
    }
    for (const auto& part : parts) { part->check_complete(content.edges.size() - content.implied); }
  } catch (const error& problem) {
    demand(problem.code() == exit_code::input || problem.code() == exit_code::memory,
           "the file is not what is blamed");
    demand_plain(problem.what());
    demand(std::string_view(problem.what()).starts_with(path),
           "the message does not name the file");
    return std::nullopt;
  }
  std::sort(content.edges.begin(), content.edges.end());
  std::sort(content.vertices.begin(), content.vertices.end());
  return content;
}

void read_in_two_ways(fuzz_input input) {
  static const fuzz_folder folder;
  const reading pieces = reading_of(input);
  reading whole = pieces;
  whole.parts = 1;
  whole.options.block_bytes = open_options().block_bytes;
  const std::string path = folder.put(pieces.name, file_of(input));
  demand(content_of(path, whole) == content_of(path, pieces),
         "parts and blocks change the content");
}

}  // namespace
}  // namespace orujo::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  orujo::test::read_in_two_ways({bytes, size});
  return 0;
}
