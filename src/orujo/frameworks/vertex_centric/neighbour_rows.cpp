// Sends rows to the ranks that have their vertices as ghosts.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/vertex_centric/neighbour_rows.hpp"

#include <algorithm>
#include <mutex>

#include "orujo/base/spin_lock.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/known_vertex.hpp"
#include "orujo/messaging/record_channel.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::vertex_programs {

namespace {

/// The head of a piece of a row; the ids of targets follow it.
struct row_piece {
  local_vertex place;    ///< Of the vertex, among the ghosts that its rank has at the receiver.
  std::uint32_t sender;  ///< That rank.
};

constexpr std::size_t ids_per_piece = 64;

/// Sends the row of the vertex in one piece or several.
template <typename Sender>
void send_row(Sender& out, rank_id to, row_piece head, std::span<const vertex_id> ids) {
  for (; !ids.empty(); ids = ids.subspan(std::min(ids_per_piece, ids.size()))) {
    out.send(to, head, std::as_bytes(ids.first(std::min(ids_per_piece, ids.size()))));
  }
}

}  // namespace

neighbour_rows::neighbour_rows(rank_team& team, const csr_graph& graph)
    : graph_(graph), rows_(graph.num_ghosts()) {
  if (team.size() == 1) { return; }
  spin_lock busy;
  const auto take = [&](const record<row_piece>& piece) {
    const rank_id from{static_cast<int>(piece.head.sender)};
    std::vector<local_vertex>& row =
        rows_[graph.ghost_range(from).first + piece.head.place - graph.num_local()];
    const std::vector<vertex_id> ids = from_bytes<vertex_id>(piece.tail);
    const std::lock_guard guard(busy);
    for (const vertex_id v : ids) {
      if (const auto here = known_vertex(graph, v)) { row.push_back(*here); }
    }
  };
  record_channel<row_piece, decltype(take)> rows(team, take, {.name = "rows of neighbours"});
  run_epoch(team, [&](worker& self) {
    auto out = rows.from(self);
    std::vector<vertex_id> ids;
    for (int r = 0; r < team.size(); ++r) {
      const auto mirrors = graph.mirrors(rank_id{r});
      const index_range share = even_share(mirrors.size(), self.index(), team.num_workers());
      for (std::size_t i = share.first; i < share.last; ++i) {
        ids.clear();
        for (const local_vertex t : graph.out_edges().row(mirrors[i])) {
          ids.push_back(graph.global(t));
        }
        send_row(out, rank_id{r},
                 {static_cast<local_vertex>(i), static_cast<std::uint32_t>(index_of(team.rank()))},
                 ids);
      }
    }
  });
  for (std::vector<local_vertex>& row : rows_) { std::ranges::sort(row); }
}

}  // namespace orujo::vertex_programs
