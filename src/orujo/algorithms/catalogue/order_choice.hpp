// How algorithms on the label-correcting engine are told in what order to work.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/worklists/work_order.hpp"

namespace orujo {

/// The option --order, which means `help`.
[[nodiscard]] option_entry order_option(const std::string& help);

/// The option --no-reduction.
[[nodiscard]] option_entry reduction_option();

/// The order that --order names; nothing: to be chosen. Throws: usage_error.
[[nodiscard]] std::optional<work_order> order_in(const option_values& options);

/// Methods that are orders, in the order that order_of() takes them in: auto, delta, dijkstra, kla,
/// chaotic, dc.
[[nodiscard]] std::vector<method_entry> order_methods();

/// --order, --delta, --levels and --no-reduction, which go with them.
[[nodiscard]] std::vector<option_entry> order_options();

/// The order that the method and the options name; nothing: to be chosen. Throws: usage_error.
[[nodiscard]] std::optional<work_order> order_of(const algorithm_choices& choices);

}  // namespace orujo
