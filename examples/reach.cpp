// A vertex program in one file: how many places can be reached within three hops.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/vertex_centric/vertex_engine.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

/// The state of a vertex is how many hops it is away; who is `most` away tells nobody.
struct hops_away {
  using state = std::uint32_t;
  using reduction = orujo::minimum<std::uint32_t>;

  orujo::vertex_id source;
  std::uint32_t most;

  static state initial(const orujo::program_vertex&) { return reduction::none(); }
  [[nodiscard]] std::optional<state> first(const orujo::program_vertex& v) const {
    return v.id == source ? std::optional<state>(0) : std::nullopt;
  }
  static state gather(state told) { return told + 1; }
  [[nodiscard]] bool apply(const orujo::program_vertex&, state& mine, state total) const {
    const bool is_nearer = total < mine;
    mine = total;
    return is_nearer && mine < most;
  }
  static state scatter(const orujo::program_vertex&, const state& mine) { return mine; }
};

void count_places(orujo::rank_team& team) {
  const orujo::csr_graph graph = orujo::load_graph(team, "grid:100x100");
  orujo::vertex_engine engine(team, graph, hops_away{.source = 0, .most = 3});
  const std::uint64_t iterations = engine.run().iterations.size();
  const auto here = std::ranges::count_if(engine.states(), [](auto hops) { return hops <= 3; });
  const auto all = orujo::all_sum(team, static_cast<std::uint64_t>(here));
  if (team.rank() == orujo::rank_id{0}) {
    orujo::print_out(fmt::format("{} places within 3 hops, {} iterations\n", all, iterations));
  }
  orujo::require(all == 10, "the corner of a grid has 1 + 2 + 3 + 4 places within three hops");
}

}  // namespace

int main() { orujo::run_team({}, count_places); }
