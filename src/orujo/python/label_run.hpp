// Runs a user's operator on the label-correcting engine: for one type of labels in each source.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <numeric>
#include <span>
#include <type_traits>

#include "orujo/python/label_call.hpp"
#include "orujo/traversal/label_correcting/label_correcting.hpp"

namespace orujo::python {

/// The user's operator as a processing function. Starts, roots and the graph outlive it.
template <typename Label>
class given_function {
public:
  using label_type = Label;
  using weight_type = any_weight;
  using rank_type = std::conditional_t<std::integral<Label>, std::uint64_t, double>;

  given_function(const csr_graph& graph, const label_request<Label>& request) noexcept
      : request_(&request),
        along_(request.along),
        is_less_(request.better == better_label::less),
        weights_(graph.stored_weights()),
        best_(request.rest) {
    for (const Label each : request.starts) {
      if (better(each, best_)) { best_ = each; }
    }
  }

  [[nodiscard]] Label initial(vertex_id v) const noexcept {
    const label_request<Label>& asked = *request_;
    if (asked.roots.empty()) { return asked.starts[v]; }
    if (asked.roots.size() == 1) { return v == asked.roots[0] ? asked.starts[0] : asked.rest; }
    // Roots are ascending.
    const auto at = std::lower_bound(asked.roots.begin(), asked.roots.end(), v);
    if (at == asked.roots.end() || *at != v) { return asked.rest; }
    return asked.starts[static_cast<std::size_t>(at - asked.roots.begin())];
  }

  [[nodiscard]] bool better(Label a, Label b) const noexcept { return is_less_ ? a < b : a > b; }

  /// How far a label is from the best that there is at the start.
  [[nodiscard]] rank_type rank(Label label) const noexcept {
    if (!better(best_, label)) { return 0; }
    if constexpr (std::integral<Label>) {
      const auto a = static_cast<std::uint64_t>(label);  // the difference is right modulo 2^64
      const auto b = static_cast<std::uint64_t>(best_);
      return is_less_ ? a - b : b - a;
    } else {
      return is_less_ ? label - best_ : best_ - label;
    }
  }

  void pick(const label_rows<Label>& rows, const Label* known,
            const picked_labels<Label>& picked) const noexcept {
    if (along_.form == calling_form::block) [[likely]] {
      // The address is one of such a function, as whoever compiled it says.
      const auto call = reinterpret_cast<block_form<Label>>(along_.address);
      return call(rows.count, rows.from, rows.first, rows.last, rows.targets, rows.weights, known,
                  picked.targets, picked.labels, picked.ends);
    }
    if (along_.form == calling_form::each_whole) {
      return pick_each<std::int64_t>(rows, known, picked);
    }
    pick_each<double>(rows, known, picked);
  }

private:
  template <typename Weight>
  void pick_each(const label_rows<Label>& rows, const Label* known,
                 const picked_labels<Label>& picked) const noexcept {
    const auto call = reinterpret_cast<each_form<Label, Weight>>(along_.address);
    if (rows.weights == nullptr) {
      const auto along = [&](Label from, std::uint64_t) { return call(from, Weight{1}); };
      return pick_with(rows, known, picked, along);
    }
    with_weight_type(weights_, [&]<typename Stored>(std::type_identity<Stored>) {
      const auto* const weights = reinterpret_cast<const Stored*>(rows.weights);
      pick_with(rows, known, picked, [&](Label from, std::uint64_t edge) {
        return call(from, static_cast<Weight>(weights[edge]));
      });
    });
  }

  template <typename Along>
  void pick_with(const label_rows<Label>& rows, const Label* known,
                 const picked_labels<Label>& picked, Along along) const noexcept {
    std::uint64_t count = 0;
    for (std::size_t row = 0; row < rows.count; ++row) {
      for (std::uint64_t edge = rows.first[row]; edge < rows.last[row]; ++edge) {
        const local_vertex target = rows.targets[edge];
        const Label label = along(rows.from[row], edge);
        picked.targets[count] = target;
        picked.labels[count] = label;
        // Other workers may be writing it; an atomic is not changed by a look.
        auto& place = const_cast<Label&>(known[target]);
        const Label now = std::atomic_ref<Label>(place).load(std::memory_order_relaxed);
        count += better(label, now) ? 1U : 0U;
      }
      picked.ends[row] = count;
    }
  }

  const label_request<Label>* request_;
  operator_address along_;
  bool is_less_;
  orujo::weight_type weights_;
  Label best_;
};

template <typename Label>
label_answer<Label> correct_labels(rank_team& team, const csr_graph& graph,
                                   const label_request<Label>& request) {
  const given_function<Label> function(graph, request);
  label_correcting<given_function<Label>> engine(team, graph, {.order = request.order});
  const auto begin = std::chrono::steady_clock::now();
  if (request.roots.empty()) {
    engine.run_everywhere(function);
  } else {
    engine.run(function, request.roots);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  const std::span<const Label> own = engine.labels();
  return {.labels = {own.begin(), own.end()}, .work = engine.work(), .seconds = taken.count()};
}

}  // namespace orujo::python
