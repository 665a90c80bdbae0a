// One function for each family of generated graphs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "orujo/graph/edge_input.hpp"
#include "orujo/graph/generators/generator_spec.hpp"

namespace orujo {

/// Each throws usage_error if the words of `spec` are not what the family needs.
[[nodiscard]] std::unique_ptr<edge_input> open_kron(const generator_spec& spec, std::uint64_t seed,
                                                    input_part part);
[[nodiscard]] std::unique_ptr<edge_input> open_rmat(const generator_spec& spec, std::uint64_t seed,
                                                    input_part part);
[[nodiscard]] std::unique_ptr<edge_input> open_uniform(const generator_spec& spec,
                                                       std::uint64_t seed, input_part part);
[[nodiscard]] std::unique_ptr<edge_input> open_random4n(const generator_spec& spec,
                                                        std::uint64_t seed, input_part part);
[[nodiscard]] std::unique_ptr<edge_input> open_grid(const generator_spec& spec, std::uint64_t seed,
                                                    input_part part);
[[nodiscard]] std::unique_ptr<edge_input> open_small_world(const generator_spec& spec,
                                                           std::uint64_t seed, input_part part);

/// Facts of an undirected generated graph.
[[nodiscard]] input_facts generated_facts(const generator_spec& spec, std::uint64_t vertices,
                                          std::uint64_t edges);

}  // namespace orujo
