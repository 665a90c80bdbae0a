// Workers mark block after block.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/end_marking.hpp"

#include <functional>

#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::building {

void mark_ends(rank_team& team, const std::vector<edge_buffer::block*>& blocks,
               ranked_bitmap& present, std::uint64_t least) {
  parallel_for(team, blocks.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      blocks[i]->visit_edges([&](auto part) {
        for (const auto& edge : part) {
          present.mark(edge.source - least);
          present.mark(edge.target - least);
        }
      });
    }
  });
}

void join_marks(rank_team& team, ranked_bitmap& present) {
  if (team.size() > 1) {
    present.assign(all_reduce(team, present.words(), std::bit_or<std::uint64_t>()));
  }
  present.count();
}

}  // namespace orujo::building
