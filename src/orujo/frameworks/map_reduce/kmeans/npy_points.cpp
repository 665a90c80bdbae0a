// Points in a matrix as NumPy saves it (numpy/doc/neps/nep-0001).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>

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

struct npy_matrix {
  char kind = 'f';  ///< 'f': real, 'i': signed, 'u': unsigned.
  std::size_t bytes = 8;
  bool column_after_column = false;
  std::uint64_t rows = 0;
  std::size_t columns = 1;
  std::string_view data;

  [[nodiscard]] bool is_single() const noexcept { return kind == 'f' && bytes == 4; }
};

class npy_header {
public:
  npy_header(const std::string& path, std::string_view bytes) : path_(path), bytes_(bytes) {}

  /// Throws: input_error.
  [[nodiscard]] npy_matrix read() {
    take_text();
    npy_matrix matrix;
    read_type(value_of("'descr':"), matrix);
    matrix.column_after_column = value_of("'fortran_order':").starts_with("True");
    read_shape(value_of("'shape':"), matrix);
    matrix.data = bytes_;
    if (matrix.rows == 0 || matrix.columns == 0) { fail("holds no numbers"); }
    if (matrix.data.size() / matrix.bytes / matrix.columns < matrix.rows) {
      fail(fmt::format("is cut off: {} rows of {} numbers are more than it holds", matrix.rows,
                       matrix.columns));
    }
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

  /// Such as '<f8' or '|u1'.
  void read_type(std::string_view text, npy_matrix& matrix) const {
    constexpr std::array<std::string_view, 10> known = {
        "'<f4'", "'<f8'", "'|i1'", "'<i2'", "'<i4'", "'<i8'", "'|u1'", "'<u2'", "'<u4'", "'<u8'"};
    for (const std::string_view each : known) {
      if (!text.starts_with(each)) { continue; }
      matrix.kind = each[2];
      matrix.bytes = static_cast<std::size_t>(each[3] - '0');
      return;
    }
    const bool is_plain = text.starts_with('\'');
    const std::string_view name = is_plain ? text.substr(1, text.find('\'', 1) - 1) : "a record";
    fail(
        fmt::format("has elements of the type {}, and whole numbers, float32 and float64 of this "
                    "machine's byte order are read; save a matrix of float64",
                    io::quoted(name)));
  }

  void read_shape(std::string_view text, npy_matrix& matrix) const {
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
    if (!is_tuple || sizes.empty() || sizes.size() > 2) {
      fail("is no matrix with a row for each point");
    }
    matrix.rows = sizes[0];
    if (sizes.size() == 2) { matrix.columns = sizes[1]; }
  }

  const std::string& path_;
  std::string_view bytes_;
  std::string_view text_;
};

template <typename T, typename Stored>
[[nodiscard]] T stored_at(const npy_matrix& matrix, std::uint64_t index) {
  Stored value = 0;
  std::memcpy(&value, matrix.data.data() + index * sizeof value, sizeof value);
  return static_cast<T>(value);
}

template <typename T>
[[nodiscard]] T number_at(const npy_matrix& matrix, std::uint64_t row, std::size_t column) {
  const std::uint64_t index =
      matrix.column_after_column ? column * matrix.rows + row : row * matrix.columns + column;
  const bool is_signed = matrix.kind == 'i';
  if (matrix.kind == 'f') {
    return matrix.bytes == 4 ? stored_at<T, float>(matrix, index)
                             : stored_at<T, double>(matrix, index);
  }
  switch (matrix.bytes) {
    case 1:
      return is_signed ? stored_at<T, std::int8_t>(matrix, index)
                       : stored_at<T, std::uint8_t>(matrix, index);
    case 2:
      return is_signed ? stored_at<T, std::int16_t>(matrix, index)
                       : stored_at<T, std::uint16_t>(matrix, index);
    case 4:
      return is_signed ? stored_at<T, std::int32_t>(matrix, index)
                       : stored_at<T, std::uint32_t>(matrix, index);
    default:
      return is_signed ? stored_at<T, std::int64_t>(matrix, index)
                       : stored_at<T, std::uint64_t>(matrix, index);
  }
}

}  // namespace

point_precision precision_of_npy(const std::string& path) {
  const io::mapped_file file(path);
  return npy_header(path, file.bytes()).read().is_single() ? point_precision::single
                                                           : point_precision::full;
}

namespace {

/// Reads rows of a matrix into the blocks of a rank.
template <typename T>
class matrix_reader {
public:
  matrix_reader(const std::string& path, const npy_matrix& matrix,
                const std::vector<std::size_t>& columns)
      : path_(path), matrix_(matrix), columns_(columns) {}

  /// Points first … last-1 of the rank. Throws: input_error.
  void read(std::size_t first, std::size_t last, point_blocks<T>& into) const {
    std::vector<T> row(columns_.size());
    for (std::size_t i = first; i < last; ++i) {
      const std::uint64_t number = into.first() + i;
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        row[j] = number_at<T>(matrix_, number, columns_[j]);
        if (std::isfinite(row[j])) { continue; }
        throw input_error(path_, {},
                          fmt::format("row {}, column {} is {}, which is not finite; leave out "
                                      "such points",
                                      number + 1, columns_[j] + 1, row[j]));
      }
      into.put(i, row);
    }
  }

private:
  const std::string& path_;
  const npy_matrix& matrix_;
  const std::vector<std::size_t>& columns_;
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
    return chosen_columns(path, std::vector<std::string>(matrix.columns), columns);
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
