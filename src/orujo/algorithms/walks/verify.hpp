// Checks walks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/algorithms/walks/walks.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/findings.hpp"

namespace orujo {

/// What holds for walks, whatever is drawn.
enum class walks_property : std::uint8_t {
  starts_are_asked_for,  ///< As many walks begin at each vertex as were asked for.
  step_is_allowed,       ///< A step follows an edge, with weights one above 0; or it leads back to
                         ///< the start where that may be.
  ends_where_it_may,     ///< A walk ends after all its steps, or where no edge leads on.
  facts_add_up,          ///< The numbers of walks, steps and early ends, and the visits.
};

using walks_violation = property_violation<walks_property>;

[[nodiscard]] std::string sentence(walks_property property, vertex_id vertex, vertex_id other);

/// Looks at walks, some at a time; asks the owners of their vertices. Shares no code with
/// random_walks(). Memory: 16 bytes for each owned vertex.
class walk_checker {
public:
  /// Call: collective, as the following. The arguments outlive the object.
  walk_checker(rank_team& team, const csr_graph& graph, const walk_options& options);
  walk_checker(const walk_checker&) = delete;
  walk_checker& operator=(const walk_checker&) = delete;

  /// Takes all walks of a call of walk_options::on_paths. Cost: a message for each step.
  void take(const walk_paths& paths);

  /// What is wrong with all that was taken, and what was found; the same on every rank.
  [[nodiscard]] std::vector<walks_violation> problems(const walk_visits& found);

private:
  /// "A walk that began at `start` was at your vertex `at` and went to `next`."
  struct visit {
    vertex_id start;
    vertex_id next;  ///< no_vertex: it ended there.
    local_vertex at;
    std::uint32_t step;
  };
  struct receiver {
    walk_checker* owner;
    void operator()(const visit& each) const { owner->look(each); }
  };
  using findings = property_findings<walks_property>;

  void take_walk(worker& self, std::span<const vertex_id> walk);
  void look(const visit& each);
  [[nodiscard]] bool allows(const visit& each) const;
  [[nodiscard]] bool has_ways_out(local_vertex v) const;
  void check_starts();
  void check_sums(const walk_visits& found);

  rank_team& team_;
  const csr_graph& graph_;
  const walk_options& options_;
  std::vector<std::uint64_t> begun_;    // walks, by their first vertex
  std::vector<std::uint64_t> visited_;  // by vertex
  walk_facts facts_;                    // of this rank
  findings found_;
  channel<visit, receiver> visits_;
};

}  // namespace orujo
