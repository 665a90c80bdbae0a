// Columns by what their cells are; no value is null.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/tables/parquet_rows.hpp"

#include <deque>
#include <limits>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/utf8.hpp"
#include "orujo/graph/input_labels.hpp"

namespace orujo::tables {

namespace {

using columnar::written_column;
using columnar::written_values;
using column_type = written_column::type;

const columnar::table_plugin& plugin_for(std::string_view path) {
  try {
    return columnar::open_table_plugin();
  } catch (const plugin_problem& problem) {
    throw input_error(path, {}, std::string("cannot be written: ") + problem.what());
  }
}

/// Ids are signed, as most tables of others have them, unless one needs all 64 bits.
column_type type_of(column_kind kind, const table_layout& layout) {
  constexpr auto largest_signed =
      static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  switch (kind) {
    case column_kind::integer: return column_type::signed_number;
    case column_kind::real: return column_type::real_number;
    case column_kind::vertex: break;
  }
  if (layout.longest_name > 0) { return column_type::text; }
  return layout.largest_id > largest_signed ? column_type::unsigned_number
                                            : column_type::signed_number;
}

/// Strings of Parquet are UTF-8: U+FFFD stands for each byte that is none.
std::string_view as_utf8(std::string_view name, std::deque<std::string>& mended) {
  if (is_utf8(name)) { return name; }
  std::string text;
  for (std::string_view rest = name; !rest.empty();) {
    const std::size_t bytes = first_character_bytes(rest);
    text += bytes > 0 ? rest.substr(0, bytes) : std::string_view("\xef\xbf\xbd");
    rest.remove_prefix(bytes > 0 ? bytes : 1);
  }
  return mended.emplace_back(std::move(text));
}

}  // namespace

void check_parquet_writing(std::string_view path) { static_cast<void>(plugin_for(path)); }

parquet_rows::parquet_rows(const std::string& path, const table_layout& layout,
                           columnar::byte_taker take) {
  const bool named = layout.longest_name > 0;
  std::vector<written_column> written;
  const auto add = [&](const std::string& name, column_kind kind, std::optional<table_cell> none) {
    const bool is_vertex = kind == column_kind::vertex;
    columns_.push_back({kind, is_vertex ? std::optional(no_vertex) : none, named && is_vertex});
    written.push_back({name, type_of(kind, layout)});
  };
  add(layout.key, column_kind::vertex, std::nullopt);
  for (const table_column& each : layout.columns) { add(each.name, each.kind, each.none); }
  sink_ = plugin_for(path).write_parquet(written, std::move(take));
}

void parquet_rows::add(std::span<const table_cell> rows, const vertex_names& names) {
  std::vector<written_values> values(columns_.size());
  std::deque<std::string> mended;
  std::size_t next_name = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const kept_column& column = columns_[i % columns_.size()];
    written_values& to = values[i % columns_.size()];
    to.present.push_back(rows[i] == column.none ? 0 : 1);
    if (column.has_names) {
      to.texts.push_back(as_utf8(names[next_name++], mended));
    } else {
      to.bits.push_back(rows[i]);
    }
  }
  sink_->add(values);
}

void parquet_rows::finish() { sink_->finish(); }

}  // namespace orujo::tables
