// orujo mis: a maximal independent set.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <span>

#include "orujo/algorithms/independent_set/maximal_independent_set.hpp"
#include "orujo/algorithms/independent_set/verify.hpp"
#include "orujo/cli/run/greedy_command.hpp"

namespace orujo::cli {

namespace {

struct greedy_set {
  using found = independent_set;
  static constexpr const char* name = "mis";
  static constexpr const char* activity = "choosing";
  static constexpr const char* figure = "size";
  static constexpr const char* column = "in_set";
  static constexpr const char* value_name = "membership (1: in the set)";
  static constexpr vertex_order default_order = independent_set_options{}.order;

  static independent_set find(rank_team& team, const csr_graph& graph, const greedy_choice& choice,
                              std::uint64_t seed) {
    return maximal_independent_set(team, graph,
                                   {.how = choice.how, .order = choice.order, .seed = seed});
  }
  static auto verify(rank_team& team, const csr_graph& graph, const independent_set& set,
                     std::span<const std::uint64_t> priorities) {
    return verify_independent_set(team, graph, set, priorities);
  }
  static std::uint64_t figure_of(const independent_set& set) { return set.size; }
  static std::uint8_t value_of(const independent_set& set, local_vertex v) {
    return set.contains[v];
  }
};

}  // namespace

command add_mis_command(CLI::App& parent) {
  return add_greedy_command<greedy_set>(
      parent, {.name = "mis",
               .group = "Analyse a graph",
               .help = "Maximal independent set: no two of its vertices are neighbours",
               .example = "  orujo mis as20graph.txt.xz --order largest_first --output set.csv"});
}

}  // namespace orujo::cli
