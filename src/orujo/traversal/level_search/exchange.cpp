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

#include "orujo/epochs/piece_exchange.hpp"

namespace orujo::level_wise {

namespace {

/// One bit for each of `vertices`, in their order, in as few bytes as hold them.
void pack(const bit_array& bits, std::span<const local_vertex> vertices,
          std::vector<std::byte>& packed) {
  packed.clear();
  for (std::size_t first = 0; first < vertices.size(); first += 8) {
    const auto group = vertices.subspan(first, std::min<std::size_t>(8, vertices.size() - first));
    unsigned byte = 0;
    for (std::size_t i = 0; i < group.size(); ++i) {
      byte |= static_cast<unsigned>(bits.test(group[i])) << i;
    }
    packed.push_back(static_cast<std::byte>(byte));
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
    const std::size_t count = std::min(word_bits, range.second - at);
    std::uint64_t word = 0;  // of which the lowest byte is the first
    std::memcpy(&word, packed.data() + (at - range.first) / 8, (count + 7) / 8);
    replace_bits(bits.words(), at, count, word);
  }
}

}  // namespace

void exchange_bits(rank_team& team, const csr_graph& graph, bit_array& bits) {
  piece_exchange exchange(team);
  std::vector<std::byte> packed;
  graph.for_each_reader([&](rank_id to, std::span<const local_vertex> mirrors) {
    pack(bits, mirrors, packed);
    exchange.send(to, packed);
  });
  exchange.receive_all([&](rank_id from, std::span<const std::byte> bytes) {
    unpack(bits, graph.ghost_range(from), bytes);
  });
}

}  // namespace orujo::level_wise
