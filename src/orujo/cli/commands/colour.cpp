// orujo colour: greedy colouring, neighbours get different colours.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/colouring/colour.hpp"

#include <cstdint>
#include <span>

#include "orujo/algorithms/colouring/verify.hpp"
#include "orujo/cli/run/greedy_command.hpp"

namespace orujo::cli {

namespace {

struct greedy_colours {
  using found = colouring;
  static constexpr const char* name = "colour";
  static constexpr const char* activity = "colouring";
  static constexpr const char* figure = "colours";
  static constexpr const char* column = "colour";
  static constexpr const char* value_name = "colour";
  static constexpr vertex_order default_order = colour_options{}.order;

  static colouring find(rank_team& team, const csr_graph& graph, const greedy_choice& choice,
                        std::uint64_t seed) {
    return colour(team, graph, {.how = choice.how, .order = choice.order, .seed = seed});
  }
  static auto verify(rank_team& team, const csr_graph& graph, const colouring& colours,
                     std::span<const std::uint64_t> priorities) {
    return verify_colours(team, graph, colours, priorities);
  }
  static std::uint32_t figure_of(const colouring& colours) { return colours.colours; }
  static std::uint32_t value_of(const colouring& colours, local_vertex v) {
    return colours.colour[v];
  }
};

}  // namespace

command add_colour_command(CLI::App& parent) {
  return add_greedy_command<greedy_colours>(
      parent, {.name = "colour",
               .group = "Analyse a graph",
               .help = "Greedy colouring: neighbours get different colours, few of them",
               .example = "  orujo colour school1_nsh.col --order smallest_last --verify"});
}

}  // namespace orujo::cli
