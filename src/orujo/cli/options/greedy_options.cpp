// Declares and reads --method, --order and --send-cache of greedy algorithms.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/options/greedy_options.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/error.hpp"
#include "orujo/base/nearest_name.hpp"
#include "orujo/cli/options/option_checks.hpp"

namespace orujo::cli {

namespace {

// In the order of enum class dag_order.
constexpr std::array<method_name, 2> greedy_methods{
    {{"jp", "Jones and Plassmann: a vertex decides after all neighbours before it"},
     {"dc", "Distributed Control: it decides at once, and again when they change"}}};

std::string_view name_of(vertex_order order) {
  return all_vertex_orders[static_cast<std::size_t>(order)].name;
}

vertex_order order_named_so(const std::string& name) {
  std::vector<std::string_view> names;
  for (const vertex_order_name& each : all_vertex_orders) {
    if (each.name == name) { return each.order; }
    names.push_back(each.name);
  }
  throw usage_error(fmt::format("--order is one of {}, not '{}'{}", fmt::join(names, ", "), name,
                                suggestion(name, names)));
}

}  // namespace

void add_greedy_options(CLI::App& app, greedy_options& options, vertex_order order) {
  add_algorithm_options(app, options.run, greedy_methods);
  std::string help = "In what order; of equal vertices that with the lower id comes first. ";
  for (const vertex_order_name& each : all_vertex_orders) {
    help += fmt::format("{}{}: {}", each.order == vertex_order{} ? "" : "; ", each.name, each.help);
  }
  options.order = name_of(order);
  app.add_option("--order", options.order, help)
      ->type_name("NAME")
      ->capture_default_str()
      ->group(work_group);
  app.add_option("--send-cache", options.send_cache,
                 fmt::format("So many new values of a worker wait to be sent, in case they change; "
                             "of --method dc; default: {}",
                             dag_options{}.send_cache))
      ->type_name("N")
      ->check(whole_number(1, std::uint64_t{1} << 32U))
      ->group(work_group);
}

greedy_choice choice_of(const greedy_options& options) {
  greedy_choice choice{
      .how = {.order = static_cast<dag_order>(method_index(options.run.method, greedy_methods))},
      .order = order_named_so(options.order)};
  if (options.send_cache) {
    require(choice.how.order == dag_order::distributed_control,
            "--send-cache is of --method dc, which sends values that may change");
    choice.how.send_cache = *options.send_cache;
  }
  return choice;
}

void take_edges_both_ways(run_options& options, std::string_view command) {
  require(!options.graph.directed,
          fmt::format("{} takes edges both ways; leave out --directed", command));
  options.graph.undirected = true;
}

}  // namespace orujo::cli
