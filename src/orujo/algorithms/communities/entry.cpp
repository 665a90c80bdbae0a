// How people and programs reach communities.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/algorithms/communities/communities.hpp"
#include "orujo/algorithms/communities/verify.hpp"
#include "orujo/base/error.hpp"

namespace orujo {

namespace {

/// Throws: usage_error.
communities_options communities_options_of(const algorithm_choices& choices) {
  communities_options wanted;
  wanted.method = static_cast<communities_method>(choices.method);
  wanted.resolution = choices.options.real("resolution").value_or(wanted.resolution);
  wanted.tolerance = choices.options.real("tolerance").value_or(wanted.tolerance);
  wanted.iterations = choices.options.whole("iterations");
  wanted.seed = choices.seed;
  require(wanted.resolution >= 0 && std::isfinite(wanted.resolution),
          "--resolution is a finite number, 0 or more");
  require(wanted.tolerance >= 0 && std::isfinite(wanted.tolerance),
          "--tolerance is a finite number, 0 or more");
  require(wanted.method == communities_method::leiden || !choices.options.real("tolerance"),
          "--tolerance is of --method leiden; the other methods end after --iterations");
  return wanted;
}

graph_needs communities_needs_of(const algorithm_choices& choices) {
  const bool is_weighted =
      static_cast<communities_method>(choices.method) != communities_method::cdlp;
  return {.weights = is_weighted,
          .in_edges = true,
          .loops = !choices.options.flag("no-loops"),
          .parallel = is_weighted ? parallel_edges::sum : parallel_edges::lightest};
}

class communities_run final : public algorithm_run {
public:
  communities_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team), graph_(graph), options_(communities_options_of(choices)) {}

  void run(const run_start& /*from*/) override { found_ = communities(team_, graph_, options_); }
  [[nodiscard]] std::uint64_t edges_traversed() const override { return graph_.facts().num_edges; }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_communities(team_, graph_, found_, options_));
  }
  [[nodiscard]] algorithm_answer answer() override {
    const communities_facts& facts = found_.facts;
    algorithm_answer found{.figures = {{"modularity", facts.modularity},
                                       {"communities", facts.communities},
                                       {"largest", facts.largest}},
                           .work = {{"iterations", facts.iterations},
                                    {"levels", facts.levels},
                                    {"moves", facts.moves}},
                           .table = {.columns = {{.name = "community",
                                                  .label = "",
                                                  .values = found_.label.span(),
                                                  .are_vertices = true}}}};
    if (graph_.facts().weights != weight_kind::none) {
      found.figures.push_back(
          {"weights", "an edge counts as much as it weighs; --weights none counts each once"});
    }
    return found;
  }
  void describe(report_card& card) const override { found_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  communities_options options_;
  community_labels found_;
};

std::vector<method_entry> communities_methods() {
  // In the order of enum class communities_method.
  return {{.name = "leiden",
           .help = "vertices move where modularity gains, level by level; no community is "
                   "disconnected",
           .use_when = "always",
           .cost = "O(E) per level and round, mostly 5 to 20 looks at each edge in all",
           .order = "rounds of sub-rounds",
           .source = "Traag, Waltman, van Eck 2019"},
          {.name = "label_propagation",
           .help = "vertices follow most of their neighbours, until none changes",
           .use_when = "communities are plain to see, and time is short",
           .cost = "O(E) per round, less in later ones",
           .order = "rounds of sub-rounds",
           .source = "Raghavan, Albert, Kumara 2007"},
          {.name = "cdlp",
           .help = "the same for all at once, in a fixed number of rounds",
           .use_when = "comparing with LDBC Graphalytics",
           .cost = "O(E) per round",
           .order = "rounds",
           .source = "Iosup et al. 2016 (LDBC Graphalytics)"}};
}

std::vector<option_entry> communities_option_entries() {
  return {{.name = "resolution",
           .type = option_type::real,
           .help = "The higher, the smaller are communities",
           .unit = "REAL",
           .standard = fmt::format("{}", communities_options{}.resolution)},
          {.name = "iterations",
           .type = option_type::whole,
           .help = "Of leiden: from the graph up, at most; default: 2. Of label_propagation: "
                   "rounds, at most; default: 100. Of cdlp: rounds; default: 10",
           .unit = "N",
           .least = 1},
          {.name = "tolerance",
           .type = option_type::real,
           .help = "Of leiden: another iteration goes on only if its first moves raise modularity "
                   "by so much",
           .unit = "REAL",
           .standard = fmt::format("{}", communities_options{}.tolerance)},
          {.name = "no-loops",
           .help = "Leave out edges from a vertex to itself; else they count in modularity"}};
}

}  // namespace

algorithm_entry communities_entry() {
  return {.name = "communities",
          .help = "Communities: groups of vertices with many edges inside and few between them",
          .example = "orujo communities facebook_combined.txt.gz --output communities.csv",
          .activity = "moving",
          .methods = communities_methods(),
          .options = communities_option_entries(),
          .columns = {"community"},
          .check =
              [](const algorithm_choices& choices) {
                static_cast<void>(communities_options_of(choices));
              },
          .needs = communities_needs_of,
          .prepare =
              [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
                return std::make_unique<communities_run>(team, graph, choices);
              }};
}

}  // namespace orujo
