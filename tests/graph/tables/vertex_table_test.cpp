// Rows that begin with a vertex, in each format.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/tables/vertex_table.hpp"

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "orujo/base/error.hpp"
#include "orujo/base/ids.hpp"

namespace orujo::test {
namespace {

using namespace tables;

class tables_of_vertices : public testing::Test {
protected:
  tables_of_vertices()
      : folder_(std::filesystem::temp_directory_path() /
                ("orujo_tables_" + std::to_string(getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
  }
  ~tables_of_vertices() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }

  [[nodiscard]] std::string text_of(const char* name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

private:
  std::filesystem::path folder_;
};

TEST_F(tables_of_vertices, as_csv) {
  vertex_table table(path("t.csv"), {.columns = {{"depth", column_kind::integer},
                                                 {"parent", column_kind::vertex},
                                                 {"score", column_kind::real}},
                                     .num_rows = 3});
  const std::vector<table_cell> rows{10,
                                     0,
                                     10,
                                     bits_of(0.1),
                                     20,
                                     1,
                                     10,
                                     bits_of(1e-20),
                                     18446744073709551614U,
                                     bits_of(std::int64_t{-1}),
                                     no_vertex,
                                     bits_of(3.0)};
  table.add(rows);
  table.commit();
  EXPECT_EQ(text_of("t.csv"),
            "vertex,depth,parent,score\n10,0,10,0.1\n20,1,10,1e-20\n"
            "18446744073709551614,-1,-1,3\n");
}

TEST_F(tables_of_vertices, as_npy_have_an_aligned_header_and_whole_rows) {
  vertex_table table(path("t.npy"), {.columns = {{"depth", column_kind::integer}}, .num_rows = 2});
  const std::vector<table_cell> rows{7, bits_of(std::int64_t{-1}), 8, 5};
  table.add(rows);
  table.commit();
  const std::string text = text_of("t.npy");
  ASSERT_EQ(text.size() % 64, 32U);
  EXPECT_EQ(text.substr(1, 5), "NUMPY");
  EXPECT_NE(text.find("'shape': (2,)"), std::string::npos);
  std::array<std::int64_t, 4> cells{};
  std::memcpy(cells.data(), text.data() + text.size() - 32, 32);
  EXPECT_EQ(cells, (std::array<std::int64_t, 4>{7, -1, 8, 5}));
}

TEST_F(tables_of_vertices, as_npy_of_many_columns_have_a_long_header) {
  for (const std::size_t columns : {2'900U, 5'000U}) {
    table_layout layout;
    for (std::size_t i = 0; i < columns; ++i) {
      layout.columns.push_back({"x" + std::to_string(i), column_kind::real});
    }
    vertex_table table(path("t.npy"), layout);
    table.commit();
    const std::string text = text_of("t.npy");
    const std::size_t before = columns == 5'000 ? 12 : 10;
    EXPECT_EQ(text[6], columns == 5'000 ? 2 : 1);
    std::uint32_t length = 0;
    std::memcpy(&length, text.data() + 8, before - 8);
    EXPECT_EQ(before + length, text.size());
    EXPECT_EQ(text.size() % 64, 0U);
    EXPECT_EQ(text.back(), '\n');
  }
}

TEST_F(tables_of_vertices, ids_of_npy_tables_are_unsigned) {
  vertex_table table(path("t.npy"), {.columns = {{"parent", column_kind::vertex},
                                                 {"depth", column_kind::integer},
                                                 {"x", column_kind::real}}});
  table.commit();
  EXPECT_NE(text_of("t.npy").find(
                "[('vertex', '<u8'), ('parent', '<u8'), ('depth', '<i8'), ('x', '<f8')]"),
            std::string::npos);
}

TEST_F(tables_of_vertices, names_stand_between_quotes_where_they_must) {
  vertex_table table(
      path("t.csv"),
      {.columns = {{"parent", column_kind::vertex}}, .num_rows = 2, .longest_name = 9});
  vertex_names names;
  for (const char* name : {"New York", "a,b", "say \"x\"", ""}) { names.add(name); }
  table.add(std::vector<table_cell>{0, 1, 2, no_vertex}, names);
  table.commit();
  EXPECT_EQ(text_of("t.csv"), "vertex,parent\nNew York,\"a,b\"\n\"say \"\"x\"\"\",\n");
}

TEST_F(tables_of_vertices, names_of_npy_tables_are_strings_of_one_length) {
  vertex_table table(
      path("t.npy"),
      {.columns = {{"depth", column_kind::integer}}, .num_rows = 1, .longest_name = 2});
  vertex_names names;
  names.add("\xc3\xa9");
  table.add(std::vector<table_cell>{0, 5}, names);
  table.commit();
  const std::string text = text_of("t.npy");
  EXPECT_NE(text.find("[('vertex', '<U2'), ('depth', '<i8')]"), std::string::npos);
  EXPECT_EQ(text.substr(text.size() - 16), std::string("\xe9\0\0\0\0\0\0\0\5\0\0\0\0\0\0\0", 16));
}

TEST_F(tables_of_vertices, of_an_unknown_suffix_are_usage_errors) {
  EXPECT_THROW(check_suffix("ranks.txt"), usage_error);
  EXPECT_NO_THROW(check_suffix("ranks.npy"));
  EXPECT_NO_THROW(check_suffix("-"));
  EXPECT_NO_THROW(check_suffix("/dev/null"));
}

}  // namespace
}  // namespace orujo::test
