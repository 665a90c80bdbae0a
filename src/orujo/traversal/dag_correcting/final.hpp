// Jones and Plassmann's order: a vertex takes its value once its predecessors have their final
// ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/tasks/ring.hpp"
#include "orujo/traversal/dag_correcting/walk.hpp"
#include "orujo/worklists/vertex_waits.hpp"

namespace orujo::dag_walks {

template <dag_function F, bool Shared>
class final_walk final : public dag_walk_base<F, Shared, final_walk<F, Shared>> {
  using base = dag_walk_base<F, Shared, final_walk>;
  friend base;
  using typename base::change;

public:
  /// Call: collective.
  final_walk(rank_team& team, const oriented_graph& dag)
      : base(team, dag),
        waits_(team.values().integer(setting::work_samples) > 0, dag.graph().num_local()) {
    for (int w = 0; w < team.num_workers(); ++w) { lanes_.emplace_back(team.values()); }
  }

private:
  struct alignas(cache_line_bytes) lane {
    explicit lane(const settings& values) : record(values) {}

    ring<local_vertex> list;  ///< Vertices that wait for nothing.
    work_record record;
  };

  [[nodiscard]] std::vector<lane>& lanes() noexcept { return lanes_; }
  [[nodiscard]] const std::vector<lane>& lanes() const noexcept { return lanes_; }
  [[nodiscard]] lane& lane_of(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }

  /// Each vertex waits for all its predecessors.
  [[nodiscard]] std::uint32_t first_count(local_vertex v) const noexcept {
    return static_cast<std::uint32_t>(this->dag().predecessors(v).size());
  }
  [[nodiscard]] static std::uint32_t next_number(local_vertex /*v*/) noexcept { return 1; }

  void start() { waits_.start(); }

  void begin(lane& mine, local_vertex first, local_vertex last) {
    for (local_vertex v = first; v < last; ++v) {
      if (this->dag().predecessors(v).empty()) { mine.list.push(v); }
    }
  }

  void process_one(worker& self, lane& mine) {
    const local_vertex v = mine.list.pop_oldest();
    if (!mine.list.empty()) {
      this->dag().prefetch_place(mine.list.peek(rows_ahead));
      this->dag().prefetch_row(mine.list.peek(rows_ahead / 2));
    }
    this->publish(self, mine, v, {F::undecided, this->decide(mine, v), 0});
  }

  void hear(lane& mine, local_vertex v, const change& made) {
    // Below 0 the count wraps around: a vertex that was settled waits for nobody any more.
    constexpr std::uint32_t most = ~std::uint32_t{0} / 2;
    waits_.hear(v);
    bool is_last = false;
    if (this->function().settles(made.after)) {
      const std::uint32_t waited = this->values().clear(v).count();
      is_last = waited > 0 && waited <= most;
    } else {
      is_last = this->values().subtract(v, 1).count() == 1;
    }
    if (!is_last) { return; }
    waits_.end(v, mine.record.counts);
    mine.list.push(v);
  }

  std::vector<lane> lanes_;
  vertex_waits waits_;
};

}  // namespace orujo::dag_walks
