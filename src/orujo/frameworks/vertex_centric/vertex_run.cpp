// Adds up what ranks did in the iterations of a vertex program, and says so on the card.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/vertex_centric/vertex_run.hpp"

#include <algorithm>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

void vertex_run::describe(report_card& card) const {
  iteration_facts all;
  std::uint64_t most_active = 0;
  std::uint64_t pulled = 0;
  for (const iteration_facts& each : iterations) {
    all.active += each.active;
    all.edges += each.edges;
    all.messages += each.messages;
    all.bytes += each.bytes;
    most_active = std::max(most_active, each.active);
    pulled += each.pulled ? 1U : 0U;
  }
  card.add(report_section::algorithm, {"iterations of the vertex program",
                                       converged ? "until nothing was left to do" : "as allowed",
                                       {{"iterations", static_cast<double>(iterations.size()), ""},
                                        {"of them pulled", static_cast<double>(pulled), ""},
                                        {"vertices applied", static_cast<double>(all.active), ""},
                                        {"most at once", static_cast<double>(most_active), ""},
                                        {"edges", static_cast<double>(all.edges), ""}}});
  card.add(report_section::algorithm, {"values between ranks",
                                       "one for each neighbour of another rank",
                                       {{"messages", static_cast<double>(all.messages), ""},
                                        {"size", static_cast<double>(all.bytes), "bytes"}}});
}

namespace vertex_programs {

void add_over_ranks(rank_team& team, vertex_run& run) {
  struct counts {
    std::uint64_t edges;
    std::uint64_t messages;
    std::uint64_t bytes;
  };
  std::vector<counts> own;
  for (const iteration_facts& each : run.iterations) {
    own.push_back({each.edges, each.messages, each.bytes});
  }
  const std::vector<counts> all =
      all_reduce(team, std::move(own), [](const counts& a, const counts& b) {
        return counts{a.edges + b.edges, a.messages + b.messages, a.bytes + b.bytes};
      });
  for (std::size_t i = 0; i < all.size(); ++i) {
    iteration_facts& each = run.iterations[i];
    each.edges = all[i].edges;
    each.messages = all[i].messages;
    each.bytes = all[i].bytes;
  }
}

}  // namespace vertex_programs

}  // namespace orujo
