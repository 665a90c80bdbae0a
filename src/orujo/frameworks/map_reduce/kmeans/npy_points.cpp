// Points in a matrix as NumPy saves it (numpy/doc/neps/nep-0001).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_pieces.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_tables.hpp"
#include "orujo/graph/agreed_loop.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/mapped_file.hpp"

namespace orujo::points {

namespace {

static_assert(std::endian::native == std::endian::little, "the files that are read are");

/// Where the numbers of a column are, and as what.
struct npy_column {
  char kind = 'f';  ///< 'f': real, 'i': signed, 'u': unsigned, 'V': what fills a record up.
  std::size_t bytes = 8;
  std::uint64_t offset = 0;  ///< Of the first row's number.

  [[nodiscard]] bool is_single() const noexcept { return kind == 'f' && bytes == 4; }
};

/// A matrix of one type, or records whose fields are columns.
struct npy_matrix {
  npy_column first;                ///< Of one type.
  std::uint64_t column_bytes = 0;  ///< From one column of one type to the next.
  std::vector<npy_column> fields;  ///< Of records.
  std::vector<std::string> names;  ///< Of all columns; empty ones of a matrix of one type.
  std::uint64_t row_bytes = 0;     ///< From one row to the next.
  std::uint64_t rows = 0;
  std::string_view data;

  [[nodiscard]] npy_column column(std::size_t number) const {
    if (!fields.empty()) { return fields[number]; }
    return {first.kind, first.bytes, number * column_bytes};
  }
};

class npy_header {
public:
  npy_header(const std::string& path, std::string_view bytes) : path_(path), bytes_(bytes) {}

  /// Throws: input_error.
  [[nodiscard]] npy_matrix read() {
    take_text();
    npy_matrix matrix;
    const std::string_view type = value_of("'descr':");
    const std::vector<std::uint64_t> sizes = read_shape(value_of("'shape':"));
    matrix.rows = sizes[0];
    matrix.data = bytes_;
    if (type.starts_with('[')) {
      if (sizes.size() > 1) { fail(no_matrix); }
      read_fields(type.substr(1), matrix);
      require_rows(matrix, matrix.names.size(), bytes_.size() / matrix.row_bytes);
      return matrix;
    }
    matrix.first = read_type(type);
    const std::uint64_t columns = sizes.size() == 2 ? sizes[1] : 1;
    require_rows(matrix, columns, columns == 0 ? 0 : bytes_.size() / matrix.first.bytes / columns);
    matrix.names.resize(columns);
    const bool by_columns = value_of("'fortran_order':").starts_with("True");
    matrix.row_bytes = matrix.first.bytes * (by_columns ? 1 : columns);
    matrix.column_bytes = matrix.first.bytes * (by_columns ? matrix.rows : 1);
    return matrix;
  }

private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw input_error(path_, {}, problem);
  }

  /// Splits the bytes into header and data.
  void take_text() {
    constexpr std::size_t magic = 8;
    const bool is_short = bytes_.size() > magic && bytes_[6] == 1;
    const std::size_t length_bytes = is_short ? 2 : 4;
    if (bytes_.size() < magic + length_bytes) { fail("is cut off in its header"); }
    std::uint32_t length = 0;
    std::memcpy(&length, bytes_.data() + magic, length_bytes);
    const std::size_t end = magic + length_bytes + length;
    if (bytes_.size() < end) { fail("is cut off in its header"); }
    text_ = bytes_.substr(magic + length_bytes, length);
    bytes_.remove_prefix(end);
  }

  [[nodiscard]] std::string_view value_of(std::string_view key) const {
    const std::size_t at = text_.find(key);
    if (at == std::string_view::npos) { fail(fmt::format("has no {} in its header", key)); }
    const std::string_view rest = text_.substr(at + key.size());
    return rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
  }

  /// Throws: input_error unless there are rows of so many numbers, all of which the file holds.
  void require_rows(const npy_matrix& matrix, std::uint64_t columns, std::uint64_t held) const {
    if (matrix.rows == 0 || columns == 0) { fail("holds no numbers"); }
    if (held >= matrix.rows) { return; }
    fail(fmt::format("is cut off: {} rows of {} numbers are more than it holds", matrix.rows,
                     columns));
  }

  /// Such as '<f8' or '|u1', between quotes.
  [[nodiscard]] npy_column read_type(std::string_view text) const {
    constexpr std::array<std::string_view, 10> known = {
        "'<f4'", "'<f8'", "'|i1'", "'<i2'", "'<i4'", "'<i8'", "'|u1'", "'<u2'", "'<u4'", "'<u8'"};
    for (const std::string_view each : known) {
      if (!text.starts_with(each)) { continue; }
      return {.kind = each[2], .bytes = static_cast<std::size_t>(each[3] - '0')};
    }
    const bool is_plain = text.starts_with('\'');
    fail_as_type(is_plain ? text.substr(1, text.find('\'', 1) - 1) : odd_record);
  }
  [[noreturn]] void fail_as_type(std::string_view name) const {
    fail(
        fmt::format("has elements of the type {}, and whole numbers, float32 and float64 of this "
                    "machine's byte order, and plain records of them, are read; save a matrix of "
                    "float64",
                    io::quoted(name)));
  }

  /// Fields of a record, such as `('x', '<f8'), ('', '|V4'), ('y', '<f4')]`, of which the second
  /// one fills up.
  void read_fields(std::string_view text, npy_matrix& matrix) const {
    while (!text.starts_with(']')) {
      const std::string_view name = take_quoted(text, "(");
      npy_column field{.kind = 'V', .bytes = 0, .offset = matrix.row_bytes};
      if (name.empty() && text.starts_with(", '|V")) {
        field.bytes = width_of(take_quoted(text, ", ").substr(2));
      } else {
        text.remove_prefix(std::min<std::size_t>(2, text.size()));
        const npy_column type = read_type(text);
        field = {type.kind, type.bytes, matrix.row_bytes};
        matrix.names.emplace_back(name);
        matrix.fields.push_back(field);
        text.remove_prefix(5);
      }
      if (matrix.rows > 0 && field.bytes > bytes_.size()) {
        fail("is cut off: a row takes more than it holds");
      }
      matrix.row_bytes += field.bytes;
      if (!text.starts_with(')')) { fail_as_type(odd_record); }  // of records, or of arrays
      text.remove_prefix(text.starts_with("), ") ? 3 : 1);
    }
    if (matrix.names.empty()) { fail("holds no numbers"); }
  }
  /// Of what fills a record up. Throws: input_error unless it is digits, and not beyond the file.
  [[nodiscard]] std::size_t width_of(std::string_view digits) const {
    std::size_t bytes = 0;
    const char* const end = digits.data() + digits.size();
    const auto [at, problem] = std::from_chars(digits.data(), end, bytes);
    if (problem != std::errc() || at != end) { fail_as_type(fmt::format("|V{}", digits)); }
    return bytes;
  }
  /// The text between the quotes that follow `before`.
  [[nodiscard]] std::string_view take_quoted(std::string_view& text,
                                             std::string_view before) const {
    const bool begins = text.starts_with(before) && text.size() > before.size();
    const char quote = begins ? text[before.size()] : ' ';
    const std::size_t first = before.size() + 1;
    const std::size_t last = begins ? text.find(quote, first) : std::string_view::npos;
    if ((quote != '\'' && quote != '"') || last == std::string_view::npos) {
      fail_as_type(odd_record);
    }
    const std::string_view found = text.substr(first, last - first);
    text.remove_prefix(last + 1);
    return found;
  }

  /// One size or two.
  [[nodiscard]] std::vector<std::uint64_t> read_shape(std::string_view text) const {
    std::vector<std::uint64_t> sizes;
    const char* at = text.data();
    const std::size_t close = std::min(text.find(')'), text.size());
    const char* const end = at + close;
    while (at < end) {
      std::uint64_t size = 0;
      const auto [next, problem] = std::from_chars(at, end, size);
      if (problem == std::errc()) { sizes.push_back(size); }
      at = problem == std::errc() ? next : at + 1;
    }
    const bool is_tuple = text.starts_with('(') && close < text.size();
    if (!is_tuple || sizes.empty() || sizes.size() > 2) { fail(no_matrix); }
    return sizes;
  }

  static constexpr std::string_view odd_record = "record of more than numbers";
  static constexpr const char* no_matrix = "is no matrix with a row for each point";

  const std::string& path_;
  std::string_view bytes_;
  std::string_view text_;
};

template <typename T, typename Stored>
[[nodiscard]] T stored_at(const char* at) {
  Stored value = 0;
  std::memcpy(&value, at, sizeof value);
  return static_cast<T>(value);
}

template <typename T>
[[nodiscard]] T number_at(const npy_column& column, const char* at) {
  const bool is_signed = column.kind == 'i';
  if (column.kind == 'f') {
    return column.bytes == 4 ? stored_at<T, float>(at) : stored_at<T, double>(at);
  }
  switch (column.bytes) {
    case 1: return is_signed ? stored_at<T, std::int8_t>(at) : stored_at<T, std::uint8_t>(at);
    case 2: return is_signed ? stored_at<T, std::int16_t>(at) : stored_at<T, std::uint16_t>(at);
    case 4: return is_signed ? stored_at<T, std::int32_t>(at) : stored_at<T, std::uint32_t>(at);
    default: return is_signed ? stored_at<T, std::int64_t>(at) : stored_at<T, std::uint64_t>(at);
  }
}

}  // namespace

point_precision precision_of_npy(const std::string& path, const std::vector<std::string>& columns) {
  const io::mapped_file file(path);
  const npy_matrix matrix = npy_header(path, file.bytes()).read();
  const std::vector<std::size_t> chosen = chosen_columns(path, matrix.names, columns);
  const bool is_single = std::all_of(chosen.begin(), chosen.end(), [&](std::size_t each) {
    return matrix.column(each).is_single();
  });
  return is_single ? point_precision::single : point_precision::full;
}

namespace {

/// Reads rows of a matrix into the blocks of a rank.
template <typename T>
class matrix_reader {
public:
  matrix_reader(const std::string& path, const npy_matrix& matrix,
                const std::vector<std::size_t>& columns)
      : path_(path), matrix_(matrix), numbers_(columns) {
    for (const std::size_t each : columns) { columns_.push_back(matrix.column(each)); }
  }

  /// Points first … last-1 of the rank. Throws: input_error.
  void read(std::size_t first, std::size_t last, point_blocks<T>& into) const {
    std::vector<T> row(columns_.size());
    for (std::size_t i = first; i < last; ++i) {
      const std::uint64_t number = into.first() + i;
      const char* const begin = matrix_.data.data() + number * matrix_.row_bytes;
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        row[j] = number_at<T>(columns_[j], begin + columns_[j].offset);
        if (std::isfinite(row[j])) { continue; }
        throw input_error(path_, {},
                          fmt::format("row {}, column {} is {}, which is not finite; leave out "
                                      "such points",
                                      number + 1, numbers_[j] + 1, row[j]));
      }
      into.put(i, row);
    }
  }

private:
  const std::string& path_;
  const npy_matrix& matrix_;
  const std::vector<std::size_t>& numbers_;
  std::vector<npy_column> columns_;
};

}  // namespace

template <typename T>
point_blocks<T> read_npy(rank_team& team, const std::string& path,
                         const std::vector<std::string>& columns) {
  std::optional<io::mapped_file> file;
  npy_matrix matrix;
  const std::vector<std::size_t> chosen = run_agreed(team, [&] {
    file.emplace(path);
    matrix = npy_header(path, file->bytes()).read();
    return chosen_columns(path, matrix.names, columns);
  });
  const point_share share = equal_share(team, matrix.rows, chosen.size());
  require_room_for_points(team, point_blocks<T>::bytes_for(share), path);
  point_blocks<T> points(share);
  const matrix_reader<T> reader(path, matrix, chosen);
  constexpr std::size_t rows_at_once = std::size_t{1} << 14U;
  agreed_for(team, {points.count(), rows_at_once},
             [&](std::size_t first, std::size_t last) { reader.read(first, last, points); });
  return points;
}

template point_blocks<float> read_npy(rank_team&, const std::string&,
                                      const std::vector<std::string>&);
template point_blocks<double> read_npy(rank_team&, const std::string&,
                                       const std::vector<std::string>&);

}  // namespace orujo::points
