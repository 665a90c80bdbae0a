// Points in the columns of a text.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_pieces.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_tables.hpp"
#include "orujo/graph/agreed_loop.hpp"
#include "orujo/graph/io/cells.hpp"
#include "orujo/graph/io/lines.hpp"
#include "orujo/graph/io/sniff.hpp"
#include "orujo/graph/io/text_blocks.hpp"

namespace orujo::points {

namespace {

/// How the lines of a text are read.
struct text_table {
  char separator = ',';
  std::size_t data_begin = 0;  ///< Where the first line of numbers begins.
  std::size_t cells = 0;       ///< Of each line.
  std::vector<std::size_t> columns;
  bool is_chosen = false;  ///< Whether the user says which columns are read.
};

[[nodiscard]] bool is_left_out(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  return begin == std::string_view::npos || line[begin] == '#';
}

[[nodiscard]] std::string_view without_blanks(std::string_view cell) {
  const std::size_t begin = std::min(cell.find_first_not_of(" \t\r"), cell.size());
  return cell.substr(begin, cell.find_last_not_of(" \t\r") + 1 - begin);
}

/// What stands for a number that T does not hold: 0 where it is too small.
template <typename T>
[[nodiscard]] T nearest_to(std::string_view number) {
  long double wide = std::numeric_limits<long double>::infinity();
  static_cast<void>(std::from_chars(number.data(), number.data() + number.size(), wide));
  return std::abs(wide) < 1 ? T{0} : std::numeric_limits<T>::infinity();
}

/// "nan" and "inf" in any form, too.
template <typename T>
[[nodiscard]] bool is_real(std::string_view cell, T& value) {
  if (cell.starts_with('+')) { cell.remove_prefix(1); }
  const char* const end = cell.data() + cell.size();
  const auto [at, problem] = std::from_chars(cell.data(), end, value);
  if (problem == std::errc::result_out_of_range) { value = nearest_to<T>(cell); }
  return problem != std::errc::invalid_argument && at == end;
}

/// Looks at the first line that is not left out. Throws: input_error.
text_table plan_of(const io::graph_file& file, const std::vector<std::string>& chosen) {
  io::line_walker lines(file.text());
  bool any = lines.next();
  while (any && is_left_out(lines.line())) { any = lines.next(); }
  if (!any) { file.fail(nullptr, "holds no numbers"); }
  text_table table;
  table.separator = io::separator_of(lines.line());
  table.data_begin = lines.begin();
  std::vector<std::string> names;
  bool is_heading = true;
  for (const std::string_view cell : io::cells_of(lines.line(), table.separator)) {
    names.push_back(io::content_of(without_blanks(cell)));
    double ignored = 0;
    is_heading &= !is_real(names.back(), ignored);
  }
  table.cells = names.size();
  if (is_heading) {
    table.data_begin = lines.end();
  } else {
    names.assign(names.size(), {});  // numbers name no columns
  }
  table.columns = chosen_columns(file.path(), names, chosen);
  table.is_chosen = !chosen.empty();
  return table;
}

template <typename T>
class line_reader {
public:
  line_reader(const text_table& table, std::vector<T>& values) : table_(table), values_(values) {}

  /// Appends the point in `line`. Throws: io::malformed_text.
  void read(std::string_view line) {
    if (is_left_out(line)) { return; }
    if (line.find('"') != std::string_view::npos) {
      cells_ = io::cells_of(line, table_.separator);
    } else {
      split(line);
    }
    if (cells_.size() != table_.cells) {
      throw io::malformed_text(
          line.data(), fmt::format("this line has {} column{}, and the first line has {}",
                                   cells_.size(), cells_.size() == 1 ? "" : "s", table_.cells));
    }
    for (const std::size_t column : table_.columns) {
      values_.push_back(number_in(cells_[column], column));
    }
  }

private:
  void split(std::string_view line) {
    cells_.clear();
    if (table_.separator == ' ') {
      for (std::size_t at = line.find_first_not_of(" \t\r"); at != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
        cells_.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(" \t\r", end);
      }
      return;
    }
    while (true) {
      const std::size_t end = line.find(table_.separator);
      cells_.push_back(line.substr(0, end));
      if (end == std::string_view::npos) { return; }
      line.remove_prefix(end + 1);
    }
  }

  [[nodiscard]] T number_in(std::string_view cell, std::size_t column) const {
    std::string_view text = without_blanks(cell);
    if (text.size() > 1 && text.starts_with('"')) { text = text.substr(1, text.size() - 2); }
    T value = 0;
    if (text.empty()) {
      throw io::malformed_text(
          cell.data(), fmt::format("column {} is empty; leave out such points", column + 1));
    }
    if (!is_real(text, value)) {
      throw io::malformed_text(
          cell.data(), fmt::format("{} in column {} is no number{}", io::quoted(text), column + 1,
                                   advice_on(text)));
    }
    if (!std::isfinite(value)) {
      const bool is_number = text.find_first_of("nN") == std::string_view::npos;  // inf, nan
      throw io::malformed_text(
          cell.data(),
          fmt::format("{} in column {} is {}; leave out such points", io::quoted(text), column + 1,
                      is_number ? fmt::format("beyond float{}", 8 * sizeof(T)) : "not finite"));
    }
    return value;
  }

  [[nodiscard]] std::string_view advice_on(std::string_view text) const noexcept {
    if (text.find(',') != std::string_view::npos) { return "; decimals have a point"; }
    return table_.is_chosen ? "" : "; name the columns to read with --columns";
  }

  const text_table& table_;
  std::vector<T>& values_;
  std::vector<std::string_view> cells_;
};

/// The points of a block, and where it lies in the file.
template <typename T>
struct read_block {
  std::uint64_t place;
  huge_array<T> values;
};

/// The points that one worker has read.
template <typename T>
struct alignas(cache_line_bytes) read_blocks {
  std::vector<read_block<T>> blocks;
};

template <typename T>
class block_reader {
public:
  block_reader(const std::string& path, const text_table& table, io::block_source& blocks)
      : path_(path), table_(table), blocks_(blocks) {}

  /// Takes blocks until there are none, or somebody has found a problem. Call: any worker.
  /// Throws: input_error.
  void read(read_blocks<T>& found, const first_error& problem) const {
    std::vector<T> values;
    io::text_block block;
    while (!problem.any() && blocks_.next(block)) {
      values.clear();
      try {
        line_reader<T> reader(table_, values);
        io::line_walker lines(block.text);
        while (lines.next()) { reader.read(lines.line()); }
      } catch (const io::malformed_text& why) {
        throw input_error(path_, blocks_.position_of(block, why.at()), why.what());
      }
      found.blocks.push_back({block.offset, piece_of<T>(values)});
    }
  }

private:
  const std::string& path_;
  const text_table& table_;
  io::block_source& blocks_;
};

/// What a rank that reads it all will need for the points, by the length of its first lines.
template <typename T>
std::uint64_t expected_bytes(const io::graph_file& file, const text_table& table) {
  constexpr std::size_t looked_at = std::size_t{1} << 16U;
  const std::string_view head = file.text().substr(table.data_begin, looked_at);
  const auto lines = static_cast<double>(io::count_lines(head, '#').lines);
  if (lines == 0) { return 0; }
  const double points = file.estimated_text_bytes() / (static_cast<double>(head.size()) / lines);
  return static_cast<std::uint64_t>(points) * table.columns.size() * sizeof(T);
}

/// The pieces of all workers in the order of the file.
template <typename T>
point_pieces<T> in_order(std::vector<read_blocks<T>> found, std::size_t dimensions) {
  std::vector<read_block<T>> all;
  for (read_blocks<T>& each : found) {
    std::move(each.blocks.begin(), each.blocks.end(), std::back_inserter(all));
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.place < b.place; });
  point_pieces<T> rows{.dimensions = dimensions};
  for (read_block<T>& each : all) { rows.pieces.push_back(std::move(each.values)); }
  return rows;
}

}  // namespace

template <typename T>
point_blocks<T> read_text(rank_team& team, const std::string& path,
                          const std::vector<std::string>& columns) {
  std::shared_ptr<const io::graph_file> file;
  const text_table table = run_agreed(team, [&] {
    file = std::make_shared<const io::graph_file>(path);
    io::refuse_archives(*file);
    return plan_of(*file, columns);
  });
  // A compressed file is read by the first rank alone.
  const int readers = file->text_is_whole() ? team.size() : 1;
  const bool reads = index_of(team.rank()) < readers;
  require_room_for_points(
      team, reads ? expected_bytes<T>(*file, table) / static_cast<std::uint64_t>(readers) : 0,
      path);
  const auto blocks = io::open_blocks(file, {.data_begin = table.data_begin},
                                      {.index = index_of(team.rank()), .count = team.size()});
  const block_reader<T> reader(path, table, *blocks);
  std::vector<read_blocks<T>> found(static_cast<std::size_t>(team.num_workers()));
  first_error problem;
  team.on_workers([&](worker& self) {
    run_kept(problem, [&] { reader.read(found[static_cast<std::size_t>(self.index())], problem); });
  });
  problem.agree(team);
  return shared_out(team, in_order(std::move(found), table.columns.size()), path);
}

template point_blocks<float> read_text(rank_team&, const std::string&,
                                       const std::vector<std::string>&);
template point_blocks<double> read_text(rank_team&, const std::string&,
                                        const std::vector<std::string>&);

}  // namespace orujo::points
