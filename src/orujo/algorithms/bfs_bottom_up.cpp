// Bottom-up levels over words of 64 vertices, whose rows are fetched ahead.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/bfs_bottom_up.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>

namespace orujo::breadth_first {

namespace {

constexpr std::size_t words_ahead = 2;  // whose rows are fetched while others are looked through

/// One worker's part of one level.
class bottom_up_scan {
public:
  bottom_up_scan(search_state& state, std::uint32_t level)
      : state_(state),
        offsets_(state.graph.in_edges().offsets.data()),
        targets_(state.graph.in_edges().targets.data()),
        frontier_(state.front_of(level).words()),
        next_(state.front_of(level + 1).words()),
        level_(level) {}

  /// Looks for parents of the vertices in words `part.first` … `part.last - 1`.
  void scan(index_range part) {
    for (std::size_t word = part.first; word < part.last; ++word) {
      if (word == part.first) { fetch({word, std::min(word + words_ahead, part.last)}); }
      if (word + words_ahead < part.last) { fetch({word + words_ahead, word + words_ahead + 1}); }
      scan_word(word);
    }
  }

  [[nodiscard]] std::uint64_t num_found() const noexcept { return found_; }

private:
  [[nodiscard]] std::uint64_t open_in(std::size_t word) noexcept {
    return ~state_.closed_word(word) & state_.owned_mask(word);
  }

  void fetch(index_range words) {
    for (std::size_t word = words.first; word < words.last; ++word) {
      for_each_bit(open_in(word), word,
                   [&](local_vertex v) { __builtin_prefetch(targets_ + offsets_[v]); });
    }
  }

  void scan_word(std::size_t word) {
    std::uint64_t found = 0;
    std::uint64_t without_edges = 0;
    for_each_bit(open_in(word), word, [&](local_vertex v) {
      const std::uint64_t bit = std::uint64_t{1} << (v % word_bits);
      const local_vertex* const last = targets_ + offsets_[v + 1];
      const local_vertex* const parent = first_in_frontier(targets_ + offsets_[v], last);
      if (parent != last) {
        found |= bit;
        state_.adopt(v, state_.graph.global(*parent), level_ + 1);
      } else if (offsets_[v] == offsets_[v + 1]) {
        without_edges |= bit;  // never to be looked at again
        state_.adopt(v, no_vertex, unreached);
      }
    });
    next_[word] = found;
    state_.closed_word(word) |= found | without_edges;
    found_ += static_cast<std::uint64_t>(std::popcount(found));
  }

  [[nodiscard]] const local_vertex* first_in_frontier(const local_vertex* each,
                                                      const local_vertex* last) const noexcept {
    const std::uint64_t* const frontier = frontier_;
    while (each != last && (frontier[*each / word_bits] >> (*each % word_bits) & 1U) == 0) {
      ++each;
    }
    return each;
  }

  search_state& state_;
  const std::uint64_t* offsets_;
  const local_vertex* targets_;
  const std::uint64_t* frontier_;
  std::uint64_t* next_;
  std::uint32_t level_;
  std::uint64_t found_ = 0;
};

/// Makes the worker know of other homes' vertices what the last bottom-up levels have found.
void learn_from_homes(search_state& state, worker& self) {
  const auto home = static_cast<std::size_t>(self.index());
  bit_array& seen = state.seen_by(self);
  for (std::size_t word = 0; word < words_for(state.graph.num_local()); ++word) {
    if (state.homes.of_word(word) != home) { seen.words()[word] |= state.closed_word(word); }
  }
}

}  // namespace

std::uint64_t search_frontier(search_state& state, worker& self) {
  const std::uint32_t level = state.lane_of(self).level();
  bottom_up_scan mine(state, level);
  shared_loop& words = state.words_of(level);
  for (index_range part = words.next(); !part.empty(); part = words.next()) { mine.scan(part); }
  return mine.num_found();
}

void lists_to_bits(search_state& state, worker& self, std::uint32_t level) {
  bit_array& bits = state.front_of(level);
  const index_range share = state.share_of(self, bits.num_words());
  std::fill(bits.words() + share.first, bits.words() + share.last, 0);
  state.team.worker_barrier();
  // No word is touched by two workers: a list has vertices of its worker's home or, where worker 0
  // was alone, is the only one; and what bits_to_list() makes is cut at words.
  for (const local_vertex v : state.lane_of(self).vertices(level)) { bits.claim(v); }
  state.team.worker_barrier();
}

void bits_to_list(search_state& state, worker& self, std::uint32_t level) {
  frontier_lane& lane = state.lane_of(self);
  lane.restart(level);
  learn_from_homes(state, self);
  const std::uint64_t* const words = state.front_of(level).words();
  const std::size_t num_words = words_for(state.graph.num_local());
  const index_range share = state.share_of(self, num_words);
  for (std::size_t word = share.first; word < share.last; ++word) {
    for_each_bit(words[word] & state.owned_mask(word), word,
                 [&](local_vertex v) { lane.push(level, v); });
  }
}

}  // namespace orujo::breadth_first
