// The vertices that an algorithm acts on next: each rank has those it owns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Where one worker puts what it finds.
class alignas(cache_line_bytes) vertex_lane {
public:
  explicit vertex_lane(std::size_t worker) noexcept : worker_(worker) {}

  /// The worker's number on its rank.
  [[nodiscard]] std::size_t worker() const noexcept { return worker_; }
  /// Call: its worker, or any one while only one runs.
  void add(local_vertex v) { found_.push_back(v); }
  void add(std::span<const local_vertex> vertices) {
    found_.insert(found_.end(), vertices.begin(), vertices.end());
  }

private:
  friend class frontier;

  std::size_t worker_;
  std::vector<local_vertex> found_;
};

/// A list of owned vertices, and beside it the lanes in which the next list is found: one object
/// goes through all rounds of an algorithm. A vertex added twice is in the list twice.
class frontier {
public:
  /// Empty. `team` and `graph` outlive the object. Call: collective.
  frontier(rank_team& team, const csr_graph& graph);
  frontier(const frontier&) = delete;
  frontier& operator=(const frontier&) = delete;

  [[nodiscard]] vertex_lane& lane(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }

  /// Makes what the lanes hold the list; they are empty then. Returns whether any rank has a
  /// vertex. An interrupt is heard here, by a team of one rank, too. Call: collective; worker 0,
  /// outside on_workers(). Cost: a copy of what all lanes but the first hold, and a reduction.
  /// Throws: peer_failed, interrupted_error.
  bool gather();

  /// The list of this rank, in no order.
  [[nodiscard]] std::span<const local_vertex> vertices() const noexcept { return vertices_; }
  /// How many vertices all ranks have; the same on every rank.
  [[nodiscard]] std::uint64_t size() const noexcept { return looks_.vertices; }
  /// Whether one worker of each rank looks at all edges out of it as fast as several would; the
  /// same on every rank.
  [[nodiscard]] bool is_short() const noexcept { return is_short_; }

private:
  struct looks_needed {
    std::uint64_t vertices = 0;
    std::uint64_t edges = 0;  // about, where asked for
  };

  void join_lanes();
  [[nodiscard]] looks_needed looks_here() const noexcept;

  rank_team& team_;
  const csr_graph& graph_;
  std::vector<vertex_lane> lanes_;
  std::vector<local_vertex> vertices_;
  looks_needed looks_;
  bool is_short_ = true;
};

}  // namespace orujo
