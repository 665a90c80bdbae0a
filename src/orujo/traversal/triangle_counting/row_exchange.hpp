// Brings rows of neighbours to the ranks whose vertices need them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/messaging/record_channel.hpp"
#include "orujo/traversal/triangle_counting/order.hpp"
#include "orujo/traversal/triangle_counting/rows.hpp"

namespace orujo::triangle_counting {

/// How many bytes of rows of ghosts a rank of this graph holds at a time: as much as the graph
/// itself takes there, if that is not little.
[[nodiscard]] std::uint64_t most_held_bytes(const csr_graph& graph);

/// Sends the row of an owned vertex once to each rank that owns a neighbour behind it in the order:
/// these have the vertex in their own rows, and look up its row there. Those of high degree, which
/// most others lead to, have short rows, so it is less than if rows went the other way.
///
/// If they are more than a rank may hold they come in rounds.
class row_exchange {
public:
  /// `rows` are of these contents. Call: collective. The arguments outlive the object.
  row_exchange(rank_team& team, const csr_graph& graph, const degree_order& order,
               std::vector<forward_rows*> rows);

  /// Lets go the rows of ghosts and brings the next ones, of about `most_held` bytes in all.
  /// Returns whether there are more, on any rank. Call: collective. Cost: a message for each row
  /// and rank.
  [[nodiscard]] bool next(std::uint64_t most_held);

  /// How many rows were sent.
  [[nodiscard]] std::uint64_t num_sent() const noexcept;

private:
  /// What a row's numbers are sent with.
  struct head {
    place source;
    std::uint32_t num_words;
    std::uint32_t num_singles;
    std::uint32_t piece;  // which of `rows_`, and the first number
  };

  struct receiver {
    row_exchange* owner;
    void operator()(const worker& self, const record<head>& piece) const {
      owner->take(self, piece);
    }
  };

  /// How far a worker has come.
  struct alignas(cache_line_bytes) progress {
    std::size_t sent = 0;              // of the rows that it has found to be needed
    std::vector<std::uint64_t> bytes;  // sent to each rank in this round
  };

  [[nodiscard]] std::span<const row_need> needs_left(std::size_t worker) const;
  void send_some(worker& self, std::uint64_t most_bytes);
  /// Returns how many bytes the row has.
  std::uint64_t send(worker& self, const row_need& what);
  void take(const worker& self, const record<head>& piece);

  rank_team& team_;
  const csr_graph& graph_;
  const degree_order& order_;
  std::vector<forward_rows*> rows_;
  std::vector<progress> progress_;  // of each worker
  record_channel<head, receiver> pieces_;
};

}  // namespace orujo::triangle_counting
