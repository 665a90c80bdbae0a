// Declares them to the parser, and reads them back.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/options/entry_options.hpp"

#include "orujo/cli/options/option_checks.hpp"

namespace orujo::cli {

void entry_options::add_to(CLI::App& app, const std::vector<option_entry>& options) {
  for (const option_entry& each : options) {
    CLI::Option* const option = add(app, each)->group(work_group);
    if (!each.unit.empty()) { option->type_name(each.unit); }
    if (!each.standard.empty()) { option->default_str(each.standard); }
    if (each.is_required) { option->required(); }
    if (each.of_whole_run) { option->excludes("--source"); }
  }
}

CLI::Option* entry_options::add(CLI::App& app, const option_entry& option) {
  slot& own = slots_.emplace_back(slot{.name = option.name});
  const std::string name = "--" + option.name;
  switch (option.type) {
    case option_type::flag: return app.add_flag(name, own.flag, option.help);
    case option_type::whole:
      return app.add_option(name, own.whole, option.help)
          ->check(whole_number(option.least, option.most));
    case option_type::real:
      return app.add_option(name, own.real, option.help)->check(some_number());
    case option_type::text: break;
  }
  return app.add_option(name, own.text, option.help);
}

option_values entry_options::values() const {
  option_values given;
  for (const slot& each : slots_) {
    if (each.flag) { given.set(each.name, true); }
    if (each.whole) { given.set(each.name, *each.whole); }
    if (each.real) { given.set(each.name, *each.real); }
    if (each.text) { given.set(each.name, *each.text); }
  }
  return given;
}

template <typename Names>
std::vector<named_file> entry_options::files(const std::vector<option_entry>& options,
                                             Names names) const {
  const option_values given = values();
  std::vector<named_file> files;
  for (const option_entry& each : options) {
    if (!names(each)) { continue; }
    if (const auto path = given.text(each.name)) { files.push_back({"--" + each.name, *path}); }
  }
  return files;
}

std::vector<named_file> entry_options::inputs(const std::vector<option_entry>& options) const {
  return files(options, [](const option_entry& each) { return each.is_input; });
}

std::vector<named_file> entry_options::outputs(const std::vector<option_entry>& options) const {
  return files(options,
               [](const option_entry& each) { return each.unit == "FILE" && !each.is_input; });
}

std::vector<method_name> method_names_of(const algorithm_entry& entry) {
  std::vector<method_name> names;
  for (const method_entry& each : entry.methods) { names.push_back({each.name, each.help}); }
  return names;
}

}  // namespace orujo::cli
