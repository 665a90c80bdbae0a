// Makes chunks of what a reader of an exchange format finds: ids become numbers, texts weights.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "orujo/graph/io/exchange/exchange_reader.hpp"
#include "orujo/graph/io/exchange/exchange_survey.hpp"
#include "orujo/graph/io/exchange/text_batch.hpp"

namespace orujo::io {

/// Names are numbered some thousand at a time. Where vertices are called by labels, edges wait for
/// vertices that are listed behind them. Where they are called by ids, edges may name vertices that
/// are listed nowhere only if none is listed at all.
/// Memory: with labels, besides the names all ids and 8 bytes for each; else a set of all vertices,
/// and the ids and places of those that edges name before they are listed.
class exchange_edges final : public exchange_sink {
public:
  /// `names` is nullptr where vertices have none.
  exchange_edges(std::string path, const exchange_plan& plan, std::shared_ptr<name_table> names);

  void take(const listed_vertex& vertex) override;
  void take(const listed_edge& edge) override;

  /// Says that no more comes. Throws: input_error if a vertex of an edge is listed nowhere, but
  /// others are, or labels are read.
  void finish();

  /// What has become of all but the last few edges.
  [[nodiscard]] edge_chunk& chunk() noexcept { return chunk_; }

private:
  /// An edge that waits for its numbers.
  struct waiting_edge {
    std::uint64_t source = 0;  ///< By the table of ids, once they are numbered.
    std::uint64_t target = 0;
    std::int64_t whole = 0;
    double real = 0;
    bool goes_back = false;  ///< It is given both ways.
    file_position at;
  };

  [[noreturn]] void fail(file_position at, const std::string& problem) const;
  void add_id(std::string_view id, file_position at);
  [[nodiscard]] bool goes_back(const listed_edge& edge) const;
  [[nodiscard]] std::uint64_t number_of(std::string_view id, file_position at) const;
  void read_weight(const listed_edge& edge, waiting_edge& into) const;

  void note_vertex(std::uint64_t number);
  void note_ends(const waiting_edge& edge, std::string_view source, std::string_view target);
  void check_ends_are_listed() const;

  void emit(const waiting_edge& edge);
  void flush_if_full();
  void flush();
  void call_vertices(const std::vector<std::uint64_t>& ids);
  void call(std::uint64_t id, std::uint64_t number, std::size_t listed);
  [[nodiscard]] bool call_ends(waiting_edge& edge) const;
  [[nodiscard]] std::string text_of_id(std::uint64_t number) const;

  std::string path_;
  const exchange_plan plan_;
  std::shared_ptr<name_table> names_;
  name_table ids_;                     ///< Where vertices are called by labels.
  name_table number_labels_;           ///< Where labels are numbers.
  std::vector<std::uint64_t> called_;  ///< What vertices are called, by the number of their id.
  std::vector<bool> label_is_taken_;   ///< By the number of the label in its table.
  std::vector<waiting_edge> late_;     ///< Edges before their vertices.
  std::uint64_t listed_vertices_ = 0;

  /// An end of an edge whose vertex had not been listed before.
  struct early_end {
    std::uint64_t number;
    std::string id;
    file_position at;
  };

  std::unordered_set<std::uint64_t> listed_;  ///< Where vertices are called by their ids.
  std::unordered_set<std::uint64_t> early_numbers_;
  std::vector<early_end> early_;  ///< Each once, as they came.

  text_batch id_texts_;                       ///< Of vertices and of ends of edges, as they came.
  text_batch labels_;                         ///< Of vertices.
  std::vector<std::size_t> vertices_;         ///< Places of vertices' ids in id_texts_.
  std::vector<file_position> vertex_places_;  ///< In the file.
  std::vector<std::size_t> edge_ids_;         ///< Places of sources' ids; targets follow them.
  std::vector<waiting_edge> edges_;
  edge_chunk chunk_;
};

}  // namespace orujo::io
