// How people and programs reach maximal independent sets.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/greedy_run.hpp"
#include "orujo/algorithms/independent_set/maximal_independent_set.hpp"
#include "orujo/algorithms/independent_set/verify.hpp"

namespace orujo {

namespace {

struct greedy_set {
  using found = independent_set;
  static constexpr vertex_order standard = independent_set_options{}.order;

  static method_entry own_method() {
    return {.name = "prefixes",
            .help =
                "those that come first decide, neighbours of members leave, then longer prefixes "
                "of the rest; on several ranks jp",
            .use_when = "always",
            .cost = "O(V) and a few looks at each edge of what is undecided when its prefix comes",
            .order = "prefixes of `--order`",
            .source = "Blelloch, Fineman, Shun 2012"};
  }
  static independent_set find(rank_team& team, const csr_graph& graph, const greedy_choice& choice,
                              std::uint64_t seed) {
    return maximal_independent_set(
        team, graph,
        {.by_prefixes = choice.in_own_way, .how = choice.how, .order = choice.order, .seed = seed});
  }
  static auto verify(rank_team& team, const csr_graph& graph, const independent_set& set,
                     std::span<const std::uint64_t> priorities) {
    return verify_independent_set(team, graph, set, priorities);
  }
  static figure size_figure(const independent_set& set) { return {"size", set.size}; }
  static void add_work(algorithm_answer& answer, const independent_set& set) {
    if (set.prefixes > 0) {
      answer.work = {{"prefixes", set.prefixes}, {"rounds", set.rounds}};
    } else {
      answer.statistics = set.work;
      answer.history = set.history;
    }
  }
  static result_column column(const independent_set& set) {
    return {"in_set", "membership (1: in the set)", set.contains.span()};
  }
};

}  // namespace

algorithm_entry independent_set_entry() {
  return greedy_entry<greedy_set>(
      {.name = "mis",
       .help = "Maximal independent set: no two of its vertices are neighbours",
       .example = "orujo mis as20graph.txt.xz --order largest_first --output set.csv",
       .activity = "choosing",
       .columns = {"in_set"}});
}

}  // namespace orujo
