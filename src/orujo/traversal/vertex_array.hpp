// One value for each vertex that a rank knows: of those it owns, and of its ghosts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Values by local number: first those of owned vertices, then those of ghosts. Nothing keeps them
/// equal by itself: an exchange does, when it is called for. With one rank exchanges do nothing.
/// Memory: that of the values, and of a channel for each kind of exchange that was used.
template <message T>
class vertex_array {
public:
  /// All bytes are zero. `team` and `graph` outlive the object. Call: local.
  vertex_array(rank_team& team, const csr_graph& graph)
      : values_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        num_owned_(graph.num_local()),
        team_(team),
        graph_(graph) {}
  vertex_array(const vertex_array&) = delete;
  vertex_array& operator=(const vertex_array&) = delete;

  [[nodiscard]] T& operator[](local_vertex v) noexcept { return values_[v]; }
  [[nodiscard]] const T& operator[](local_vertex v) const noexcept { return values_[v]; }
  void operator[](std::same_as<vertex_id> auto) = delete;
  void operator[](std::same_as<vertex_id> auto) const = delete;
  /// The values of owned vertices and of ghosts; may be null where there are none.
  [[nodiscard]] T* data() noexcept { return values_.data(); }
  [[nodiscard]] const T* data() const noexcept { return values_.data(); }
  [[nodiscard]] std::span<T> owned() noexcept { return values_.span().first(num_owned_); }
  [[nodiscard]] std::span<const T> owned() const noexcept {
    return values_.span().first(num_owned_);
  }
  [[nodiscard]] std::span<T> ghosts() noexcept { return values_.span().subspan(num_owned_); }
  [[nodiscard]] std::span<const T> ghosts() const noexcept {
    return values_.span().subspan(num_owned_);
  }

  /// Gives the ghosts on all ranks the values of their owners.
  /// Call: collective; worker 0, outside on_workers(). Cost: a value for each mirror and ghost.
  void push() {
    if (!to_ghosts_) { to_ghosts_.emplace(team_, graph_); }
    to_ghosts_->update(values_.span());
  }

  /// Combines the ghosts' values into those of their owners with `combine(T& into, T value)`, which
  /// is associative and commutative and may run on several workers for one vertex at once. Ghosts
  /// have T{} then. Call: as push().
  template <typename Combine>
  void reduce(Combine combine) {
    if (!to_owners_) { to_owners_.emplace(team_, graph_, combiner{this}); }
    combine_ = std::move(combine);
    to_owners_->collect(values_.span());
  }

private:
  struct combiner {
    vertex_array* owner;
    void operator()(T& into, const T& value) const { owner->combine_(into, value); }
  };

  huge_array<T> values_;
  std::size_t num_owned_;
  rank_team& team_;
  const csr_graph& graph_;
  std::function<void(T&, const T&)> combine_;  // of the exchange that runs
  // From their first use on, which is collective.
  std::optional<ghost_values<T>> to_ghosts_;
  std::optional<ghost_contributions<T, combiner>> to_owners_;
};

}  // namespace orujo
