// Writes Parquet: row groups of up to a million rows, packed by Snappy, which every reader knows.
// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <exception>
#include <utility>

#include <arrow/array/builder_binary.h>
#include <arrow/array/builder_primitive.h>
#include <arrow/io/interfaces.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include "orujo/graph/columnar/arrow/arrow_result.hpp"
#include "orujo/graph/columnar/arrow/table_sources.hpp"

namespace orujo::columnar {

namespace {

using column_type = written_column::type;

/// Gives what Arrow writes to a byte_taker; what that throws does not pass through Arrow.
class taking_stream final : public arrow::io::OutputStream {
public:
  explicit taking_stream(byte_taker take) : take_(std::move(take)) {}

  arrow::Status Write(const void* data, std::int64_t bytes) override {
    try {
      take_({static_cast<const char*>(data), static_cast<std::size_t>(bytes)});
    } catch (...) {
      problem_ = std::current_exception();
      return arrow::Status::IOError("not taken");
    }
    written_ += bytes;
    return arrow::Status::OK();
  }

  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  [[nodiscard]] bool closed() const override { return closed_; }
  [[nodiscard]] arrow::Result<std::int64_t> Tell() const override { return written_; }

  void rethrow() const {
    if (problem_) { std::rethrow_exception(problem_); }
  }

private:
  byte_taker take_;
  std::exception_ptr problem_;
  std::int64_t written_ = 0;
  bool closed_ = false;
};

std::shared_ptr<arrow::DataType> arrow_type(column_type type) {
  switch (type) {
    case column_type::signed_number: return arrow::int64();
    case column_type::unsigned_number: return arrow::uint64();
    case column_type::real_number: return arrow::float64();
    case column_type::text: break;
  }
  return arrow::utf8();
}

template <typename Builder, typename Value, typename Source>
std::shared_ptr<arrow::Array> build(const std::vector<Source>& values,
                                    const std::vector<std::uint8_t>& present, Value value) {
  Builder builder(arrow::system_memory_pool());
  check(builder.Reserve(static_cast<std::int64_t>(values.size())));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool is_there = present.empty() || present[i] != 0;
    check(is_there ? builder.Append(value(values[i])) : builder.AppendNull());
  }
  return value_of(builder.Finish());
}

std::shared_ptr<arrow::Array> array_of(const written_values& values, column_type type) {
  switch (type) {
    case column_type::signed_number:
      return build<arrow::Int64Builder>(values.bits, values.present, [](std::uint64_t bits) {
        return static_cast<std::int64_t>(bits);
      });
    case column_type::unsigned_number:
      return build<arrow::UInt64Builder>(values.bits, values.present,
                                         [](std::uint64_t bits) { return bits; });
    case column_type::real_number:
      return build<arrow::DoubleBuilder>(values.bits, values.present, [](std::uint64_t bits) {
        return std::bit_cast<double>(bits);
      });
    case column_type::text: break;
  }
  return build<arrow::StringBuilder>(values.texts, values.present,
                                     [](std::string_view text) { return text; });
}

class parquet_sink final : public table_sink {
public:
  parquet_sink(const std::vector<written_column>& columns, byte_taker take)
      : columns_(columns), stream_(std::make_shared<taking_stream>(std::move(take))) {
    arrow::FieldVector fields;
    for (const written_column& column : columns) {
      fields.push_back(arrow::field(column.name, arrow_type(column.values)));
    }
    schema_ = arrow::schema(std::move(fields));
    const auto properties = parquet::WriterProperties::Builder()
                                .memory_pool(arrow::system_memory_pool())
                                ->compression(parquet::Compression::SNAPPY)
                                ->build();
    kept([&] {
      writer_ = value_of(parquet::arrow::FileWriter::Open(*schema_, arrow::system_memory_pool(),
                                                          stream_, properties));
    });
  }

  void add(const std::vector<written_values>& columns) override {
    arrow::ArrayVector arrays;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      arrays.push_back(array_of(columns[i], columns_[i].values));
    }
    const std::int64_t rows = arrays.front()->length();
    const auto batch = arrow::RecordBatch::Make(schema_, rows, std::move(arrays));
    kept([&] { check(writer_->WriteRecordBatch(*batch)); });
  }

  void finish() override {
    kept([&] { check(writer_->Close()); });
  }

private:
  /// Throws what taking bytes threw in place of what Arrow makes of it.
  template <typename Call>
  void kept(Call call) {
    try {
      guarded(call);
    } catch (const malformed_table&) {
      stream_->rethrow();
      throw;
    }
  }

  std::vector<written_column> columns_;
  std::shared_ptr<taking_stream> stream_;
  std::shared_ptr<arrow::Schema> schema_;
  std::unique_ptr<parquet::arrow::FileWriter> writer_;
};

}  // namespace

std::unique_ptr<table_sink> make_parquet_sink(const std::vector<written_column>& columns,
                                              byte_taker take) {
  return std::make_unique<parquet_sink>(columns, std::move(take));
}

}  // namespace orujo::columnar
