// Packs the bits of mirrors into words, and unpacks those of ghosts.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/level_search/exchange.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"

namespace orujo::level_wise {

namespace {

/// Appends one bit for each of `vertices`, in their order, to `packed`, and fills up the last word.
void pack(const bit_array& bits, std::span<const local_vertex> vertices,
          std::vector<std::uint64_t>& packed) {
  for (std::size_t first = 0; first < vertices.size(); first += word_bits) {
    const auto group = vertices.subspan(first, std::min(word_bits, vertices.size() - first));
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < group.size(); ++i) {
      word |= std::uint64_t{bits.test(group[i])} << i;
    }
    packed.push_back(word);
  }
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

void exchange_bits(rank_team& team, const csr_graph& graph, bit_array& bits) {
  const auto for_each_reader = [&](auto&& visit) {
    for (int step = 1; step < team.size(); ++step) {  // everybody starts with another
      const rank_id to{(index_of(team.rank()) + step) % team.size()};
      if (!graph.mirrors(to).empty()) { visit(to, graph.mirrors(to)); }
    }
  };
  std::size_t readers = 0;
  std::size_t words = 0;
  for_each_reader([&](rank_id /*to*/, auto mirrors) {
    ++readers;
    words += words_for(mirrors.size());
  });
  std::vector<std::uint64_t> packed;
  packed.reserve(words);  // so that it stays where it is
  std::vector<outgoing_piece> outgoing;
  outgoing.reserve(readers);
  for_each_reader([&](rank_id to, auto mirrors) {
    const std::size_t first = packed.size();
    pack(bits, mirrors, packed);
    outgoing.push_back({to, std::as_bytes(std::span(packed).subspan(first))});
  });
  for (const arrived_piece& piece : exchange_pieces(team, outgoing)) {
    unpack(bits, graph.ghost_range(piece.from), piece.bytes);
  }
}

}  // namespace orujo::level_wise
