// Packs rows, and keeps those of other ranks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/triangle_counting/rows.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

#include "orujo/base/prefetch.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::triangle_counting {

namespace {

/// Packs one row after the other. For one worker.
class row_packer {
public:
  row_packer(const csr_graph& graph, const degree_order& order, row_memory& memory)
      : graph_(graph),
        order_(order),
        memory_(memory),
        words_(order.num_places() / places_per_word + 1) {}

  /// The row of owned vertex `v`. If the ranks that need it matter they are in needed_by().
  template <bool SeeksNeeds>
  [[nodiscard]] packed_row pack(local_vertex v) {
    const place own = order_.place_of(v);
    num_behind_ = 0;
    if (own == no_place) { return {}; }
    const auto targets = graph_.out_edges().row(v);
    make_room(targets.size());
    if (!graph_.directed() && targets.size() <= most_short) {
      return list<SeeksNeeds>(targets, v, own);
    }
    add<SeeksNeeds>(targets, own);
    if (graph_.directed()) {
      make_room(graph_.in_edges().row(v).size());
      add<SeeksNeeds>(graph_.in_edges().row(v), own);
    }
    return write();
  }

  /// Of a directed graph, that of the neighbours to which edges lead both ways. Rows ascend in
  /// either direction.
  [[nodiscard]] packed_row pack_both_ways(local_vertex v) {
    const place own = order_.place_of(v);
    if (own == no_place) { return {}; }
    const auto sources = graph_.in_edges().row(v);
    auto source = sources.begin();
    for (const local_vertex target : graph_.out_edges().row(v)) {
      source = std::lower_bound(source, sources.end(), target);
      if (source == sources.end() || *source != target) { continue; }
      make_room(1);
      add<false>(std::span(&target, 1), own);
    }
    return write();
  }

  /// Calls `visit(rank)` for the ranks that own a neighbour behind the vertex whose row was packed
  /// last, some of them twice if the graph is directed.
  template <typename Visit>
  void for_each_need(Visit visit) const {
    local_vertex before = 0;
    local_vertex last = 0;  // ghosts of a rank lie side by side, and rows ascend
    for (std::size_t i = 0; i < num_behind_; ++i) {
      const local_vertex each = behind_[i];
      if (each < last && each >= before) { continue; }
      const rank_id owner = graph_.owner(graph_.global(each));
      std::tie(before, last) = graph_.ghost_range(owner);
      visit(owner);
    }
  }

  void prefetch(slot at) const noexcept {
    if (at >= order_.size()) { return; }
    const local_vertex v = order_.vertex_at(at);
    if (!graph_.is_owned(v)) { return; }
    const adjacency& edges = graph_.out_edges();
    prefetch_to_read(edges.targets.data() + edges.offsets[v]);
  }

private:
  static constexpr std::size_t most_short = 16;

  /// Room for `more` neighbours.
  void make_room(std::size_t more) {
    if (places_.size() < more) { places_.resize(more); }
    if (blocks_.size() <= num_blocks_ + more) { blocks_.resize(num_blocks_ + more + 1); }
    if (behind_.size() < num_behind_ + more) { behind_.resize(num_behind_ + more); }
  }

  // Which neighbours are before the own place, and which are the first in their word, is hard to
  // foretell: all are written down, and kept only if they are counted.

  /// A row too short to have words worth their while. Parallel edges lie side by side.
  template <bool SeeksNeeds>
  packed_row list(std::span<const local_vertex> neighbours, local_vertex v, place own) {
    std::uint32_t* const data = memory_.take(neighbours.size());
    std::uint32_t count = 0;
    local_vertex before = v;
    for (const local_vertex each : neighbours) {
      const place at = order_.place_of(each);
      data[count] = at;
      count += static_cast<std::uint32_t>(at < own) & static_cast<std::uint32_t>(each != before);
      before = each;
      if constexpr (SeeksNeeds) { note_if_behind(each, at, own); }
    }
    memory_.give_back(neighbours.size() - count);
    return {.data = data, .num_words = 0, .num_singles = count};
  }

  /// Sets the bits of those before `own`.
  template <bool SeeksNeeds>
  void add(std::span<const local_vertex> neighbours, place own) {
    std::size_t count = 0;
    for (const local_vertex each : neighbours) {
      const place at = order_.place_of(each);
      places_[count] = at;
      count += at < own ? 1U : 0U;
      if constexpr (SeeksNeeds) { note_if_behind(each, at, own); }
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t block = places_[i] / places_per_word;
      std::uint32_t& word = words_[block];
      blocks_[num_blocks_] = block;
      num_blocks_ += word == 0 ? 1U : 0U;
      word |= bit_of(places_[i]);
    }
  }

  /// Notes a ghost behind `own`; one with no_place is not: `own` has another one.
  void note_if_behind(local_vertex each, place at, place own) {
    behind_[num_behind_] = each;
    num_behind_ += static_cast<std::size_t>(at - own - 1 < no_place - own - 1) &
                   static_cast<std::size_t>(!graph_.is_owned(each));
  }

  packed_row write() {
    const std::span<const std::uint32_t> blocks(blocks_.data(), std::exchange(num_blocks_, 0));
    packed_row row;
    for (const std::uint32_t block : blocks) {
      row.num_singles += std::has_single_bit(words_[block]) ? 1U : 0U;
    }
    row.num_words = static_cast<std::uint32_t>(blocks.size()) - row.num_singles;
    row.data = memory_.take(row.size());
    std::uint32_t* next_block = row.data;
    std::uint32_t* next_single = row.data + 2 * std::size_t{row.num_words};
    for (const std::uint32_t block : blocks) {
      const std::uint32_t word = std::exchange(words_[block], 0);
      const bool is_single = std::has_single_bit(word);
      if (!is_single) {
        next_block[row.num_words] = word;
        *next_block++ = block;
      } else {
        *next_single++ =
            block * places_per_word + static_cast<std::uint32_t>(std::countr_zero(word));
      }
    }
    return row;
  }

  const csr_graph& graph_;
  const degree_order& order_;
  row_memory& memory_;
  std::vector<std::uint32_t> words_;   // of the row that is packed; else 0
  std::vector<std::uint32_t> blocks_;  // whose words are not 0, and room
  std::size_t num_blocks_ = 0;
  std::vector<place> places_;         // of the neighbours that are added, and room
  std::vector<local_vertex> behind_;  // ghosts behind the vertex that is packed, and room
  std::size_t num_behind_ = 0;
};

/// One for each worker, for so many numbers in all.
std::vector<row_memory> row_memories(const rank_team& team, std::size_t numbers) {
  const auto workers = static_cast<std::size_t>(team.num_workers());
  std::vector<row_memory> memories;
  for (std::size_t w = 0; w < workers; ++w) { memories.emplace_back(numbers / workers); }
  return memories;
}

/// Adds the ranks that need the row at a slot, which was packed last.
void add_needs(const row_packer& packer, slot at, std::vector<row_need>& needs) {
  const std::size_t first = needs.size();
  packer.for_each_need([&](rank_id by) {
    const auto is_same = [by](const row_need& each) { return each.by == by; };
    const auto own = needs.begin() + static_cast<std::ptrdiff_t>(first);
    if (std::none_of(own, needs.end(), is_same)) { needs.push_back({at, by}); }
  });
}

}  // namespace

std::uint32_t* row_memory::take(std::size_t size) {
  if (blocks_.empty() || used_ + size > blocks_.back().size()) {
    blocks_.emplace_back(std::max(size, block_size_));
    used_ = 0;
  }
  std::uint32_t* const taken = blocks_.back().data() + used_;
  used_ += size;
  return taken;
}

void row_memory::give_back_all() noexcept {
  blocks_.clear();
  used_ = 0;
}

forward_rows::forward_rows(rank_team& team, const csr_graph& graph, const degree_order& order,
                           row_content content)
    : rows_(order.size()),
      memory_(row_memories(team, graph.out_edges().targets.size())),
      held_(row_memories(team, team.size() == 1 ? 0 : graph.facts().num_edges)),
      needs_(memory_.size()) {
  shared_loop loop(order.size(), 1024);
  team.on_workers([&](worker& self) {
    constexpr slot ahead = 8;
    const auto w = static_cast<std::size_t>(self.index());
    row_packer packer(graph, order, memory_[w]);
    const auto pack = [&](slot at) {
      packer.prefetch(at + ahead);
      const local_vertex v = order.vertex_at(at);
      if (!graph.is_owned(v)) { return; }
      if (content == row_content::both_ways) {
        rows_[at] = packer.pack_both_ways(v);
      } else if (team.size() == 1) {
        rows_[at] = packer.pack<false>(v);
      } else {
        rows_[at] = packer.pack<true>(v);
        if (rows_[at].looks() > 0) { add_needs(packer, at, needs_[w]); }
      }
    };
    for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
      for (std::size_t i = part.first; i < part.last; ++i) { pack(static_cast<slot>(i)); }
    }
  });
}

void forward_rows::hold(slot where, const row_piece& piece, std::size_t worker) {
  packed_row& row = rows_[where];
  if (row.data == nullptr) {
    row = {.data = held_[worker].take(piece.row.size()),
           .num_words = piece.row.num_words,
           .num_singles = piece.row.num_singles};
  }
  std::memcpy(row.data + piece.start, piece.bytes.data(), piece.bytes.size());
}

void forward_rows::let_go(const csr_graph& graph, const degree_order& order) {
  for (slot at = 0; at < order.size(); ++at) {
    if (!graph.is_owned(order.vertex_at(at))) { rows_[at] = {}; }
  }
  for (row_memory& each : held_) { each.give_back_all(); }
}

void place_marks::set(const packed_row& row) noexcept {
  const std::uint32_t* const words = row.data + row.num_words;
  const std::uint32_t* const singles = words + row.num_words;
  for (std::uint32_t i = 0; i < row.num_words; ++i) { words_[row.data[i]] = words[i]; }
  for (std::uint32_t i = 0; i < row.num_singles; ++i) {
    words_[singles[i] / places_per_word] |= bit_of(singles[i]);
  }
}

void place_marks::clear(const packed_row& row) noexcept {
  const std::uint32_t* const singles = row.data + 2 * std::size_t{row.num_words};
  for (std::uint32_t i = 0; i < row.num_words; ++i) { words_[row.data[i]] = 0; }
  for (std::uint32_t i = 0; i < row.num_singles; ++i) { words_[singles[i] / places_per_word] = 0; }
}

std::uint32_t place_marks::count(const packed_row& row) const noexcept {
  const std::uint32_t* const blocks = row.data;
  const std::uint32_t* const words = blocks + row.num_words;
  const std::uint32_t* const singles = words + row.num_words;
  const std::uint32_t* const marks = words_.data();
  std::uint32_t sum = 0;
  for (std::uint32_t i = 0; i < row.num_words; ++i) {
    sum += static_cast<std::uint32_t>(std::popcount(words[i] & marks[blocks[i]]));
  }
  for (std::uint32_t i = 0; i < row.num_singles; ++i) {
    sum += marks[singles[i] / places_per_word] >> singles[i] % places_per_word & 1U;
  }
  return sum;
}

}  // namespace orujo::triangle_counting
