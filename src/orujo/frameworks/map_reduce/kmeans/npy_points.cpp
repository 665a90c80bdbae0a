// Points in a matrix as NumPy saves it (numpy/doc/neps/nep-0001).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_tables.hpp"
#include "orujo/graph/io/mapped_file.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::points {

namespace {

static_assert(std::endian::native == std::endian::little, "the files that are read are");

struct npy_matrix {
  bool is_single = false;
  std::uint64_t rows = 0;
  std::size_t columns = 1;
  std::string_view data;
};

class npy_header {
public:
  npy_header(const std::string& path, std::string_view bytes) : path_(path), bytes_(bytes) {}

  /// Throws: input_error.
  [[nodiscard]] npy_matrix read() {
    take_text();
    npy_matrix matrix;
    const std::string_view type = value_of("'descr':");
    matrix.is_single = type.starts_with("'<f4'");
    if (!matrix.is_single && !type.starts_with("'<f8'")) {
      fail("holds no float32 or float64 of this machine's byte order, which are what is read");
    }
    if (!value_of("'fortran_order':").starts_with("False")) {
      fail("has its columns one after the other; save numpy.ascontiguousarray() of it");
    }
    read_shape(value_of("'shape':"), matrix);
    const std::size_t size = matrix.is_single ? 4 : 8;
    matrix.data = bytes_;
    if (matrix.rows == 0 || matrix.columns == 0) { fail("holds no numbers"); }
    if (matrix.data.size() / size / matrix.columns < matrix.rows) {
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

/// Number `index` of a matrix.
template <typename T>
[[nodiscard]] T number_at(const npy_matrix& matrix, std::uint64_t index) {
  if (matrix.is_single) {
    float value = 0;
    std::memcpy(&value, matrix.data.data() + index * sizeof value, sizeof value);
    return static_cast<T>(value);
  }
  double value = 0;
  std::memcpy(&value, matrix.data.data() + index * sizeof value, sizeof value);
  return static_cast<T>(value);
}

}  // namespace

point_precision precision_of_npy(const std::string& path) {
  const io::mapped_file file(path);
  return npy_header(path, file.bytes()).read().is_single ? point_precision::single
                                                         : point_precision::full;
}

template <typename T>
point_rows<T> read_npy(rank_team& team, const std::string& path,
                       const std::vector<std::string>& columns) {
  return run_agreed(team, [&] {
    const io::mapped_file file(path);
    const npy_matrix matrix = npy_header(path, file.bytes()).read();
    const std::vector<std::string> names(matrix.columns);
    const std::vector<std::size_t> chosen = chosen_columns(path, names, columns);
    const index_range share =
        even_share(static_cast<std::size_t>(matrix.rows), index_of(team.rank()), team.size());
    point_rows<T> rows{.dimensions = chosen.size()};
    rows.values.reserve((share.last - share.first) * chosen.size());
    for (std::size_t i = share.first; i < share.last; ++i) {
      for (const std::size_t column : chosen) {
        const T value = number_at<T>(matrix, i * matrix.columns + column);
        if (!std::isfinite(value)) {
          throw input_error(path, {},
                            fmt::format("row {}, column {} is {}, which is not finite; leave out "
                                        "such points",
                                        i + 1, column + 1, value));
        }
        rows.values.push_back(value);
      }
    }
    return rows;
  });
}

template point_rows<float> read_npy(rank_team&, const std::string&,
                                    const std::vector<std::string>&);
template point_rows<double> read_npy(rank_team&, const std::string&,
                                     const std::vector<std::string>&);

}  // namespace orujo::points
