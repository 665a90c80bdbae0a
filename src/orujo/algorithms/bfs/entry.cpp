// How people and programs reach breadth-first search.
// SPDX-License-Identifier: Apache-2.0
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/algorithms/bfs/tree_table.hpp"
#include "orujo/algorithms/bfs/verify.hpp"
#include "orujo/algorithms/catalogue/isolation_options.hpp"
#include "orujo/algorithms/catalogue/order_choice.hpp"
#include "orujo/algorithms/catalogue/target_choice.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/path_check.hpp"
#include "orujo/traversal/traced_path.hpp"

namespace orujo {

namespace {

std::vector<method_entry> bfs_methods() {
  // In the order of enum class bfs_method.
  return {{.name = "direction_optimizing",
           .help = "bottom-up while the frontier is large",
           .use_when = "always",
           .cost = "O(V + E), often far less than E",
           .order = "levels",
           .source = "Beamer, Asanović, Patterson 2012"},
          {.name = "top_down",
           .help = "the frontier looks for vertices",
           .use_when = "a directed graph has no in-edges",
           .cost = "O(V + E)",
           .order = "levels"},
          {.name = "bottom_up",
           .help = "vertices look for the frontier",
           .use_when = "comparing",
           .cost = "O(V + E) per level at worst",
           .order = "levels",
           .source = "Beamer et al. 2012"},
          {.name = "dc",
           .help = "Distributed Control: each worker its nearest vertex first, no levels",
           .use_when = "messages take long, P is large: no barrier",
           .cost = "O(V + E) and the work done in vain",
           .order = "priority per worker, or `--order`",
           .source = "Zalewski, Kanewala, Firoz, Lumsdaine 2014"},
          {.name = "marks",
           .help = "by operators that mark vertices, kept apart as --isolation says",
           .use_when = "comparing mechanisms",
           .cost = "O(V + E), often far less than E, and the mechanism's for each vertex",
           .order = "levels",
           .source = "Besta, Hoefler 2015",
           .operators = operator_reach::one_element}};
}

std::vector<option_entry> bfs_option_entries() {
  std::vector<option_entry> options{target_option(),
                                    order_option("In what order, with --method dc")};
  for (const option_entry& each : isolation_options(bfs_methods())) { options.push_back(each); }
  options.push_back({.name = "direction",
                     .type = option_type::text,
                     .help =
                         "Who looks for the other end of an edge, with --method marks: auto, as "
                         "is cheaper for each level; push, the frontier; pull, all others",
                     .unit = "NAME",
                     .standard = "auto",
                     .names = {"auto", "push", "pull"}});
  return options;
}

/// Throws: usage_error.
map_direction bfs_direction_in(const algorithm_choices& choices) {
  const std::string name = choices.options.text("direction").value_or("auto");
  const bool is_known = name == "auto" || name == "push" || name == "pull";
  require(is_known, fmt::format("--direction is auto, push or pull, not '{}'", name));
  if (name == "auto") { return map_direction::cheaper; }
  return name == "push" ? map_direction::push : map_direction::pull;
}

/// Throws: usage_error.
bfs_options bfs_options_of(const algorithm_choices& choices) {
  bfs_options wanted;
  wanted.method = static_cast<bfs_method>(choices.method);
  require(!choices.options.text("order") || wanted.method == bfs_method::distributed_control,
          "--order is the order of --method dc");
  wanted.order = order_in(choices.options);
  require(!choices.options.text("direction") || wanted.method == bfs_method::marks,
          "--direction is of --method marks; other methods are called as they go");
  wanted.direction = bfs_direction_in(choices);
  wanted.isolation = isolation_in(bfs_methods()[choices.method], choices.options);
  return wanted;
}

class bfs_run final : public algorithm_run {
public:
  bfs_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team),
        graph_(graph),
        search_(team, graph, bfs_options_of(choices)),
        ends_{.target = target_in(team, graph, choices.options)} {}

  void run(const run_start& from) override {
    ends_.source = from.sources.front();
    tree_ = &search_.run(ends_.source, ends_.target);
    if (ends_.target != no_vertex) { find_path(); }
  }
  [[nodiscard]] std::uint64_t edges_traversed() const override {
    return edges_between_reached(team_, graph_, tree_->facts.reached,
                                 [&](local_vertex v) { return tree_->parent[v] != no_vertex; });
  }
  [[nodiscard]] std::string problem() const override;
  [[nodiscard]] algorithm_answer answer() override;
  void describe(report_card& card) const override { search_.describe(card); }

private:
  void find_path();
  [[nodiscard]] bool reaches_target() const;

  rank_team& team_;
  const csr_graph& graph_;
  bfs_search search_;
  path_ends ends_;  // the target is no_vertex where nobody asks for one
  const bfs_tree* tree_ = nullptr;
  std::vector<vertex_id> path_;
  path_rows rows_;                     // of the path
  std::vector<std::uint32_t> depths_;  // in the rows
};

bool bfs_run::reaches_target() const {
  const bool here =
      graph_.owns(ends_.target) && tree_->parent[graph_.local(ends_.target)] != no_vertex;
  return all_max(team_, here ? 1 : 0) == 1;
}

void bfs_run::find_path() {
  path_.clear();
  if (reaches_target()) {
    path_ = traced_path(team_, graph_, ends_,
                        [&](local_vertex v, const auto&) { return tree_->parent[v]; });
  }
  rows_ = path_rows(graph_, path_);
  depths_.clear();
  for (const vertex_id v : rows_.vertices) { depths_.push_back(tree_->depth[graph_.local(v)]); }
}

std::string bfs_run::problem() const {
  const std::string of_tree = first_problem(verify_bfs(team_, graph_, ends_, *tree_));
  if (ends_.target == no_vertex || !of_tree.empty()) { return of_tree; }
  return path_problem(team_, {ends_, path_, reaches_target()}, [&](std::size_t i) {
    if (!graph_.owns(path_[i])) { return true; }
    const local_vertex v = graph_.local(path_[i]);
    return tree_->parent[v] == path_[i - 1] && tree_->depth[v] == i;
  });
}

algorithm_answer bfs_run::answer() {
  const bfs_facts& facts = tree_->facts;
  algorithm_answer found;
  if (ends_.target == no_vertex) {
    found.figures = {{"reached", facts.reached},
                     {"max_depth", std::uint64_t{facts.max_depth}},
                     {"depth_sum", facts.depth_sum}};
    found.table = tree_table(*tree_);
  } else {
    add_path(found, path_, {"distance", std::uint64_t{path_.size()} - 1});
    found.table = rows_.table({.name = "depth", .label = "depth", .values = std::span(depths_)});
  }
  if (facts.top_down_levels + facts.bottom_up_levels == 0) {
    found.statistics = search_.work();
    found.history = search_.history();
  } else {
    found.work = {{"top_down_levels", std::uint64_t{facts.top_down_levels}},
                  {"bottom_up_levels", std::uint64_t{facts.bottom_up_levels}}};
  }
  if (const auto counts = search_.activities()) { add_activities(found, *counts); }
  return found;
}

}  // namespace

algorithm_entry bfs_entry() {
  return {
      .name = "bfs",
      .help = "Breadth-first search: hops from a source, and a tree of shortest paths",
      .example = "orujo bfs roads.gr.xz --source 1 --output depths.csv",
      .activity = "searching",
      .methods = bfs_methods(),
      .options = bfs_option_entries(),
      .start = start_kind::each_source,
      .columns = {"depth", "parent"},
      .check = [](const algorithm_choices& choices) { static_cast<void>(bfs_options_of(choices)); },
      .needs =
          [](const algorithm_choices& choices) {
            const auto method = static_cast<bfs_method>(choices.method);
            const bool is_pushed =
                method == bfs_method::marks && bfs_direction_in(choices) == map_direction::push;
            return graph_needs{.in_edges = method != bfs_method::distributed_control && !is_pushed};
          },
      .prepare =
          [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
            return std::make_unique<bfs_run>(team, graph, choices);
          }};
}

}  // namespace orujo
