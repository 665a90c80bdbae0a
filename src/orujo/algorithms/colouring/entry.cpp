// How people and programs reach greedy colouring.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/colouring/colour.hpp"
#include "orujo/algorithms/colouring/verify.hpp"
#include "orujo/algorithms/orders/greedy_run.hpp"

namespace orujo {

namespace {

struct greedy_colours {
  using found = colouring;
  static constexpr vertex_order standard = colour_options{}.order;

  static colouring find(rank_team& team, const csr_graph& graph, const greedy_choice& choice,
                        std::uint64_t seed) {
    return colour(team, graph, {.how = choice.how, .order = choice.order, .seed = seed});
  }
  static auto verify(rank_team& team, const csr_graph& graph, const colouring& colours,
                     std::span<const std::uint64_t> priorities) {
    return verify_colours(team, graph, colours, priorities);
  }
  static figure size_figure(const colouring& colours) {
    return {"colours", std::uint64_t{colours.colours}};
  }
  static result_column column(const colouring& colours) {
    return {"colour", "colour", colours.colour.span()};
  }
};

}  // namespace

algorithm_entry colouring_entry() {
  return greedy_entry<greedy_colours>(
      {.name = "colour",
       .help = "Greedy colouring: neighbours get different colours, few of them",
       .example = "orujo colour school1_nsh.col --order smallest_last --verify",
       .activity = "colouring",
       .columns = {"colour"}});
}

}  // namespace orujo
