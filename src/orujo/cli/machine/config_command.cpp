// orujo config: every runtime setting, its value and who set it.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "orujo/base/print.hpp"
#include "orujo/base/settings.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/options/json_output.hpp"
#include "orujo/cli/options/setting_options.hpp"

namespace orujo::cli {

namespace {

struct config_options {
  std::vector<std::string> set;
  std::optional<std::string> json_target;
};

json json_value(const settings& values, const setting_row& row) {
  switch (row.kind) {
    case setting_kind::choice: return values.choice(row.id);
    case setting_kind::boolean: return values.flag(row.id);
    case setting_kind::real: return values.real(row.id);
    case setting_kind::integer:
    case setting_kind::bytes:
    case setting_kind::microseconds: return values.integer(row.id);
  }
  return nullptr;
}

std::string_view name_of(setting_kind kind) {
  switch (kind) {
    case setting_kind::integer: return "integer";
    case setting_kind::bytes: return "bytes";
    case setting_kind::microseconds: return "microseconds";
    case setting_kind::real: return "real";
    case setting_kind::choice: return "choice";
    case setting_kind::boolean: return "boolean";
  }
  return "";
}

json row_document(const settings& values, const setting_row& row) {
  json entry;
  entry["name"] = row.name;
  entry["value"] = json_value(values, row);
  entry["unit"] = row.unit;
  entry["source"] = orujo::name_of(values.source(row.id));
  entry["kind"] = name_of(row.kind);
  entry["default"] = json_value(settings(), row);
  entry["environment"] = environment_name(row);
  entry["help"] = row.help;
  if (row.kind == setting_kind::choice) {
    entry["choices"] = CLI::detail::split(std::string(row.choices), '|');
  } else if (row.kind != setting_kind::boolean) {
    entry["least"] = row.least;
    entry["most"] = row.most;
  }
  return entry;
}

json document_of(const settings& values) {
  json document = new_document("config");
  document["settings"] = json::array();
  for (const setting_row& row : all_settings()) {
    document["settings"].push_back(row_document(values, row));
  }
  return document;
}

/// What a setting means, in lines below it.
std::string meaning_of(const setting_row& row) {
  constexpr std::string_view indent = "    ";
  std::string help(row.help);
  if (!row.choices.empty()) { help += fmt::format(" ({})", row.choices); }
  std::string text;
  for (const std::string& line : wrapped_lines(help, terminal_columns - indent.size())) {
    text.append(indent).append(line).append("\n");
  }
  return text;
}

std::string table_of(const settings& values) {
  text_table table;
  table.add({"SETTING", "VALUE", "UNIT", "SET BY"});
  for (const setting_row& row : all_settings()) {
    table.add({std::string(row.name), values.to_text(row.id), std::string(row.unit),
               std::string(orujo::name_of(values.source(row.id)))});
  }
  std::istringstream lines(table.text());
  std::string line;
  std::getline(lines, line);
  std::string text = line + "\n";
  for (const setting_row& row : all_settings()) {
    std::getline(lines, line);
    text += line + "\n" + meaning_of(row);
  }
  return text +
         "\nChange one with --set NAME=VALUE or with the environment variable ORUJO_NAME\n"
         "(in capitals).\n";
}

exit_code run_config(const config_options& options) {
  const settings values = settings_in_force(options.set);
  if (options.json_target) {
    write_document(document_of(values), *options.json_target);
  } else {
    print_out(table_of(values));
  }
  return exit_code::done;
}

}  // namespace

command add_config_command(CLI::App& parent) {
  auto options = std::make_shared<config_options>();
  CLI::App* app = add_subcommand(parent, {.name = "config",
                                          .group = "This machine",
                                          .help = "Print every runtime setting and who set it",
                                          .example = "  orujo config --set parcel_bytes=64K"});
  add_set_option(*app, options->set);
  add_json_option(*app, options->json_target);
  return {app, [options] { return run_config(*options); }};
}

}  // namespace orujo::cli
