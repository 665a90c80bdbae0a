// Reads Arrow IPC: files batch by batch in any order, streams from their beginning.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <string_view>

#include <arrow/ipc/options.h>
#include <arrow/ipc/reader.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <fmt/format.h>

#include "orujo/graph/columnar/arrow/array_values.hpp"
#include "orujo/graph/columnar/arrow/arrow_result.hpp"
#include "orujo/graph/columnar/arrow/table_sources.hpp"

namespace orujo::columnar {

namespace {

using file_reader = arrow::ipc::RecordBatchFileReader;
using stream_reader = arrow::ipc::RecordBatchStreamReader;
using batch_pointer = std::shared_ptr<arrow::RecordBatch>;

arrow::ipc::IpcReadOptions options_for(const std::vector<int>& columns) {
  arrow::ipc::IpcReadOptions options = arrow::ipc::IpcReadOptions::Defaults();
  options.memory_pool = arrow::system_memory_pool();
  options.use_threads = false;  // the workers read
  options.included_fields = columns;
  options.ensure_alignment = arrow::ipc::Alignment::kDataTypeSpecificAlignment;
  return options;
}

/// Hands out batches in slices.
class batch_slices {
public:
  explicit batch_slices(std::span<const std::size_t> columns) : maker_(columns) {}

  [[nodiscard]] const std::vector<int>& columns() const noexcept { return maker_.sorted(); }
  [[nodiscard]] bool is_used_up() const noexcept {
    return batch_ == nullptr || done_ >= batch_->num_rows();
  }

  void start(batch_pointer batch) {
    batch_ = std::move(batch);
    done_ = 0;
  }

  /// The next rows of the batch. Call: it is not used up.
  void take(table_block& block) {
    const std::int64_t rows = std::min(rows_at_once, batch_->num_rows() - done_);
    maker_.make(batch_->Slice(done_, rows), block);
    done_ += rows;
  }

private:
  block_maker maker_;
  batch_pointer batch_;
  std::int64_t done_ = 0;
};

/// Readers of one file that nobody uses just now: each has read the dictionaries.
class idle_readers {
public:
  explicit idle_readers(std::span<const std::byte> bytes) : bytes_(bytes) {}

  /// A reader of these columns. Call: any thread.
  [[nodiscard]] std::shared_ptr<file_reader> take(const std::vector<int>& columns) {
    {
      const std::lock_guard hold(lock_);
      if (columns == columns_ && !idle_.empty()) {
        std::shared_ptr<file_reader> reader = std::move(idle_.back());
        idle_.pop_back();
        return reader;
      }
    }
    return value_of(file_reader::Open(reader_over(bytes_), options_for(columns)));
  }

  void give_back(std::shared_ptr<file_reader> reader, const std::vector<int>& columns) {
    const std::lock_guard hold(lock_);
    if (columns != columns_) { idle_.clear(); }
    columns_ = columns;
    idle_.push_back(std::move(reader));
  }

private:
  std::span<const std::byte> bytes_;
  std::mutex lock_;  // guards what follows
  std::vector<int> columns_;
  std::vector<std::shared_ptr<file_reader>> idle_;
};

/// One batch of a file.
class batch_piece final : public table_piece {
public:
  batch_piece(idle_readers& readers, int number, std::span<const std::size_t> columns)
      : slices_(columns) {
    std::shared_ptr<file_reader> reader = readers.take(slices_.columns());
    slices_.start(value_of(reader->ReadRecordBatch(number)));
    readers.give_back(std::move(reader), slices_.columns());
  }

  bool next(table_block& block) override {
    if (slices_.is_used_up()) { return false; }
    guarded([&] { slices_.take(block); });
    return true;
  }

private:
  batch_slices slices_;
};

class file_source final : public table_source {
public:
  explicit file_source(std::span<const std::byte> bytes) : readers_(bytes) {
    const auto reader = value_of(file_reader::Open(reader_over(bytes), options_for({})));
    facts_.columns = columns_of(*reader->schema());
    facts_.pieces = static_cast<std::size_t>(reader->num_record_batches());
    const std::int64_t rows = value_of(reader->CountRows());
    if (rows < 0) { throw malformed_table("a negative number of rows"); }
    facts_.rows = static_cast<std::uint64_t>(rows);
    facts_.piece_name = "record batch";
    facts_.description =
        fmt::format("Arrow file, {} record batch{}", facts_.pieces, facts_.pieces == 1 ? "" : "es");
  }

  [[nodiscard]] const table_facts& facts() const noexcept override { return facts_; }

  [[nodiscard]] std::unique_ptr<table_piece> open(
      std::size_t piece, std::span<const std::size_t> columns) const override {
    return guarded([&]() -> std::unique_ptr<table_piece> {
      return std::make_unique<batch_piece>(readers_, static_cast<int>(piece), columns);
    });
  }

private:
  mutable idle_readers readers_;
  table_facts facts_;
};

/// All batches of a stream.
class stream_piece final : public table_piece {
public:
  stream_piece(std::span<const std::byte> bytes, std::span<const std::size_t> columns)
      : slices_(columns),
        stream_(value_of(stream_reader::Open(reader_over(bytes), options_for(slices_.columns())))) {
  }

  bool next(table_block& block) override {
    return guarded([&] {
      while (slices_.is_used_up()) {
        batch_pointer batch;
        check(stream_->ReadNext(&batch));
        if (batch == nullptr) { return false; }
        slices_.start(std::move(batch));
      }
      slices_.take(block);
      return true;
    });
  }

private:
  batch_slices slices_;
  std::shared_ptr<stream_reader> stream_;
};

class stream_source final : public table_source {
public:
  explicit stream_source(std::span<const std::byte> bytes) : bytes_(bytes) {
    const auto reader = value_of(stream_reader::Open(reader_over(bytes), options_for({})));
    facts_.columns = columns_of(*reader->schema());
    facts_.pieces = 1;
    facts_.rows_before = {0};
    facts_.piece_name = "stream";
    facts_.description = "Arrow stream";
    // Whoever writes a stream ends it with this mark, or by closing it.
    constexpr std::array<unsigned char, 8> end = {0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0};
    const bool ended = bytes.size() >= end.size() &&
                       std::memcmp(bytes.last(end.size()).data(), end.data(), end.size()) == 0;
    if (!ended) {
      facts_.guesses.emplace_back("the stream is complete, though it has no mark at its end");
    }
  }

  [[nodiscard]] const table_facts& facts() const noexcept override { return facts_; }

  [[nodiscard]] std::unique_ptr<table_piece> open(
      std::size_t /*piece*/, std::span<const std::size_t> columns) const override {
    return guarded([&]() -> std::unique_ptr<table_piece> {
      return std::make_unique<stream_piece>(bytes_, columns);
    });
  }

private:
  std::span<const std::byte> bytes_;
  table_facts facts_;
};

bool begins_as_file(std::span<const std::byte> bytes) {
  constexpr std::string_view mark = "ARROW1";
  return bytes.size() >= mark.size() && std::memcmp(bytes.data(), mark.data(), mark.size()) == 0;
}

}  // namespace

std::unique_ptr<table_source> open_arrow(std::span<const std::byte> bytes) {
  return guarded([&]() -> std::unique_ptr<table_source> {
    if (begins_as_file(bytes)) { return std::make_unique<file_source>(bytes); }
    return std::make_unique<stream_source>(bytes);
  });
}

}  // namespace orujo::columnar
