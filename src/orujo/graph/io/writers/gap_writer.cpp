// See io/gap_binary.cpp for the layout.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/writers/gap_writer.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/agreed_loop.hpp"
#include "orujo/graph/building/row_blocks.hpp"
#include "orujo/graph/io/writers/ordered_rows.hpp"
#include "orujo/graph/io/writers/team_file.hpp"

namespace orujo::io {

namespace {

constexpr std::uint64_t header_bytes = 1 + 8 + 8;
constexpr std::uint64_t largest = std::numeric_limits<std::int32_t>::max();

class gap_writer {
public:
  gap_writer(rank_team& team, const csr_graph& graph, const std::string& path, gap_kind kind)
      : team_(team), graph_(graph), weighted_(kind == gap_kind::weighted), file_(team, path) {}

  std::uint64_t write() {
    const graph_facts& facts = graph_.facts();
    run_agreed(team_, [&] {
      if (index_of(team_.rank()) == 0) { write_header(); }
    });
    write_lists(graph_.out_edges(), header_bytes);
    const std::uint64_t list_bytes = (facts.num_vertices + 1) * 8 + facts.num_arcs * entry_bytes();
    if (facts.directed) { write_lists(graph_.in_edges(), header_bytes + list_bytes); }
    return file_.commit();
  }

private:
  [[nodiscard]] std::uint64_t entry_bytes() const noexcept { return weighted_ ? 8 : 4; }

  void write_header() const {
    std::array<std::byte, header_bytes> header{};
    header[0] = graph_.directed() ? std::byte{1} : std::byte{0};
    std::memcpy(&header[1], &graph_.facts().num_arcs, 8);
    std::memcpy(&header[9], &graph_.facts().num_vertices, 8);
    file_.write(header, 0);
  }

  void write_lists(const adjacency& edges, std::uint64_t place) const {
    const std::uint64_t before = exclusive_scan(team_, std::uint64_t{edges.targets.size()});
    const vertex_id first = graph_.partition().first(team_.rank());
    const std::uint64_t entries = place + (graph_.num_vertices() + 1) * 8;
    const std::vector<index_range> blocks = row_blocks(edges, std::uint64_t{1} << 17U);
    agreed_for(team_, {blocks.size()}, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const index_range& rows = blocks[i];
        write_offsets(edges, rows, {before, place + first * 8});
        write_entries(edges, rows, entries + (before + edges.offsets[rows.first]) * entry_bytes());
      }
    });
    // The offset behind the last row is that of no block.
    run_agreed(team_, [&] {
      const std::uint64_t end = graph_.facts().num_arcs;
      if (index_of(team_.rank()) != 0) { return; }
      file_.write(std::as_bytes(std::span(&end, 1)), place + graph_.num_vertices() * 8);
    });
  }

  struct offset_base {
    std::uint64_t arcs;   ///< Of lower ranks.
    std::uint64_t place;  ///< Of this rank's first offset.
  };

  void write_offsets(const adjacency& edges, const index_range& rows, offset_base base) const {
    std::vector<std::uint64_t> offsets;
    for (std::size_t row = rows.first; row < rows.last; ++row) {
      offsets.push_back(base.arcs + edges.offsets[row]);
    }
    file_.write(std::as_bytes(std::span(offsets)), base.place + rows.first * 8);
  }

  void write_entries(const adjacency& edges, const index_range& rows, std::uint64_t place) const {
    std::vector<std::uint32_t> entries;
    for (std::size_t row = rows.first; row < rows.last; ++row) {
      visit_in_order(graph_, edges, static_cast<local_vertex>(row),
                     [&](local_vertex target, std::uint64_t arc) {
                       entries.push_back(static_cast<std::uint32_t>(graph_.global(target)));
                       if (weighted_) { entries.push_back(weight_of(edges.weights, arc)); }
                     });
    }
    file_.write(std::as_bytes(std::span(entries)), place);
  }

  static std::uint32_t weight_of(const weight_view& weights, std::uint64_t arc) {
    const std::int64_t weight = weights.type() == weight_type::whole32
                                    ? std::int64_t{weights.as<std::uint32_t>()[arc]}
                                    : weights.as<std::int64_t>()[arc];
    require(weight == static_cast<std::int32_t>(weight),
            ".wsg files hold weights from -2^31 to 2^31-1 only");
    return static_cast<std::uint32_t>(weight);
  }

  rank_team& team_;
  const csr_graph& graph_;
  bool weighted_;
  team_file file_;
};

}  // namespace

std::uint64_t write_gap_binary(rank_team& team, const csr_graph& graph, const std::string& path,
                               gap_kind kind) {
  const weight_kind weights = graph.facts().weights;
  require(graph.num_vertices() <= largest, ".sg files hold up to 2^31 vertices only");
  require(kind == gap_kind::unweighted || weights == weight_kind::integer,
          ".wsg files hold whole weights, and the graph has none");
  require(!graph.directed() || graph.has_in_edges(),
          "a directed .sg file also holds the in-edges, and the graph was built without");
  return gap_writer(team, graph, path, kind).write();
}

}  // namespace orujo::io
