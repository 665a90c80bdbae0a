// Items of models, their numbers and units.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/model_text.hpp"

#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "orujo/base/error.hpp"

namespace orujo {

void for_each_model_item(std::string_view transport, std::string_view text,
                         const std::function<void(const model_item&)>& take) {
  const std::string_view all = text;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    const std::size_t equals = item.find('=');
    take({transport, item, item.substr(0, equals),
          equals == item.npos ? std::string_view{} : item.substr(equals + 1), all});
    text.remove_prefix(comma == text.npos ? text.size() : comma + 1);
  }
}

namespace {

constexpr double most_number = 1e15;
constexpr double most_microseconds = 1e12;  // 11 days; nanoseconds fit into 64 bits

/// Throws: usage_error that names `item`, unless `text` is a number from 0 to `most`.
double number_in(std::string_view text, const model_item& item, double most) {
  double value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc() || end != text.data() + text.size() || !(value >= 0) || value > most) {
    throw usage_error(
        fmt::format("{}: '{}' is not of the form name=number, as in latency=20us or seed=1",
                    item.transport, item.text));
  }
  return value;
}

}  // namespace

double number_of(const model_item& item) { return number_in(item.value, item, most_number); }

double microseconds_of(const model_item& item) {
  struct unit {
    std::string_view suffix;
    double microseconds;
  };
  for (const unit& each : {unit{"us", 1}, unit{"ms", 1000}, unit{"ns", 0.001}}) {
    if (!item.value.ends_with(each.suffix)) { continue; }
    const std::string_view number = item.value.substr(0, item.value.size() - each.suffix.size());
    return number_in(number, item, most_microseconds / each.microseconds) * each.microseconds;
  }
  return number_in(item.value, item, most_microseconds);
}

void reject_item(const model_item& item, std::string_view known) {
  throw usage_error(
      fmt::format("{}: cannot use '{}'; known are {}", item.transport, item.text, known));
}

}  // namespace orujo
