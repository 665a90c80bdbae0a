// Metrics that the algorithms of the library declare: what they do along edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/messaging/declared_metric.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

// By the same names wherever they mean the same, as docs/contracts/metrics.md lists them. A worker
// counts by itself, and adds once for each batch. Call: as declared_metric.

/// Vertices whose edges were looked at, and looks at an edge.
class edge_metrics {
public:
  explicit edge_metrics(rank_team& team)
      : vertices_(team, "vertices processed"), edges_(team, "edges examined") {}

  /// Adds a batch, and keeps the moment if one is due.
  void add(worker& self, std::uint64_t vertices, std::uint64_t edges) const noexcept {
    vertices_.add(self, vertices);
    edges_.add(self, edges);
    self.look();
  }

private:
  declared_metric vertices_;
  declared_metric edges_;
};

/// Labels or values of owned vertices that changed.
class improvement_metric : public declared_metric {
public:
  explicit improvement_metric(rank_team& team) : declared_metric(team, "labels improved") {}
};

/// Trees that became part of another one.
class hook_metric : public declared_metric {
public:
  explicit hook_metric(rank_team& team) : declared_metric(team, "trees hooked") {}
};

/// Rows that were compared with another one, to see what both have.
class intersection_metric : public declared_metric {
public:
  explicit intersection_metric(rank_team& team) : declared_metric(team, "rows intersected") {}
};

/// What is counted of an operator that work_statistics are kept of.
class work_metrics {
public:
  explicit work_metrics(rank_team& team)
      : looks_(team), improvements_(team), dropped_(team, "items dropped") {}

  /// Adds by how much `now` is above `before`, and keeps the moment if one is due.
  void add(worker& self, const work_statistics& now, const work_statistics& before) const noexcept {
    improvements_.add(self, now.improvements - before.improvements);
    dropped_.add(self, now.invalidated - before.invalidated);
    looks_.add(self, now.processed() - before.processed(), now.relaxations - before.relaxations);
  }

private:
  edge_metrics looks_;
  improvement_metric improvements_;
  declared_metric dropped_;  ///< Items that were not processed, as better labels had come.
};

}  // namespace orujo
