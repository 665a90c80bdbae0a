// The options of label-correcting algorithms: in what order they work.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "orujo/cli/options/run_options.hpp"
#include "orujo/worklists/work_order.hpp"

namespace orujo::cli {

/// What `--method` may be for them; each is an order.
inline constexpr std::array<method_name, 6> order_methods{
    {{"auto", "what suits the graph"},
     {"delta", "Δ-stepping: ranges of labels, one after the other"},
     {"dijkstra", "one label at a time"},
     {"kla", "so many hops at a time (k-level asynchronous)"},
     {"chaotic", "in no order"},
     {"dc", "Distributed Control: each worker its best vertex first, no barrier"}}};

struct order_options {
  std::optional<std::string> order;
  std::optional<double> delta;
  std::optional<std::uint64_t> levels;
  bool no_reduction = false;
};

void add_order_options(CLI::App& app, order_options& options);

/// Adds --order alone, which means `help`.
void add_order_option(CLI::App& app, std::optional<std::string>& order, const std::string& help);

/// Adds --no-reduction alone.
void add_reduction_option(CLI::App& app, order_options& options);

/// The order that the method and the options name; empty: to be chosen. Throws: usage_error.
[[nodiscard]] std::optional<work_order> order_of(const std::string& method,
                                                 const order_options& options);

}  // namespace orujo::cli
