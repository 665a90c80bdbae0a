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
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    const std::size_t equals = item.find('=');
    take({transport, item, item.substr(0, equals),
          equals == item.npos ? std::string_view{} : item.substr(equals + 1)});
    text.remove_prefix(comma == text.npos ? text.size() : comma + 1);
  }
}

double number_of(const model_item& item) {
  std::string_view text = item.value;
  double scale = 1;
  const auto drop = [&](std::string_view suffix, double factor) {
    if (!text.ends_with(suffix)) { return false; }
    text.remove_suffix(suffix.size());
    scale = factor;
    return true;
  };
  static_cast<void>(drop("us", 1) || drop("ms", 1000) || drop("ns", 0.001));
  double value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc() || end != text.data() + text.size() || !(value >= 0) || value > 1e15) {
    throw usage_error(fmt::format("{}: '{}' is not of the form name=number, as in latency=20us",
                                  item.transport, item.text));
  }
  return value * scale;
}

void reject_item(const model_item& item, std::string_view known) {
  throw usage_error(
      fmt::format("{}: cannot use '{}'; known are {}", item.transport, item.text, known));
}

}  // namespace orujo
