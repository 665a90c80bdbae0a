// A rank's part of a graph.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/csr_graph.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace orujo {

void mirror_lists::add(rank_id rank, std::span<const local_vertex> vertices) {
  ranges_.add(rank, vertices.size());
  vertices_.insert(vertices_.end(), vertices.begin(), vertices.end());
}

void mirror_lists::seal() {
  ranges_.seal();
  vertices_.shrink_to_fit();
}

std::uint64_t mirror_lists::memory_bytes() const noexcept {
  return ranges_.memory_bytes() + vertices_.size() * sizeof(local_vertex);
}

namespace {

/// Looks at blocks of rows, so that the loop over one has no branch, up to a long row.
std::uint64_t longest_in(std::span<const std::uint64_t> offsets) noexcept {
  constexpr std::size_t block = 1024;
  std::uint64_t longest = 0;
  for (std::size_t first = 1; first < offsets.size() && longest <= csr_graph::longest_short_row;
       first += block) {
    for (std::size_t v = first; v < std::min(first + block, offsets.size()); ++v) {
      longest = std::max(longest, offsets[v] - offsets[v - 1]);
    }
  }
  return longest;
}

}  // namespace

csr_graph::csr_graph(rank_id rank, csr_parts parts)
    : parts_(std::move(parts)),
      rank_(rank),
      first_(parts_.partition.first(rank)),
      num_local_(static_cast<local_vertex>(parts_.partition.size(rank))),
      longest_row_(longest_in(parts_.out.offsets)) {
  if (parts_.in) { longest_row_ = std::max(longest_row_, longest_in(parts_.in->offsets)); }
  for (std::span<const vertex_id> rest = parts_.ghosts; !rest.empty();) {
    const std::size_t count = parts_.partition.with_one_owner(rest);
    ghost_ranges_.add(owner(rest.front()), count);
    rest = rest.subspan(count);
  }
  ghost_ranges_.seal();
}

std::uint64_t csr_graph::memory_bytes() const noexcept {
  const auto of = [](const adjacency& edges) {
    return edges.offsets.size_bytes() + edges.targets.size_bytes() + edges.weights.size_bytes();
  };
  std::uint64_t bytes = of(parts_.out) + (parts_.in ? of(*parts_.in) : 0);
  bytes += parts_.ghosts.size() * sizeof(vertex_id) + ghost_ranges_.memory_bytes();
  bytes += parts_.partition.memory_bytes();
  return bytes + parts_.mirrors.memory_bytes() + parts_.ids.memory_bytes();
}

void csr_graph::describe(report_card& card) const {
  const auto number = [](auto value) { return static_cast<double>(value); };
  card.add(report_section::graph,
           {"storage",
            parts_.in ? "compressed sparse rows by source and by target" : "compressed sparse rows",
            {{"vertices owned", number(num_local_), "by this rank"},
             {"ghosts", number(num_ghosts()), "on this rank"},
             {"memory", number(memory_bytes()), "bytes on this rank"}}});
  vertex_id least = num_vertices();
  vertex_id most = 0;
  for (int r = 0; r < parts_.partition.num_ranks(); ++r) {
    least = std::min(least, parts_.partition.size(rank_id{r}));
    most = std::max(most, parts_.partition.size(rank_id{r}));
  }
  card.add(report_section::graph, {"partition",
                                   "consecutive vertices for each rank",
                                   {{"smallest part", number(least), "vertices"},
                                    {"largest part", number(most), "vertices"}}});
  card.add(report_section::graph, {"weights", std::string(name_of(stored_weights())), {}});
  card.add(report_section::graph,
           {"input ids",
            parts_.ids.is_named()   ? "names, numbered in the order of their bytes"
            : parts_.ids.is_dense() ? "consecutive: nothing is looked up"
                                    : "mapped, order kept",
            {}});
}

}  // namespace orujo
