// Reads the model of a network: name=number, separated by commas.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

namespace orujo {

/// One item of a model: "latency=20us".
struct model_item {
  std::string_view transport;  ///< Whose model it is, as errors name it.
  std::string_view text;       ///< The whole item.
  std::string_view name;
  std::string_view value;  ///< Empty: there is none.
  std::string_view all;    ///< The text of the model, in which the item lies.
};

/// Calls `take(item)` for each item of `text`.
void for_each_model_item(std::string_view transport, std::string_view text,
                         const std::function<void(const model_item&)>& take);

/// The value as a number without a unit, at least 0. Throws: usage_error that names the item.
[[nodiscard]] double number_of(const model_item& item);

/// The value as a time, at least 0, in us, ms or ns; in microseconds if it has no unit.
/// Throws: usage_error that names the item.
[[nodiscard]] double microseconds_of(const model_item& item);

/// In MB/s: with less, the time of a parcel may not fit into 64 bits of nanoseconds.
inline constexpr double least_bandwidth = 0.001;

/// Throws usage_error: the item is not one of the `known` ones.
[[noreturn]] void reject_item(const model_item& item, std::string_view known);

}  // namespace orujo
