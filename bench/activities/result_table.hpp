// A table of results: Markdown on stdout, and a CSV file that plots are made from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace orujo::bench {

class result_table {
public:
  /// `csv` is a file, or empty.
  result_table(std::vector<std::string> columns, const std::string& csv) {
    if (!csv.empty()) {
      file_.open(csv);
      if (!file_) { throw std::runtime_error("cannot write " + csv); }
      file_ << fmt::format("{}\n", fmt::join(columns, ","));
    }
    const std::vector<std::string> rule(columns.size(), "---");
    std::fputs(
        fmt::format("| {} |\n| {} |\n", fmt::join(columns, " | "), fmt::join(rule, " | ")).c_str(),
        stdout);
  }

  void add(const std::vector<std::string>& cells) {
    std::fputs(fmt::format("| {} |\n", fmt::join(cells, " | ")).c_str(), stdout);
    std::fflush(stdout);
    if (file_.is_open()) { file_ << fmt::format("{}\n", fmt::join(cells, ",")) << std::flush; }
  }

private:
  std::ofstream file_;
};

/// "12.3"
[[nodiscard]] inline std::string shown(double value, int digits = 1) {
  return fmt::format("{:.{}f}", value, digits);
}

}  // namespace orujo::bench
