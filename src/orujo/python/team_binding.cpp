// Settings and the end of the teams of this process.
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <optional>
#include <string>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "orujo/python/binding.hpp"
#include "orujo/transport/launcher.hpp"

namespace orujo::python {

namespace {

void configure(int workers, const std::map<std::string, std::string>& pairs,
               std::optional<bool> watch) {
  process_teams& teams = process_teams::of_this_process();
  require(workers >= 0 && workers <= 1024, "workers: use a number from 1 to 1024");
  team_choices choices = teams.choices();
  choices.workers = workers;
  choices.watch = watch.value_or(choices.watch);
  for (const auto& [name, value] : pairs) {
    choices.values.assign(name, value, setting_source::option);
  }
  const nb::gil_scoped_release released;
  teams.configure(choices, watch_signals);
}

/// What a team is: its ranks, workers, transport, and the number of this process's rank.
nb::dict team_facts() {
  int ranks = 0;
  int rank = 0;
  int workers = 0;
  std::string transport;
  run_on_team(0, [&](rank_team& team) {
    ranks = team.size();
    rank = index_of(team.rank());
    workers = team.num_workers();
    transport = team.transport().name();
  });
  nb::dict facts;
  facts["ranks"] = ranks;
  facts["rank"] = rank;
  facts["workers"] = workers;
  facts["transport"] = transport;
  return facts;
}

nb::dict settings_in_force() {
  const settings values = process_teams::of_this_process().values();
  nb::dict all;
  for (const setting_row& row : all_settings()) {
    all[std::string(row.name).c_str()] = values.to_text(row.id);
  }
  return all;
}

std::string progress_choice() {
  return std::string(process_teams::of_this_process().values().choice(setting::progress));
}

/// Whether a launcher started other processes beside this one.
bool has_peers() {
  const launcher_info launcher = detect_launcher();
  return launcher.present() && launcher.size != 1;
}

void close() {
  bool leaves_objects = false;
  {
    const nb::gil_scoped_release released;
    leaves_objects = process_teams::of_this_process().close();
  }
  // Threads that the interpreter never goes on with hold what their calls were given.
  if (leaves_objects) { nb::set_leak_warnings(false); }
}

}  // namespace

void bind_teams(nb::module_& module) {
  module.def("configure", &configure, nb::arg("workers"), nb::arg("settings"),
             nb::arg("watch").none());
  module.def("team", &team_facts);
  module.def("settings", &settings_in_force);
  module.def("progress_choice", &progress_choice);
  module.def("has_peers", &has_peers);
  module.def("close", &close);
}

}  // namespace orujo::python
