// What Brandes calls dependencies, of shortest paths along weights, for the backend of NetworkX.
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <nanobind/stl/pair.h>

#include "orujo/python/binding.hpp"

namespace orujo::python {

namespace {

template <typename T>
using column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
std::span<const T> span_of(const column<T>& values) {
  return {values.data(), values.shape(0)};
}

/// Rows with weights, and how far each vertex is from the source. `order` has the vertices that are
/// reached, the nearest first: weights are above 0, so that paths go from earlier to later ones.
template <typename Weight>
struct searched_rows {
  std::span<const std::int64_t> offsets;
  std::span<const std::int64_t> targets;
  std::span<const Weight> weights;
  std::span<const Weight> distance;
  std::span<const std::int64_t> order;

  /// Calls `visit(target)` for the edges out of `v` that end shortest paths.
  template <typename Visit>
  void for_tight(std::size_t v, Visit visit) const {
    const auto last = static_cast<std::size_t>(offsets[v + 1]);
    for (auto edge = static_cast<std::size_t>(offsets[v]); edge < last; ++edge) {
      const auto target = static_cast<std::size_t>(targets[edge]);
      if (distance[v] + weights[edge] == distance[target]) { visit(target); }
    }
  }
};

/// For each vertex the sum, over all targets, of its share in the shortest paths to them.
template <typename Weight>
std::vector<double> dependencies_of(const searched_rows<Weight>& rows) {
  const std::size_t size = rows.distance.size();
  std::vector<double> paths(size);
  std::vector<double> shares(size);
  const auto source = static_cast<std::size_t>(rows.order.front());
  paths[source] = 1;
  for (const std::int64_t each : rows.order) {
    const auto v = static_cast<std::size_t>(each);
    rows.for_tight(v, [&](std::size_t target) { paths[target] += paths[v]; });
  }
  for (auto each = rows.order.rbegin(); each != rows.order.rend(); ++each) {
    const auto v = static_cast<std::size_t>(*each);
    rows.for_tight(v, [&](std::size_t target) {
      shares[v] += paths[v] / paths[target] * (1 + shares[target]);
    });
  }
  shares[source] = 0;
  return shares;
}

/// `rows` is (offsets, targets).
template <typename Weight>
nb::object dependencies(const std::pair<column<std::int64_t>, column<std::int64_t>>& rows,
                        const column<Weight>& weights, const column<Weight>& distance,
                        const column<std::int64_t>& order) {
  const searched_rows<Weight> searched{.offsets = span_of(rows.first),
                                       .targets = span_of(rows.second),
                                       .weights = span_of(weights),
                                       .distance = span_of(distance),
                                       .order = span_of(order)};
  std::vector<double> shares;
  {
    const nb::gil_scoped_release released;
    shares = dependencies_of(searched);
  }
  return array_of(std::move(shares));
}

}  // namespace

void bind_dependencies(nb::module_& module) {
  module.def("dependencies", &dependencies<std::int64_t>);
  module.def("dependencies", &dependencies<double>);
}

}  // namespace orujo::python
