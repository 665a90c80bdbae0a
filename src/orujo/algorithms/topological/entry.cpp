// How people and programs reach topological levels.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/whole_graph_run.hpp"
#include "orujo/algorithms/topological/topological.hpp"
#include "orujo/algorithms/topological/verify.hpp"

namespace orujo {

namespace {

struct levels_of_all {
  using found = topological_levels;
  static constexpr auto find = topological;
  static constexpr auto verify = verify_topological;

  static std::uint64_t edges(const graph_facts& facts) { return facts.num_arcs; }
  static algorithm_answer answer(const found& all) {
    return {.figures = {{"acyclic", all.facts.without == 0},
                        {"levels", std::uint64_t{all.facts.levels}},
                        {"without_level", all.facts.without}},
            .work = {},
            .table = {.columns = {{.name = "level",
                                   .label = "level",
                                   .values = all.level.span(),
                                   .special = {{no_level, bits_of(std::int64_t{-1}), true}}}}}};
  }
};

}  // namespace

algorithm_entry topological_entry() {
  return whole_graph_entry<levels_of_all>(
      {.name = "topological",
       .help = "Topological levels: whether a directed graph has cycles, and if not, its order",
       .example = "orujo topological citations.el --output levels.csv",
       .activity = "taking away",
       .methods = {{.name = "levels",
                    .help = "vertices to which no edge leads are taken away, round by round",
                    .use_when = "always",
                    .cost = "O(V + E), a barrier per level",
                    .order = "rounds",
                    .source = "Kahn 1962"}},
       .edges = taken_edges::one_way,
       .columns = {"level"},
       .needs = [](const algorithm_choices&) {
         return graph_needs{.in_edges = true, .loops = true};
       }});
}

}  // namespace orujo
