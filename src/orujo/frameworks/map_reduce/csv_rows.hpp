// Rows of CSV files as the input of jobs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "orujo/frameworks/map_reduce/text_files.hpp"
#include "orujo/graph/io/cells.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo {

/// What the first line of each file is.
enum class csv_heading { none, names_columns };

/// A row: what stands in its cells, without quotes around it.
struct csv_row {
  std::span<const std::string> cells;
  const std::string& path;
};

/// The rows of CSV files; text_files says how they are shared out. Cells stand between tabs,
/// semicolons or commas, the first of these that the first line of the file has outside of quotes;
/// a row is a line, also within quotes. Empty lines are left out.
class csv_rows {
public:
  /// Call, throws: as text_files.
  csv_rows(rank_team& team, const std::vector<std::string>& paths, csv_heading heading)
      : files_(team, paths), heading_(heading) {}

  /// As text_files::read(); items are csv_row. Throws: input_error for a quote without an end, with
  /// its line and column.
  template <typename Take>
  void read(worker& self, Take&& take) {
    std::vector<std::string> cells;
    files_.read(self, [&](const text_part& part) {
      const char separator = separator_in(part.head);
      bool is_heading = part.begins_file && heading_ == csv_heading::names_columns;
      for_each_line(part, [&](const text_line& line) {
        if (line.text.empty() || std::exchange(is_heading, false)) { return; }
        split(part, line.text, separator, cells);
        take(csv_row{cells, line.path});
      });
    });
  }
  [[nodiscard]] double progress() const { return files_.progress(); }

private:
  static char separator_in(std::string_view head) {
    io::line_walker lines(head);
    while (lines.next()) {
      if (lines.line().empty()) { continue; }
      const char found = io::separator_of(lines.line());
      return found == ' ' ? ',' : found;  // a line without any is one cell
    }
    return ',';
  }

  static void split(const text_part& part, std::string_view line, char separator,
                    std::vector<std::string>& cells) {
    cells.clear();
    try {
      for (const auto cell : io::cells_of(line, separator)) {
        cells.push_back(io::content_of(cell));
      }
    } catch (const io::malformed_text& problem) {
      throw input_error(part.path, part.position_of(problem.at()), problem.what());
    }
  }

  text_files files_;
  csv_heading heading_;
};

}  // namespace orujo
