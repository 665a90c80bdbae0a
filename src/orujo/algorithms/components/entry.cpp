// How people and programs reach connected components.
// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>
#include <vector>

#include "orujo/algorithms/catalogue/order_choice.hpp"
#include "orujo/algorithms/components/components.hpp"
#include "orujo/algorithms/components/verify.hpp"
#include "orujo/base/error.hpp"

namespace orujo {

namespace {

/// Throws: usage_error.
components_options components_options_of(const algorithm_choices& choices) {
  components_options wanted;
  wanted.method = static_cast<components_method>(choices.method);
  wanted.order = order_in(choices.options);
  wanted.reduces = !choices.options.flag("no-reduction");
  require(!wanted.order || wanted.method == components_method::distributed_control,
          "--order is the order of --method dc");
  require(wanted.reduces || is_told(wanted.method),
          "--no-reduction is of --method dc and label_propagation");
  return wanted;
}

graph_needs components_needs(const algorithm_choices& choices) {
  const auto method = static_cast<components_method>(choices.method);
  return {.in_edges =
              is_told(method) || method == components_method::bfs_then_sv || choices.verifies};
}

class components_run final : public algorithm_run {
public:
  components_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team),
        graph_(graph),
        options_(components_options_of(choices)),
        shows_pictures_(choices.shows_pictures) {
    if (is_told(options_.method)) { search_.emplace(team, graph, options_); }
  }

  void run(const run_start& /*from*/) override {
    if (search_) {
      labels_ = &search_->run();
    } else {
      joined_ = components(team_, graph_, options_);
      labels_ = &joined_;
    }
  }
  [[nodiscard]] std::uint64_t edges_traversed() const override { return graph_.facts().num_edges; }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_components(team_, graph_, *labels_));
  }
  [[nodiscard]] algorithm_answer answer() override;
  void describe(report_card& card) const override {
    if (search_) {
      search_->describe(card);
    } else {
      joined_.describe(card);
    }
  }

private:
  void add_work(algorithm_answer& found) const;
  void add_sizes(algorithm_answer& found);

  rank_team& team_;
  const csr_graph& graph_;
  components_options options_;
  bool shows_pictures_;
  std::optional<component_search> search_;  // of methods that tell labels
  component_labels joined_;                 // of the others
  const component_labels* labels_ = nullptr;
  std::vector<vertex_id> names_;      // of components whose labels are vertices of this rank
  std::vector<std::uint64_t> sizes_;  // theirs
};

algorithm_answer components_run::answer() {
  const component_sizes sizes = measure_components(team_, graph_, labels_->label.span());
  algorithm_answer found{
      .figures = {{"components", labels_->facts.components}, {"largest", sizes.largest}},
      .work = {}};
  add_work(found);
  found.table.columns = {
      {.name = "component", .label = "", .values = labels_->label.span(), .are_vertices = true}};
  if (shows_pictures_) { add_sizes(found); }
  return found;
}

void components_run::add_work(algorithm_answer& found) const {
  if (search_) {
    found.statistics = search_->work();
    found.history = search_->history();
  } else {
    found.work = {{"merge_rounds", std::uint64_t{labels_->facts.merge_rounds}},
                  {"skipped_vertices", labels_->facts.skipped_vertices}};
  }
}

void components_run::add_sizes(algorithm_answer& found) {
  names_.clear();
  sizes_.clear();
  for (const component_size& each : sizes_of_components(team_, graph_, labels_->label.span())) {
    names_.push_back(each.label);
    sizes_.push_back(each.vertices);
  }
  found.further = {{.things = "components",
                    .key = "component",
                    .keys = names_,
                    .columns = {{"size", "size", std::span<const std::uint64_t>(sizes_)}}}};
}

std::vector<method_entry> components_methods() {
  // In the order of enum class components_method.
  return {{.name = "afforest",
           .help = "trees joined along a few edges of each vertex",
           .use_when = "always",
           .cost = "O(V + E), often far less than E",
           .order = "unordered",
           .source = "Sutton, Ben-Nun, Barak 2018"},
          {.name = "label_propagation",
           .help = "vertices tell their neighbours the least id",
           .use_when = "comparing",
           .cost = "O(E · longest path) labels told at worst",
           .order = "unordered"},
          {.name = "dc",
           .help = "Distributed Control: the same, each worker the least id first, no barrier",
           .use_when = "messages take long, and paths are short",
           .cost = "O(E + V log V) and the work done in vain",
           .order = "priority per worker, or `--order`",
           .source = "Zalewski, Kanewala, Firoz, Lumsdaine 2014; Firoz 2018"},
          {.name = "shiloach_vishkin",
           .help = "trees hook to each other and are made flat, in rounds",
           .use_when = "comparing",
           .cost = "O(E) per round, O(log² V) rounds at worst, mostly three or four",
           .order = "rounds",
           .source = "Shiloach, Vishkin 1982; Liu, Tarjan 2019"},
          {.name = "bfs_then_sv",
           .help = "a search from a vertex of high degree, then shiloach_vishkin",
           .use_when = "one large component with short paths",
           .cost = "as a search and shiloach_vishkin of the rest",
           .order = "levels, rounds",
           .source = "Jain, Flick, Pan, Green, Aluru 2017"}};
}

}  // namespace

algorithm_entry components_entry() {
  return {.name = "components",
          .help = "Connected components; of a directed graph the weakly connected ones",
          .example = "orujo components as20graph.txt.xz --output components.csv",
          .activity = "joining",
          .methods = components_methods(),
          .options = {order_option("In what order, with --method dc"), reduction_option()},
          .columns = {"component"},
          .check =
              [](const algorithm_choices& choices) {
                static_cast<void>(components_options_of(choices));
              },
          .needs = components_needs,
          .prepare =
              [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
                return std::make_unique<components_run>(team, graph, choices);
              }};
}

}  // namespace orujo
