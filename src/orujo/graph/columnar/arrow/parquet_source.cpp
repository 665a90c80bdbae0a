// Reads the row groups of a Parquet file, each with a reader of its own.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <fmt/format.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>

#include "orujo/graph/columnar/arrow/array_values.hpp"
#include "orujo/graph/columnar/arrow/arrow_result.hpp"
#include "orujo/graph/columnar/arrow/table_sources.hpp"

namespace orujo::columnar {

namespace {

using file_reader = parquet::arrow::FileReader;
using metadata_pointer = std::shared_ptr<parquet::FileMetaData>;

/// Pages are read out of `bytes` as they are needed; `metadata` spares reading it again.
std::unique_ptr<file_reader> open_reader(std::span<const std::byte> bytes,
                                         const metadata_pointer& metadata) {
  arrow::MemoryPool* const pool = arrow::system_memory_pool();
  parquet::ArrowReaderProperties properties(false);  // no threads: the workers read
  properties.set_batch_size(rows_at_once);
  properties.set_pre_buffer(false);
  parquet::ReaderProperties file_properties(pool);
  file_properties.set_page_checksum_verification(true);
  auto file = parquet::ParquetFileReader::Open(reader_over(bytes), file_properties, metadata);
  return value_of(file_reader::Make(pool, std::move(file), properties));
}

class parquet_piece final : public table_piece {
public:
  parquet_piece(std::unique_ptr<file_reader> file, int row_group, block_maker maker)
      : file_(std::move(file)), maker_(std::move(maker)) {
    std::vector<int> leaves;
    for (const int column : maker_.sorted()) {
      leaves.push_back(
          file_->manifest().schema_fields[static_cast<std::size_t>(column)].column_index);
    }
    batches_ = value_of(file_->GetRecordBatchReader({row_group}, leaves));
  }

  bool next(table_block& block) override {
    return guarded([&] {
      std::shared_ptr<arrow::RecordBatch> batch;
      check(batches_->ReadNext(&batch));
      if (batch == nullptr) { return false; }
      maker_.make(batch, block);
      return true;
    });
  }

private:
  std::unique_ptr<file_reader> file_;
  block_maker maker_;
  std::unique_ptr<arrow::RecordBatchReader> batches_;
};

class parquet_source final : public table_source {
public:
  explicit parquet_source(std::span<const std::byte> bytes) : bytes_(bytes) {
    const std::unique_ptr<file_reader> file = open_reader(bytes, nullptr);
    metadata_ = file->parquet_reader()->metadata();
    std::shared_ptr<arrow::Schema> schema;
    check(file->GetSchema(&schema));
    facts_.columns = columns_of(*schema);
    for (std::size_t i = 0; i < facts_.columns.size(); ++i) {
      const bool is_flat = file->manifest().schema_fields.at(i).column_index >= 0;
      if (!is_flat) { facts_.columns[i].kind = value_kind::other; }
    }
    count_rows();
    facts_.piece_name = "row group";
    facts_.description =
        fmt::format("Parquet, {} row group{}", facts_.pieces, facts_.pieces == 1 ? "" : "s");
  }

  [[nodiscard]] const table_facts& facts() const noexcept override { return facts_; }

  [[nodiscard]] std::unique_ptr<table_piece> open(
      std::size_t piece, std::span<const std::size_t> columns) const override {
    return guarded([&]() -> std::unique_ptr<table_piece> {
      return std::make_unique<parquet_piece>(open_reader(bytes_, metadata_),
                                             static_cast<int>(piece), block_maker(columns));
    });
  }

private:
  void count_rows() {
    std::uint64_t rows = 0;
    for (int i = 0; i < metadata_->num_row_groups(); ++i) {
      const std::int64_t more = metadata_->RowGroup(i)->num_rows();
      if (more < 0) { throw malformed_table("a row group has a negative number of rows"); }
      facts_.rows_before.push_back(rows);
      rows += static_cast<std::uint64_t>(more);
    }
    facts_.pieces = facts_.rows_before.size();
    facts_.rows = rows;
  }

  std::span<const std::byte> bytes_;
  metadata_pointer metadata_;
  table_facts facts_;
};

}  // namespace

std::unique_ptr<table_source> open_parquet(std::span<const std::byte> bytes) {
  return guarded(
      [&]() -> std::unique_ptr<table_source> { return std::make_unique<parquet_source>(bytes); });
}

}  // namespace orujo::columnar
