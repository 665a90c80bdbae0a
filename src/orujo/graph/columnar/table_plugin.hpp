// What the plug-in for Parquet and Arrow files offers, without any header of Arrow.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/base/plugin_files.hpp"

namespace orujo::columnar {

/// The file is damaged, or of a kind that the plug-in does not read. Whoever knows the file's name
/// makes an input_error of it.
class malformed_table : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The files that can be read.
enum class table_format : std::uint8_t {
  parquet,
  arrow,  ///< Both kinds of Arrow IPC: files with a directory of their batches, and streams.
};

/// What the values of a column are.
enum class value_kind : std::uint8_t {
  signed_number,    ///< Whole, of up to 64 bits.
  unsigned_number,  ///< The same from 0 on.
  real_number,
  text,
  other,  ///< Nothing that an edge is made of.
};

struct table_column {
  std::string name;
  value_kind kind = value_kind::other;
  std::string type;  ///< As Arrow calls it, for people: "decimal128(10, 2)".
};

/// What a table says of itself before its rows are read.
struct table_facts {
  std::string description;  ///< For people: "Parquet, 3 row groups".
  std::vector<table_column> columns;
  std::vector<std::string> guesses;  ///< What was assumed of it, for people.
  std::size_t pieces = 0;
  std::string piece_name;             ///< "row group"
  std::optional<std::uint64_t> rows;  ///< Of all pieces; empty: it does not say.
  /// How many rows come before each piece; empty where it does not say.
  std::vector<std::uint64_t> rows_before;
};

/// Consecutive values of one column, in the list of its kind. Where one is missing, the list holds
/// anything.
struct column_values {
  std::vector<std::uint64_t> whole;  ///< The bits of an std::int64_t, of signed_number.
  std::vector<double> real;
  std::vector<std::string_view> texts;
  std::vector<std::uint8_t> present;  ///< 0: the value is missing; empty: all are there.
  std::optional<std::size_t> first_missing;
};

/// Consecutive rows.
struct table_block {
  std::size_t rows = 0;
  std::vector<column_values> columns;  ///< As they were asked for.
  std::shared_ptr<const void> held;    ///< What texts point into.
};

/// A part of a table that is read in order.
class table_piece {
public:
  table_piece() = default;
  table_piece(const table_piece&) = delete;
  table_piece& operator=(const table_piece&) = delete;
  virtual ~table_piece() = default;

  /// Replaces `block` by the next rows, about 64 Ki of them; false when there are none left.
  /// Call: one thread at a time. Throws: malformed_table.
  virtual bool next(table_block& block) = 0;
};

/// A file of rows.
class table_source {
public:
  table_source() = default;
  table_source(const table_source&) = delete;
  table_source& operator=(const table_source&) = delete;
  virtual ~table_source() = default;

  [[nodiscard]] virtual const table_facts& facts() const noexcept = 0;

  /// Begins to read these columns of a piece. The source outlives the piece.
  /// Call: any thread, concurrently. Throws: malformed_table.
  [[nodiscard]] virtual std::unique_ptr<table_piece> open(
      std::size_t piece, std::span<const std::size_t> columns) const = 0;
};

/// A column to write.
struct written_column {
  enum class type : std::uint8_t { signed_number, unsigned_number, real_number, text };

  std::string name;
  type values = type::signed_number;
};

/// Consecutive values of one column to write.
struct written_values {
  std::vector<std::uint64_t> bits;      ///< Of an std::int64_t, std::uint64_t or double.
  std::vector<std::string_view> texts;  ///< In place of bits, of text.
  std::vector<std::uint8_t> present;    ///< 0: there is no value; empty: all are there.
};

/// A Parquet file in the making.
class table_sink {
public:
  table_sink() = default;
  table_sink(const table_sink&) = delete;
  table_sink& operator=(const table_sink&) = delete;
  virtual ~table_sink() = default;

  /// Appends rows: of each column as many values. Throws: what taking bytes throws.
  virtual void add(const std::vector<written_values>& columns) = 0;

  /// Gives all bytes that are left. Throws: as add().
  virtual void finish() = 0;
};

/// Takes the next bytes of a file.
using byte_taker = std::function<void(std::string_view)>;

/// What the plug-in can do.
class table_plugin {
public:
  table_plugin() = default;
  table_plugin(const table_plugin&) = delete;
  table_plugin& operator=(const table_plugin&) = delete;
  virtual ~table_plugin() = default;

  /// Reads the table in `bytes`, which stay where they are. Call: any thread.
  /// Throws: malformed_table.
  [[nodiscard]] virtual std::unique_ptr<table_source> open(
      table_format format, std::span<const std::byte> bytes) const = 0;

  /// Makes a Parquet file of these columns, and gives its bytes to `take` in turn.
  [[nodiscard]] virtual std::unique_ptr<table_sink> write_parquet(
      const std::vector<written_column>& columns, byte_taker take) const = 0;
};

inline constexpr plugin_kind table_plugin_kind = {
    .name = "plug-in for Parquet and Arrow",
    .mark = "Orujo tables",
    .section = "orujo_table_card",
    .entry = "orujo_table_plugin_1",
    .layout = {static_cast<std::uint32_t>(sizeof(table_facts)),
               static_cast<std::uint32_t>(sizeof(table_column)),
               static_cast<std::uint32_t>(sizeof(column_values)),
               static_cast<std::uint32_t>(sizeof(table_block)),
               static_cast<std::uint32_t>(sizeof(written_column)),
               static_cast<std::uint32_t>(sizeof(written_values))}};

/// What the kind's entry is. What it returns is there as long as the process.
using table_plugin_entry = const table_plugin* (*)();

inline constexpr std::string_view table_plugin_file = "liborujo_arrow.so";

/// The plug-in, opened for good where it was not yet. Call: any thread; again, too.
/// Throws: plugin_problem, with the remedy, if it is missing, damaged or of another build.
[[nodiscard]] const table_plugin& open_table_plugin();

}  // namespace orujo::columnar
