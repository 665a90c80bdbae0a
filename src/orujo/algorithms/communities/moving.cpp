// Local moving with pruning, in sub-rounds.
//
// Stamps say who is looked at in the next round. A vertex that takes part in a round gets an odd
// one, by its class; a neighbour that moves in a sub-round raises it to an even one, by the
// sub-round, unless it is higher. So it is even if a neighbour moved in or after the sub-round in
// which the vertex decided, who has not seen that. It does not matter when ranks tell each other.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/communities/moving.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/traversal/isolation.hpp"

namespace orujo::community_search {

namespace {

using stamp = std::uint16_t;
static_assert(2 * round_plan::most_sub_rounds + 1 < 65536);

constexpr stamp decided_in(std::uint32_t sub_round) {
  return static_cast<stamp>(2 * sub_round + 1);
}
constexpr stamp moved_in(std::uint32_t sub_round) { return static_cast<stamp>(2 * sub_round + 2); }
constexpr bool has_news(stamp of) { return of != 0 && of % 2 == 0; }

struct raise {
  void operator()(stamp& into, stamp value) const noexcept {
    std::atomic_ref<stamp> shared(into);
    stamp known = shared.load(std::memory_order_relaxed);
    while (known < value &&
           !shared.compare_exchange_weak(known, value, std::memory_order_relaxed)) {}
  }
};

class local_moving {
public:
  local_moving(search_space& space, const level_graph& level, partition& into,
               const moving_options& options)
      : space_(space),
        level_(level),
        into_(into),
        options_(options),
        share_(level.all_degrees > 0 ? options.resolution / static_cast<double>(level.all_degrees)
                                     : 0),
        stamps_(space.array<stamp>(level.known, 0)),
        lists_(space, level),
        labels_(space, level, into.label.span()) {
    if (level.spread != nullptr) { news_.emplace(space.team(), *level.spread, raise{}); }
  }

  moving_facts run() {
    moving_facts facts;
    std::fill_n(stamps_.begin(), level_.own(), moved_in(0));
    const double few = options_.tolerance * level_.size;
    while (facts.rounds < options_.max_rounds) {
      salt_ = mix64(options_.seed + facts.rounds);
      if (begin_round() == 0) { break; }
      for (std::uint32_t s = 0; s < lists_.plan.size(); ++s) {
        if (!lists_.is_empty_everywhere(s)) { run_sub_round(s); }
      }
      const std::uint64_t moves = labels_.take_changed();
      facts.moves += moves;
      ++facts.rounds;
      if (static_cast<double>(moves) <= few) { break; }
    }
    return facts;
  }

private:
  std::uint64_t begin_round() {
    if (news_) { news_->collect(stamps_.span()); }
    const std::uint64_t size =
        lists_.make(salt_, [&](level_vertex v) { return has_news(stamps_[v]); });
    space_.for_each(level_.own(), [&](level_vertex v) { stamps_[v] = stamp_of(v); });
    return size;
  }

  [[nodiscard]] stamp stamp_of(level_vertex v) const noexcept {
    if (!has_news(stamps_[v])) { return 0; }
    return decided_in(lists_.plan.of(level_.first + v, salt_));
  }

  void run_sub_round(std::uint32_t sub_round) {
    labels_.decide(
        lists_.of(sub_round),
        [&](search_space::worker_part& part, level_vertex v) { return best_for(part.sums, v); },
        [&](level_vertex target) { prefetch_to_read(&into_.label[target]); },
        [&](level_vertex target) { prefetch_to_read(&into_.total[into_.label[target]]); });
    labels_.apply([&](const label_change& change) { count(change); },
                  [&](const label_change& change) { tell(change, moved_in(sub_round)); });
  }

  [[nodiscard]] level_vertex best_for(label_sums& sums, level_vertex v) const {
    const level_vertex own = into_.label[v];
    const auto degree = level_.degree[level_.first + v];
    const double share = share_ * static_cast<double>(degree);
    const auto gain = [&](weight_sum sum, weight_sum total) {
      return static_cast<double>(sum) - share * static_cast<double>(total);
    };
    weight_sum to_own = 0;
    level_vertex best = no_label;
    double best_gain = 0;
    const level_vertex* const labels = into_.label.begin();
    const auto label_of = [labels, v](level_vertex t) { return t == v ? no_label : labels[t]; };
    for (const label_sums::entry& each : sums.of_row(level_.rows, v, label_of)) {
      if (each.label == own) {
        to_own = each.sum;
        continue;
      }
      const double gained = gain(each.sum, into_.total[each.label]);
      if (best == no_label || gained > best_gain ||
          (gained == best_gain && is_before(each.label, best))) {
        best = each.label;
        best_gain = gained;
      }
    }
    const double stays = gain(to_own, into_.total[own] - degree);
    const bool is_better = best_gain > stays ||
                           (options_.resolution == 0 && best_gain == stays && is_before(best, own));
    return best != no_label && is_better ? best : own;
  }

  /// Of equally good ones.
  [[nodiscard]] bool is_before(level_vertex a, level_vertex b) const noexcept {
    return mix64(a ^ options_.seed) < mix64(b ^ options_.seed);
  }

  void count(const label_change& change) {
    const weight_sum degree = level_.degree[change.vertex];
    isolation::atomic::subtract(into_.total[change.from], degree);
    isolation::atomic::add(into_.total[change.to], degree);
  }

  void tell(const label_change& change, stamp moved) {
    for (const level_vertex target : level_.rows.row(change.vertex - level_.first)) {
      if (into_.label[target] != change.to) { raise{}(stamps_[target], moved); }
    }
  }

  search_space& space_;
  const level_graph& level_;
  partition& into_;
  moving_options options_;
  double share_;  // the resolution, as a share of all degrees
  std::uint64_t salt_ = 0;
  pooled_array<stamp> stamps_;  // of ghosts, too
  round_lists lists_;
  changing_labels labels_;
  std::optional<ghost_contributions<stamp, raise>> news_;
};

}  // namespace

partition singletons(search_space& space, const level_graph& level) {
  partition made{space.array<level_vertex>(level.known), space.array<weight_sum>(level.size)};
  space.for_each(level.own(), [&](level_vertex v) { made.label[v] = level.first + v; });
  for (level_vertex ghost = level.own(); ghost < level.known; ++ghost) {
    made.label[ghost] = static_cast<level_vertex>(level.spread->global(ghost));
  }
  space.for_each(level.size, [&](level_vertex v) { made.total[v] = level.degree[v]; });
  return made;
}

moving_facts move_vertices(search_space& space, const level_graph& level, partition& into,
                           const moving_options& options) {
  return local_moving(space, level, into, options).run();
}

}  // namespace orujo::community_search
