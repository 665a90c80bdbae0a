// Totals of a column by the texts of another one: `table_totals NAMES NUMBERS FILE.parquet...`.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "orujo/base/error.hpp"
#include "orujo/frameworks/map_reduce/map_reduce.hpp"
#include "orujo/frameworks/map_reduce/table_rows.hpp"
#include "orujo/runtime/main_program.hpp"

struct totals_by_name {
  using key = std::string;
  using value = double;

  void map(const orujo::table_row& row, auto& emit) const {
    if (row.has(0) && row.has(1)) { emit(row.text(0), row.real(1)); }
  }
  static value combine(value a, value b) { return a + b; }
};

int main(int argc, char** argv) {
  if (argc < 4) {
    std::puts("table_totals NAMES NUMBERS FILE.parquet...");
    return 0;
  }
  return orujo::run_main({}, [&](orujo::rank_team& team) {
    orujo::table_rows rows(team, {argv + 3, argv + argc},
                           {{argv[1], orujo::cell_type::text}, {argv[2], orujo::cell_type::real}});
    orujo::hash_map<std::string, double> totals(team);
    orujo::map_reduce(totals_by_name{}, rows, totals);
    for (const auto& [name, total] : totals.top(10)) {
      if (team.rank() == orujo::rank_id{0}) { std::printf("%s %g\n", name.c_str(), total); }
    }
  });
}
