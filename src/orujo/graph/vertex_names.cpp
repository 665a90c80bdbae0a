// Letters of names, and who gets which.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/vertex_names.hpp"

#include <algorithm>
#include <cstring>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

void vertex_names::add(std::string_view name) {
  bytes_.insert(bytes_.end(), name.begin(), name.end());
  ends_.push_back(bytes_.size());
}

std::vector<std::byte> vertex_names::packed(std::size_t first, std::size_t last) const {
  // How many, where each ends in the letter's text, the text.
  const std::uint64_t count = last - first;
  const std::uint64_t begin = first == 0 ? 0 : ends_[first - 1];
  const std::uint64_t text = count == 0 ? 0 : ends_[last - 1] - begin;
  std::vector<std::byte> letter((1 + count) * sizeof count + text);
  std::memcpy(letter.data(), &count, sizeof count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t end = ends_[first + i] - begin;
    std::memcpy(letter.data() + (1 + i) * sizeof end, &end, sizeof end);
  }
  if (text > 0) { std::memcpy(&letter[(1 + count) * sizeof count], bytes_.data() + begin, text); }
  return letter;
}

void vertex_names::add_packed(std::span<const std::byte> letter) {
  std::uint64_t count = 0;
  std::memcpy(&count, letter.data(), sizeof count);
  const std::uint64_t before = bytes_.size();
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t end = 0;
    std::memcpy(&end, letter.data() + (1 + i) * sizeof end, sizeof end);
    ends_.push_back(before + end);
  }
  const std::span<const std::byte> text = letter.subspan((1 + count) * sizeof count);
  // A letter's text is what packed() copied; char may look at any object.
  const auto* const from = reinterpret_cast<const char*>(text.data());
  bytes_.insert(bytes_.end(), from, from + text.size());
}

vertex_names moved_names(rank_team& team, const vertex_names& held, vertex_id first,
                         const block_partition& wanted) {
  std::vector<std::vector<std::byte>> outgoing;
  for (const index_range& share : wanted.shares_of(first, held.size())) {
    outgoing.push_back(held.packed(share.first, share.last));
  }
  vertex_names own;
  for (const auto& letter : all_to_all_v(team, outgoing)) {  // by rank, hence in order
    own.add_packed(letter);
  }
  return own;
}

}  // namespace orujo
