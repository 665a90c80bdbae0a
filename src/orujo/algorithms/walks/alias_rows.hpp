// Alias tables of rows: an edge in proportion to its weight by one look (Walker 1977, Vose 1991).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "orujo/algorithms/walks/row_order.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::walking {

/// For each out-edge of owned vertices another one of its row, and how likely it is itself when its
/// place is drawn. Places are those of row_order. Read only once built. Memory: 8 bytes for each
/// edge.
class alias_rows {
public:
  alias_rows() = default;

  /// No weight is negative. Call: local, worker 0, outside on_workers().
  alias_rows(rank_team& team, const csr_graph& graph, const row_order& order)
      : entries_(graph.out_edges().targets.size()) {
    with_weight_type(graph.stored_weights(), [&]<typename W>(std::type_identity<W>) {
      parallel_for(team, graph.num_local(), 1024, [&](std::size_t first, std::size_t last) {
        row_maker maker;
        std::vector<W> weights;
        for (std::size_t i = first; i < last; ++i) {
          const auto v = static_cast<local_vertex>(i);
          const auto row = graph.out_edges().template row_weights<W>(v);
          weights.resize(row.size());
          for (std::size_t j = 0; j < row.size(); ++j) { weights[j] = row[order.place(v, j)]; }
          maker.make(weights, entries_.data() + graph.out_edges().offsets[i]);
        }
      });
    });
  }

  /// Whether edges of the row that begins at `first` weigh anything; it has some.
  [[nodiscard]] bool leads_on(std::uint64_t first) const noexcept {
    return entries_[first].other != nothing;
  }

  /// The place in the row of the edge that is drawn where `place` is, by a number of 64 bits.
  [[nodiscard]] std::uint32_t at(std::uint64_t first, std::uint64_t place,
                                 std::uint64_t number) const noexcept {
    const entry& here = entries_[first + place];
    return static_cast<std::uint32_t>(number >> 32U) < here.own ? static_cast<std::uint32_t>(place)
                                                                : here.other;
  }

private:
  static constexpr std::uint32_t nothing = std::numeric_limits<std::uint32_t>::max();

  struct entry {
    std::uint32_t own;    ///< Numbers of 32 bits below this mean the place itself.
    std::uint32_t other;  ///< Others mean this place.
  };

  /// Makes one row after the other.
  class row_maker {
  public:
    template <typename W>
    void make(const std::vector<W>& weights, entry* into) {
      exact_number all = 0;
      for (const auto weight : weights) { all += static_cast<exact_number>(weight); }
      shares_.clear();
      small_.clear();
      large_.clear();
      heaviest_ = 0;
      for (std::uint32_t i = 0; i < weights.size(); ++i) {
        if (weights[i] > weights[heaviest_]) { heaviest_ = i; }
        into[i] = {0, nothing};
        if (all == 0) { continue; }
        const exact_number weight = static_cast<exact_number>(weights[i]);
        shares_.push_back(static_cast<double>(weight / all) * static_cast<double>(weights.size()));
        (shares_.back() < 1 ? small_ : large_).push_back(i);
      }
      if (all > 0) { pair(into); }
    }

  private:
    /// Fills what a small share leaves of its place with some of a large one.
    void pair(entry* into) {
      while (!small_.empty() && !large_.empty()) {
        const std::uint32_t low = small_.back();
        const std::uint32_t high = large_.back();
        small_.pop_back();
        into[low] = {threshold(shares_[low]), high};
        shares_[high] -= 1 - shares_[low];
        if (shares_[high] < 1) {
          large_.pop_back();
          small_.push_back(high);
        }
      }
      for (const std::uint32_t rest : large_) { into[rest] = {nothing, rest}; }
      // What is left is 1 but for rounding; or nothing but for that, and then must not be drawn.
      for (const std::uint32_t rest : small_) {
        const bool is_one = shares_[rest] > 0.5;
        into[rest] = {is_one ? nothing : threshold(shares_[rest]), is_one ? rest : heaviest_};
      }
    }

    /// Of a share below 1.
    static std::uint32_t threshold(double share) {
      return static_cast<std::uint32_t>(share * 0x1.0p32);
    }

    std::uint32_t heaviest_ = 0;
    std::vector<double> shares_;
    std::vector<std::uint32_t> small_;
    std::vector<std::uint32_t> large_;
  };

  huge_array<entry> entries_;
};

}  // namespace orujo::walking
