// How people and programs reach breadth-first search.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/algorithms/bfs/tree_table.hpp"
#include "orujo/algorithms/bfs/verify.hpp"
#include "orujo/algorithms/catalogue/order_choice.hpp"
#include "orujo/base/error.hpp"

namespace orujo {

namespace {

/// Throws: usage_error.
bfs_options bfs_options_of(const algorithm_choices& choices) {
  bfs_options wanted;
  wanted.method = static_cast<bfs_method>(choices.method);
  require(!choices.options.text("order") || wanted.method == bfs_method::distributed_control,
          "--order is the order of --method dc");
  wanted.order = order_in(choices.options);
  return wanted;
}

class bfs_run final : public algorithm_run {
public:
  bfs_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team), graph_(graph), search_(team, graph, bfs_options_of(choices)) {}

  void run(const run_start& from) override {
    source_ = from.sources.front();
    tree_ = &search_.run(source_);
  }
  [[nodiscard]] std::uint64_t edges_traversed() const override {
    return edges_between_reached(team_, graph_,
                                 [&](local_vertex v) { return tree_->parent[v] != no_vertex; });
  }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_bfs(team_, graph_, source_, *tree_));
  }
  [[nodiscard]] algorithm_answer answer() override;
  void describe(report_card& card) const override { search_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  bfs_search search_;
  vertex_id source_ = no_vertex;
  const bfs_tree* tree_ = nullptr;
};

algorithm_answer bfs_run::answer() {
  const bfs_facts& facts = tree_->facts;
  algorithm_answer found{.figures = {{"reached", facts.reached},
                                     {"max_depth", std::uint64_t{facts.max_depth}},
                                     {"depth_sum", facts.depth_sum}},
                         .work = {}};
  if (facts.top_down_levels + facts.bottom_up_levels == 0) {
    found.statistics = search_.work();
    found.history = search_.history();
  } else {
    found.work = {{"top_down_levels", std::uint64_t{facts.top_down_levels}},
                  {"bottom_up_levels", std::uint64_t{facts.bottom_up_levels}}};
  }
  found.table = tree_table(*tree_);
  return found;
}

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
           .source = "Zalewski, Kanewala, Firoz, Lumsdaine 2014"}};
}

}  // namespace

algorithm_entry bfs_entry() {
  return {
      .name = "bfs",
      .help = "Breadth-first search: hops from a source, and a tree of shortest paths",
      .example = "orujo bfs roads.gr.xz --source 1 --output depths.csv",
      .activity = "searching",
      .methods = bfs_methods(),
      .options = {order_option("In what order, with --method dc")},
      .start = start_kind::each_source,
      .columns = {"depth", "parent"},
      .check = [](const algorithm_choices& choices) { static_cast<void>(bfs_options_of(choices)); },
      .needs =
          [](const algorithm_choices& choices) {
            const auto method = static_cast<bfs_method>(choices.method);
            return graph_needs{.in_edges = method != bfs_method::distributed_control};
          },
      .prepare =
          [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
            return std::make_unique<bfs_run>(team, graph, choices);
          }};
}

}  // namespace orujo
