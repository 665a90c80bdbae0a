// Rows of Parquet files as the input of jobs, if the plug-in is there.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/table_rows.hpp"

#include <bit>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "containers/container_run.hpp"
#include "graph/io/sample_file.hpp"
#include "orujo/base/error.hpp"
#include "orujo/frameworks/map_reduce/map_reduce.hpp"

namespace orujo::test {

namespace {

using columnar::table_plugin;
using columnar::written_column;
using columnar::written_values;

const table_plugin* plugin_of_tables() {
  try {
    return &columnar::open_table_plugin();
  } catch (const plugin_problem&) { return nullptr; }
}

constexpr std::uint64_t num_rows = 500;

/// Rows i: a name of five, -i, i / 4, and 2^63 + i; every seventh has no number.
void write_rows_of_test(const table_plugin& plugin, const std::string& path) {
  using type = written_column::type;
  std::ofstream file(path, std::ios::binary);
  const auto sink = plugin.write_parquet({{"name", type::text},
                                          {"number", type::signed_number},
                                          {"share", type::real_number},
                                          {"large", type::unsigned_number}},
                                         [&](std::string_view bytes) { file << bytes; });
  static const std::vector<std::string> names = {"a", "b", "", "a longer name of many letters",
                                                 "e"};
  std::vector<written_values> values(4);
  for (std::uint64_t i = 0; i < num_rows; ++i) {
    values[0].texts.push_back(names[i % names.size()]);
    values[1].bits.push_back(std::uint64_t{0} - i);
    values[1].present.push_back(i % 7 == 0 ? 0 : 1);
    values[2].bits.push_back(std::bit_cast<std::uint64_t>(static_cast<double>(i) / 4));
    values[3].bits.push_back((std::uint64_t{1} << 63U) + i);
  }
  sink->add(values);
  sink->finish();
}

/// Of each name, the sum of its numbers and its shares.
struct sums_by_name {
  using key = std::string;
  using value = double;
  void map(const table_row& row, auto& emit) const {
    const double number = row.has(1) ? static_cast<double>(row.whole(1)) : 0;
    emit(row.text(0), number + row.real(2));
  }
  static value combine(value a, value b) { return a + b; }
};

struct first_of_row {
  using key = std::uint64_t;
  using value = std::uint64_t;
  void map(const table_row& row, auto& emit) const { emit(static_cast<key>(row.whole(0)), 1); }
  static value combine(value a, value b) { return a + b; }
};

/// What reading `columns` of a file ends with, on two ranks.
std::string problem_of_rows(const std::string& path, const std::vector<table_column_use>& columns) {
  try {
    run_team(team_of(2, 1), [&](rank_team& team) {
      hash_map<std::uint64_t, std::uint64_t> found(team);
      map_reduce(first_of_row{}, table_rows(team, {path}, columns), found);
      ADD_FAILURE() << "the job has ended";
    });
  } catch (const error& why) {
    EXPECT_EQ(why.code(), exit_code::input);
    return std::string(why.what()).substr(path.size());
  }
  return {};
}

}  // namespace

TEST(table_rows, are_those_of_all_files_alone) {
  const table_plugin* const plugin = plugin_of_tables();
  if (under_mpirun() || plugin == nullptr) { GTEST_SKIP(); }
  const sample_file one("one.parquet", "");
  const sample_file other("other.parquet", "");
  for (const sample_file* file : {&one, &other}) { write_rows_of_test(*plugin, file->path()); }
  std::map<std::string, double> expected;
  for (std::uint64_t i = 0; i < num_rows; ++i) {
    const auto number = static_cast<double>(i);
    const char* const name = i % 5 == 0   ? "a"
                             : i % 5 == 1 ? "b"
                             : i % 5 == 2 ? ""
                             : i % 5 == 3 ? "a longer name of many letters"
                                          : "e";
    expected[name] += 2 * ((i % 7 == 0 ? 0 : -number) + number / 4);
  }
  on_teams({team_of(1, 1), team_of(1, 3), team_of(3, 2), team_of(2, 1, sim_model_of(1))},
           [&](rank_team& team) {
             hash_map<std::string, double> found(team);
             table_rows rows(team, {one.path(), other.path()},
                             {{"name", cell_type::text}, {"number"}, {"share", cell_type::real}});
             map_reduce(sums_by_name{}, rows, found);
             EXPECT_EQ(contents_of(found), expected);
             EXPECT_EQ(rows.progress(), 1);
           });
}

TEST(table_rows, are_refused_where_a_column_or_a_value_is_not_there_alone) {
  const table_plugin* const plugin = plugin_of_tables();
  if (under_mpirun() || plugin == nullptr) { GTEST_SKIP(); }
  const sample_file file("t.parquet", "");
  const std::string path = file.path();
  write_rows_of_test(*plugin, path);
  EXPECT_EQ(problem_of_rows(path, {{"numbre"}}),
            ": has no column 'numbre' among its 4; did you mean 'number'?");
  EXPECT_EQ(problem_of_rows(path, {{"name"}}),
            ": its column 'name' is of type string, not of whole numbers");
  EXPECT_EQ(problem_of_rows(path, {{"share", cell_type::text}}),
            ": its column 'share' is of type double, not of texts");
  EXPECT_EQ(problem_of_rows(path, {{"number"}}), ": row 1: column 'number' has no value");
  EXPECT_EQ(problem_of_rows(path, {{"large"}}),
            ": row 1: column 'large' holds 9223372036854775808, which is 2^63 or more");
  EXPECT_EQ(problem_of_rows(path + "x", {{"number"}}), ": no such file");
  const sample_file text("t.csv", "name,number\na,1\n");
  EXPECT_EQ(problem_of_rows(text.path(), {{"number"}}),
            ": is neither a Parquet nor an Arrow file, by its first bytes");
  std::filesystem::resize_file(path, 1000);
  EXPECT_EQ(problem_of_rows(path, {{"number"}}).substr(0, 27), ": cannot be read as Parquet");
}

}  // namespace orujo::test
