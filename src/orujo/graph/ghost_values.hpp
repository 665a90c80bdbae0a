// Values of vertices kept equal between owners and the ranks that have them as ghosts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "orujo/base/ids.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/record_channel.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// The head of a run of values between one rank's mirrors and the other's ghosts, which are in the
/// same order. The values follow it: as many as there are, since where ranks share few edges most
/// runs are short.
struct ghost_run {
  local_vertex first;    ///< Place of the first value in that order.
  std::uint32_t sender;  ///< The rank that sent it.

  static constexpr std::size_t most_bytes = 256;  ///< Of the values of a run.

  [[nodiscard]] rank_id from() const noexcept { return rank_id{static_cast<int>(sender)}; }
};

/// The values of a run that has arrived.
template <message T>
class run_values {
public:
  explicit run_values(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}

  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size() / sizeof(T); }
  [[nodiscard]] T operator[](std::size_t i) const noexcept {
    T value;
    std::memcpy(&value, &bytes_[i * sizeof(T)], sizeof(T));
    return value;
  }
  void copy_to(T* to) const noexcept { std::memcpy(to, bytes_.data(), size() * sizeof(T)); }

private:
  std::span<const std::byte> bytes_;
};

/// Sends `to` runs of `count` values through `out`, which belongs to a record channel;
/// `value_at(i)` is number i. The workers share them. Call: inside an epoch, every worker of the
/// rank.
template <message T, typename Sender, typename ValueAt>
void send_ghost_runs(Sender& out, rank_id to, std::size_t count, ValueAt value_at) {
  constexpr std::size_t capacity = std::max<std::size_t>(1, ghost_run::most_bytes / sizeof(T));
  const worker& self = out.self();
  const auto me = static_cast<std::uint32_t>(index_of(self.team().rank()));
  std::array<T, capacity> values;
  const index_range share = even_share(count, self.index(), self.team().num_workers());
  for (std::size_t at = share.first; at < share.last; at += capacity) {
    const std::size_t some = std::min(capacity, share.last - at);
    for (std::size_t i = 0; i < some; ++i) { values[i] = value_at(at + i); }
    out.send(to, ghost_run{static_cast<local_vertex>(at), me},
             std::as_bytes(std::span(values).first(some)));
  }
}

/// The same to each rank that has mirrors here, of which `value_of(v)` is the value.
template <message T, typename Sender, typename ValueOf>
void send_mirrored(Sender out, const csr_graph& graph, ValueOf value_of) {
  graph.for_each_reader([&](rank_id to, std::span<const local_vertex> mirrors) {
    send_ghost_runs<T>(out, to, mirrors.size(),
                       [&](std::size_t i) { return value_of(mirrors[i]); });
  });
}

/// The same to each rank that owns ghosts of this one, of which `value_of(ghost)` is the value.
template <message T, typename Sender, typename ValueOf>
void send_of_ghosts(Sender out, const csr_graph& graph, ValueOf value_of) {
  graph.for_each_ghost_owner([&](rank_id to, local_vertex first, local_vertex last) {
    send_ghost_runs<T>(out, to, last - first, [&](std::size_t i) {
      return value_of(first + static_cast<local_vertex>(i));
    });
  });
}

/// Carries values from owners to ghosts, again and again. Values are in an array over all local
/// vertices: owned ones first, then ghosts. With one rank it does nothing and costs nothing.
template <message T>
class ghost_values {
public:
  /// Call: collective. `team` and `graph` outlive the object.
  ghost_values(rank_team& team, const csr_graph& graph)
      : team_(team), graph_(graph), runs_(team, receiver{this}) {}
  ghost_values(const ghost_values&) = delete;
  ghost_values& operator=(const ghost_values&) = delete;

  /// Sets the ghosts' values in `values` to those that their owners have there.
  /// Call: collective; worker 0, outside on_workers(). Cost: one value for each mirror and ghost.
  void update(std::span<T> values) {
    update(values, [&](local_vertex v) { return values[v]; });
  }

  /// The same with `value_of(v)` as the value of owned vertex `v`; it runs on all workers.
  template <typename ValueOf>
  void update(std::span<T> values, ValueOf value_of) {
    if (team_.size() == 1) { return; }
    values_ = values;
    run_epoch(team_, [&](worker& self) { send_mirrored<T>(runs_.from(self), graph_, value_of); });
  }

private:
  struct receiver {
    ghost_values* owner;
    void operator()(const record<ghost_run>& run) const {
      owner->take(run.head, run_values<T>(run.tail));
    }
  };

  void take(const ghost_run& run, run_values<T> values) {
    values.copy_to(&values_[graph_.ghost_range(run.from()).first + run.first]);
  }

  rank_team& team_;
  const csr_graph& graph_;
  std::span<T> values_;
  record_channel<ghost_run, receiver> runs_;
};

/// The union of sets of bits, for `ghost_contributions`.
struct shared_or {
  void operator()(std::uint8_t& into, std::uint8_t value) const noexcept {
    std::atomic_ref<std::uint8_t>(into).fetch_or(value, std::memory_order_relaxed);
  }
};

/// Carries what ghosts have gathered to their owners: the other direction of ghost_values.
/// `combine(T& into, T value)` takes it in; several workers may call it for one vertex at once.
template <message T, typename Combine>
class ghost_contributions {
public:
  /// Call: collective. `team` and `graph` outlive the object.
  ghost_contributions(rank_team& team, const csr_graph& graph, Combine combine)
      : team_(team), graph_(graph), combine_(std::move(combine)), runs_(team, receiver{this}) {}
  ghost_contributions(const ghost_contributions&) = delete;
  ghost_contributions& operator=(const ghost_contributions&) = delete;

  /// Combines the value of every ghost into that of its owned vertex at the owner; then ghosts
  /// have T{}. Call: collective; worker 0, outside on_workers().
  void collect(std::span<T> values) {
    if (team_.size() == 1) { return; }
    values_ = values;
    run_epoch(team_, [&](worker& self) {
      send_of_ghosts<T>(runs_.from(self), graph_,
                        [&](local_vertex ghost) { return std::exchange(values[ghost], T{}); });
    });
  }

private:
  struct receiver {
    ghost_contributions* owner;
    void operator()(const record<ghost_run>& run) const {
      owner->take(run.head, run_values<T>(run.tail));
    }
  };

  void take(const ghost_run& run, run_values<T> values) {
    const auto mirrors = graph_.mirrors(run.from()).subspan(run.first, values.size());
    for (std::size_t i = 0; i < mirrors.size(); ++i) { combine_(values_[mirrors[i]], values[i]); }
  }

  rank_team& team_;
  const csr_graph& graph_;
  Combine combine_;
  std::span<T> values_;
  record_channel<ghost_run, receiver> runs_;
};

}  // namespace orujo
