// From a path to an open input.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/format.hpp"

#include <array>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "orujo/graph/columnar/table_input.hpp"
#include "orujo/graph/io/exchange/exchange_input.hpp"
#include "orujo/graph/io/gap_binary.hpp"
#include "orujo/graph/io/plans.hpp"
#include "orujo/graph/io/sniff.hpp"
#include "orujo/graph/io/vertex_list.hpp"

namespace orujo {

namespace {

using io::graph_file;

constexpr std::array<std::string_view, 16> format_names = {"edge-list",
                                                           "counted-edge-list",
                                                           "matrix-market",
                                                           "dimacs-paths",
                                                           "dimacs-arcs",
                                                           "pace",
                                                           "dimacs-colouring",
                                                           "metis",
                                                           "gap-binary",
                                                           "native",
                                                           "graphml",
                                                           "gexf",
                                                           "gml",
                                                           "pajek",
                                                           "parquet",
                                                           "arrow"};

io::text_plan plan_text(const std::shared_ptr<const graph_file>& file, file_format format,
                        const open_options& options) {
  switch (format) {
    case file_format::matrix_market: return io::plan_matrix_market(*file, options);
    case file_format::metis: return io::plan_metis(*file, options);
    case file_format::dimacs_paths:
    case file_format::dimacs_arcs:
    case file_format::dimacs_colouring:
    case file_format::pace: return io::plan_dimacs(*file, options);
    case file_format::edge_list:
    case file_format::counted_edge_list:
    case file_format::gap_binary:
    case file_format::native:
    case file_format::graphml:
    case file_format::gexf:
    case file_format::gml:
    case file_format::pajek:
    case file_format::parquet:
    case file_format::arrow: break;
  }
  return io::plan_edge_list(file, options);
}

std::unique_ptr<edge_input> open_text(std::shared_ptr<const graph_file> file, file_format format,
                                      input_part part, const open_options& options) {
  try {
    io::text_plan plan = plan_text(file, format, options);
    io::complete_plan(plan, *file, options);
    return std::make_unique<io::text_input>(file, std::move(plan), part);
  } catch (const io::malformed_text& problem) { file->fail(problem.at(), problem.what()); }
}

}  // namespace

bool is_table(file_format format) noexcept {
  return format == file_format::parquet || format == file_format::arrow;
}

std::string_view name_of(file_format format) noexcept {
  return format_names[static_cast<std::size_t>(format)];
}

std::string_view name_of(compression packing) noexcept {
  constexpr std::array<std::string_view, 5> names = {"uncompressed", "gzip", "xz", "zstd", "bzip2"};
  return names[static_cast<std::size_t>(packing)];
}

std::span<const std::string_view> all_format_names() noexcept { return format_names; }

std::optional<file_format> format_named(std::string_view name) noexcept {
  for (std::size_t i = 0; i < format_names.size(); ++i) {
    if (format_names[i] == name) { return static_cast<file_format>(i); }
  }
  return std::nullopt;
}

sniffed_file sniff_graph_file(const std::string& path) {
  std::error_code ignored;
  if (path.find_first_of("./") == std::string::npos && !std::filesystem::exists(path, ignored)) {
    throw input_error(path, {},
                      "no such file (a generator is written like kron:20 or grid:100x100)");
  }
  const graph_file file(path);
  const sniffed_file sniffed = {io::sniff_format(file), file.packing()};
  if (sniffed.format == file_format::native && sniffed.packing != compression::none) {
    file.fail(nullptr,
              fmt::format("is an Orujo graph (.orj) under {}; it is opened as it is on the "
                          "disk, so unpack it first",
                          name_of(sniffed.packing)));
  }
  return sniffed;
}

void check_list_options(const std::string& path, file_format format, const open_options& options) {
  const bool columns = options.columns.has_value();
  const bool counted = format == file_format::counted_edge_list && !columns;
  if (io::is_exchange_format(format)) { return io::check_exchange_options(path, format, options); }
  if (options.ids == id_use::labels) {
    throw input_error(path, {},
                      fmt::format("--ids labels is for GraphML, GEXF, GML and Pajek, and this is "
                                  "taken for {}",
                                  name_of(format)));
  }
  const bool table = is_table(format) && !options.vertices;
  if (format == file_format::edge_list || table || counted) { return; }
  const bool names = options.ids == id_use::names;
  if (!columns && !names && !options.vertices) { return; }
  throw input_error(
      path, {},
      fmt::format("{} is for edge lists, and this is taken for {}{}; if it is one, say --format "
                  "edge-list",
                  columns ? "--columns" : (names ? "--ids names" : "--vertices"), name_of(format),
                  columns || names   ? ""
                  : is_table(format) ? " (convert it to .csv)"
                                     : ", which says by itself what its vertices are"));
}

std::unique_ptr<edge_input> open_graph_file(const std::string& path, input_part part,
                                            const open_options& options) {
  auto file = std::make_shared<const graph_file>(path);
  const file_format format = options.forced ? *options.forced : io::sniff_format(*file);
  check_list_options(path, format, options);
  if (format == file_format::native) {
    file->fail(nullptr, "is an Orujo graph (.orj), which is opened as it is and not read as edges");
  }
  if (format == file_format::gap_binary) {
    return io::open_gap_binary(std::move(file), part, options);
  }
  if (is_table(format)) {
    return columnar::open_table_input(std::move(file), format, part, options);
  }
  if (io::is_exchange_format(format)) {
    return io::open_exchange(std::move(file), format, part, options);
  }
  if (options.vertices) { return io::open_listed_edges(std::move(file), part, options); }
  return open_text(std::move(file), format, part, options);
}

}  // namespace orujo
