// The plug-in's card, and the one name that it exports.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "orujo/graph/columnar/arrow/table_sources.hpp"
#include "orujo/graph/columnar/table_plugin.hpp"

namespace orujo::columnar {

namespace {

class arrow_plugin final : public table_plugin {
public:
  [[nodiscard]] std::unique_ptr<table_source> open(
      table_format format, std::span<const std::byte> bytes) const override {
    return format == table_format::parquet ? open_parquet(bytes) : open_arrow(bytes);
  }

  [[nodiscard]] std::unique_ptr<table_sink> write_parquet(
      const std::vector<written_column>& columns, byte_taker take) const override {
    return make_parquet_sink(columns, std::move(take));
  }
};

/// In the section of the kind, which no expression can name here.
[[gnu::used, gnu::section("orujo_table_card")]] constexpr plugin_card card =
    card_of(table_plugin_kind, ORUJO_VERSION);

}  // namespace

}  // namespace orujo::columnar

extern "C" const orujo::columnar::table_plugin* orujo_table_plugin_1() {
  static const orujo::columnar::arrow_plugin plugin;
  return &plugin;
}
