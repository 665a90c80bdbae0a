// What verifiers that look at each vertex and its neighbours share: counterexamples, and the loop.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// One property that does not hold, with the counterexample of lowest vertex.
template <typename Property>
struct property_violation {
  Property property;
  std::uint64_t count;  ///< Counterexamples in the whole graph.
  vertex_id vertex;     ///< no_vertex if it is about none.
  vertex_id other;      ///< The neighbour, if the property is about an edge.

  /// A sentence for people; vertices by their dense numbers.
  [[nodiscard]] std::string text() const {
    const std::string what = sentence(property, vertex, other);
    return count > 1 ? fmt::format("{} ({} times)", what, count) : what;
  }
};

/// Counterexamples by property; `Property` is an enumeration whose last value is facts_add_up.
template <typename Property>
class property_findings {
public:
  static constexpr std::size_t size = static_cast<std::size_t>(Property::facts_add_up) + 1;

  void add(Property property, vertex_id vertex, vertex_id other = no_vertex) noexcept {
    found_[static_cast<std::size_t>(property)].merge({1, vertex, other});
  }

  [[nodiscard]] bool empty() const noexcept {
    return std::all_of(found_.begin(), found_.end(),
                       [](const finding& each) { return each.count == 0; });
  }

  void merge(const property_findings& more) noexcept {
    for (std::size_t i = 0; i < size; ++i) { found_[i].merge(more.found_[i]); }
  }

  [[nodiscard]] std::vector<property_violation<Property>> violations() const {
    std::vector<property_violation<Property>> all;
    for (std::size_t i = 0; i < size; ++i) {
      const finding& each = found_[i];
      if (each.count == 0) { continue; }
      all.push_back({static_cast<Property>(i), each.count, each.vertex, each.other});
    }
    return all;
  }

private:
  struct finding {
    std::uint64_t count = 0;
    vertex_id vertex = no_vertex;
    vertex_id other = no_vertex;

    void merge(const finding& more) noexcept {
      if (std::pair(more.vertex, more.other) < std::pair(vertex, other)) {
        vertex = more.vertex;
        other = more.other;
      }
      count += more.count;
    }
  };

  std::array<finding, size> found_;
};

/// What all ranks found, on every rank. Call: collective.
template <typename Property>
[[nodiscard]] property_findings<Property> merged_everywhere(
    rank_team& team, const property_findings<Property>& found) {
  return all_reduce(team, found,
                    [](property_findings<Property> a, const property_findings<Property>& b) {
                      a.merge(b);
                      return a;
                    });
}

/// Runs `check(v, findings)` for each owned vertex on all workers, and puts together what all ranks
/// found. Call: collective.
template <typename Property, typename Check>
[[nodiscard]] property_findings<Property> check_vertices(rank_team& team, const csr_graph& graph,
                                                         Check check) {
  property_findings<Property> found;
  std::mutex mutex;
  parallel_for(team, graph.num_local(), 4096, [&](std::size_t first, std::size_t last) {
    property_findings<Property> mine;
    for (std::size_t v = first; v < last; ++v) { check(static_cast<local_vertex>(v), mine); }
    const std::lock_guard guard(mutex);
    found.merge(mine);
  });
  return merged_everywhere(team, found);
}

}  // namespace orujo
