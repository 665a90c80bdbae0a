// Chooses the format, and writes texts block by block.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/writer.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/agreed_loop.hpp"
#include "orujo/graph/building/row_blocks.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/writers/gap_writer.hpp"
#include "orujo/graph/io/writers/row_texts.hpp"
#include "orujo/graph/io/writers/team_file.hpp"
#include "orujo/graph/orj.hpp"

namespace orujo {

namespace {

struct suffix_meaning {
  std::string_view suffix;
  written_format format;
};

constexpr std::array<suffix_meaning, 11> suffixes = {{
    {".el", written_format::edge_list},
    {".wel", written_format::weighted_edge_list},
    {".csv", written_format::comma_separated},
    {".tsv", written_format::tab_separated},
    {".txt", written_format::tab_separated},
    {".mtx", written_format::matrix_market},
    {".gr", written_format::dimacs},
    {".graph", written_format::metis},
    {".sg", written_format::gap_binary},
    {".wsg", written_format::weighted_gap_binary},
    {".orj", written_format::native},
}};

/// Every block of rows is rendered twice: first to learn how long it is, and so where each rank's
/// text begins, then to be written there. That takes less memory than keeping it, and no turns.
class text_writer {
public:
  text_writer(rank_team& team, const csr_graph& graph, const io::row_texts& texts)
      : team_(team),
        texts_(texts),
        blocks_(row_blocks(graph.out_edges(), std::uint64_t{1} << 16U)) {}

  void write(const io::team_file& file) const {
    std::vector<std::uint64_t> places(blocks_.size());
    for_blocks([&](std::size_t block, const std::string& text) { places[block] = text.size(); });
    std::uint64_t own = 0;
    for (const std::uint64_t size : places) { own += size; }
    const std::string head = texts_.head();
    std::uint64_t place = head.size() + exclusive_scan(team_, own);
    for (std::uint64_t& size : places) { place += std::exchange(size, place); }
    run_agreed(team_, [&] {
      if (index_of(team_.rank()) == 0) { file.write(head, 0); }
    });
    for_blocks(
        [&](std::size_t block, const std::string& text) { file.write(text, places[block]); });
  }

private:
  template <typename Use>
  void for_blocks(Use use) const {
    agreed_for(team_, {blocks_.size()}, [&](std::size_t begin, std::size_t end) {
      std::string text;
      for (std::size_t block = begin; block < end; ++block) {
        text.clear();
        for (std::size_t row = blocks_[block].first; row < blocks_[block].last; ++row) {
          texts_.append(static_cast<local_vertex>(row), text);
        }
        use(block, text);
      }
    });
  }

  rank_team& team_;
  const io::row_texts& texts_;
  std::vector<index_range> blocks_;
};

std::uint64_t write_text(rank_team& team, const csr_graph& graph, const std::string& path,
                         written_format format) {
  const std::unique_ptr<io::row_texts> texts = io::make_row_texts(team, graph, format);
  io::team_file file(team, path);
  text_writer(team, graph, *texts).write(file);
  return file.commit();
}

/// Throws: usage_error for a name that no reader of the file would take. Files that are read have
/// none; a program may have given it.
void check_names(const vertex_names& names, written_format format) {
  constexpr std::string_view line_ends("\n\0\r", 3);
  const std::size_t refused = format == written_format::native ? 2 : 3;  // in texts \r ends lines
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool has_end = names[i].find_first_of(line_ends.substr(0, refused)) != names[i].npos;
    if (!names[i].empty() && !has_end) { continue; }
    throw usage_error(
        fmt::format("a vertex is called {}, and a name that is empty, or has a line end or a byte "
                    "0 in it, cannot be read again from any file; call it otherwise",
                    io::quoted(names[i])));
  }
}

/// How many vertices have no edges. Call: collective.
std::uint64_t num_isolated(rank_team& team, const csr_graph& graph) {
  std::uint64_t own = 0;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    own += graph.out_edges().degree(v) + graph.in_edges().degree(v) == 0 ? 1U : 0U;
  }
  return all_sum(team, own);
}

}  // namespace

written_format written_format_of(std::string_view path) {
  for (const suffix_meaning& each : suffixes) {
    if (path.ends_with(each.suffix)) { return each.format; }
  }
  std::string known;
  for (const suffix_meaning& each : suffixes) { known += fmt::format(" {}", each.suffix); }
  throw usage_error(
      fmt::format("{}: graphs are written to files that end in one of{}", path, known));
}

written_parts parts_kept_by(written_format format) noexcept {
  switch (format) {
    case written_format::edge_list: return {.isolated = false, .weights = false};
    case written_format::weighted_edge_list:
    case written_format::comma_separated:
    case written_format::tab_separated: return {.isolated = false};
    case written_format::gap_binary: return {.weights = false, .names = false};
    case written_format::weighted_gap_binary:
    case written_format::matrix_market:
    case written_format::dimacs:
    case written_format::metis: return {.names = false};
    case written_format::native: break;
  }
  return {};
}

std::vector<std::string> lost_parts::phrases() const {
  std::vector<std::string> all;
  if (vertices > 0) {
    all.push_back(fmt::format(
        "{} vertices without edges, for which this format has no place (.orj keeps them)",
        number_text(static_cast<double>(vertices))));
  }
  if (weights) { all.emplace_back("weights, for which this format has no place"); }
  if (names) {
    all.emplace_back(
        "names: numbers from 0 or 1 on stand in their place, in the order of the names");
  }
  if (ids) { all.emplace_back("ids: numbers from 0 or 1 on stand in their place, in their order"); }
  return all;
}

lost_parts parts_lost_by(written_format format, rank_team& team, const csr_graph& graph) {
  const written_parts kept = parts_kept_by(format);
  const id_map& ids = graph.ids();
  const bool has_other_ids = !ids.is_named() && (!ids.is_dense() || ids.offset() > 1);
  return {.vertices = kept.isolated ? 0 : num_isolated(team, graph),
          .weights = graph.facts().weights != weight_kind::none && !kept.weights,
          .names = ids.is_named() && !kept.names,
          .ids = has_other_ids && !kept.names};
}

std::uint64_t write_graph(rank_team& team, const csr_graph& graph, const std::string& path,
                          std::optional<written_format> format) {
  const written_format chosen = format ? *format : written_format_of(path);
  if (graph.ids().is_named() && parts_kept_by(chosen).names) {
    run_agreed(team, [&] { check_names(graph.ids().names(), chosen); });
  }
  switch (chosen) {
    case written_format::native: return write_orj(team, graph, path);
    case written_format::gap_binary:
      return io::write_gap_binary(team, graph, path, io::gap_kind::unweighted);
    case written_format::weighted_gap_binary:
      return io::write_gap_binary(team, graph, path, io::gap_kind::weighted);
    default: return write_text(team, graph, path, chosen);
  }
}

}  // namespace orujo
