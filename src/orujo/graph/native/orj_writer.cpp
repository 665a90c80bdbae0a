// Writes .orj files: every rank its own rows, then all ranks the checksums of what was written.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "orujo/base/hash.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/agreed_loop.hpp"
#include "orujo/graph/building/row_blocks.hpp"
#include "orujo/graph/io/writers/ordered_rows.hpp"
#include "orujo/graph/io/writers/team_file.hpp"
#include "orujo/graph/native/orj_format.hpp"
#include "orujo/graph/orj.hpp"

namespace orujo {

namespace {

using namespace native;

class orj_writer {
public:
  orj_writer(rank_team& team, const csr_graph& graph, const std::string& path)
      : team_(team),
        graph_(graph),
        header_(header_of(graph, all_sum(team, std::uint64_t{graph.ids().names().bytes().size()}))),
        file_(team, path) {}

  std::uint64_t write() {
    write_rows(graph_.out_edges(), section_kind::offsets);
    if (graph_.has_in_edges()) { write_rows(graph_.in_edges(), section_kind::in_offsets); }
    write_ids();
    write_checksums();
    return file_.commit();
  }

private:
  /// `first` is the section of the offsets; those of targets and weights follow it.
  void write_rows(const adjacency& edges, section_kind first) {
    const std::uint64_t arcs_before = exclusive_scan(team_, std::uint64_t{edges.targets.size()});
    write_offsets(edges, section_at(first, 0), arcs_before);
    const std::vector<index_range> blocks = row_blocks(edges, arcs_of_block);
    agreed_for(team_, {blocks.size()}, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint64_t place = arcs_before + edges.offsets[blocks[i].first];
        if (header_.target_bytes == 4) {
          write_targets<std::uint32_t>(edges, blocks[i], section_at(first, 1).begin + place * 4);
        } else {
          write_targets<std::uint64_t>(edges, blocks[i], section_at(first, 1).begin + place * 8);
        }
        if (header_.weights == 0) { continue; }
        with_weight_type(header_.weights_as(), [&]<typename T>(std::type_identity<T>) {
          write_weights<T>(edges, blocks[i], section_at(first, 2).begin + place * sizeof(T));
        });
      }
    });
  }

  [[nodiscard]] const file_section& section_at(section_kind kind, std::size_t behind) const {
    return header_.sections[static_cast<std::size_t>(kind) + behind];
  }

  void write_offsets(const adjacency& edges, const file_section& section,
                     std::uint64_t arcs_before) {
    // The offset behind a rank's last row is the next rank's first.
    const bool last_rank = index_of(team_.rank()) == team_.size() - 1;
    const std::size_t count = edges.offsets.size() - (last_rank ? 0 : 1);
    const vertex_id first = graph_.partition().first(team_.rank());
    agreed_for(team_, {count, arcs_of_block}, [&](std::size_t begin, std::size_t end) {
      std::vector<std::uint64_t> some(edges.offsets.begin() + static_cast<std::ptrdiff_t>(begin),
                                      edges.offsets.begin() + static_cast<std::ptrdiff_t>(end));
      for (std::uint64_t& offset : some) { offset += arcs_before; }
      file_.write(std::as_bytes(std::span(some)), section.begin + (first + begin) * 8);
    });
  }

  template <typename Target>
  void write_targets(const adjacency& edges, const index_range& rows, std::uint64_t place) {
    std::vector<Target> targets;
    for (std::size_t row = rows.first; row < rows.last; ++row) {
      io::visit_in_order(graph_, edges, static_cast<local_vertex>(row),
                         [&](local_vertex target, std::uint64_t /*place*/) {
                           targets.push_back(static_cast<Target>(graph_.global(target)));
                         });
    }
    file_.write(std::as_bytes(std::span(targets)), place);
  }

  template <typename T>
  void write_weights(const adjacency& edges, const index_range& rows, std::uint64_t place) {
    const std::span<const T> all = edges.weights.as<T>();
    std::vector<T> weights;
    for (std::size_t row = rows.first; row < rows.last; ++row) {
      io::visit_in_order(
          graph_, edges, static_cast<local_vertex>(row),
          [&](local_vertex /*target*/, std::uint64_t arc) { weights.push_back(all[arc]); });
    }
    file_.write(std::as_bytes(std::span(weights)), place);
  }

  void write_ids() {
    const id_map& map = graph_.ids();
    std::vector<std::uint64_t> words = map.is_named() ? map.names().ends() : map.stored();
    const std::vector<char>& names = map.names().bytes();
    const std::uint64_t before = exclusive_scan(team_, std::uint64_t{names.size()});
    if (map.is_named()) {
      for (std::uint64_t& end : words) { end += before; }
    }
    const std::uint64_t begin = section_at(section_kind::ids, 0).begin;
    run_agreed(team_, [&] {
      if (words.empty()) { return; }
      file_.write(std::as_bytes(std::span(words)), begin + map.first() * 8);
      file_.write(std::as_bytes(std::span(names)), begin + header_.num_vertices * 8 + before);
    });
  }

  /// Chunks may hold what several ranks wrote, so they are read back once everything is there.
  void write_checksums() {
    std::vector<file_section> chunks;
    for (const file_section& section : header_.sections) {
      for (std::uint64_t done = 0; done < section.bytes; done += chunk_bytes) {
        chunks.push_back({section.begin + done, std::min(chunk_bytes, section.bytes - done)});
      }
    }
    const index_range own = even_share(chunks.size(), index_of(team_.rank()), team_.size());
    agreed_for(team_, {own.last - own.first}, [&](std::size_t begin, std::size_t end) {
      std::vector<std::byte> bytes(chunk_bytes);
      for (std::size_t i = own.first + begin; i < own.first + end; ++i) {
        const auto chunk = std::span(bytes).first(static_cast<std::size_t>(chunks[i].bytes));
        file_.read(chunk, chunks[i].begin);
        const std::uint64_t hash = hash_bytes(chunk);
        file_.write(std::as_bytes(std::span(&hash, 1)), header_.checksums.begin + i * 8);
      }
    });
    run_agreed(team_, [this] {
      if (index_of(team_.rank()) == 0) { write_header(); }
    });
  }

  void write_header() {
    std::vector<std::byte> table(static_cast<std::size_t>(header_.checksums.bytes));
    file_.read(table, header_.checksums.begin);
    header_.checksums_hash = hash_bytes(table);
    file_.write(page_of(header_), 0);
  }

  static constexpr std::size_t arcs_of_block = std::size_t{1} << 17U;

  rank_team& team_;
  const csr_graph& graph_;
  orj_header header_;
  io::team_file file_;
};

}  // namespace

std::uint64_t write_orj(rank_team& team, const csr_graph& graph, const std::string& path) {
  return orj_writer(team, graph, path).write();
}

}  // namespace orujo
