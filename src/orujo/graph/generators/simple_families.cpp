// Uniform random graphs, grids and small worlds.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/random.hpp"
#include "orujo/graph/generators/families.hpp"
#include "orujo/graph/generators/generated_input.hpp"

namespace orujo {

namespace {

constexpr std::uint64_t most_vertices = std::uint64_t{1} << largest_scale;

/// Both ends of every edge anywhere.
struct uniform_edges {
  unsigned scale;
  std::uint64_t seed;

  void operator()(std::uint64_t begin, std::uint64_t end, std::vector<input_edge>& edges) const {
    edges.resize(end - begin);
    for (std::uint64_t i = begin; i < end; ++i) {
      random_stream random(seed, i);
      const std::uint64_t source = random.next() >> (64 - scale);
      edges[i - begin] = {source, random.next() >> (64 - scale)};
    }
  }
};

/// The items are vertices, numbered row by row.
struct grid_edges {
  std::uint64_t rows;
  std::uint64_t columns;

  void operator()(std::uint64_t begin, std::uint64_t end, std::vector<input_edge>& edges) const {
    edges.clear();
    std::uint64_t row = begin / columns;
    std::uint64_t column = begin % columns;
    for (std::uint64_t vertex = begin; vertex < end; ++vertex) {
      if (column + 1 < columns) { edges.push_back({vertex, vertex + 1}); }
      if (row + 1 < rows) { edges.push_back({vertex, vertex + columns}); }
      if (++column == columns) {
        column = 0;
        ++row;
      }
    }
  }
};

/// Edge i leads from vertex i / half to the one i % half + 1 further on, unless it was moved.
struct small_world_edges {
  std::uint64_t vertices;
  std::uint64_t half;  ///< Neighbours on one side.
  double moved;
  std::uint64_t seed;

  void operator()(std::uint64_t begin, std::uint64_t end, std::vector<input_edge>& edges) const {
    edges.resize(end - begin);
    for (std::uint64_t i = begin; i < end; ++i) {
      random_stream random(seed, i);
      const std::uint64_t source = i / half;
      std::uint64_t target = (source + i % half + 1) % vertices;
      if (random.unit() < moved) {
        target = random.below(vertices - 1);
        target += target >= source ? 1 : 0;  // anywhere but at the source
      }
      edges[i - begin] = {source, target};
    }
  }
};

template <typename Fill>
std::unique_ptr<edge_input> generate(input_facts facts, std::uint64_t items, input_part part,
                                     Fill fill) {
  return std::make_unique<generated_input<Fill>>(std::move(facts), items, part, fill);
}

unsigned scale_of(const generator_spec& spec) {
  return static_cast<unsigned>(spec.number(0, {"SCALE", 1, largest_scale}));
}

}  // namespace

std::unique_ptr<edge_input> open_uniform(const generator_spec& spec, std::uint64_t seed,
                                         input_part part) {
  spec.require_words(1, 2);
  const unsigned scale = scale_of(spec);
  const std::uint64_t degree = spec.has(1) ? spec.number(1, {"DEGREE", 1, 1 << 20}) : 16;
  const std::uint64_t edges = degree << scale;
  return generate(generated_facts(spec, std::uint64_t{1} << scale, edges), edges, part,
                  uniform_edges{scale, mix64(seed)});
}

std::unique_ptr<edge_input> open_random4n(const generator_spec& spec, std::uint64_t seed,
                                          input_part part) {
  spec.require_words(1, 1);
  const unsigned scale = scale_of(spec);
  const std::uint64_t edges = std::uint64_t{4} << scale;
  return generate(generated_facts(spec, std::uint64_t{1} << scale, edges), edges, part,
                  uniform_edges{scale, mix64(seed)});
}

std::unique_ptr<edge_input> open_grid(const generator_spec& spec, std::uint64_t /*seed*/,
                                      input_part part) {
  spec.require_words(1, 1);
  const std::vector<std::string> sides = split(spec.word(0), 'x');
  if (sides.size() != 2) { spec.fail("the size has to be two numbers with an x between"); }
  const std::uint64_t rows = spec.number(sides[0], {"ROWS", 1, most_vertices});
  const std::uint64_t columns = spec.number(sides[1], {"COLS", 1, most_vertices});
  if (columns > most_vertices / rows) { spec.fail("that is more than 2^40 vertices"); }
  const std::uint64_t edges = rows * (columns - 1) + (rows - 1) * columns;
  return generate(generated_facts(spec, rows * columns, edges), rows * columns, part,
                  grid_edges{rows, columns});
}

std::unique_ptr<edge_input> open_small_world(const generator_spec& spec, std::uint64_t seed,
                                             input_part part) {
  spec.require_words(3, 3);
  const std::uint64_t vertices = spec.number(0, {"N", 3, most_vertices});
  const std::uint64_t degree = spec.number(1, {"K", 2, std::uint64_t{1} << 20});
  if (degree % 2 != 0) { spec.fail("K has to be even: half of the neighbours are on each side"); }
  if (degree >= vertices) { spec.fail("K has to be below N"); }
  const double moved = spec.probability(spec.word(2), "P");
  const std::uint64_t edges = vertices * (degree / 2);
  return generate(generated_facts(spec, vertices, edges), edges, part,
                  small_world_edges{vertices, degree / 2, moved, mix64(seed)});
}

}  // namespace orujo
