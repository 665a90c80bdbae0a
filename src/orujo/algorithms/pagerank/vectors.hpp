// The scores during the iteration, kept as what each vertex gives along each of its edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "orujo/algorithms/pagerank/start.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::page_rank {

/// Sums over vertices.
struct step_totals {
  double change = 0;  ///< How much a plain step changes.
  double mass = 0;    ///< The scores after the step.
};

[[nodiscard]] inline step_totals operator+(const step_totals& a, const step_totals& b) noexcept {
  return {a.change + b.change, a.mass + b.mass};
}

/// What a step does to a score: F(x) = base + damping * (sum of what comes in), where the base is
/// (1 - damping) * (the vertex's teleport share).
template <std::floating_point T>
struct step_rule {
  T damping;
  T factor;
};

/// Two score vectors, now and before. A score is kept divided by what `Shares` says (see
/// pagerank_shares.hpp): what is kept is what neighbours add up, and they read nothing
/// else at random. Arrays are over owned vertices and ghosts.
template <std::floating_point T, typename Shares>
class score_vectors {
public:
  explicit score_vectors(const csr_graph& graph)
      : offsets_(graph.out_edges().offsets),
        now_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        before_(now_.size()) {}

  [[nodiscard]] std::span<T> now() noexcept { return now_.span(); }

  /// Sets the scores of the vertices in `part`, now and before, by `rule`.
  void start(index_range part, const start_rule& rule, const teleport_shares& teleports) noexcept {
    for (std::size_t v = part.first; v < part.last; ++v) {
      const double score = rule.of_teleports * teleports(v) +
                           rule.by_edges * static_cast<double>(offsets_[v + 1] - offsets_[v]);
      now_[v] = static_cast<T>(score / static_cast<double>(divisor(v)));
      before_[v] = now_[v];
    }
  }

  /// Makes a step for the vertices in `part`, to which `sums` come in; the new scores go where
  /// those of before are. `base_of(v)` is the base of a vertex. Sums up in a fixed order.
  template <typename BaseOf>
  step_totals step(index_range part, const T* sums, const step_rule<T>& rule,
                   BaseOf base_of) noexcept {
    std::array<T, lanes> change{};
    std::array<T, lanes> mass{};
    const auto one = [&](std::size_t v, std::size_t lane) {
      const T edges = divisor(v);
      const T old = now_[v] * edges;
      const T older = before_[v] * edges;
      const T plain = base_of(v) + rule.damping * sums[v - part.first];
      const T next = rule.factor * (plain - older) + older;
      change[lane] += std::abs(plain - old);
      mass[lane] += next;
      before_[v] = next / edges;
    };
    std::size_t v = part.first;
    for (; v + lanes <= part.last; v += lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane) { one(v + lane, lane); }
    }
    for (; v < part.last; ++v) { one(v, v % lanes); }
    return {total_of(change), total_of(mass)};
  }

  /// The new scores of a step become those of now.
  void turn() noexcept { std::swap(now_, before_); }

  /// The score of owned vertex `v`.
  [[nodiscard]] double score(std::size_t v) const noexcept {
    return static_cast<double>(now_[v]) * static_cast<double>(divisor(v));
  }

private:
  static constexpr std::size_t lanes = 64 / sizeof(T);

  [[nodiscard]] T divisor(std::size_t v) const noexcept {
    return Shares::template divisor<T>(static_cast<std::uint32_t>(offsets_[v + 1] - offsets_[v]));
  }

  [[nodiscard]] static double total_of(const std::array<T, lanes>& parts) noexcept {
    double total = 0;
    for (const T part : parts) { total += static_cast<double>(part); }
    return total;
  }

  std::span<const std::uint64_t> offsets_;
  huge_array<T> now_;
  huge_array<T> before_;
};

}  // namespace orujo::page_rank
