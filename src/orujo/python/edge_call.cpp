// Runs users' operators by an edge_map.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/python/edge_call.hpp"

#include <atomic>

#include "orujo/traversal/edge_map.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo::python {

namespace {

/// Sets it to `value` if that is greater; returns whether it was.
template <typename Isolation, typename Value>
bool raise(Value& place, Value value) noexcept {
  if constexpr (!Isolation::is_shared) {
    if (!(value > place)) { return false; }
    place = value;
    return true;
  } else {
    std::atomic_ref<Value> shared(place);  // relaxed, as isolation::atomic is
    Value known = shared.load(std::memory_order_relaxed);
    while (value > known) {
      if (shared.compare_exchange_weak(known, value, std::memory_order_relaxed)) { return true; }
    }
    return false;
  }
}

template <typename Value>
class given_operator {
public:
  using value_type = Value;

  given_operator(const csr_graph& graph, const edge_request<Value>& request) noexcept
      : request_(&request), weights_(graph.out_edges().weights) {}

  template <typename Isolation>
  [[nodiscard]] Value value_of(Isolation, local_vertex v) const {
    return Isolation::load(request_->sources[v]);
  }

  void along(const value_rows<Value>& rows, std::span<Value> into) const {
    const operator_address& along = request_->along;
    if (along.form == calling_form::block) {
      // The address is one of such a function, as whoever compiled it says.
      const auto call = reinterpret_cast<carry_form<Value>>(along.address);
      const std::byte* const weights = weights_.empty() ? nullptr : weights_.data();
      return call(rows.count, rows.from, rows.first, rows.last, weights, into.data());
    }
    if (along.form == calling_form::each_whole) { return each<std::int64_t>(rows, into); }
    each<double>(rows, into);
  }

  template <typename Isolation>
  void act(Isolation, vertex_lane& next, local_vertex target, Value value) const {
    if (changes<Isolation>(request_->targets[target], value) &&
        Isolation::claim(request_->marks[target], 0, 1)) {
      next.add(target);
    }
  }

private:
  template <typename Isolation>
  [[nodiscard]] bool changes(Value& place, Value value) const {
    switch (request_->combine) {
      case combine_rule::least: return Isolation::lower(place, value);
      case combine_rule::greatest: return raise<Isolation>(place, value);
      case combine_rule::sum: break;
    }
    Isolation::add(place, value);
    return true;
  }

  template <typename Weight>
  void each(const value_rows<Value>& rows, std::span<Value> into) const {
    const auto call = reinterpret_cast<each_form<Value, Weight>>(request_->along.address);
    if (weights_.empty()) {
      return each_with(rows, into,
                       [&](Value value, std::uint64_t) { return call(value, Weight{1}); });
    }
    with_weight_type(weights_.type(), [&]<typename Stored>(std::type_identity<Stored>) {
      const auto weights = weights_.as<Stored>();
      each_with(rows, into, [&](Value value, std::uint64_t edge) {
        return call(value, static_cast<Weight>(weights[edge]));
      });
    });
  }

  template <typename Along>
  static void each_with(const value_rows<Value>& rows, std::span<Value> into, Along along) {
    std::size_t i = 0;
    for (std::size_t row = 0; row < rows.count; ++row) {
      for (std::uint64_t edge = rows.first[row]; edge < rows.last[row]; ++edge) {
        into[i++] = along(rows.from[row], edge);
      }
    }
  }

  const edge_request<Value>* request_;
  weight_view weights_;
};

}  // namespace

template <typename Value>
std::vector<local_vertex> map_edges(rank_team& team, const csr_graph& graph,
                                    const edge_request<Value>& request) {
  edge_map map(team, graph, given_operator<Value>(graph, request));
  frontier active(team, graph);
  for_each_share(team, request.front.size(), [&](worker& self, index_range share) {
    for (std::size_t i = share.first; i < share.last; ++i) {
      active.lane(self).add(request.front[i]);
    }
  });
  active.gather();
  map(active);
  active.gather();
  for (const local_vertex v : active.vertices()) { request.marks[v] = 0; }
  return {active.vertices().begin(), active.vertices().end()};
}

template <typename Value>
std::vector<local_vertex> map_vertices(rank_team& team, const csr_graph& graph,
                                       const vertex_request<Value>& request) {
  frontier changed(team, graph);
  const auto apply = [&](auto call, auto numbers) {
    for_each_share(team, request.front.size(), [&](worker& self, index_range share) {
      for (std::size_t i = share.first; i < share.last; ++i) {
        const local_vertex v = request.front[i];
        const Value made = call(request.values[v], numbers[v]);
        if (made == request.values[v]) { continue; }
        request.values[v] = made;
        changed.lane(self).add(v);
      }
    });
  };
  // The addresses are those of such functions, as whoever compiled them says.
  if (request.along.form == calling_form::each_whole) {
    apply(reinterpret_cast<each_form<Value, std::int64_t>>(request.along.address), request.whole);
  } else {
    apply(reinterpret_cast<each_form<Value, double>>(request.along.address), request.real);
  }
  changed.gather();
  return {changed.vertices().begin(), changed.vertices().end()};
}

template std::vector<local_vertex> map_vertices(rank_team&, const csr_graph&,
                                                const vertex_request<std::int32_t>&);
template std::vector<local_vertex> map_vertices(rank_team&, const csr_graph&,
                                                const vertex_request<std::int64_t>&);
template std::vector<local_vertex> map_vertices(rank_team&, const csr_graph&,
                                                const vertex_request<double>&);
template std::vector<local_vertex> map_edges(rank_team&, const csr_graph&,
                                             const edge_request<std::int32_t>&);
template std::vector<local_vertex> map_edges(rank_team&, const csr_graph&,
                                             const edge_request<std::int64_t>&);
template std::vector<local_vertex> map_edges(rank_team&, const csr_graph&,
                                             const edge_request<double>&);

}  // namespace orujo::python
