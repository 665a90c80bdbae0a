// How people and programs reach greedy colouring.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "orujo/algorithms/catalogue/greedy_run.hpp"
#include "orujo/algorithms/catalogue/isolation_options.hpp"
#include "orujo/algorithms/colouring/colour.hpp"
#include "orujo/algorithms/colouring/verify.hpp"
#include "orujo/base/error.hpp"

namespace orujo {

namespace {

struct greedy_colours {
  using found = colouring;
  static constexpr vertex_order standard = colour_options{}.order;

  static colouring find(rank_team& team, const csr_graph& graph, const greedy_choice& choice,
                        std::uint64_t seed) {
    return colour(team, graph, {.how = choice.how, .order = choice.order, .seed = seed});
  }
  static auto verify(rank_team& team, const csr_graph& graph, const colouring& colours,
                     std::span<const std::uint64_t> priorities) {
    return verify_colours(team, graph, colours, priorities);
  }
  static figure size_figure(const colouring& colours) {
    return {"colours", std::uint64_t{colours.colours}};
  }
  static void add_work(algorithm_answer& answer, const colouring& colours) {
    answer.statistics = colours.work;
    answer.history = colours.history;
  }
  static result_column column(const colouring& colours) {
    return {"colour", "colour", colours.colour.span()};
  }
};

method_entry boman_method() {
  return {.name = "boman",
          .help =
              "vertices take colours, and of neighbours that took the same one is recoloured, "
              "kept apart as --isolation says",
          .use_when = "comparing mechanisms; any colouring will do",
          .cost =
              "O(V + E) and a look at the edges of each vertex that is recoloured, a barrier "
              "per round",
          .order = "rounds",
          .source = "Boman et al. 2005; Besta, Hoefler 2015",
          .operators = operator_reach::several_elements};
}

/// Throws: usage_error.
isolation_choice boman_isolation(const option_values& options) {
  require(!options.text("order") && !options.whole("send-cache") && !options.text("priority"),
          "--order, --send-cache and --priority are of other methods: boman draws who is "
          "recoloured");
  return isolation_in(boman_method(), options);
}

class boman_run final : public algorithm_run {
public:
  boman_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team),
        graph_(graph),
        options_{.seed = choices.seed, .activities = boman_isolation(choices.options)} {}

  void run(const run_start& /*from*/) override { found_ = colour(team_, graph_, options_); }
  [[nodiscard]] std::uint64_t edges_traversed() const override { return graph_.facts().num_edges; }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_colours(team_, graph_, found_, std::nullopt));
  }
  [[nodiscard]] algorithm_answer answer() override {
    algorithm_answer answer{.figures = {greedy_colours::size_figure(found_)},
                            .work = {{"rounds", std::uint64_t{found_.rounds}}},
                            .table = {.columns = {greedy_colours::column(found_)}}};
    add_activities(answer, found_.activities);
    return answer;
  }
  void describe(report_card& card) const override { found_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  colour_options options_;
  colouring found_;
};

/// Adds the method to the greedy ones, which know nothing of it.
algorithm_entry with_boman(algorithm_entry entry) {
  const std::size_t boman = entry.methods.size();
  entry.methods.push_back(boman_method());
  for (const option_entry& each : isolation_options(entry.methods)) {
    entry.options.push_back(each);
  }
  const std::vector<method_entry> methods = entry.methods;
  entry.check = [methods, boman, greedy = entry.check](const algorithm_choices& choices) {
    if (choices.method == boman) {
      static_cast<void>(boman_isolation(choices.options));
    } else {
      static_cast<void>(isolation_in(methods[choices.method], choices.options));
      greedy(choices);
    }
  };
  entry.prepare = [boman, greedy = entry.prepare](
                      rank_team& team, const csr_graph& graph,
                      const algorithm_choices& choices) -> std::unique_ptr<algorithm_run> {
    if (choices.method != boman) { return greedy(team, graph, choices); }
    return std::make_unique<boman_run>(team, graph, choices);
  };
  return entry;
}

}  // namespace

algorithm_entry colouring_entry() {
  return with_boman(greedy_entry<greedy_colours>(
      {.name = "colour",
       .help = "Greedy colouring: neighbours get different colours, few of them",
       .example = "orujo colour school1_nsh.col --order smallest_last --verify",
       .activity = "colouring",
       .columns = {"colour"}}));
}

}  // namespace orujo
