// The two libraries behind a table: Parquet's, and Arrow's for its own files and streams.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <arrow/buffer.h>
#include <arrow/io/memory.h>

#include "orujo/graph/columnar/table_plugin.hpp"

namespace orujo::columnar {

/// The bytes of a file that stay where they are, as Arrow reads them.
[[nodiscard]] inline std::shared_ptr<arrow::io::BufferReader> reader_over(
    std::span<const std::byte> bytes) {
  // Bytes are bytes.
  return std::make_shared<arrow::io::BufferReader>(
      std::make_shared<arrow::Buffer>(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                      static_cast<std::int64_t>(bytes.size())));
}

/// Both throw malformed_table.
[[nodiscard]] std::unique_ptr<table_source> open_parquet(std::span<const std::byte> bytes);
[[nodiscard]] std::unique_ptr<table_source> open_arrow(std::span<const std::byte> bytes);

[[nodiscard]] std::unique_ptr<table_sink> make_parquet_sink(
    const std::vector<written_column>& columns, byte_taker take);

}  // namespace orujo::columnar
