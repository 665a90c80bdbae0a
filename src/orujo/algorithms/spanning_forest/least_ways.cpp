// Brings the least ways out of trees to the owners of their roots.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/spanning_forest/least_ways.hpp"

#include <utility>

#include "orujo/epochs/epoch.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::connectivity {

template <typename Key>
least_ways<Key>::least_ways(rank_team& team, const csr_graph& graph, flat_trees& trees)
    : team_(team),
      graph_(graph),
      trees_(trees),
      targets_(graph.num_local()),
      weights_(has_packed_words ? 0 : graph.num_local()),
      least_(graph.num_local()),
      offered_(team.size() > 1 ? graph.num_local() : 0),
      homes_(team),
      offers_(team, receiver{this}, {.how = deliver::home, .name = "offers"}) {
  trees.over_owned([&](local_vertex v) {
    least_[v] = none;
    if (!offered_.empty()) { offered_[v] = {}; }
  });
}

template <typename Key>
void least_ways<Key>::begin_round() {
  if (team_.size() == 1) { return; }
  remote_roots_ = trees_.remote_parents();
  remote_least_.assign(remote_roots_.size(), none);
}

/// `word` is not none.
template <typename Key>
way_out<Key> least_ways<Key>::way_of(std::uint64_t word) const noexcept {
  const auto v = static_cast<local_vertex>(word);
  const vertex_id a = graph_.global(v);
  const vertex_id b = graph_.global(targets_[v]);
  return {std::min(a, b), std::max(a, b), trees_.parent(targets_[v]), weight_of(word)};
}

template <typename Key>
void least_ways<Key>::tell_owners() {
  if (team_.size() == 1) { return; }
  run_epoch(team_, [&](worker& self) {
    auto out = offers_.from(self);
    const index_range share = even_share(remote_roots_.size(), self.index(), team_.num_workers());
    for (std::size_t i = share.first; i < share.last; ++i) {
      if (remote_least_[i] == none) { continue; }
      const rank_id owner = graph_.owner(remote_roots_[i]);
      const vertex_id first = graph_.partition().first(owner);
      const auto root = static_cast<local_vertex>(remote_roots_[i] - first);
      out.send_home(homes_.number(owner, homes_.of(root)), {way_of(remote_least_[i]), root});
    }
  });
  const auto empty = std::count(remote_least_.begin(), remote_least_.end(), none);
  offers_made_ += remote_least_.size() - static_cast<std::uint64_t>(empty);
}

template <typename Key>
way_out<Key> least_ways<Key>::take(local_vertex root) noexcept {
  const std::uint64_t word = std::exchange(least_[root], none);
  way_out<Key> way = word == none ? way_out<Key>{} : way_of(word);
  if (!offered_.empty()) {
    const way_out<Key> offered = std::exchange(offered_[root], {});
    if (offered.is_before(way)) { way = offered; }
  }
  return way;
}

template class least_ways<std::uint32_t>;
template class least_ways<std::uint64_t>;

}  // namespace orujo::connectivity
