// Kronecker (Graph500) and R-MAT graphs.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "orujo/graph/generators/families.hpp"
#include "orujo/graph/generators/generated_input.hpp"
#include "orujo/graph/generators/index_permutation.hpp"
#include "orujo/graph/generators/quadrant_sampler.hpp"

namespace orujo {

namespace {

struct odds_family {
  std::string_view name;
  quadrant_odds odds;
};

constexpr quadrant_odds graph500_odds = {0.57, 0.19, 0.19, 0.05};

constexpr std::array<odds_family, 5> odds_families = {{
    {"ER", {0.25, 0.25, 0.25, 0.25}},
    {"G500", graph500_odds},
    {"G", {0.45, 0.15, 0.15, 0.25}},
    {"B", {0.55, 0.15, 0.15, 0.15}},
    {"G~", {0.45, 0.25, 0.25, 0.05}},
}};

struct kronecker_size {
  unsigned scale;
  std::uint64_t degree;
};

kronecker_size size_of(const generator_spec& spec) {
  constexpr std::uint64_t usual_degree = 16;
  const auto scale = static_cast<unsigned>(spec.number(0, {"SCALE", 1, largest_scale}));
  const std::uint64_t degree = spec.has(1) ? spec.number(1, {"DEGREE", 1, 1 << 20}) : usual_degree;
  return {scale, degree};
}

quadrant_odds odds_of(const generator_spec& spec) {
  const std::string_view word = spec.word(2);
  for (const odds_family& family : odds_families) {
    if (word == family.name) { return family.odds; }
  }
  const std::vector<std::string> parts = split(word, ',');
  if (parts.size() != 4) {
    spec.fail(fmt::format("'{}' is neither A,B,C,D nor one of ER, G500, G, B, G~", word));
  }
  const quadrant_odds odds = {spec.probability(parts[0], "A"), spec.probability(parts[1], "B"),
                              spec.probability(parts[2], "C"), spec.probability(parts[3], "D")};
  const double sum = odds.a + odds.b + odds.c + odds.d;
  if (std::abs(sum - 1) > 1e-6) {
    spec.fail(fmt::format("A + B + C + D has to be 1, not {}", sum));
  }
  return {odds.a / sum, odds.b / sum, odds.c / sum, odds.d / sum};
}

/// Edge i is drawn with the random numbers of its place before the edges were permuted.
class kronecker_edges {
public:
  kronecker_edges(const kronecker_size& size, const quadrant_odds& odds, std::uint64_t seed)
      : scale_(size.scale),
        seed_(mix64(seed)),
        sampler_(odds),
        vertices_(std::uint64_t{1} << size.scale, mix64(seed_ + 1)),
        edges_(size.degree << size.scale, mix64(seed_ + 2)) {}

  void operator()(std::uint64_t begin, std::uint64_t end, std::vector<input_edge>& edges) const {
    edges.resize(end - begin);
    const auto room = std::make_unique<drawing_room>();  // too much for the stacks of many ranks
    auto& [streams, drawn] = *room;
    for (std::uint64_t first = begin; first < end; first += streams.size()) {
      const std::size_t size = std::min<std::uint64_t>(streams.size(), end - first);
      std::iota(streams.begin(), streams.end(), first);
      edges_.apply(std::span(streams).first(size));
      sampler_.draw(seed_, streams, scale_, drawn);
      vertices_.apply(drawn.rows);
      vertices_.apply(drawn.columns);
      for (std::size_t i = 0; i < size; ++i) {
        edges[first - begin + i] = {drawn.rows[i], drawn.columns[i]};
      }
    }
  }

private:
  struct drawing_room {
    quadrant_sampler::batch streams;
    quadrant_sampler::places drawn;
  };

  unsigned scale_;
  std::uint64_t seed_;
  quadrant_sampler sampler_;
  index_permutation vertices_;
  index_permutation edges_;
};

std::unique_ptr<edge_input> open_quadrants(const generator_spec& spec, const quadrant_odds& odds,
                                           std::uint64_t seed, input_part part) {
  const kronecker_size size = size_of(spec);
  const std::uint64_t edges = size.degree << size.scale;
  return std::make_unique<generated_input<kronecker_edges>>(
      generated_facts(spec, std::uint64_t{1} << size.scale, edges), edges, part,
      kronecker_edges(size, odds, seed));
}

}  // namespace

std::unique_ptr<edge_input> open_kron(const generator_spec& spec, std::uint64_t seed,
                                      input_part part) {
  spec.require_words(1, 2);
  return open_quadrants(spec, graph500_odds, seed, part);
}

std::unique_ptr<edge_input> open_rmat(const generator_spec& spec, std::uint64_t seed,
                                      input_part part) {
  spec.require_words(3, 3);
  return open_quadrants(spec, odds_of(spec), seed, part);
}

}  // namespace orujo
