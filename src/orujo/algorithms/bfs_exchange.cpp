// The frontier as packed bits from owners to those that have their vertices as ghosts.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "orujo/algorithms/bfs_bottom_up.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo::breadth_first {

namespace {

/// One bit for each of `vertices`, in their order.
std::vector<std::byte> pack(const bit_array& bits, std::span<const local_vertex> vertices) {
  std::vector<std::byte> packed(words_for(vertices.size()) * sizeof(std::uint64_t));
  for (std::size_t first = 0; first < vertices.size(); first += word_bits) {
    const auto group = vertices.subspan(first, std::min(word_bits, vertices.size() - first));
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < group.size(); ++i) {
      word |= std::uint64_t{bits.test(group[i])} << i;
    }
    std::memcpy(packed.data() + first / 8, &word, sizeof word);
  }
  return packed;
}

/// Replaces the `count` bits from `at` of `words`, at most 64, by the lowest of `value`.
void replace_bits(std::uint64_t* words, std::size_t at, std::size_t count, std::uint64_t value) {
  const std::uint64_t mask =
      count == word_bits ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  const std::size_t shift = at % word_bits;
  std::uint64_t* const low = words + at / word_bits;
  *low = (*low & ~(mask << shift)) | (value & mask) << shift;
  if (shift + count <= word_bits) { return; }
  const std::size_t taken = word_bits - shift;  // at least 1, as shift is not 0 here
  low[1] = (low[1] & ~(mask >> taken)) | (value & mask) >> taken;
}

/// Replaces the bits first … last-1 of `bits` by those of `packed`.
void unpack(bit_array& bits, std::pair<local_vertex, local_vertex> range,
            std::span<const std::byte> packed) {
  for (std::size_t at = range.first; at < range.second; at += word_bits) {
    std::uint64_t word = 0;
    std::memcpy(&word, packed.data() + (at - range.first) / 8, sizeof word);
    replace_bits(bits.words(), at, std::min(word_bits, range.second - at), word);
  }
}

}  // namespace

void exchange_frontier(search_state& state, std::uint32_t level) {
  bit_array& bits = state.front_of(level);
  const int ranks = state.team.size();
  std::vector<std::vector<std::byte>> outgoing;
  for (int r = 0; r < ranks; ++r) {
    outgoing.push_back(pack(bits, state.graph.mirrors(rank_id{r})));
  }
  const std::vector<std::span<const std::byte>> views(outgoing.begin(), outgoing.end());
  const auto arrived = all_to_all_bytes(state.team, views);
  for (int r = 0; r < ranks; ++r) {
    unpack(bits, state.graph.ghost_range(rank_id{r}), arrived[static_cast<std::size_t>(r)]);
  }
  // A ghost in the frontier needs no message any more.
  const std::size_t owned_words = words_for(state.graph.num_local());
  for (bit_array& seen : state.seen) {
    for (std::size_t i = state.graph.num_local() / word_bits; i < bits.num_words(); ++i) {
      const std::uint64_t owned = i < owned_words ? state.owned_mask(i) : 0;
      seen.words()[i] |= bits.words()[i] & ~owned;
    }
  }
}

}  // namespace orujo::breadth_first
