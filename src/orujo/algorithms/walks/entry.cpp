// How people and programs reach random walks.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/algorithms/walks/corpus_file.hpp"
#include "orujo/algorithms/walks/verify.hpp"
#include "orujo/algorithms/walks/walks.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/output_target.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// Throws: usage_error.
walk_options options_of(const algorithm_choices& choices) {
  walk_options wanted;
  const option_values& given = choices.options;
  wanted.per_start = given.whole("walks-per-vertex").value_or(wanted.per_start);
  wanted.length = static_cast<std::uint32_t>(given.whole("length").value_or(wanted.length));
  wanted.p = given.real("p").value_or(wanted.p);
  wanted.q = given.real("q").value_or(wanted.q);
  wanted.restart = given.real("restart").value_or(wanted.restart);
  wanted.weighted = choices.weights_chosen;
  wanted.seed = choices.seed;
  require(wanted.p > 0 && wanted.q > 0, "--p and --q are numbers above 0");
  require(wanted.p >= 1e-6 && wanted.q >= 1e-6 && wanted.q <= 1e6,
          "--p is at least 1e-6, and --q from 1e-6 to 1e6");
  require(wanted.restart >= 0 && wanted.restart <= 1, "--restart is a number from 0 to 1");
  require(!is_standard_output(given.text("corpus").value_or("none")),
          "--corpus names a file: figures go to standard output");
  return wanted;
}

class walks_run final : public algorithm_run {
public:
  walks_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team),
        graph_(graph),
        options_(options_of(choices)),
        corpus_(choices.options.text("corpus")),
        verifies_(choices.verifies) {}

  void run(const run_start& from) override;
  [[nodiscard]] std::uint64_t edges_traversed() const override { return found_.facts.steps; }
  [[nodiscard]] std::string problem() const override { return problem_; }
  [[nodiscard]] algorithm_answer answer() override;
  void describe(report_card& card) const override { found_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  walk_options options_;
  std::optional<std::string> corpus_;
  bool verifies_;
  std::vector<vertex_id> starts_;  // if some are named or drawn
  walk_visits found_;
  std::string problem_;
};

void walks_run::run(const run_start& from) {
  starts_.assign(from.sources.begin(), from.sources.end());
  options_.starts.reset();
  if (!starts_.empty()) { options_.starts = starts_; }
  std::unique_ptr<walk_checker> checker;
  std::unique_ptr<corpus_file> corpus;
  if (verifies_) { checker = std::make_unique<walk_checker>(team_, graph_, options_); }
  if (corpus_) { corpus = std::make_unique<corpus_file>(team_, graph_, *corpus_); }
  options_.on_paths = {};
  if (checker || corpus) {
    options_.on_paths = [&](const walk_paths& paths) {
      if (checker) { checker->take(paths); }
      if (corpus) { corpus->add(paths); }
    };
  }
  found_ = random_walks(team_, graph_, options_);
  options_.on_paths = {};
  problem_ = checker ? first_problem(checker->problems(found_)) : "";
  if (corpus) { corpus->commit(); }
}

algorithm_answer walks_run::answer() {
  const walk_facts& facts = found_.facts;
  struct busiest {
    std::uint64_t visits = 0;
    vertex_id vertex = no_vertex;
  };
  busiest own;
  for (local_vertex v = 0; v < graph_.num_local(); ++v) {
    if (found_.visits[v] > own.visits) { own = {found_.visits[v], graph_.global(v)}; }
  }
  const busiest most = all_reduce(team_, own, [](const busiest& a, const busiest& b) {
    if (a.visits != b.visits) { return a.visits > b.visits ? a : b; }
    return a.vertex < b.vertex ? a : b;
  });
  algorithm_answer found{.figures = {{"walks", facts.walks},
                                     {"steps", facts.steps},
                                     {"ended_early", facts.ended_early},
                                     {"most_visits", most.visits}},
                         .work = {{"draws", facts.draws}}};
  found.lists.push_back({"most_visited", {}});
  if (most.vertex != no_vertex) { found.lists.back().vertices.push_back(most.vertex); }
  found.table.columns = {{"visits", "number of visits", found_.visits.span()}};
  return found;
}

std::vector<option_entry> walks_option_entries() {
  const walk_options standard;
  return {
      {.name = "walks-per-vertex",
       .type = option_type::whole,
       .help = "Walks from each vertex, or from each source",
       .unit = "N",
       .standard = std::to_string(standard.per_start),
       .least = 1,
       .most = std::uint64_t{1} << 32U},
      {.name = "length",
       .type = option_type::whole,
       .help = "Steps of a walk; it has fewer where no edge leads on",
       .unit = "N",
       .standard = std::to_string(standard.length),
       .most = (std::uint64_t{1} << 31U) - 1},
      {.name = "p",
       .type = option_type::real,
       .help =
           "Of node2vec: an edge back to the vertex before counts 1 / REAL, which is at least 1e-6",
       .unit = "REAL",
       .standard = "1"},
      {.name = "q",
       .type = option_type::real,
       .help = "Of node2vec: an edge away from the vertex before, to one that no edge joins "
               "with it, counts 1 / REAL, which is from 1e-6 to 1e6",
       .unit = "REAL",
       .standard = "1"},
      {.name = "restart",
       .type = option_type::real,
       .help = "How likely a step leads back to the start of the walk, as it also does where no "
               "edge leads on; 0: never",
       .unit = "REAL",
       .standard = "0"},
      {.name = "corpus",
       .type = option_type::text,
       .help = "Write the walks to FILE, one on each line, vertices as the input calls them; "
               "packed if it ends in .gz",
       .unit = "FILE"}};
}

}  // namespace

algorithm_entry walks_entry() {
  return {.name = "walks",
          .help = "Random walks: plain, by weights, as node2vec draws them, or with restarts",
          .example =
              "orujo walks web.el.zst --length 40 --p 0.5 --q 2 "
              "--corpus walks.txt",
          .activity = "walking",
          .methods = {{.name = "in_turns",
                       .help = "many walks take turns, and go as messages to where they are",
                       .use_when = "always",
                       .cost = "a draw for each step; with p and q at most max(1, 1/p, 1/q) / "
                               "min(1, 1/p, 1/q) draws, or max(1, 1/q) / min(1, 1/q) for each edge "
                               "of the row, each with a search in a row; a message for each step "
                               "to another rank",
                       .order = "one epoch, or one for as many walks as are stored at a time",
                       .source = "Grover, Leskovec 2016; Yang et al. 2019; Sun et al. 2021"}},
          .options = walks_option_entries(),
          .start = start_kind::all_sources,
          .source_help = "Only walks from V, by its id in the input",
          .sources_help = "Walks from K drawn vertices; default: from all",
          .columns = {"visits"},
          .check = [](const algorithm_choices& choices) { static_cast<void>(options_of(choices)); },
          .needs =
              [](const algorithm_choices& choices) {
                return graph_needs{.weights = choices.weights_chosen,
                                   .parallel = choices.weights_chosen ? parallel_edges::sum
                                                                      : parallel_edges::lightest};
              },
          .prepare =
              [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
                return std::make_unique<walks_run>(team, graph, choices);
              }};
}

}  // namespace orujo
