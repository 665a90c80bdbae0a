// Looks names of mechanisms up, and says which of them can be used.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/choice/mechanism_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/activities/choice/mechanism_table.hpp"
#include "orujo/activities/choice/sampled_mechanism.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/nearest_name.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// What is used where nobody chooses: of one worker nobody is in the way; else it depends on the
/// processor and on how many workers there are, so that the first rank tries.
[[nodiscard]] mechanism_kind usual_mechanism(rank_team& team, sampled_operators of) {
  if (of.reach == operator_reach::wide_element) { return mechanism_kind::atomic; }
  if (all_max(team, team.num_workers()) == 1) { return mechanism_kind::serial; }
  of.with_transactions = all_min(team, is_available(mechanism_kind::htm) ? 1 : 0) == 1;
  mechanism_kind kind = mechanism_kind::lock;
  run_agreed(team, [&] {
    if (team.rank() != rank_id{0}) { return; }
    kind = sampled_mechanism(team, of);
  });
  return broadcast(team, kind);
}

}  // namespace

bool is_available(mechanism_kind wanted) {
  bool is_there = true;
  activities::for_each_mechanism([&](const auto& row) {
    using mechanism = typename std::remove_cvref_t<decltype(row.tag)>::type;
    if constexpr (requires { mechanism::is_available(); }) {
      if (row.kind == wanted) { is_there = mechanism::is_available(); }
    }
  });
  return is_there;
}

std::size_t most_adapted_under(mechanism_kind kind) noexcept {
  std::size_t most = 0;
  activities::for_each_mechanism([&](const auto& row) {
    using mechanism = typename std::remove_cvref_t<decltype(row.tag)>::type;
    if (row.kind == kind) { most = most_adapted_of<mechanism>(); }
  });
  return most;
}

std::string_view name_of(mechanism_kind kind) noexcept {
  std::string_view name;
  activities::for_each_mechanism([&](const auto& row) {
    if (row.kind == kind) { name = row.name; }
  });
  return name;
}

std::vector<std::string> mechanism_names(operator_reach reach) {
  std::vector<std::string> names;
  activities::for_each_mechanism([&](const auto& row) {
    using mechanism = typename std::remove_cvref_t<decltype(row.tag)>::type;
    if (activities::serves<mechanism>(reach)) { names.emplace_back(row.name); }
  });
  return names;
}

std::optional<mechanism_kind> mechanism_named(std::string_view name) {
  std::optional<mechanism_kind> found;
  activities::for_each_mechanism([&](const auto& row) {
    if (row.name == name) { found = row.kind; }
  });
  if (found || name == "auto") { return found; }
  std::vector<std::string_view> known{"auto"};
  activities::for_each_mechanism([&](const auto& row) { known.push_back(row.name); });
  throw usage_error(fmt::format("an isolation is one of {}, not '{}'{}", fmt::join(known, ", "),
                                name, suggestion(name, known)));
}

void require_mechanism(mechanism_kind kind, operator_reach reach) {
  require(reach != operator_reach::wide_element || kind == mechanism_kind::atomic,
          fmt::format("isolation {} is for elements of up to 8 bytes, and those here have 16; use "
                      "atomic",
                      name_of(kind)));
  const bool is_of_one = kind == mechanism_kind::atomic || kind == mechanism_kind::home;
  require(!is_of_one || reach != operator_reach::several_elements,
          fmt::format("isolation {} is for operators of one element, and those here reach several; "
                      "use lock, global, stm, tl2 or combine",
                      name_of(kind)));
  require(is_available(kind),
          fmt::format("isolation {} needs transactions of the processor (RTM), which this one does "
                      "not have or has switched off; use {}lock, global, stm, tl2 or combine",
                      name_of(kind), reach == operator_reach::one_element ? "atomic, home, " : ""));
}

mechanism_kind mechanism_in_force(rank_team& team, const isolation_choice& choice,
                                  operator_reach reach, operator_change change) {
  const mechanism_kind kind =
      choice.mechanism
          ? *choice.mechanism
          : usual_mechanism(team, {.reach = reach, .change = change, .coarsen = choice.coarsen});
  require_everywhere(kind != mechanism_kind::serial || team.num_workers() == 1,
                     fmt::format("isolation serial is of one worker, and ranks have {}; use "
                                 "another one, or --workers 1",
                                 team.num_workers()));
  run_agreed(team, [&] { require_mechanism(kind, reach); });
  return kind;
}

report_row isolation_row(mechanism_kind kind, const isolation_choice& choice) {
  report_row row{"isolation", std::string(name_of(kind)), {}};
  if (kind != mechanism_kind::atomic) {
    row.numbers.push_back(
        {choice.coarsen == 0 ? "coarsen up to" : "coarsen",
         static_cast<double>(choice.coarsen == 0 ? most_adapted_under(kind) : choice.coarsen),
         "operators"});
  }
  return row;
}

}  // namespace orujo
