// Orders vertices by degree: those of one rank exactly, those of all ranks by classes of degrees.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/triangle_counting/order.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::triangle_counting {

namespace {

/// Of more edges the order takes no notice: what counts is that few vertices have more.
constexpr std::uint64_t most_kept_degree = (std::uint64_t{1} << 20) - 1;

std::uint32_t degree_of(const csr_graph& graph, local_vertex v) {
  const std::uint64_t out = graph.out_edges().degree(v);
  const std::uint64_t degree = graph.directed() ? out + graph.in_edges().degree(v) : out;
  return static_cast<std::uint32_t>(std::min(degree, most_kept_degree));
}

/// Plain data.
struct degree_sums {
  double vertices = 0;
  double degrees = 0;
  double squares = 0;
};

/// Whether vertices differ so much that it pays to order them by degree. Otherwise they stay in the
/// order of ids, in which neighbours often lie close together.
bool is_skewed(rank_team& team, const csr_graph& graph) {
  degree_sums own;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const auto degree = static_cast<double>(degree_of(graph, v));
    own.vertices += 1;
    own.degrees += degree;
    own.squares += degree * degree;
  }
  const degree_sums all = all_reduce(team, own, [](const degree_sums& a, const degree_sums& b) {
    return degree_sums{a.vertices + b.vertices, a.degrees + b.degrees, a.squares + b.squares};
  });
  // The mean degree of what an edge leads to, against that of all.
  return all.squares * all.vertices > 2 * all.degrees * all.degrees;
}

/// Degrees that differ by less than a 32nd are of one class, so that there are few of them.
constexpr unsigned class_bits = 5;

constexpr std::uint32_t class_of(std::uint32_t degree) {
  const auto width = static_cast<unsigned>(std::bit_width(degree));
  const unsigned dropped = width > class_bits + 1 ? width - class_bits - 1 : 0;
  return (dropped << class_bits) + (degree >> dropped);
}

constexpr std::uint32_t num_classes = class_of(most_kept_degree) + 1;

void add_counts(std::span<std::byte> into, std::span<const std::byte> from) {
  auto sums = from_bytes<std::uint64_t>(into);
  const auto more = from_bytes<std::uint64_t>(from);
  std::transform(sums.begin(), sums.end(), more.begin(), sums.begin(), std::plus<>());
  std::memcpy(into.data(), sums.data(), into.size());
}

/// Where the owned vertices of each class begin, among those of all ranks that have two edges or
/// more, and how many these are.
struct class_counts {
  std::vector<std::uint64_t> starts;
  std::uint64_t sum = 0;
};

/// Call: collective. Throws on every rank: agreed_error if there are too many.
class_counts counts_of_classes(rank_team& team, const csr_graph& graph) {
  std::vector<std::uint64_t> counts(num_classes);
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const std::uint32_t degree = degree_of(graph, v);
    if (degree >= 2) { ++counts[class_of(degree)]; }
  }
  const std::vector<std::uint64_t> none(num_classes);
  class_counts found{.starts = from_bytes<std::uint64_t>(exclusive_scan_bytes(
                         team, to_bytes(std::span<const std::uint64_t>(counts)),
                         to_bytes(std::span<const std::uint64_t>(none)), add_counts))};
  const std::vector<std::uint64_t> all = all_reduce(team, std::move(counts), std::plus<>());
  for (std::uint32_t c = num_classes; c-- > 0;) {
    found.starts[c] += found.sum;
    found.sum += all[c];
  }
  require_everywhere(found.sum < no_place,
                     "triangles: with several ranks, fewer than 2^32 vertices may have two edges");
  return found;
}

}  // namespace

degree_order::degree_order(rank_team& team, const csr_graph& graph)
    : size_(graph.num_local() + graph.num_ghosts()), num_places_(size_) {
  const bool by_degree = is_skewed(team, graph);
  if (team.size() > 1) {
    number(team, graph, by_degree || graph.num_vertices() >= no_place);
  } else if (by_degree) {  // else local numbers are in the order of ids
    sort(team, graph);
  }
}

void degree_order::sort(rank_team& team, const csr_graph& graph) {
  huge_array<std::uint32_t> degrees(size_);
  parallel_for(team, size_, 1 << 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      degrees[v] = degree_of(graph, static_cast<local_vertex>(v));
    }
  });
  const std::uint32_t most =
      degrees.empty() ? 0 : *std::max_element(degrees.begin(), degrees.end());
  std::vector<place> starts(std::size_t{most} + 2);
  for (const std::uint32_t degree : degrees) { ++starts[most - degree + 1]; }
  for (std::size_t i = 1; i < starts.size(); ++i) { starts[i] += starts[i - 1]; }
  places_ = huge_array<place>(size_);
  vertices_ = huge_array<local_vertex>(size_);
  for (local_vertex v = 0; v < size_; ++v) {
    const place at = starts[most - degrees[v]]++;
    vertices_[at] = v;
    places_[v] = at;
  }
}

void degree_order::number(rank_team& team, const csr_graph& graph, bool by_degree) {
  const auto counts = by_degree ? counts_of_classes(team, graph) : class_counts{};
  num_places_ = static_cast<place>(by_degree ? counts.sum : graph.num_vertices());
  run_agreed(team, [&] {
    places_ = huge_array<place>(size_);
    vertices_ = huge_array<local_vertex>(size_);
    known_ = huge_array<known_word>(num_places_ / places_per_word + 1);
  });
  if (by_degree) {
    std::vector<std::uint64_t> next = counts.starts;
    for (local_vertex v = 0; v < graph.num_local(); ++v) {
      const std::uint32_t degree = degree_of(graph, v);
      places_[v] = degree < 2 ? no_place : static_cast<place>(next[class_of(degree)]++);
    }
    ghost_values<place>(team, graph).update(places_.span());
  } else {
    for (local_vertex v = 0; v < size_; ++v) { places_[v] = static_cast<place>(graph.global(v)); }
  }
  list_known();
}

void degree_order::list_known() {
  for (const place at : places_) {
    if (at != no_place) { known_[at / places_per_word].bits |= bit_of(at); }
  }
  size_ = 0;
  for (known_word& word : known_) {
    word.before = size_;
    size_ += static_cast<slot>(std::popcount(word.bits));
  }
  for (local_vertex v = 0; v < places_.size(); ++v) {
    if (places_[v] != no_place) { vertices_[slot_of(places_[v])] = v; }
  }
}

}  // namespace orujo::triangle_counting
