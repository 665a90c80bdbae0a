// Shortest paths on the label-correcting engine.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/sssp.hpp"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "orujo/algorithms/greatest_weight.hpp"
#include "orujo/algorithms/label_correcting.hpp"
#include "orujo/algorithms/sssp_functions.hpp"
#include "orujo/algorithms/sssp_order.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// Facts of some vertices. Plain data.
struct distance_sums {
  std::uint64_t reached = 0;
  std::uint64_t whole_sum = 0;
  double real_sum = 0;
  double most = 0;

  void add(const distance_sums& more) noexcept {
    reached += more.reached;
    whole_sum += more.whole_sum;
    real_sum += more.real_sum;
    most = std::max(most, more.most);
  }
};

/// Writes `labels` as distances to `into`, and adds up what was found.
/// Call: collective.
template <typename F, typename Distance>
distance_sums take_labels(rank_team& team, std::span<const typename F::label_type> labels,
                          huge_array<Distance>& into, Distance none) {
  if (into.size() != labels.size()) { into = huge_array<Distance>(labels.size()); }
  distance_sums all;
  std::mutex mutex;
  parallel_for(team, labels.size(), 1 << 16, [&](std::size_t first, std::size_t last) {
    distance_sums sums;
    for (std::size_t v = first; v < last; ++v) {
      const bool is_reached = labels[v] != F::unreached;
      into[v] = is_reached ? static_cast<Distance>(labels[v]) : none;
      if (!is_reached) { continue; }
      ++sums.reached;
      sums.most = std::max(sums.most, static_cast<double>(labels[v]));
      if constexpr (std::is_integral_v<Distance>) {
        sums.whole_sum += labels[v];
      } else {
        sums.real_sum += labels[v];
      }
    }
    const std::lock_guard guard(mutex);
    all.add(sums);
  });
  return all_reduce(team, all, [](distance_sums a, const distance_sums& b) {
    a.add(b);
    return a;
  });
}

}  // namespace

class sssp_search::implementation {
public:
  implementation(rank_team& on, const csr_graph& over, const sssp_options& options)
      : team(on),
        graph(over),
        how{.order = shortest_path_order(on, over, options.order), .reduces = options.reduces} {
    if (over.facts().weights == weight_kind::real) {
      real = std::make_unique<label_correcting<real_paths>>(on, over, how);
      return;
    }
    heaviest = greatest_weight<std::uint32_t>(on, over);
    if (heaviest < narrow_paths::unreached) {
      narrow = std::make_unique<label_correcting<narrow_paths>>(on, over, how);
    } else {
      wide = std::make_unique<label_correcting<wide_paths>>(on, over, how);
    }
  }

  void run(vertex_id source) {
    const distance_sums sums = real != nullptr ? run_real(source) : run_whole(source);
    result.facts = {
        .reached = sums.reached,
        .max_distance = sums.most,
        .distance_sum = real != nullptr ? sums.real_sum : static_cast<double>(sums.whole_sum)};
  }

  [[nodiscard]] work_statistics work() const {
    if (real != nullptr) { return real->work(); }
    return wide != nullptr ? wide->work() : narrow->work();
  }

  [[nodiscard]] work_history history() const {
    if (real != nullptr) { return real->history(); }
    return wide != nullptr ? wide->history() : narrow->history();
  }

  template <typename Engine>
  static void describe_engine(const Engine& engine, const char* distances, report_card& card) {
    engine.describe(card);
    card.add(report_section::algorithm, {"distances", distances, {}});
  }

  void describe(report_card& card) const {
    if (real != nullptr) {
      describe_engine(*real, "64-bit real numbers", card);
    } else if (wide != nullptr) {
      describe_engine(*wide, "64 bits, as 32 were too few", card);
    } else {
      describe_engine(*narrow, "32 bits", card);
    }
  }

  rank_team& team;
  const csr_graph& graph;
  label_options how;
  sssp_distances result;

private:
  using narrow_paths = whole_paths<std::uint32_t>;
  using wide_paths = whole_paths<std::uint64_t>;

  template <typename F, typename Distance>
  distance_sums search(label_correcting<F>& engine, const F& paths, huge_array<Distance>& into,
                       Distance none) {
    engine.run(paths, std::span(&paths.source, 1));
    return take_labels<F>(team, engine.labels(), into, none);
  }

  distance_sums run_real(vertex_id source) {
    return search(*real, real_paths{source}, result.real, real_paths::unreached);
  }

  distance_sums run_whole(vertex_id source) {
    if (wide == nullptr) {
      const narrow_paths paths(source, heaviest);
      const distance_sums sums = search(*narrow, paths, result.whole, no_distance);
      if (sums.most <= static_cast<double>(paths.last)) { return sums; }
      wide = std::make_unique<label_correcting<wide_paths>>(team, graph, how);
      narrow.reset();
    }
    return search(*wide, wide_paths(source, heaviest), result.whole, no_distance);
  }

  std::uint32_t heaviest = 0;  // edge of the graph, if weights are whole
  std::unique_ptr<label_correcting<real_paths>> real;
  std::unique_ptr<label_correcting<narrow_paths>> narrow;
  std::unique_ptr<label_correcting<wide_paths>> wide;
};

sssp_search::sssp_search(rank_team& team, const csr_graph& graph, const sssp_options& options)
    : implementation_(std::make_unique<implementation>(team, graph, options)) {}
sssp_search::sssp_search(sssp_search&&) noexcept = default;
sssp_search& sssp_search::operator=(sssp_search&&) noexcept = default;
sssp_search::~sssp_search() = default;

const sssp_distances& sssp_search::run(vertex_id source) {
  const vertex_id vertices = implementation_->graph.num_vertices();
  require_everywhere(
      source < vertices,
      fmt::format("sssp: source {} is not a vertex: there are {} of them", source, vertices));
  implementation_->run(source);
  return implementation_->result;
}

work_statistics sssp_search::work() const { return implementation_->work(); }

work_history sssp_search::history() const { return implementation_->history(); }

const work_order& sssp_search::order() const noexcept { return implementation_->how.order; }

sssp_distances sssp_search::take_distances() && { return std::move(implementation_->result); }

void sssp_search::describe(report_card& card) const { implementation_->describe(card); }

sssp_distances sssp(rank_team& team, const csr_graph& graph, vertex_id source,
                    const sssp_options& options) {
  sssp_search search(team, graph, options);
  search.run(source);
  return std::move(search).take_distances();
}

}  // namespace orujo
