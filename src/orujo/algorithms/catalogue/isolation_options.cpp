// What mechanisms are called.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/isolation_options.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/activities/coarsening.hpp"
#include "orujo/base/error.hpp"

namespace orujo {

namespace {

/// Throws: usage_error.
std::size_t coarsening_in(const std::string& text) {
  if (text == "auto") { return 0; }
  std::size_t operators = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), operators);
  const bool is_number = problem == std::errc() && end == text.data() + text.size();
  require(is_number && operators >= 1 && operators <= coarsening::most,
          fmt::format("--coarsen is auto or a whole number from 1 to {}, not '{}'",
                      coarsening::most, text));
  return operators;
}

}  // namespace

std::vector<option_entry> isolation_options(const std::vector<method_entry>& methods) {
  std::vector<std::string> runs_activities;
  auto reach = operator_reach::several_elements;
  for (const method_entry& each : methods) {
    if (!each.operators) { continue; }
    runs_activities.push_back(each.name);
    reach = std::min(reach, *each.operators);
  }
  std::vector<std::string> names = mechanism_names(reach);
  names.insert(names.begin(), "auto");
  const std::string with = fmt::format("with --method {}", fmt::join(runs_activities, " and "));
  return {{.name = "isolation",
           .type = option_type::text,
           .help = fmt::format("What keeps activities apart, {}: {}", with, fmt::join(names, ", ")),
           .unit = "NAME",
           .standard = "auto",
           .names = names},
          {.name = "coarsen",
           .type = option_type::text,
           .help = fmt::format(
               "How many operators an activity has at most, {}: 1 to {}, or auto, "
               "as many as are quickest{}",
               with, coarsening::most,
               reach == operator_reach::one_element ? "; atomic runs them one by one" : ""),
           .unit = "M",
           .standard = "auto"}};
}

isolation_choice isolation_in(const method_entry& method, const option_values& options) {
  const std::optional<std::string> name = options.text("isolation");
  const std::optional<std::string> coarsen = options.text("coarsen");
  require(method.operators || (!name && !coarsen),
          fmt::format("--method {} runs no activities: leave out --isolation and --coarsen",
                      method.name));
  isolation_choice choice;
  if (name) { choice.mechanism = mechanism_named(*name); }
  if (choice.mechanism) { require_mechanism(*choice.mechanism, *method.operators); }
  if (coarsen) { choice.coarsen = coarsening_in(*coarsen); }
  return choice;
}

void add_activities(algorithm_answer& answer, const activity_counts& counts) {
  answer.work.insert(answer.work.end(), {{"operators", counts.operators},
                                         {"operators_failed", counts.failed},
                                         {"activities", counts.activities},
                                         {"attempts_given_up", counts.aborts()},
                                         {"activities_alone", counts.serialised}});
}

}  // namespace orujo
