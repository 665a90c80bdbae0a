// Which engine a search for shortest paths runs on, by weights and options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "orujo/algorithms/sssp/activities.hpp"
#include "orujo/algorithms/sssp/engines.hpp"
#include "orujo/algorithms/sssp/functions.hpp"
#include "orujo/algorithms/sssp/order.hpp"
#include "orujo/algorithms/sssp/sssp.hpp"
#include "orujo/algorithms/sssp/taken_distances.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/traced_path.hpp"
#include "orujo/traversal/weight_extent.hpp"

namespace orujo {

/// Throws agreed_error where paths of these weights mean nothing, or could not be measured.
template <typename T>
void check_weights(const csr_graph& graph, const weight_extent<T>& weights) {
  const auto fail = [&](const std::string& problem) {
    throw agreed_error(exit_code::input, fmt::format("{}: {}", graph.facts().name, problem));
  };
  if (weights.least < T{0}) {
    fail(
        fmt::format("shortest paths need weights of at least 0, and the least is {}; mst and "
                    "widest take negative weights, --weights none leaves them out",
                    weights.least));
  }
  if constexpr (std::is_floating_point_v<T>) {
    const double longest = static_cast<double>(graph.num_vertices()) * double{weights.greatest};
    if (std::isinf(longest) && longest > 0) {
      fail(
          fmt::format("weights go up to {}, and distances could be beyond what 64-bit real "
                      "numbers hold",
                      weights.greatest));
    }
  }
}

/// Distances of 32 bits, of 64 where those do not fit, or real ones.
class sssp_search::implementation {
  using narrow_paths = whole_paths<std::uint32_t>;
  using wide_paths = whole_paths<std::uint64_t>;

  /// What `visit` makes of the engine that searches if there are no activities.
  template <typename Visit>
  decltype(auto) with_engine(Visit visit) const {
    if (real != nullptr) { return visit(*real); }
    return wide != nullptr ? visit(*wide) : visit(*narrow);
  }

  [[nodiscard]] const char* kind_of_distances() const noexcept {
    if (real != nullptr || relaxed_real != nullptr) { return "64-bit real numbers"; }
    if (relaxed_whole != nullptr) { return "64 bits"; }
    return wide != nullptr ? "64 bits, as 32 were too few" : "32 bits";
  }

public:
  implementation(rank_team& on, const csr_graph& over, const sssp_options& options)
      : team(on),
        graph(over),
        activities(options.activities),
        how{.order = activities ? work_order{} : shortest_path_order(on, over, options.order),
            .reduces = options.reduces} {
    require_everywhere(!activities || !options.order,
                       "sssp: relaxations that are activities go in rounds; leave out the order");
    with_weight_type(over.stored_weights(), [&]<typename T>(std::type_identity<T>) {
      const weight_extent<T> weights = weight_extent_of<T>(on, over);
      check_weights(over, weights);
      make_engine(std::max(T{0}, weights.greatest));
    });
  }

  /// Call: collective. Throws on every rank: agreed_error if the source is no vertex.
  const sssp_distances& search_between(const path_ends& ends) {
    require_everywhere(ends.source < graph.num_vertices(),
                       fmt::format("sssp: source {} is not a vertex: there are {} of them",
                                   ends.source, graph.num_vertices()));
    const distance_sums sums = activities ? run_activities(ends.source)
                               : real     ? run_real(ends)
                                          : run_whole(ends);
    result.facts = {.reached = sums.reached, .max_distance = sums.most, .distance_sum = sums.sum};
    return result;
  }

  [[nodiscard]] std::optional<activity_counts> activity_work() const {
    if (!activities) { return std::nullopt; }
    return relaxed_real != nullptr ? relaxed_real->counts() : relaxed_whole->counts();
  }

  [[nodiscard]] work_statistics work() const {
    if (activities) { return {}; }
    return with_engine([](const auto& engine) { return engine.work(); });
  }

  [[nodiscard]] work_history history() const {
    if (activities) { return {}; }
    return with_engine([](const auto& engine) { return engine.history(); });
  }

  void describe(report_card& card) const {
    if (relaxed_real != nullptr) {
      relaxed_real->describe(card);
    } else if (relaxed_whole != nullptr) {
      relaxed_whole->describe(card);
    } else {
      with_engine([&](const auto& engine) { engine.describe(card); });
    }
    card.add(report_section::algorithm, {"distances", kind_of_distances(), {}});
  }

  rank_team& team;
  const csr_graph& graph;
  std::optional<isolation_choice> activities;
  label_options how;
  sssp_distances result;
  std::unique_ptr<label_correcting<real_paths>> real;  // where weights are real

private:
  distance_sums run_activities(vertex_id source) {
    if (relaxed_real != nullptr) {
      relaxed_real->run(real_paths{source});
      return take_labels<real_paths>(team, relaxed_real->labels(), result.real,
                                     real_paths::unreached);
    }
    relaxed_whole->run(wide_paths(source, heaviest));
    return within_limit(
        take_labels<wide_paths>(team, relaxed_whole->labels(), result.whole, no_distance));
  }

  template <typename T>
  void make_engine(T greatest) {
    if constexpr (std::is_floating_point_v<T>) {
      if (activities) {
        relaxed_real = std::make_unique<relaxing_search<real_paths>>(team, graph, *activities);
        return;
      }
      real = std::make_unique<label_correcting<real_paths>>(team, graph, how);
    } else {
      heaviest = static_cast<std::uint64_t>(greatest);
      if (activities) {
        relaxed_whole = std::make_unique<relaxing_search<wide_paths>>(team, graph, *activities);
        return;
      }
      const bool is_short = graph.stored_weights() != weight_type::whole64;
      if (is_short && heaviest < narrow_paths::unreached) {
        narrow = std::make_unique<label_correcting<narrow_paths>>(team, graph, how);
      } else {
        wide = std::make_unique<label_correcting<wide_paths>>(team, graph, how);
      }
    }
  }

  /// `paths`, ending where the target is. `told` is for what ranks learn of it that do not own it.
  template <typename F, typename Distance>
  [[nodiscard]] F ending_at(vertex_id target, const label_correcting<F>& engine, F paths,
                            Distance& told) const {
    if (target == no_vertex) { return paths; }
    if (graph.owns(target)) {
      paths.target.known = &engine.labels()[graph.local(target)];
    } else {
      told = F::unreached;
      paths.target = {.known = &told, .told = &told};
    }
    return paths;
  }

  template <typename F, typename Distance>
  distance_sums search(label_correcting<F>& engine, const F& paths, huge_array<Distance>& into,
                       Distance none) {
    engine.run(paths, std::span(&paths.source, 1));
    return take_labels<F>(team, engine.labels(), into, none);
  }

  distance_sums run_real(const path_ends& ends) {
    const real_paths paths = ending_at(ends.target, *real, real_paths{ends.source}, told_real);
    return search(*real, paths, result.real, real_paths::unreached);
  }

  distance_sums run_whole(const path_ends& ends) {
    if (wide == nullptr) {
      const narrow_paths paths =
          ending_at(ends.target, *narrow,
                    narrow_paths(ends.source, static_cast<std::uint32_t>(heaviest)), told_narrow);
      const distance_sums sums = search(*narrow, paths, result.whole, no_distance);
      if (sums.most <= static_cast<exact_number>(paths.last)) { return sums; }
      wide = std::make_unique<label_correcting<wide_paths>>(team, graph, how);
      narrow.reset();
    }
    const wide_paths paths =
        ending_at(ends.target, *wide, wide_paths(ends.source, heaviest), told_wide);
    return within_limit(search(*wide, paths, result.whole, no_distance));
  }

  /// Throws agreed_error if a distance is too long to be one.
  [[nodiscard]] distance_sums within_limit(const distance_sums& sums) const {
    // Farther ones would not be followed; `last` of the paths is at least as large.
    constexpr auto limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (sums.most <= static_cast<exact_number>(limit)) { return sums; }
    throw agreed_error(exit_code::input,
                       fmt::format("{}: a distance is beyond {}; read weights as real numbers with "
                                   "--weights real",
                                   graph.facts().name, limit));
  }

  std::uint64_t heaviest = 0;  // edge of the graph, if weights are whole
  // What the engines' functions are told of a target of another rank.
  double told_real = 0;
  std::uint32_t told_narrow = 0;
  std::uint64_t told_wide = 0;
  std::unique_ptr<label_correcting<narrow_paths>> narrow;
  std::unique_ptr<label_correcting<wide_paths>> wide;
  // One of them with activities, in place of the others.
  std::unique_ptr<relaxing_search<wide_paths>> relaxed_whole;
  std::unique_ptr<relaxing_search<real_paths>> relaxed_real;
};

}  // namespace orujo
