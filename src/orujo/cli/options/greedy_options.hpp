// The options of commands that decide vertex by vertex in an order: colour and mis.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "orujo/algorithms/orders/vertex_order.hpp"
#include "orujo/cli/options/run_options.hpp"
#include "orujo/traversal/dag_correcting/state.hpp"

namespace orujo::cli {

struct greedy_options {
  run_options run;
  std::string order;  ///< A name in all_vertex_orders.
  std::optional<std::uint64_t> send_cache;
};

/// What the options mean.
struct greedy_choice {
  dag_options how;
  vertex_order order;
};

/// Adds those of an algorithm over a graph, --order with this default, and --send-cache.
void add_greedy_options(CLI::App& app, greedy_options& options, vertex_order order);

/// Throws: usage_error with the nearest name.
[[nodiscard]] greedy_choice choice_of(const greedy_options& options);

/// Has the graph taken as undirected. Throws: usage_error if --directed was given.
void take_edges_both_ways(run_options& options, std::string_view command);

}  // namespace orujo::cli
