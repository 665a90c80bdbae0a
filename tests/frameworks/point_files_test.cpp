// Points as they stand in files, and what is wrong with some.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/point_files.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "containers/container_run.hpp"
#include "graph/io/packed_bytes.hpp"
#include "orujo/base/error.hpp"

namespace orujo::test {

namespace {

std::string points_path(const std::string& name) {
  return std::filesystem::temp_directory_path() /
         ("orujo_" + std::to_string(::getpid()) + "_" + name);
}

/// Rows of a file that holds `text`, on a team of three ranks; or what is wrong with it.
std::string read_back(const std::string& text, const std::vector<std::string>& columns = {}) {
  const std::string path = points_path("points");
  std::ofstream(path, std::ios::binary) << text;
  std::string found;
  try {
    run_team(team_of(3, 1), [&](rank_team& team) {
      const point_blocks<double> points = read_points<double>(team, path, columns);
      EXPECT_LE(points.first() + points.count(), points.total());
      std::vector<double> own;
      for (std::size_t i = 0; i < points.count(); ++i) {
        for (std::size_t j = 0; j < points.dimensions(); ++j) { own.push_back(points.at(i, j)); }
      }
      for (const auto& part : all_gather(team, std::span<const double>(own))) {
        if (index_of(team.rank()) != 0) { continue; }
        for (const double value : part) { found += std::to_string(std::lround(value * 10)) + " "; }
      }
    });
  } catch (const error& problem) {
    found = problem.code() == exit_code::input ? problem.what() : "";
    found = found.substr(found.find("_points") + 7);
  }
  std::filesystem::remove(path);
  return found;
}

/// A matrix of one number whose header says that it has this shape.
std::string npy_file(const std::string& shape) {
  const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + "}";
  const auto length = static_cast<char>(header.size());
  return std::string("\x93NUMPY\x01\x00", 8) + length + '\0' + header + std::string(8, '\0');
}

}  // namespace

TEST(point_files, are_read_with_headings_comments_and_chosen_columns_alone) {
  if (under_mpirun()) { return; }
  EXPECT_EQ(read_back("1,2\n3,4.5\n"), "10 20 30 45 ");
  EXPECT_EQ(read_back("a,b,c\n# no point\n\n1,x,-2e1\n+3,y,4\n", {"c", "1"}), "-200 10 40 30 ");
  EXPECT_EQ(read_back("1 2  3\r\n 4\t5 6\r\n", {"3"}), "30 60 ");
  EXPECT_EQ(read_back("name;x\n\"a;b\";1.5\n\"c\";\"2\"\n", {"x"}), "15 20 ");
  EXPECT_EQ(read_back("2,1\n3,4\n", {"1"}), "20 30 ");  // the first column, not that of a 1
  std::string many;
  std::string expected;
  for (int i = 0; i < 50'000; ++i) {
    many += std::to_string(i) + "\n";
    expected += std::to_string(10 * i) + " ";
  }
  EXPECT_EQ(read_back(many), expected);
}

TEST(point_files, name_the_place_of_what_is_wrong_alone) {
  if (under_mpirun()) { return; }
  EXPECT_EQ(read_back("1,2\n3,x\n"),
            ":2:3: 'x' in column 2 is no number; name the columns to read with --columns");
  EXPECT_EQ(read_back("1,2\n3,x\n", {"2"}), ":2:3: 'x' in column 2 is no number");
  EXPECT_EQ(read_back("a;b\n1,5;2\n"),
            ":2:1: '1,5' in column 1 is no number; decimals have a point");
  EXPECT_EQ(read_back("1,2\n3,\n"), ":2:3: column 2 is empty; leave out such points");
  EXPECT_EQ(read_back("a,b\n3,nan\n"),
            ":2:3: 'nan' in column 2 is not finite; leave out such points");
  EXPECT_EQ(read_back("1,2\n3\n"), ":2:1: this line has 1 column, and the first line has 2");
  EXPECT_EQ(read_back("1,2\n3,4,5\n", {"1"}),
            ":2:1: this line has 3 columns, and the first line has 2");
  EXPECT_EQ(read_back(std::string("PK\x03\x04", 4)), ": is a zip archive; unpack it first");
  EXPECT_EQ(read_back("# nothing\n"), ": holds no numbers");
  // so many columns that the bytes of a row are 0 in 64 bits
  EXPECT_EQ(read_back(npy_file("(1, 2305843009213693952)")).substr(0, 12), ": is cut off");
  EXPECT_EQ(read_back(npy_file("(0, 2305843009213693952)")), ": holds no numbers");
  EXPECT_EQ(read_back(npy_file("(1, 1")), ": is no matrix with a row for each point");
  EXPECT_EQ(read_back("a,b\n3,4\n", {"d"}).substr(0, 31), ": has no column 'd' among its 2");
}

TEST(point_files, ask_for_room_before_it_is_taken_alone) {
  if (under_mpirun()) { return; }
  const std::string path = points_path("much");
  const auto problem_of = [&path](const launch_options& options) {
    try {
      run_team(options, [&](rank_team& team) {
        static_cast<void>(read_points<double>(team, path));
        ADD_FAILURE() << "all were read";
      });
    } catch (const error& why) { return std::pair(why.code(), std::string(why.what())); }
    return std::pair(exit_code{}, std::string());
  };
  std::ofstream(path, std::ios::binary) << npy_file("(16777216, 1)");
  std::filesystem::resize_file(path, (std::size_t{1} << 27U) + 200);  // without a place on the disk
  for (const char* what : {"npy", "text"}) {
    SCOPED_TRACE(what);
    if (what == std::string("text")) {
      std::ofstream text(path);
      for (int i = 0; i < 200'000; ++i) { text << "1,2,3,4,5,6,7,8,9,0\n"; }
    }
    for (const int ranks : {1, 2}) {
      const auto [code, problem] =
          problem_of(with(team_of(ranks, 1), "memory_limit_bytes", "5000000"));
      EXPECT_EQ(code, exit_code::memory);
      EXPECT_NE(problem.find("the points of " + path + " needs about"), std::string::npos)
          << problem;
    }
  }
  std::filesystem::remove(path);
}

TEST(point_files, give_each_rank_equally_many_rows_alone) {
  if (under_mpirun()) { return; }
  const std::string path = points_path("rows.gz");  // packed: the first rank reads all
  std::string text;
  for (int i = 0; i < 300'001; ++i) { text += std::to_string(i) + " 7\n"; }
  std::ofstream(path, std::ios::binary) << gzip_of(text);
  for (const launch_options& options : {team_of(3, 2), team_of(2, 1, sim_model_of(2))}) {
    run_team(options, [&](rank_team& team) {
      const point_blocks<double> points = read_points<double>(team, path);
      EXPECT_EQ(points.total(), 300'001U);
      EXPECT_GE(points.count() + 2, 300'001U / static_cast<std::uint64_t>(team.size()));
      for (std::size_t i = 0; i < points.count(); ++i) {
        ASSERT_EQ(points.at(i, 0), static_cast<double>(points.first() + i));
        ASSERT_EQ(points.at(i, 1), 7);
      }
    });
  }
  std::filesystem::remove(path);
}

}  // namespace orujo::test
