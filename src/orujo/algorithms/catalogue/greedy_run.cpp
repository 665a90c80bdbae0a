// What greedy algorithms are told.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/greedy_run.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/error.hpp"
#include "orujo/base/nearest_name.hpp"

namespace orujo {

namespace {

vertex_order vertex_order_named(const std::string& name) {
  std::vector<std::string_view> names;
  for (const vertex_order_name& each : all_vertex_orders) {
    if (each.name == name) { return each.order; }
    names.push_back(each.name);
  }
  throw usage_error(fmt::format("--order is one of {}, not '{}'{}", fmt::join(names, ", "), name,
                                suggestion(name, names)));
}

dag_priority priority_named(const std::string& name) {
  const std::vector<std::string_view> names = {"near_roots", "arrival"};
  if (name == names[0]) { return dag_priority::near_roots; }
  if (name == names[1]) { return dag_priority::arrival; }
  throw usage_error(fmt::format("--priority is one of {}, not '{}'{}", fmt::join(names, ", "), name,
                                suggestion(name, names)));
}

}  // namespace

std::vector<method_entry> greedy_methods() {
  // In the order of enum class dag_order.
  return {
      {.name = "jp",
       .help = "Jones and Plassmann: a vertex decides after all neighbours before it",
       .use_when = "always",
       .cost = "O(V + E), a wait of each vertex for those before it",
       .order = "`--order` of vertices",
       .source = "Jones, Plassmann 1993; Blelloch, Fineman, Shun 2012"},
      {.name = "dc",
       .help = "Distributed Control: it decides at once, and again when they change",
       .use_when = "messages take long, P is large: nobody waits",
       .cost =
           "that of jp and the work done in vain, with colours quadratic where a hub tells a long "
           "chain of vertices before their turn",
       .order = "near the roots first",
       .source = "Firoz, Zalewski, Kanewala, Lumsdaine 2018"}};
}

std::vector<option_entry> greedy_options(vertex_order order) {
  option_entry order_entry{
      .name = "order",
      .type = option_type::text,
      .help = "In what order; of equal vertices that with the lower id comes first. ",
      .unit = "NAME",
      .standard = std::string(all_vertex_orders[static_cast<std::size_t>(order)].name)};
  for (const vertex_order_name& each : all_vertex_orders) {
    order_entry.help +=
        fmt::format("{}{}: {}", each.order == vertex_order{} ? "" : "; ", each.name, each.help);
    order_entry.names.emplace_back(each.name);
  }
  return {order_entry,
          {.name = "send-cache",
           .type = option_type::whole,
           .help = fmt::format("So many new values of a worker wait to be sent, in case they "
                               "change; of --method dc; default: {}",
                               dag_options{}.send_cache),
           .unit = "N",
           .least = 1,
           .most = std::uint64_t{1} << 32U},
          {.name = "priority",
           .type = option_type::text,
           .help = "Which vertex that was told something decides next; of --method dc. "
                   "near_roots: that nearest to vertices without any before them; arrival: that "
                   "told first",
           .unit = "NAME",
           .standard = "near_roots",
           .names = {"near_roots", "arrival"}}};
}

greedy_choice greedy_choice_of(const algorithm_choices& choices, vertex_order standard,
                               std::size_t own_ways) {
  greedy_choice choice{.how = {}, .order = standard, .in_own_way = choices.method < own_ways};
  if (!choice.in_own_way) { choice.how.order = static_cast<dag_order>(choices.method - own_ways); }
  if (const auto name = choices.options.text("order")) { choice.order = vertex_order_named(*name); }
  if (const auto send_cache = choices.options.whole("send-cache")) {
    require(choice.how.order == dag_order::distributed_control,
            "--send-cache is of --method dc, which sends values that may change");
    choice.how.send_cache = *send_cache;
  }
  if (const auto priority = choices.options.text("priority")) {
    choice.how.priority = priority_named(*priority);
    require(choice.how.order == dag_order::distributed_control,
            "--priority is of --method dc: under others no vertex decides before it can");
  }
  return choice;
}

}  // namespace orujo
