// Rounds of walks: all at once, or as many as may be stored at a time.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/walks/walks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "orujo/algorithms/walks/engine.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/weight_extent.hpp"

namespace orujo {

namespace walking {

namespace {

void check(const csr_graph& graph, const walk_options& options) {
  const auto is_factor = [](double value) { return value > 0 && std::isfinite(1 / value); };
  require_everywhere(is_factor(options.p) && is_factor(options.q) && std::isfinite(options.p) &&
                         std::isfinite(options.q),
                     "walks: p and q are finite numbers above 0");
  // A step that is taken once in more draws than this would never be made.
  constexpr double most = 1e6;
  require_everywhere(options.p >= 1 / most && options.q >= 1 / most && options.q <= most,
                     "walks: p is at least 1e-6, and q from 1e-6 to 1e6");
  require_everywhere(options.restart >= 0 && options.restart <= 1,
                     "walks: the likelihood of a restart is from 0 to 1");
  require_everywhere(!options.weighted || graph.stored_weights() != weight_type::none,
                     "walks: weights are wanted, and the graph has none");
  if (!options.starts) { return; }
  for (const vertex_id each : *options.starts) {
    require_everywhere(each < graph.num_vertices(),
                       fmt::format("walks: start {} is not a vertex: there are {} of them", each,
                                   graph.num_vertices()));
  }
}

/// Throws agreed_error unless edges can be followed by their weights. Call: collective.
void check_weights(rank_team& team, const csr_graph& graph) {
  with_weight_type(graph.stored_weights(), [&]<typename W>(std::type_identity<W>) {
    const W least = weight_extent_of<W>(team, graph).least;
    if (graph.facts().num_arcs == 0 || least >= W{0}) { return; }
    throw agreed_error(exit_code::input,
                       fmt::format("{}: walks follow edges in proportion to their weights, and the "
                                   "least is {}; --weights none leaves them out",
                                   graph.facts().name, least));
  });
}

/// As many walks at a time as may be stored: several of each start, or some of the starts.
class round_plan {
public:
  round_plan(rank_team& team, const walk_starts& starts, const walk_options& options)
      : num_starts_(starts.size()), per_start_(options.per_start) {
    if (!options.on_paths) { return; }
    const std::uint64_t bytes = (std::uint64_t{options.length} + 1) * sizeof(vertex_id);
    const std::uint64_t rows = std::max<std::uint64_t>(1, options.path_bytes / bytes);
    const std::uint64_t most = all_max(team, starts.last_own() - starts.first_own());
    ks_at_once_ = std::max<std::uint64_t>(1, rows / std::max<std::uint64_t>(1, most));
    starts_at_once_ = most > rows ? rows : num_starts_;
  }

  /// How many walks a rank stores at most.
  [[nodiscard]] std::uint64_t rows(const walk_starts& starts) const noexcept {
    const std::uint64_t own = starts.last_own() - starts.first_own();
    return std::min(own, starts_at_once_) * std::min(ks_at_once_, per_start_);
  }

  template <typename Visit>
  void for_each(Visit visit) const {
    walk_round round;
    while (round.first_k < per_start_) {
      round.last_k =
          per_start_ - round.first_k > ks_at_once_ ? round.first_k + ks_at_once_ : per_start_;
      for (round.first_start = 0; round.first_start < num_starts_;
           round.first_start = round.last_start) {
        round.last_start = num_starts_ - round.first_start > starts_at_once_
                               ? round.first_start + starts_at_once_
                               : num_starts_;
        visit(round);
      }
      round.first_k = round.last_k;
    }
  }

private:
  std::uint64_t num_starts_;
  std::uint64_t per_start_;
  std::uint64_t ks_at_once_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t starts_at_once_ = std::numeric_limits<std::uint64_t>::max();
};

walk_facts sum_of(rank_team& team, const walk_facts& own) {
  return all_reduce(team, own, [](const walk_facts& a, const walk_facts& b) {
    return walk_facts{a.walks + b.walks, a.steps + b.steps, a.ended_early + b.ended_early,
                      a.draws + b.draws};
  });
}

void require_room_for(rank_team& team, const csr_graph& graph, const walk_options& options,
                      std::uint64_t rows) {
  const std::uint64_t paths =
      options.on_paths ? rows * (std::uint64_t{options.length} + 1) * sizeof(vertex_id) : 0;
  require_room(team, graph, "walks",
               {.per_vertex = 16, .per_edge = options.weighted ? 8U : 0U, .more = paths});
}

template <bool Biased>
walk_visits run(rank_team& team, const csr_graph& graph, const walk_options& options) {
  const walk_starts starts(team, graph, options.starts);
  const round_plan plan(team, starts, options);
  require_room_for(team, graph, options, plan.rows(starts));
  walk_engine<Biased> engine(team, graph, options, starts);
  const std::size_t stride = std::size_t{options.length} + 1;
  std::optional<path_store> paths;
  if (options.on_paths) { paths.emplace(team, graph, starts, stride); }
  plan.for_each([&](const walk_round& round) {
    if (paths) {
      run_agreed(team, [&] { paths->begin(round); });
      engine.run(round, &*paths);
      for (std::uint64_t k = 0; k < round.last_k - round.first_k; ++k) {
        options.on_paths({paths->of(k), stride});
      }
    } else {
      engine.run(round, nullptr);
    }
  });
  return {engine.take_visits(), sum_of(team, engine.facts()), {}};
}

}  // namespace

}  // namespace walking

walk_visits random_walks(rank_team& team, const csr_graph& graph, const walk_options& options) {
  walking::check(graph, options);
  if (options.weighted) { walking::check_weights(team, graph); }
  const bool biased = options.p != 1 || options.q != 1;
  walk_visits found =
      biased ? walking::run<true>(team, graph, options) : walking::run<false>(team, graph, options);
  const char* const steps =
      options.weighted ? "edges by their weights, from alias tables" : "edges alike";
  found.choices.add(report_section::algorithm, {"a step draws", steps, {}});
  if (biased) {
    found.choices.add(report_section::algorithm,
                      {"p and q",
                       "an edge is drawn, then taken or not",
                       {{"draws", static_cast<double>(found.facts.draws), ""},
                        {"steps", static_cast<double>(found.facts.steps), ""}}});
  }
  return found;
}

void walk_visits::describe(report_card& card) const {
  for (const report_entry& each : choices.entries()) { card.add(each.section, each.row); }
}

}  // namespace orujo
