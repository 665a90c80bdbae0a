// A loop for each type of number and text, and exact decimals without a detour by text.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/columnar/arrow/array_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>

#include <arrow/array/array_binary.h>
#include <arrow/array/array_decimal.h>
#include <arrow/array/array_dict.h>
#include <arrow/array/array_primitive.h>
#include <arrow/util/decimal.h>
#include <arrow/util/float16.h>

#include "orujo/graph/columnar/arrow/arrow_result.hpp"

namespace orujo::columnar {

namespace {

using arrow::Type;

template <typename Array>
void read_whole(const arrow::Array& array, column_values& out) {
  const auto& typed = static_cast<const Array&>(array);
  using value_type = std::remove_cvref_t<decltype(typed.Value(0))>;
  using wide = std::conditional_t<std::is_signed_v<value_type>, std::int64_t, std::uint64_t>;
  out.whole.resize(static_cast<std::size_t>(array.length()));
  for (std::size_t i = 0; i < out.whole.size(); ++i) {
    const wide value = typed.Value(static_cast<std::int64_t>(i));
    out.whole[i] = static_cast<std::uint64_t>(value);
  }
}

/// `real(i)` is the value of row i.
template <typename Real>
void read_reals(const arrow::Array& array, column_values& out, Real real) {
  out.real.resize(static_cast<std::size_t>(array.length()));
  for (std::size_t i = 0; i < out.real.size(); ++i) {
    out.real[i] = real(static_cast<std::int64_t>(i));
  }
}

template <typename Array>
void read_floats(const arrow::Array& array, column_values& out) {
  const auto& typed = static_cast<const Array&>(array);
  read_reals(array, out, [&](std::int64_t i) { return static_cast<double>(typed.Value(i)); });
}

void read_halves(const arrow::Array& array, column_values& out) {
  const auto& typed = static_cast<const arrow::HalfFloatArray&>(array);
  read_reals(array, out, [&](std::int64_t i) {
    return arrow::util::Float16::FromBits(typed.Value(i)).ToDouble();
  });
}

/// The double that is nearest to the text of a number.
double nearest(const std::string& text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = end == text.data() + text.size();
  return problem == std::errc() && whole ? value : std::numeric_limits<double>::infinity();
}

void read_decimals(const arrow::Array& array, column_values& out) {
  const auto& typed = static_cast<const arrow::Decimal128Array&>(array);
  const std::int32_t scale = static_cast<const arrow::Decimal128Type&>(*array.type()).scale();
  // Whole numbers up to 2^53 and powers of ten up to 10^22 are doubles: their quotient is the
  // nearest one.
  constexpr std::int32_t most_zeros = 22;
  constexpr std::int64_t exact = std::int64_t{1} << 53;
  const bool short_scale = scale >= 0 && scale <= most_zeros;
  const double divisor = short_scale ? std::pow(10.0, scale) : 1.0;
  read_reals(array, out, [&](std::int64_t i) {
    const arrow::Decimal128 value(typed.GetValue(i));
    const auto low = static_cast<std::int64_t>(value.low_bits());
    const bool fits = value.high_bits() == (low < 0 ? -1 : 0) && low >= -exact && low <= exact;
    if (short_scale && fits) { return static_cast<double>(low) / divisor; }
    return nearest(typed.FormatValue(i));
  });
}

void read_long_decimals(const arrow::Array& array, column_values& out) {
  const auto& typed = static_cast<const arrow::Decimal256Array&>(array);
  read_reals(array, out, [&](std::int64_t i) { return nearest(typed.FormatValue(i)); });
}

template <typename Array>
void read_texts(const arrow::Array& array, column_values& out) {
  const auto& typed = static_cast<const Array&>(array);
  out.texts.resize(static_cast<std::size_t>(array.length()));
  for (std::size_t i = 0; i < out.texts.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    if (!typed.IsNull(at)) { out.texts[i] = typed.GetView(at); }
  }
}

struct array_reader {
  Type::type type;
  value_kind kind;
  void (*read)(const arrow::Array& array, column_values& out);
};

constexpr std::array<array_reader, 19> readers = {{
    {Type::INT8, value_kind::signed_number, read_whole<arrow::Int8Array>},
    {Type::INT16, value_kind::signed_number, read_whole<arrow::Int16Array>},
    {Type::INT32, value_kind::signed_number, read_whole<arrow::Int32Array>},
    {Type::INT64, value_kind::signed_number, read_whole<arrow::Int64Array>},
    {Type::UINT8, value_kind::unsigned_number, read_whole<arrow::UInt8Array>},
    {Type::UINT16, value_kind::unsigned_number, read_whole<arrow::UInt16Array>},
    {Type::UINT32, value_kind::unsigned_number, read_whole<arrow::UInt32Array>},
    {Type::UINT64, value_kind::unsigned_number, read_whole<arrow::UInt64Array>},
    {Type::HALF_FLOAT, value_kind::real_number, read_halves},
    {Type::FLOAT, value_kind::real_number, read_floats<arrow::FloatArray>},
    {Type::DOUBLE, value_kind::real_number, read_floats<arrow::DoubleArray>},
    {Type::DECIMAL128, value_kind::real_number, read_decimals},
    {Type::DECIMAL256, value_kind::real_number, read_long_decimals},
    {Type::STRING, value_kind::text, read_texts<arrow::StringArray>},
    {Type::LARGE_STRING, value_kind::text, read_texts<arrow::LargeStringArray>},
    {Type::STRING_VIEW, value_kind::text, read_texts<arrow::StringViewArray>},
    {Type::BINARY, value_kind::text, read_texts<arrow::BinaryArray>},
    {Type::LARGE_BINARY, value_kind::text, read_texts<arrow::LargeBinaryArray>},
    {Type::BINARY_VIEW, value_kind::text, read_texts<arrow::BinaryViewArray>},
}};

/// The reader of plain arrays of this type; nullptr if there is none.
const array_reader* reader_of(Type::type type) {
  const auto* const found = std::find_if(readers.begin(), readers.end(),
                                         [&](const auto& reader) { return reader.type == type; });
  return found == readers.end() ? nullptr : found;
}

void read_plain(const arrow::Array& array, column_values& out) {
  reader_of(array.type_id())->read(array, out);
}

/// Notes that there is no value in row `i` of `rows`.
void note_missing(std::size_t i, std::size_t rows, column_values& out) {
  if (!out.first_missing) {
    out.first_missing = i;
    out.present.assign(rows, 1);
  }
  out.present[i] = 0;
}

void note_all_missing(const arrow::Array& array, column_values& out) {
  if (array.null_count() == 0) { return; }
  const auto rows = static_cast<std::size_t>(array.length());
  for (std::size_t i = 0; i < rows; ++i) {
    if (array.IsNull(static_cast<std::int64_t>(i))) { note_missing(i, rows, out); }
  }
}

}  // namespace

value_kind kind_of(const arrow::DataType& type) {
  if (type.id() == Type::DICTIONARY) {
    const auto& values = *static_cast<const arrow::DictionaryType&>(type).value_type();
    return values.id() == Type::DICTIONARY ? value_kind::other : kind_of(values);
  }
  const array_reader* const reader = reader_of(type.id());
  return reader == nullptr ? value_kind::other : reader->kind;
}

std::vector<table_column> columns_of(const arrow::Schema& schema) {
  std::vector<table_column> columns;
  for (const auto& field : schema.fields()) {
    columns.push_back({field->name(), kind_of(*field->type()), field->type()->ToString()});
  }
  return columns;
}

block_maker::block_maker(std::span<const std::size_t> columns) : dictionaries_(columns.size()) {
  for (const std::size_t column : columns) { sorted_.push_back(static_cast<int>(column)); }
  std::sort(sorted_.begin(), sorted_.end());
  for (const std::size_t column : columns) {
    const auto at = std::find(sorted_.begin(), sorted_.end(), static_cast<int>(column));
    places_.push_back(static_cast<std::size_t>(at - sorted_.begin()));
  }
}

void block_maker::make(const std::shared_ptr<arrow::RecordBatch>& batch, table_block& block) {
  block.rows = static_cast<std::size_t>(batch->num_rows());
  block.columns.assign(places_.size(), {});
  block.held = batch;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto place = static_cast<int>(places_[i]);
    if (place >= batch->num_columns()) { throw malformed_table("a column is missing in a batch"); }
    const std::shared_ptr<arrow::Array> array = batch->column(place);
    if (array->length() != batch->num_rows()) { throw malformed_table("columns differ in length"); }
    if (array->type_id() == Type::DICTIONARY) {
      read_dictionary(*array, dictionaries_[i], block.columns[i]);
      continue;
    }
    check(array->ValidateFull());
    note_all_missing(*array, block.columns[i]);
    read_plain(*array, block.columns[i]);
  }
}

/// Consecutive batches share a dictionary: it is checked and read when it is another.
void block_maker::read_dictionary(const arrow::Array& array, known_dictionary& known,
                                  column_values& out) const {
  const auto& typed = static_cast<const arrow::DictionaryArray&>(array);
  if (known.data == nullptr || known.data != array.data()->dictionary) {
    const std::shared_ptr<arrow::Array> values = typed.dictionary();
    check(values->ValidateFull());
    known = {.data = array.data()->dictionary, .values = {}, .missing = {}};
    read_plain(*values, known.values);
    for (std::int64_t i = 0; i < values->length(); ++i) {
      known.missing.push_back(values->IsNull(i));
    }
  }
  check(typed.indices()->ValidateFull());
  const auto rows = static_cast<std::size_t>(array.length());
  const column_values& values = known.values;
  out.whole.resize(values.whole.empty() ? 0 : rows);
  out.real.resize(values.real.empty() ? 0 : rows);
  out.texts.resize(values.texts.empty() ? 0 : rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const auto at = static_cast<std::int64_t>(i);
    const bool is_there = !typed.IsNull(at);
    const auto entry = is_there ? static_cast<std::size_t>(typed.GetValueIndex(at)) : 0;
    if (is_there && entry >= known.missing.size()) {
      throw malformed_table("a value lies beyond the end of its dictionary");
    }
    if (!is_there || known.missing[entry]) {
      note_missing(i, rows, out);
      continue;
    }
    if (!out.whole.empty()) { out.whole[i] = values.whole[entry]; }
    if (!out.real.empty()) { out.real[i] = values.real[entry]; }
    if (!out.texts.empty()) { out.texts[i] = values.texts[entry]; }
  }
}

}  // namespace orujo::columnar
