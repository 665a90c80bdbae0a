// A level in which vertices not reached yet look for the frontier: words of 64, rows fetched ahead.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "orujo/base/prefetch.hpp"
#include "orujo/traversal/level_search/state.hpp"

namespace orujo::level_wise {

inline constexpr std::size_t rows_coming = 32;  // on their way from memory; a power of two

/// One worker's part of one level.
template <reach_operator Operator>
class row_scan {
public:
  row_scan(search_state<Operator>& state, std::uint32_t level)
      : state_(state),
        offsets_(state.edges.in->offsets.data()),
        targets_(state.edges.in->targets.data()),
        frontier_(state.front_of(level).words()),
        next_(state.front_of(level + 1).words()),
        level_(level) {}

  /// Looks for parents of the vertices in words `part.first` … `part.last - 1`. Rows are asked for
  /// one by one, as others are looked through: memory would drop some of many requests at once.
  [[gnu::noinline]] void scan(index_range part) {
    std::array<local_vertex, rows_coming> coming;
    std::size_t asked = 0;
    const std::uint64_t found = found_;
    std::ptrdiff_t passed = 0;  // bytes of targets: nothing else is counted for each vertex
    for (std::size_t word = part.first; word < part.last; ++word) {
      next_[word] = 0;
      const std::uint64_t open = ~state_.closed_word(word) & state_.owned_mask(word);
      for_each_bit(open, word, [&](local_vertex v) {
        prefetch_to_read(targets_ + offsets_[v]);
        local_vertex& slot = coming[asked % rows_coming];
        if (asked >= rows_coming) { passed += look_through(slot); }
        slot = v;
        ++asked;
      });
    }
    looked_.vertices += asked;
    for (std::size_t i = asked - std::min(asked, rows_coming); i < asked; ++i) {
      passed += look_through(coming[i % rows_coming]);
    }
    looked_.edges += static_cast<std::uint64_t>(passed) / sizeof(local_vertex) + found_ - found;
  }

  [[nodiscard]] std::uint64_t num_found() const noexcept { return found_; }
  [[nodiscard]] const looks& looked() const noexcept { return looked_; }

private:
  /// Returns how many bytes the edges take that it looked at in vain.
  [[nodiscard, gnu::always_inline]] std::ptrdiff_t look_through(local_vertex v) {
    const local_vertex* each = targets_ + offsets_[v];
    const local_vertex* const last = targets_ + offsets_[v + 1];
    const std::uint64_t* const frontier = frontier_;
    if (each == last) {
      close_without_edges(v);
      return 0;
    }
    const local_vertex* const first = each;
    do {
      if ((frontier[*each / word_bits] >> (*each % word_bits) & 1U) != 0) {
        reach(v, *each);
        return bytes_between(first, each);
      }
    } while (++each != last);
    return bytes_between(first, last);
  }

  [[nodiscard]] static std::ptrdiff_t bytes_between(const local_vertex* first,
                                                    const local_vertex* last) noexcept {
    return reinterpret_cast<const char*>(last) - reinterpret_cast<const char*>(first);
  }

  void reach(local_vertex v, local_vertex parent) {
    const std::uint64_t bit = std::uint64_t{1} << (v % word_bits);
    next_[v / word_bits] |= bit;
    state_.closed_word(v / word_bits) |= bit;
    state_.op.reach(v, value_given(state_.op, parent), level_ + 1);
    ++found_;
  }

  void close_without_edges(local_vertex v) {
    state_.closed_word(v / word_bits) |= std::uint64_t{1} << (v % word_bits);
    state_.leave(v);
  }

  search_state<Operator>& state_;
  const std::uint64_t* offsets_;
  const local_vertex* targets_;
  const std::uint64_t* frontier_;
  std::uint64_t* next_;
  std::uint32_t level_;
  std::uint64_t found_ = 0;
  looks looked_;
};

/// Makes the worker know of other homes' vertices what the last bottom-up levels have found.
template <reach_operator Operator>
void learn_from_homes(search_state<Operator>& state, worker& self) {
  const auto home = static_cast<std::size_t>(self.index());
  bit_array& seen = state.seen_by(self);
  for (std::size_t word = 0; word < words_for(state.graph.num_local()); ++word) {
    if (state.homes.of_word(word) != home) { seen.words()[word] |= state.closed_word(word); }
  }
}

/// Looks, for the vertices that this worker takes of those not reached, for a neighbour in the
/// frontier; makes those that have one the bits of the next level. Returns how many.
/// Call: local, all workers.
template <reach_operator Operator>
std::uint64_t search_frontier(search_state<Operator>& state, worker& self) {
  const std::uint32_t level = state.lane_of(self).level();
  row_scan<Operator> mine(state, level);
  shared_loop& words = state.words_of(level);
  for (index_range part = words.next(); !part.empty(); part = words.next()) { mine.scan(part); }
  state.lane_of(self).looked() = mine.looked();
  return mine.num_found();
}

/// Makes the bits of `level` from the lists of all lanes. Call: local, all workers; has barriers.
template <reach_operator Operator>
void lists_to_bits(search_state<Operator>& state, worker& self, std::uint32_t level) {
  bit_array& bits = state.front_of(level);
  const index_range share = state.share_of(self, bits.num_words());
  std::fill(bits.words() + share.first, bits.words() + share.last, 0);
  state.team.worker_barrier();
  // No word is touched by two workers: a list has vertices of its worker's home or, where worker 0
  // was alone, is the only one; and what bits_to_list() makes is cut at words.
  for (const local_vertex v : state.lane_of(self).vertices(level)) { bits.claim(v); }
  state.team.worker_barrier();
}

/// Makes this worker's list of `level` from its share of the bits. Call: local, all workers.
template <reach_operator Operator>
void bits_to_list(search_state<Operator>& state, worker& self, std::uint32_t level) {
  auto& lane = state.lane_of(self);
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

}  // namespace orujo::level_wise
