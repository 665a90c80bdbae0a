// How people and programs reach s-t connectivity.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "orujo/algorithms/catalogue/isolation_options.hpp"
#include "orujo/algorithms/catalogue/named_vertex.hpp"
#include "orujo/algorithms/st_connectivity/st_connectivity.hpp"
#include "orujo/algorithms/st_connectivity/verify.hpp"
#include "orujo/base/error.hpp"

namespace orujo {

namespace {

std::vector<method_entry> stconn_methods() {
  return {{.name = "colours",
           .help = "searches from both ends, each with a colour, until the colours meet",
           .use_when = "always",
           .cost = "O(V + E) at most, a barrier per round",
           .order = "rounds",
           .source = "Reif 1985; Besta, Hoefler 2015",
           .operators = operator_reach::one_element}};
}

std::vector<option_entry> stconn_options() {
  std::vector<option_entry> options = isolation_options(stconn_methods());
  options.insert(options.begin(), {.name = "target",
                                   .type = option_type::text,
                                   .help = "The other end, by its id in the input",
                                   .unit = "V",
                                   .is_required = true});
  return options;
}

class stconn_run final : public algorithm_run {
public:
  stconn_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team),
        graph_(graph),
        isolation_(isolation_in(stconn_methods().front(), choices.options)) {
    ends_.target =
        named_vertex(team, graph, {"--target", choices.options.text("target").value_or("")});
  }

  void run(const run_start& from) override {
    ends_.source = from.sources.front();
    found_ = st_connectivity(team_, graph_, ends_, isolation_);
  }
  [[nodiscard]] std::uint64_t edges_traversed() const override {
    return edges_between_reached(team_, graph_, found_.coloured, [&](local_vertex v) {
      return found_.colour[v] != static_cast<std::uint8_t>(st_colour::white);
    });
  }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_st_connectivity(team_, graph_, ends_, found_));
  }
  [[nodiscard]] algorithm_answer answer() override {
    algorithm_answer answer{
        .figures = {{"connected", found_.connected}},
        .work = {{"rounds", std::uint64_t{found_.rounds}}, {"coloured", found_.coloured}},
        .table = {.columns = {{"colour", "colour", found_.colour.span()}}}};
    add_activities(answer, found_.activities);
    return answer;
  }
  void describe(report_card& card) const override { found_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  isolation_choice isolation_;
  path_ends ends_;
  st_answer found_;
};

}  // namespace

algorithm_entry st_connectivity_entry() {
  return {.name = "stconn",
          .help = "Whether two vertices are connected",
          .example = "orujo stconn roads.gr.xz --source 1 --target 7000",
          .activity = "searching",
          .methods = stconn_methods(),
          .options = stconn_options(),
          .start = start_kind::each_source,
          .edges = taken_edges::both_ways,
          .columns = {"colour"},
          .check =
              [](const algorithm_choices& choices) {
                require(choices.options.text("target").has_value(),
                        "stconn needs the other end, --target V");
                static_cast<void>(isolation_in(stconn_methods().front(), choices.options));
              },
          .needs = [](const algorithm_choices&) { return graph_needs{}; },
          .prepare =
              [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
                return std::make_unique<stconn_run>(team, graph, choices);
              }};
}

}  // namespace orujo
