// How people and programs reach shortest paths.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "orujo/algorithms/catalogue/isolation_options.hpp"
#include "orujo/algorithms/catalogue/label_search_run.hpp"
#include "orujo/algorithms/catalogue/target_choice.hpp"
#include "orujo/algorithms/sssp/distance_column.hpp"
#include "orujo/algorithms/sssp/sssp.hpp"
#include "orujo/algorithms/sssp/tree.hpp"
#include "orujo/algorithms/sssp/verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/path_check.hpp"

namespace orujo {

namespace {

std::vector<method_entry> sssp_methods() {
  std::vector<method_entry> methods = order_methods();
  methods[0].cost = "that of delta or dc";
  methods[0].order =
      "buckets; among ranks whose barriers cost more than a search without, priority per worker; "
      "width from weights and degrees";
  methods.push_back({.name = "activities",
                     .help = "relaxations round by round, kept apart as --isolation says",
                     .use_when = "comparing mechanisms",
                     .cost = "O(E) per edge of the longest path at worst, a barrier per round",
                     .order = "rounds",
                     .source = "Bellman 1958; Besta, Hoefler 2015",
                     .operators = operator_reach::one_element});
  return methods;
}

/// Throws: usage_error.
sssp_options sssp_options_of(const algorithm_choices& choices) {
  require(!choices.options.flag("parents") || !choices.options.text("target"),
          "--parents is of searches to all vertices; with --target the path has them");
  const method_entry method = sssp_methods()[choices.method];
  const isolation_choice isolation = isolation_in(method, choices.options);
  if (!method.operators) {
    return {.order = order_of(choices), .reduces = !choices.options.flag("no-reduction")};
  }
  require(!choices.options.text("order") && !choices.options.real("delta") &&
              !choices.options.whole("levels") && !choices.options.flag("no-reduction"),
          "--order, --delta, --levels and --no-reduction are of other methods: activities go in "
          "rounds");
  return {.activities = isolation};
}

struct shortest_paths {
  using search = sssp_search;
  using found = sssp_distances;
  static constexpr parallel_edges parallel = parallel_edges::lightest;
  static constexpr auto column = distance_column;

  static auto verify(rank_team& team, const csr_graph& graph, vertex_id source,
                     const found& paths) {
    return verify_sssp(team, graph, source, paths);
  }
  static sssp_options options_of(const algorithm_choices& choices) {
    return sssp_options_of(choices);
  }
  static void add_work(algorithm_answer& answer, const search& by) {
    if (const auto counts = by.activities()) { return add_activities(answer, *counts); }
    answer.statistics = by.work();
    answer.history = by.history();
  }
  static std::vector<figure> figures(const csr_graph& graph, const found& paths) {
    return {{"reached", paths.facts.reached},
            weight_figure(graph, "max_distance", paths.facts.max_distance),
            weight_figure(graph, "distance_sum", paths.facts.distance_sum)};
  }
};

/// A search whose answer is also a tree.
class tree_run final : public label_search_run<shortest_paths> {
public:
  using label_search_run::label_search_run;

  void run(const run_start& from) override {
    label_search_run::run(from);
    tree_ = shortest_path_tree(team(), graph(), source(), found());
  }
  [[nodiscard]] std::string problem() const override {
    const std::string of_distances = label_search_run::problem();
    if (!of_distances.empty()) { return of_distances; }
    return first_problem(verify_tree(team(), graph(), found(), tree_));
  }
  [[nodiscard]] algorithm_answer answer() override {
    algorithm_answer answer = label_search_run::answer();
    answer.table.columns.push_back(
        {.name = "parent", .label = "", .values = tree_.parent.span(), .are_vertices = true});
    return answer;
  }

private:
  sssp_tree tree_;
};

/// A search for one target, whose answer is a path.
class target_run final : public algorithm_run {
public:
  target_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team),
        graph_(graph),
        search_(team, graph, sssp_options_of(choices)),
        ends_{.target = target_in(team, graph, choices.options)} {}

  void run(const run_start& from) override;
  [[nodiscard]] std::uint64_t edges_traversed() const override {
    return edges_between_reached(team_, graph_, found_->facts.reached,
                                 [&](local_vertex v) { return found_->reaches(v); });
  }
  [[nodiscard]] std::string problem() const override;
  [[nodiscard]] algorithm_answer answer() override;
  void describe(report_card& card) const override { search_.describe(card); }

private:
  [[nodiscard]] bool joins(std::size_t place) const;
  [[nodiscard]] bool is_real() const { return graph_.facts().weights == weight_kind::real; }
  [[nodiscard]] exact_number distance_here(local_vertex v) const {
    return is_real() ? found_->real[v] : static_cast<exact_number>(found_->whole[v]);
  }

  rank_team& team_;
  const csr_graph& graph_;
  sssp_search search_;
  path_ends ends_;
  const sssp_distances* found_ = nullptr;
  std::vector<vertex_id> path_;
  std::vector<exact_number> lengths_;  // from the source, along the path
  path_rows rows_;
  std::vector<std::uint64_t> whole_;  // distances in the rows: these, or the next ones
  std::vector<double> real_;
};

void target_run::run(const run_start& from) {
  ends_.source = from.sources.front();
  found_ = &search_.run_to(ends_.source, ends_.target);
  path_ = search_.path(ends_);
  lengths_.assign(path_.size(), 0);
  for (std::size_t i = 0; i < path_.size(); ++i) {
    if (graph_.owns(path_[i])) { lengths_[i] = distance_here(graph_.local(path_[i])); }
  }
  lengths_ = all_reduce(team_, std::move(lengths_), std::plus<>());
  rows_ = path_rows(graph_, path_);
  whole_.clear();
  real_.clear();
  for (const vertex_id v : rows_.vertices) {
    if (is_real()) {
      real_.push_back(found_->real[graph_.local(v)]);
    } else {
      whole_.push_back(found_->whole[graph_.local(v)]);
    }
  }
}

/// Whether an edge of the right length leads to path_[place] from the vertex before it, which
/// another rank may own.
bool target_run::joins(std::size_t place) const {
  if (!graph_.owns(path_[place - 1])) { return true; }
  const adjacency& out = graph_.out_edges();
  const local_vertex from = graph_.local(path_[place - 1]);
  const exact_number length = lengths_[place];
  for (std::uint64_t i = out.offsets[from]; i < out.offsets[from + 1]; ++i) {
    if (graph_.global(out.targets[i]) != path_[place]) { continue; }
    const exact_number weight = out.weights.empty() ? 1 : out.weights.at<exact_number>(i);
    const exact_number sum = lengths_[place - 1] + weight;
    // Real distances are rounded to 64 bits.
    if (sum == length || static_cast<double>(sum) == static_cast<double>(length)) { return true; }
  }
  return false;
}

std::string target_run::problem() const {
  const std::string of_all = first_problem(verify_sssp(team_, graph_, ends_, *found_));
  if (!of_all.empty()) { return of_all; }
  const bool here = graph_.owns(ends_.target) && found_->reaches(graph_.local(ends_.target));
  return path_problem(team_, {ends_, path_, all_max(team_, here ? 1 : 0) == 1},
                      [&](std::size_t place) { return joins(place); });
}

algorithm_answer target_run::answer() {
  algorithm_answer found;
  shortest_paths::add_work(found, search_);
  add_path(found, path_, weight_figure(graph_, "distance", lengths_.empty() ? 0 : lengths_.back()));
  result_column distance{"distance", "distance", std::span<const std::uint64_t>(whole_)};
  if (is_real()) { distance.values = std::span<const double>(real_); }
  found.table = rows_.table(std::move(distance));
  return found;
}

}  // namespace

algorithm_entry sssp_entry() {
  algorithm_entry entry = label_search_entry<shortest_paths>(
      {.name = "sssp",
       .help = "Shortest paths: distances from a source along weighted edges",
       .example = "orujo sssp roads.gr.xz --source 1 --output distances.csv",
       .methods = sssp_methods(),
       .columns = {"distance"}});
  entry.options.insert(entry.options.begin(), target_option());
  entry.options.push_back(
      {.name = "parents",
       .help =
           "Say for each vertex also the one before it on a shortest path: the column `parent`"});
  for (const option_entry& each : isolation_options(sssp_methods())) {
    entry.options.push_back(each);
  }
  const auto to_all = entry.prepare;
  entry.needs = [](const algorithm_choices& choices) {
    return graph_needs{
        .weights = true,
        .in_edges = choices.options.text("target").has_value() || choices.options.flag("parents"),
        .parallel = shortest_paths::parallel};
  };
  entry.prepare = [to_all](rank_team& team, const csr_graph& graph,
                           const algorithm_choices& choices) -> std::unique_ptr<algorithm_run> {
    if (choices.options.text("target")) {
      return std::make_unique<target_run>(team, graph, choices);
    }
    if (choices.options.flag("parents")) {
      return std::make_unique<tree_run>(team, graph, choices);
    }
    return to_all(team, graph, choices);
  };
  return entry;
}

}  // namespace orujo
