// Rounds of colours: some components at once, each by the vertex that it is named after.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "orujo/algorithms/scc/rules.hpp"
#include "orujo/algorithms/scc/serial.hpp"
#include "orujo/algorithms/scc/state.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/edge_side.hpp"
#include "orujo/traversal/spreading.hpp"

namespace orujo::strong_connectivity {

class colour_rounds {
public:
  colour_rounds(rank_team& team, search_state& known)
      : team_(team), known_(known), colours_(team, known.graph) {}

  /// A round. Forward and backward in turn, as chains of components that take as many rounds one
  /// way as they are long mostly take few the other way. Labels the vertices of the components that
  /// it finds, and says what they are, of all ranks. Call: collective.
  size_counts run(std::span<vertex_id> label) {
    const bool is_even = rounds_++ % 2 == 0;
    const edge_side way = is_even ? edge_side::out : edge_side::in;
    const edge_side back = is_even ? edge_side::in : edge_side::out;
    colour_left(way);
    name_colours(back, label);
    count_named(label);
    return sizes_counted();
  }

private:
  void colour_left(edge_side way) {
    for (local_vertex v = 0; v < known_.graph.num_local() + known_.graph.num_ghosts(); ++v) {
      colours_.colour[v] = known_.graph.global(v);
    }
    colouring rule{known_, colours_, way};
    spreading<colouring> told(team_, known_.graph, rule, news);
    told.begin_where([&](local_vertex v) {
      const bool begins = !known_.is_done(v);
      colours_.marks[v] = begins ? 1 : 0;
      return begins;
    });
    static_cast<void>(told.run());
    colours_.colour.push();
  }

  void name_colours(edge_side back, std::span<vertex_id> label) {
    naming rule{known_, colours_, back, label};
    spreading<naming> named(team_, known_.graph, rule, news);
    named.begin_where(
        [&](local_vertex v) { return !known_.is_done(v) && rule.hear(v, known_.graph.global(v)); });
    static_cast<void>(named.run());
    known_.states.push();
  }

  /// Counts the vertices that this round has named, each at the one it is named after: no ghost of
  /// theirs, as a rule, so that it is told by messages.
  void count_named(std::span<const vertex_id> label) {
    const auto count = [&](local_vertex name) {
      std::atomic_ref(colours_.members[name]).fetch_add(1, std::memory_order_relaxed);
    };
    auto named = make_channel<local_vertex>(team_, [&](const local_vertex& name) { count(name); },
                                            {.name = "members of components"});
    run_epoch(team_, [&](worker& self) {
      auto out = named.from(self);
      const index_range share =
          even_share(known_.graph.num_local(), self.index(), team_.num_workers());
      for (std::size_t v = share.first; v < share.last; ++v) {
        if (colours_.marks[v] == 0) { continue; }
        const vertex_id name = label[v];
        const rank_id owner = known_.graph.owner(name);
        out.send(owner, static_cast<local_vertex>(name - known_.graph.partition().first(owner)));
      }
    });
  }

  [[nodiscard]] size_counts sizes_counted() {
    size_counts counts;
    for (std::uint32_t& members : colours_.members) {
      if (members > 0) { counts.add(std::exchange(members, 0)); }
    }
    return all_reduce(team_, counts, [](const size_counts& a, const size_counts& b) {
      return size_counts{.components = a.components + b.components,
                         .largest = std::max(a.largest, b.largest),
                         .nontrivial = a.nontrivial + b.nontrivial};
    });
  }

  rank_team& team_;
  search_state& known_;
  vertex_colours colours_;
  std::uint64_t rounds_ = 0;
};

}  // namespace orujo::strong_connectivity
