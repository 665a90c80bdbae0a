// A graph that stays in memory, and the forms of it that algorithms need.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/rebuild.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::python {

using shared_graph = std::shared_ptr<const csr_graph>;

/// The first vertex that this rank owns, if it owns any.
[[nodiscard]] inline vertex_id first_owned(const csr_graph& graph) {
  return graph.num_local() > 0 ? graph.global(local_vertex{0}) : graph.num_vertices();
}

/// Whether a graph lacks loops and parallel edges because somebody wants it so.
enum class simple_choice : std::uint8_t { not_made, wanted };

/// A graph with all loops and parallel edges that its input has, unless these were left out where
/// it was made. An algorithm is given one without them, or with edges both ways, if it needs that:
/// such a form is made when it is first asked for, shares all arrays that can be shared, and stays.
/// Jobs of several teams of one process may use it at once.
class kept_graph {
public:
  /// Call: collective.
  kept_graph(rank_team& team, csr_graph graph, simple_choice simple = simple_choice::not_made);

  /// The graph as it is. Call: any thread.
  [[nodiscard]] shared_graph whole() const;

  [[nodiscard]] simple_choice simple() const noexcept { return simple_; }

  [[nodiscard]] const surplus_arcs& surplus() const noexcept { return surplus_; }

  /// The form that suits an algorithm with such needs. Call: collective.
  /// Throws: agreed_error where loops or parallel edges count that were left out before the graph
  /// was stored in its file.
  [[nodiscard]] shared_graph suited(rank_team& team, const graph_needs& needs, taken_edges edges);

  /// Makes sure that a directed graph has its edges by target. Call: collective.
  void add_in_edges(rank_team& team);

private:
  /// What forms differ in.
  struct form_key {
    bool directed;
    bool weights;
    bool in_edges;
    bool loops;
    parallel_edges parallel;
    bool operator==(const form_key&) const = default;
  };
  struct kept_form {
    form_key key;
    shared_graph graph;
  };

  [[nodiscard]] form_key key_for(const graph_needs& needs, bool directed) const;
  [[nodiscard]] static form_key key_of(const csr_graph& graph);
  [[nodiscard]] static shared_graph made_form(rank_team& team, const csr_graph& whole,
                                              const form_key& key);
  [[nodiscard]] shared_graph find(const form_key& key) const;
  [[nodiscard]] shared_graph found_or_made(rank_team& team, const graph_needs& needs,
                                           bool directed);
  void keep(const form_key& key, shared_graph made);

  std::timed_mutex making_;   // held by the job that makes a form
  mutable std::mutex mutex_;  // of the following two
  shared_graph whole_;
  std::vector<kept_form> forms_;
  surplus_arcs surplus_;
  simple_choice simple_;
};

}  // namespace orujo::python
