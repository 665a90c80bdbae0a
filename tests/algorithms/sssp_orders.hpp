// The orders that shortest paths are tested under, and what holds under each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/algorithms/sssp/sssp.hpp"
#include "orujo/algorithms/sssp/verify.hpp"

namespace orujo::test {

inline std::vector<work_order> all_sssp_orders() {
  return {{order_kind::unordered, 0},
          {order_kind::levels, 1},
          {order_kind::levels, 3},
          {order_kind::buckets, 1},
          {order_kind::buckets, 16},
          {order_kind::buckets, 1e6},
          {order_kind::strict, 0},
          {order_kind::priority_per_worker, 0},
          {order_kind::priority_per_worker, 5},
          {order_kind::priority_per_rank, 0}};
}

/// What the verifier finds wrong.
inline std::vector<std::string> problems_of(rank_team& team, const csr_graph& graph,
                                            vertex_id source, const sssp_distances& found) {
  std::vector<std::string> problems;
  for (const auto& each : verify_sssp(team, graph, source, found)) {
    problems.push_back(each.text());
  }
  return problems;
}

/// The counts of the last run fit each other.
inline void expect_consistent(const sssp_search& search, const sssp_facts& facts) {
  const work_statistics work = search.work();
  EXPECT_EQ(work.useful, facts.reached);
  EXPECT_EQ(work.useful + work.useless + work.invalidated, work.improvements + 1);
  EXPECT_GE(work.relaxations, work.improvements);
  EXPECT_GE(work.messages, work.rejected);
  EXPECT_EQ(work.relaxations,
            work.improvements + work.rejected + work.rejected_locally + work.reduced);
  EXPECT_LE(work.rejected_locally, work.relaxations) << "or a count went below 0";
}

}  // namespace orujo::test
