// Fuzzes the readers of rows: tables that become containers, and CSV that jobs read.
//
// Whatever a file holds, all ranks read it or refuse it alike; and what was read is the same once
// written and read again.
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/fuzz_team.hpp"
#include "graph/io/packed_bytes.hpp"
#include "orujo/containers/files/container_files.hpp"
#include "orujo/containers/hash_set.hpp"
#include "orujo/frameworks/map_reduce/csv_rows.hpp"
#include "orujo/frameworks/map_reduce/map_reduce.hpp"

namespace orujo::test {
namespace {

/// Where an input lies, and where what was made of it is written.
struct file_names {
  std::string given;
  std::string written;
  std::string again;
};

std::vector<std::string> sorted_lines(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) { lines.push_back(line); }
  std::sort(lines.begin(), lines.end());
  return lines;
}

/// Reads a container, writes it, and does so again with what was written.
template <typename Container>
void read_twice(const launch_options& options, const file_names& files) {
  bool was_read = false;
  const bool ended = run_documented(options, [&](rank_team& team) {
    Container first(team);
    read_container(first, files.given);
    write_container(first, files.written);
    if (index_of(team.rank()) == 0) { was_read = true; }
    Container second(team);
    read_container(second, files.written);
    write_container(second, files.again);
  });
  demand(ended || !was_read, "what was written cannot be read");
  demand(!ended || sorted_lines(files.written) == sorted_lines(files.again),
         "what was read again differs");
}

/// How many rows have so many cells.
struct row_widths {
  using key = std::uint64_t;
  using value = std::uint64_t;
  void map(const csv_row& row, auto& emit) const { emit(row.cells.size(), 1); }
  static value combine(value a, value b) { return a + b; }
};

void read_in_job(const launch_options& options, const file_names& files) {
  using widths = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  const auto counted = [&](const launch_options& shape) {
    widths found;
    const bool ended = run_documented(shape, [&](rank_team& team) {
      hash_map<std::uint64_t, std::uint64_t> all(team);
      map_reduce(row_widths{}, csv_rows(team, {files.given}, csv_heading::none), all);
      widths sorted = all.top(1000);
      if (index_of(team.rank()) == 0) { found = std::move(sorted); }
    });
    return std::pair(ended, found);
  };
  launch_options one = options;
  one.ranks = one.workers = 1;
  demand(counted(options) == counted(one), "ranks and workers change the rows");
}

/// The rest of the input, packed or not.
std::string file_of(fuzz_input& input) {
  const std::size_t packing = input.choice(3);
  const std::string text(input.rest());
  return packing == 1 ? gzip_of(text) : packing == 2 ? zstd_of(text) : text;
}

void read_rows_of(fuzz_input input) {
  static const fuzz_folder folder;
  const launch_options options = team_of(input);
  const std::size_t kind = input.choice(7);
  const std::string given = folder.put("given.csv", file_of(input));
  const file_names files{given, folder.path("written.csv"), folder.path("again.csv")};
  switch (kind) {
    case 0: return read_twice<hash_map<std::string, std::int64_t>>(options, files);
    case 1: return read_twice<hash_set<std::uint64_t>>(options, files);
    case 2: return read_twice<vector<std::string>>(options, files);
    case 3: return read_twice<queue<std::int64_t>>(options, files);
    case 4: return read_twice<bag<double>>(options, files);
    case 5: return read_twice<disjoint_set<std::string>>(options, files);
    default: return read_in_job(options, files);
  }
}

}  // namespace
}  // namespace orujo::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const bool once = (orujo::test::end_at_failed_checks(), true);
  static_cast<void>(once);
  orujo::test::read_rows_of({bytes, size});
  return 0;
}
