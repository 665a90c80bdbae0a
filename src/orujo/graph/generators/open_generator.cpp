// Finds the family that a spec names.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/generators/open_generator.hpp"

#include <array>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/graph/generators/families.hpp"

namespace orujo {

namespace {

struct graph_family {
  std::string_view name;
  std::string_view form;
  std::string_view title;
  std::unique_ptr<edge_input> (*open)(const generator_spec&, std::uint64_t, input_part);
};

constexpr std::array<graph_family, 6> families = {{
    {"kron", "kron:SCALE[:DEGREE]", "Kronecker graph by Graph500's rules", open_kron},
    {"rmat", "rmat:SCALE:DEGREE:A,B,C,D (or ER, G500, G, B, G~)", "R-MAT graph", open_rmat},
    {"uniform", "uniform:SCALE[:DEGREE]", "uniform random graph", open_uniform},
    {"random4n", "random4n:SCALE", "uniform random graph with four edges per vertex",
     open_random4n},
    {"grid", "grid:ROWSxCOLS", "grid", open_grid},
    {"smallworld", "smallworld:N:K:P", "small world by Watts and Strogatz", open_small_world},
}};

const graph_family* family_of(std::string_view spec) noexcept {
  const std::size_t colon = spec.find(':');
  if (colon == std::string_view::npos) { return nullptr; }
  for (const graph_family& family : families) {
    if (family.name == spec.substr(0, colon)) { return &family; }
  }
  return nullptr;
}

}  // namespace

bool is_generator(std::string_view spec) noexcept { return family_of(spec) != nullptr; }

std::unique_ptr<edge_input> open_generator(std::string_view spec, std::uint64_t seed,
                                           input_part part) {
  const graph_family* const family = family_of(spec);
  if (family == nullptr) {
    throw usage_error(fmt::format("no generator '{}'; there are {}", spec, generator_forms()));
  }
  return family->open(generator_spec(spec, family->form), seed, part);
}

std::string generator_forms() {
  std::string forms;
  for (const graph_family& family : families) {
    forms += fmt::format("{}{}", forms.empty() ? "" : ", ", family.form);
  }
  return forms;
}

input_facts generated_facts(const generator_spec& spec, std::uint64_t vertices,
                            std::uint64_t edges) {
  input_facts facts;
  facts.name = spec.text();
  const graph_family* const family = family_of(spec.text());
  facts.recognised = fmt::format("{}, {} vertices, {} edges", family->title, vertices, edges);
  facts.directed = false;
  facts.declared_vertices = vertices;
  facts.declared_edges = edges;
  return facts;
}

}  // namespace orujo
