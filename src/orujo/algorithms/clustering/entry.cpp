// How people and programs reach clustering coefficients.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/whole_graph_run.hpp"
#include "orujo/algorithms/clustering/clustering.hpp"
#include "orujo/algorithms/clustering/verify.hpp"

namespace orujo {

namespace {

struct clustering_of_all {
  using found = clustering_coefficients;
  static constexpr auto find = clustering;
  static constexpr auto verify = verify_clustering;

  static std::uint64_t edges(const graph_facts& facts) { return facts.num_edges; }
  static algorithm_answer answer(const found& all) {
    const clustering_facts& facts = all.facts;
    return {
        .figures = {{"average", facts.average},
                    {"transitivity", facts.transitivity},
                    {"triangles", facts.triangles},
                    {"wedges", facts.wedges}},
        .work = {},
        .table = {.columns = {{"clustering", "clustering coefficient", all.coefficient.span()}}}};
  }
};

}  // namespace

algorithm_entry clustering_entry() {
  return whole_graph_entry<clustering_of_all>(
      {.name = "clustering",
       .help = "Clustering: how many neighbours of a vertex are neighbours of each other",
       .example = "orujo clustering facebook_combined.txt.gz --output clustering.csv",
       .activity = "counting",
       .methods = {{.name = "triangles",
                    .help = "triangles of each vertex, divided by the pairs of its neighbours",
                    .use_when = "always",
                    .cost = "that of triangles",
                    .order = "one epoch",
                    .source = "Watts, Strogatz 1998; Newman 2003"}},
       .edges = taken_edges::both_ways,
       .columns = {"clustering"},
       .needs = [](const algorithm_choices&) { return graph_needs{}; }});
}

}  // namespace orujo
