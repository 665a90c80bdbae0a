// How people and programs reach core numbers.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/whole_graph_run.hpp"
#include "orujo/algorithms/cores/kcore.hpp"
#include "orujo/algorithms/cores/verify.hpp"

namespace orujo {

namespace {

struct cores_of_all {
  using found = core_numbers;
  static constexpr auto find = kcore;
  static constexpr auto verify = verify_kcore;

  static std::uint64_t edges(const graph_facts& facts) { return facts.num_edges; }
  static algorithm_answer answer(const found& all) {
    return {.figures = {{"max_core", std::uint64_t{all.facts.max_core}}},
            .work = {{"rounds", std::uint64_t{all.facts.rounds}}},
            .table = {.columns = {{"core", "core number", all.core.span()}}}};
  }
};

}  // namespace

algorithm_entry cores_entry() {
  return whole_graph_entry<cores_of_all>(
      {.name = "kcore",
       .help = "Core numbers: the densest part that each vertex belongs to",
       .example = "orujo kcore facebook_combined.txt.gz --output cores.csv",
       .activity = "peeling",
       .methods = {{.name = "peeling",
                    .help = "vertices of few neighbours are taken away, round by round",
                    .use_when = "always",
                    .cost = "O(E + V log(highest degree)), a barrier per round",
                    .order = "rounds",
                    .source = "Seidman 1983; Matula, Beck 1983"}},
       .edges = taken_edges::both_ways,
       .columns = {"core"},
       .needs = [](const algorithm_choices&) { return graph_needs{}; }});
}

}  // namespace orujo
