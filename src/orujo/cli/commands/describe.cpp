// orujo describe: what each algorithm needs, can be told, and answers.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/algorithms/catalogue/catalogue.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/nearest_name.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/options/json_output.hpp"

namespace orujo::cli {

namespace {

struct describe_options {
  std::string name;
  std::optional<std::string> json_target;
};

constexpr std::string_view text_of(start_kind start) {
  switch (start) {
    case start_kind::nowhere: return "nowhere";
    case start_kind::each_source: return "each_source";
    case start_kind::all_sources: break;
  }
  return "all_sources";
}

constexpr std::string_view text_of(taken_edges edges) {
  switch (edges) {
    case taken_edges::as_input_says: return "as_input_says";
    case taken_edges::both_ways: return "both_ways";
    case taken_edges::one_way: break;
  }
  return "one_way";
}

/// The same for people.
constexpr std::string_view directions_of(taken_edges edges) {
  switch (edges) {
    case taken_edges::as_input_says: return "as the input directs them";
    case taken_edges::both_ways: return "both ways";
    case taken_edges::one_way: break;
  }
  return "one way";
}

json document_of(const method_entry& method) {
  json entry{{"name", method.name}, {"help", method.help},   {"use_when", method.use_when},
             {"cost", method.cost}, {"order", method.order}, {"source", method.source}};
  if (method.operators) { entry["isolation"] = mechanism_names(*method.operators); }
  return entry;
}

json document_of(const option_entry& option) {
  json entry{{"name", option.name}, {"type", name_of(option.type)}, {"help", option.help}};
  if (!option.unit.empty()) { entry["unit"] = option.unit; }
  if (!option.standard.empty()) { entry["default"] = option.standard; }
  if (option.type == option_type::whole) {
    entry["least"] = option.least;
    entry["most"] = option.most;
  }
  if (option.is_required) { entry["required"] = true; }
  if (!option.names.empty()) { entry["names"] = option.names; }
  return entry;
}

/// Which of parallel edges stays.
std::string_view parallel_text(const graph_needs& needs) {
  return needs.weights || needs.parallel == parallel_edges::kept ? name_of(needs.parallel) : "one";
}

json document_of(const algorithm_entry& entry) {
  const graph_needs needs = entry.needs({});
  json document{{"name", entry.name},
                {"help", entry.help},
                {"example", entry.example},
                {"start", text_of(entry.start)},
                {"directions", text_of(entry.edges)},
                {"needs",
                 {{"weights", needs.weights},
                  {"in_edges", needs.in_edges},
                  {"loops", needs.loops},
                  {"parallel_edges", parallel_text(needs)}}},
                {"methods", json::array()},
                {"options", json::array()},
                {"rows", entry.rows.empty() ? "vertex" : entry.rows},
                {"key", entry.key},
                {"columns", entry.columns}};
  if (!entry.scored.empty()) {
    document["scored"] = entry.scored;
    document["top"] = usual_top;
  }
  for (const method_entry& each : entry.methods) {
    document["methods"].push_back(document_of(each));
  }
  for (const option_entry& each : entry.options) {
    document["options"].push_back(document_of(each));
  }
  return document;
}

/// `text` in lines, without the marks of documents around code.
std::string wrapped(std::string text, std::string_view indent) {
  std::erase(text, '`');
  std::string lines;
  for (const std::string& line : wrapped_lines(text, terminal_columns - indent.size())) {
    lines.append(indent).append(line).append("\n");
  }
  return lines;
}

/// Where weights count, but not for all methods, those for which they do not.
std::string but_not_for(const algorithm_entry& entry) {
  std::string names;
  for (std::size_t i = 0; i < entry.methods.size(); ++i) {
    if (entry.needs({.method = i, .weights_chosen = true}).weights) { continue; }
    names += (names.empty() ? " (not for " : ", ") + entry.methods[i].name;
  }
  return names.empty() ? names : names + ")";
}

/// What the graph is to it, in a sentence.
std::string graph_sentence(const algorithm_entry& entry) {
  const graph_needs needs = entry.needs({});
  const graph_needs if_asked = entry.needs({.weights_chosen = true});
  const bool may_count = needs.weights || if_asked.weights;
  return fmt::format("Edges count {}; weights {}{}; loops {}; of parallel edges {} stays.",
                     directions_of(entry.edges),
                     needs.weights ? "count"
                     : may_count   ? "count where --weights says which"
                                   : "do not count",
                     may_count ? but_not_for(entry) : "", needs.loops ? "count" : "are left out",
                     parallel_text(needs));
}

std::string text_of(const method_entry& method) {
  std::string text = wrapped(fmt::format("{}: {}", method.name, method.help), "  ");
  text += wrapped(fmt::format("use it when: {}; cost: {}; order: {}", method.use_when, method.cost,
                              method.order),
                  "      ");
  if (!method.source.empty()) { text += wrapped("source: " + method.source, "      "); }
  return text;
}

std::string text_of(const algorithm_entry& entry) {
  std::string text = wrapped(fmt::format("{}: {}", entry.name, entry.help), "");
  text += "\n" + wrapped(graph_sentence(entry), "");
  text += "\nMethods, the first unless --method says otherwise:\n";
  for (const method_entry& each : entry.methods) { text += text_of(each); }
  if (!entry.options.empty()) { text += "\nOptions of its own:\n"; }
  for (const option_entry& each : entry.options) {
    const std::string standard = each.is_required ? " (needed)"
                                 : each.standard.empty()
                                     ? ""
                                     : fmt::format(" (default: {})", each.standard);
    text += wrapped(fmt::format("--{}{}{}: {}{}", each.name, each.unit.empty() ? "" : " ",
                                each.unit, each.help, standard),
                    "  ");
  }
  if (!entry.scored.empty()) {
    text += "\n" +
            wrapped(fmt::format("--top K names so many vertices of highest {}", entry.scored), "");
  }
  text += fmt::format("\n--output writes a row for each {}: {}, {}\n",
                      entry.rows.empty() ? "vertex" : entry.rows, entry.key,
                      fmt::join(entry.columns, ", "));
  return text + fmt::format("\nExample:\n  {}\n", entry.example);
}

/// The algorithms that are asked for. Throws: usage_error with the nearest name.
std::vector<algorithm_entry> entries_named(const std::string& name) {
  std::vector<algorithm_entry> found;
  std::vector<std::string_view> names;
  for (const algorithm_entry& each : all_algorithms()) {
    if (name.empty() || each.name == name) { found.push_back(each); }
    names.push_back(each.name);
  }
  if (found.empty()) {
    throw usage_error(fmt::format("no algorithm is called '{}'{}", name, suggestion(name, names)));
  }
  return found;
}

exit_code run_describe(const describe_options& options) {
  const std::vector<algorithm_entry> entries = entries_named(options.name);
  if (options.json_target) {
    json document = new_document("describe");
    document["algorithms"] = json::array();
    for (const algorithm_entry& each : entries) {
      document["algorithms"].push_back(document_of(each));
    }
    write_document(document, *options.json_target);
  } else if (!options.name.empty()) {
    print_out(text_of(entries.front()));
  } else {
    text_table table;
    for (const algorithm_entry& each : entries) { table.add({each.name, each.help}); }
    print_out(table.text() + "\nMore about one of them: orujo describe NAME\n");
  }
  return exit_code::done;
}

}  // namespace

command add_describe_command(CLI::App& parent) {
  auto options = std::make_shared<describe_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "describe",
               .group = "This machine",
               .help = "Print what each algorithm needs, can be told, costs and answers",
               .example = "  orujo describe bfs\n  orujo describe --json -"});
  app->add_option("NAME", options->name, "An algorithm; all unless it is given")->type_name("");
  add_json_option(*app, options->json_target);
  return {app, [options] { return run_describe(*options); }};
}

}  // namespace orujo::cli
