// Sends rows in pieces that fit into parcels, and puts them together.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/triangle_counting/row_exchange.hpp"

#include <algorithm>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"

namespace orujo::triangle_counting {

namespace {

/// A row has at most two numbers for each 32 places.
constexpr unsigned start_bits = 28;

}  // namespace

std::uint64_t most_held_bytes(const csr_graph& graph) {
  constexpr std::uint64_t little = std::uint64_t{16} << 20;
  const std::uint64_t all = graph.facts().num_arcs * sizeof(place);
  return std::min(all, std::max(little, graph.memory_bytes()));
}

row_exchange::row_exchange(rank_team& team, const csr_graph& graph, const degree_order& order,
                           std::vector<forward_rows*> rows)
    : team_(team),
      graph_(graph),
      order_(order),
      rows_(std::move(rows)),
      progress_(static_cast<std::size_t>(team.num_workers())),
      pieces_(team, receiver{this}, {.how = deliver::home, .name = "rows"}) {
  for (progress& each : progress_) { each.bytes.resize(static_cast<std::size_t>(team.size())); }
}

bool row_exchange::next(std::uint64_t most_held) {
  if (team_.size() == 1) { return false; }
  for (forward_rows* const each : rows_) { each->let_go(graph_, order_); }
  const auto senders = static_cast<std::uint64_t>((team_.size() - 1) * team_.num_workers());
  run_epoch(team_, [&](worker& self) { send_some(self, most_held / senders); });
  bool is_more = false;
  for (std::size_t w = 0; w < progress_.size(); ++w) {
    is_more = is_more || !needs_left(w).empty();
  }
  return all_max(team_, is_more ? 1 : 0) != 0;
}

std::uint64_t row_exchange::num_sent() const noexcept {
  std::uint64_t sum = 0;
  for (const progress& each : progress_) { sum += each.sent; }
  return sum;
}

std::span<const row_need> row_exchange::needs_left(std::size_t worker) const {
  return rows_.front()->needs(worker).subspan(progress_[worker].sent);
}

/// Sends rows, one at least if one is left, until a rank has got `most_bytes`.
void row_exchange::send_some(worker& self, std::uint64_t most_bytes) {
  const auto w = static_cast<std::size_t>(self.index());
  progress& mine = progress_[w];
  std::fill(mine.bytes.begin(), mine.bytes.end(), 0);
  for (const row_need& each : needs_left(w)) {
    std::uint64_t& bytes = mine.bytes[static_cast<std::size_t>(index_of(each.by))];
    bytes += send(self, each);
    ++mine.sent;
    if (bytes > most_bytes) { return; }
  }
}

std::uint64_t row_exchange::send(worker& self, const row_need& what) {
  const std::size_t most = pieces_.most_tail_bytes() / sizeof(std::uint32_t);
  require(most > 0, "triangles: a parcel cannot hold a part of a row; raise parcel_bytes");
  const place source = order_.place_of(order_.vertex_at(what.row));
  const auto workers = static_cast<std::size_t>(team_.num_workers());
  const std::size_t home = static_cast<std::size_t>(index_of(what.by)) * workers + source % workers;
  std::uint64_t bytes = 0;
  for (std::uint32_t which = 0; which < rows_.size(); ++which) {
    const packed_row& row = rows_[which]->at(what.row);
    const std::span<const std::uint32_t> numbers(row.data, row.size());
    for (std::size_t first = 0; first < numbers.size(); first += most) {
      const auto some = numbers.subspan(first, std::min(most, numbers.size() - first));
      pieces_.send_home(self, home,
                        head{.source = source,
                             .num_words = row.num_words,
                             .num_singles = row.num_singles,
                             .piece = which << start_bits | static_cast<std::uint32_t>(first)},
                        std::as_bytes(some));
    }
    bytes += numbers.size_bytes();
  }
  return bytes;
}

void row_exchange::take(const worker& self, const record<head>& piece) {
  const packed_row row{
      .data = nullptr, .num_words = piece.head.num_words, .num_singles = piece.head.num_singles};
  rows_[piece.head.piece >> start_bits]->hold(
      order_.slot_of(piece.head.source),
      {.row = row, .start = piece.head.piece & ((1U << start_bits) - 1), .bytes = piece.tail},
      static_cast<std::size_t>(self.index()));
}

}  // namespace orujo::triangle_counting
