// Merging of single vertices, in sub-rounds.
//
// Invariant: a vertex that decides in a sub-round joins no piece of one vertex that decides, too:
// whom it joins stays.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/communities/refining.hpp"

#include <atomic>
#include <utility>

#include "orujo/traversal/isolation.hpp"

namespace orujo::community_search {

namespace {

class merging {
public:
  merging(search_space& space, const level_graph& level, const partition& communities,
          const refining_options& options)
      : space_(space),
        level_(level),
        communities_(communities),
        share_(level.all_degrees > 0 ? options.resolution / static_cast<double>(level.all_degrees)
                                     : 0),
        salt_(mix64(~options.seed)),
        state_(space.array(level.size, piece_state::single)),
        lists_(space, level) {
    partition alone = singletons(space, level);
    piece_ = std::move(alone.label);
    total_ = std::move(alone.total);
  }

  refinement run() && {
    changing_labels pieces(space_, level_, piece_.span());
    lists_.make(salt_, [](level_vertex /*v*/) { return true; });
    for (std::uint32_t s = 0; s < lists_.plan.size(); ++s) {
      if (lists_.is_empty_everywhere(s)) { continue; }
      pieces.decide(
          lists_.of(s),
          [&](search_space::worker_part& part, level_vertex v) {
            return best_for(part.sums, v, s);
          },
          [&](level_vertex target) {
            prefetch_to_read(&communities_.label[target]);
            prefetch_to_read(&piece_[target]);
          },
          [&](level_vertex target) {
            prefetch_to_read(&total_[piece_[target]]);
            prefetch_to_read(&state_[piece_[target]]);
          });
      pieces.apply([&](const label_change& change) { count(change); },
                   [](const label_change& /*change*/) {});
    }
    return {std::move(piece_), std::move(total_), std::move(state_)};
  }

private:
  [[nodiscard]] level_vertex best_for(label_sums& sums, level_vertex v,
                                      std::uint32_t sub_round) const {
    const level_vertex own = piece_[v];
    if (state_[level_.first + v] != piece_state::single) { return own; }
    const level_vertex community = communities_.label[v];
    const level_vertex* const labels = communities_.label.begin();
    const level_vertex* const pieces = piece_.begin();
    const auto piece_of = [=](level_vertex t) {
      return t == v || labels[t] != community ? no_label : pieces[t];
    };
    const auto entries = sums.of_row(level_.rows, v, piece_of);
    const auto degree = static_cast<double>(level_.degree[level_.first + v]);
    if (!is_well_connected(entries, degree, communities_.total[community])) { return own; }
    level_vertex best = own;
    double best_gain = 0;
    for (const label_sums::entry& each : entries) {
      if (state_[each.label] == piece_state::single &&
          lists_.plan.of(each.label, salt_) == sub_round) {
        continue;
      }
      const double gain =
          static_cast<double>(each.sum) - share_ * degree * static_cast<double>(total_[each.label]);
      if (gain > best_gain || (gain == best_gain && best != own && each.label < best)) {
        best = each.label;
        best_gain = gain;
      }
    }
    return best;
  }

  /// Whether a vertex's edges to its community weigh as much as is expected of a random one.
  [[nodiscard]] bool is_well_connected(std::span<const label_sums::entry> entries, double degree,
                                       weight_sum community) const noexcept {
    weight_sum inside = 0;
    for (const label_sums::entry& each : entries) { inside += each.sum; }
    return static_cast<double>(inside) >=
           share_ * degree * (static_cast<double>(community) - degree);
  }

  void count(const label_change& change) {
    const weight_sum degree = level_.degree[change.vertex];
    isolation::atomic::add(total_[change.to], degree);
    set(change.to, piece_state::grown);
    set(change.vertex, piece_state::left);
  }

  /// Relaxed: who reads it waits for all workers first.
  void set(level_vertex v, piece_state state) {
    std::atomic_ref<piece_state>(state_[v]).store(state, std::memory_order_relaxed);
  }

  search_space& space_;
  const level_graph& level_;
  const partition& communities_;
  double share_;  // the resolution, as a share of all degrees
  std::uint64_t salt_;
  pooled_array<level_vertex> piece_;
  pooled_array<weight_sum> total_;
  pooled_array<piece_state> state_;
  round_lists lists_;
};

}  // namespace

refinement refine(search_space& space, const level_graph& level, const partition& communities,
                  const refining_options& options) {
  return merging(space, level, communities, options).run();
}

}  // namespace orujo::community_search
