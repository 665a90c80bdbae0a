// Renders report cards.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/report_card_text.hpp"

#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "orujo/base/text_table.hpp"

namespace orujo {

namespace {

struct section_name {
  report_section section;
  std::string_view name;
};

constexpr std::array<section_name, 7> sections{{{report_section::transport, "transport"},
                                                {report_section::messaging, "messaging"},
                                                {report_section::termination, "termination"},
                                                {report_section::scheduling, "scheduling"},
                                                {report_section::memory, "memory"},
                                                {report_section::graph, "graph"},
                                                {report_section::algorithm, "algorithm"}}};

/// "parcel 32.0 KiB", "patience 2 looks"; of a unit such as "bytes per rank" the bytes are scaled.
std::string number_of(const report_number& number) {
  constexpr std::string_view bytes = "bytes";
  const bool is_size = number.unit.starts_with(bytes);
  const std::string unit = is_size ? number.unit.substr(bytes.size()) : number.unit;
  std::string text = number.name + " ";
  text += is_size ? size_text(number.value) + unit : number_text(number.value);
  // A unit that repeats the name, as in "workers 4 workers", says nothing.
  const bool says_more = !is_size && !unit.empty() && number.name.find(unit) == std::string::npos;
  return says_more ? text + " " + unit : text;
}

std::string value_and_numbers(const report_row& row) {
  std::string text;
  for (const report_number& number : row.numbers) {
    text += (text.empty() ? "" : ", ") + number_of(number);
  }
  return text.empty() ? row.value : row.value + " (" + text + ")";
}

}  // namespace

std::string report_card_text(const report_card& card) {
  text_table table;
  for (const auto& [section, name] : sections) {
    bool headed = false;
    for (const report_entry& entry : card.entries()) {
      if (entry.section != section) { continue; }
      if (!headed) { table.add({std::string(name)}); }
      headed = true;
      table.add({"  " + entry.row.choice, value_and_numbers(entry.row)});
    }
  }
  return table.text();
}

std::string report_card_json(const report_card& card) {
  using json = nlohmann::ordered_json;
  json document = json::object();
  for (const auto& [section, name] : sections) {
    json rows = json::object();
    for (const report_entry& entry : card.entries()) {
      if (entry.section != section) { continue; }
      json numbers = json::object();
      for (const report_number& number : entry.row.numbers) {
        numbers[number.name] = {{"value", number.value}, {"unit", number.unit}};
      }
      rows[entry.row.choice] = {{"value", entry.row.value}, {"numbers", std::move(numbers)}};
    }
    if (!rows.empty()) { document[std::string(name)] = std::move(rows); }
  }
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace orujo
