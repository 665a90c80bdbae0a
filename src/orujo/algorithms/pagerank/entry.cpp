// How people and programs reach PageRank.
// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/algorithms/catalogue/isolation_options.hpp"
#include "orujo/algorithms/catalogue/order_choice.hpp"
#include "orujo/algorithms/pagerank/pagerank.hpp"
#include "orujo/algorithms/pagerank/verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/graph/weighted_vertices.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace {

std::vector<method_entry> pagerank_methods() {
  // In the order of enum class pagerank_method.
  return {{.name = "pull",
           .help = "vertices add up what their in-neighbours give",
           .use_when = "always; with weights, too, as the others",
           .cost = "O(E) per iteration",
           .order = "rounds",
           .source = "Page, Brin 1998"},
          {.name = "push",
           .help = "vertices add to their out-neighbours",
           .use_when = "in-edges are missing",
           .cost = "O(E) per iteration",
           .order = "rounds",
           .source = "as activities: Besta, Hoefler 2015",
           .operators = operator_reach::one_element},
          {.name = "delta",
           .help = "only those whose scores are not settled do so, with few barriers",
           .use_when = "comparing; little is unsettled at the start",
           .cost = "O(E log(1 / tolerance)), however late messages come, where E counts the edges "
                   "of ghosts, too: a look at an edge for each part of a residual, in phases that "
                   "each leave an eighth of it, a barrier per phase",
           .order = "unordered, or priority per worker (`--order`)",
           .source = "Whang, Lenharth, Dhillon, Pingali 2015"}};
}

/// Throws: usage_error.
pagerank_options pagerank_options_of(const algorithm_choices& choices) {
  pagerank_options wanted;
  wanted.method = static_cast<pagerank_method>(choices.method);
  wanted.damping = choices.options.real("damping").value_or(wanted.damping);
  wanted.tolerance = choices.options.real("tolerance").value_or(wanted.tolerance);
  wanted.weighted = choices.weights_chosen;
  if (const auto most = choices.options.whole("max-iterations")) {
    require(wanted.method != pagerank_method::delta,
            "--max-iterations is of --method pull and push; delta ends by --tolerance");
    wanted.max_iterations = static_cast<std::int64_t>(*most);
  }
  if (const auto order = order_in(choices.options)) {
    require(wanted.method == pagerank_method::delta,
            "--order is of --method delta; the other methods go round by round");
    wanted.order = *order;
  }
  const isolation_choice isolation =
      isolation_in(pagerank_methods()[choices.method], choices.options);
  if (choices.options.text("isolation") || choices.options.text("coarsen")) {
    wanted.isolation = isolation;
  }
  return wanted;
}

graph_needs pagerank_needs_of(const algorithm_choices& choices) {
  return {.weights = choices.weights_chosen,
          .in_edges = true,
          .loops = !choices.options.flag("no-loops"),
          .parallel = choices.weights_chosen ? parallel_edges::sum : parallel_edges::lightest};
}

class pagerank_run final : public algorithm_run {
public:
  pagerank_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team), graph_(graph), options_(pagerank_options_of(choices)) {
    if (const auto file = choices.options.text("personalise")) { personalise(*file); }
  }

  void run(const run_start& /*from*/) override { found_ = pagerank(team_, graph_, options_); }
  [[nodiscard]] std::uint64_t edges_traversed() const override;
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_pagerank(team_, graph_, found_.score.span(), options_));
  }
  [[nodiscard]] algorithm_answer answer() override;
  void describe(report_card& card) const override { found_.describe(card); }

private:
  void personalise(const std::string& file);

  rank_team& team_;
  const csr_graph& graph_;
  huge_array<double> personalisation_;  // of owned vertices, where there is one
  std::uint64_t num_teleports_ = 0;     // vertices to which it sends surfers
  pagerank_options options_;
  pagerank_scores found_;
};

void pagerank_run::personalise(const std::string& file) {
  require_room(team_, graph_, "pagerank", {.per_vertex = sizeof(double)});
  const weighted_vertices listed = read_weighted_vertices(team_, graph_, file);
  personalisation_ = huge_array<double>(graph_.num_local());
  for (std::size_t i = 0; i < listed.vertices.size(); ++i) {
    if (!graph_.owns(listed.vertices[i])) { continue; }
    personalisation_[graph_.local(listed.vertices[i])] += listed.weights[i];
  }
  const auto is_listed = [&](local_vertex v) -> std::uint64_t { return personalisation_[v] > 0; };
  num_teleports_ = vertex_reduce(team_, graph_, is_listed, std::plus<>());
  if (num_teleports_ == 0) {
    throw agreed_error(exit_code::input,
                       fmt::format("{}: all weights are 0, so a surfer can go nowhere", file));
  }
  options_.personalisation = personalisation_.span();
}

/// In a run by delta, looks of its first step and those that it counted.
std::uint64_t pagerank_run::edges_traversed() const {
  const std::uint64_t arcs = graph_.facts().num_arcs;
  if (found_.facts.method == pagerank_method::delta) { return arcs + found_.work.relaxations; }
  return arcs * static_cast<std::uint64_t>(found_.facts.iterations);
}

algorithm_answer pagerank_run::answer() {
  const pagerank_facts& facts = found_.facts;
  algorithm_answer found{.figures = {{"iterations", facts.iterations},
                                     {"error", facts.error},
                                     {"converged", facts.converged}},
                         .work = {}};
  if (options_.weighted) {
    found.figures.push_back({"weights", "an edge is followed in proportion to its weight"});
  } else if (graph_.facts().input_has_weights) {
    found.figures.push_back(
        {"weights", "not used; --weights file follows edges in proportion to theirs"});
  }
  if (options_.personalisation) { found.figures.push_back({"teleports_to", num_teleports_}); }
  if (!facts.converged) {
    found.remarks.push_back(
        {"NOT CONVERGED",
         fmt::format("after {} iterations a step still changes the scores by {:.3g}; raise "
                     "--max-iterations or --tolerance",
                     facts.iterations, facts.error)});
  }
  if (options_.method == pagerank_method::delta) {
    found.statistics = found_.work;
    found.history = found_.history;
  }
  if (options_.isolation) { add_activities(found, found_.activities); }
  found.table.columns = {{"score", "score", found_.score.span()}};
  return found;
}

std::vector<option_entry> pagerank_option_entries() {
  std::vector<option_entry> options{
      {.name = "damping",
       .type = option_type::real,
       .help = "How likely the surfer follows an edge",
       .unit = "REAL",
       .standard = fmt::format("{}", pagerank_options{}.damping)},
      {.name = "tolerance",
       .type = option_type::real,
       .help = "End once a step changes the scores of all vertices together by less; two "
               "scores that differ by 2 * REAL / (1 - damping) are then in their true order",
       .unit = "REAL",
       .standard = fmt::format("{}", pagerank_options{}.tolerance)},
      {.name = "max-iterations",
       .type = option_type::whole,
       .help = "End after so many, with pull and push, converged or not; default: as many as "
               "damping and tolerance need on any graph",
       .unit = "N",
       .most = std::numeric_limits<std::int64_t>::max()},
      {.name = "order",
       .type = option_type::text,
       .help = "Of --method delta: unordered, or priority_per_worker, which takes vertices "
               "whose scores are the least settled first",
       .unit = "NAME"},
      {.name = "personalise",
       .type = option_type::text,
       .help = "A surfer that follows no edge goes to a vertex of FILE, which has an id or name "
               "on each line and a weight behind it or not, and not anywhere",
       .unit = "FILE",
       .is_input = true},
      {.name = "no-loops",
       .help = "Leave out edges from a vertex to itself; else they count as all others"}};
  for (option_entry& each : isolation_options(pagerank_methods())) {
    each.help += "; without either, what goes to a vertex is added up first";
    each.standard.clear();
    options.push_back(std::move(each));
  }
  return options;
}

}  // namespace

algorithm_entry pagerank_entry() {
  return {
      .name = "pagerank",
      .help = "PageRank: how likely a random surfer is at each vertex",
      .example = "orujo pagerank web.el.zst --top 10 --output ranks.npy",
      .activity = "iterating",
      .methods = pagerank_methods(),
      .options = pagerank_option_entries(),
      .scored = "score",
      .columns = {"score"},
      .check =
          [](const algorithm_choices& choices) { static_cast<void>(pagerank_options_of(choices)); },
      .needs = pagerank_needs_of,
      .prepare =
          [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
            return std::make_unique<pagerank_run>(team, graph, choices);
          }};
}

}  // namespace orujo
