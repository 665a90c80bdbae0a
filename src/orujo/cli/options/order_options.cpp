// What orders of work are called on the command line.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/options/order_options.hpp"

#include <cmath>
#include <cstddef>

#include "orujo/base/error.hpp"
#include "orujo/cli/options/option_checks.hpp"

namespace orujo::cli {

namespace {

// In the order of `order_methods`.
constexpr std::array<std::optional<order_kind>, 6> kinds{
    {std::nullopt, order_kind::buckets, order_kind::strict, order_kind::levels,
     order_kind::unordered, order_kind::priority_per_worker}};

}  // namespace

std::optional<work_order> order_of(const std::string& name, const order_options& options) {
  const std::size_t method = method_index(name, order_methods);
  require(!options.order || method == 0, "--order says what --method does; give one of them");
  std::optional<work_order> order;
  if (options.order) { order = order_named(*options.order); }
  if (kinds[method]) { order = work_order{.kind = *kinds[method], .width = 0}; }
  if (options.delta) {
    require(is_usable_width(*options.delta), "--delta is a number above 1e-300");
    order = order.value_or(work_order{.kind = order_kind::buckets, .width = 0});
    require(order->kind == order_kind::buckets && order->width == 0,
            "--delta is the width of buckets, that of --method delta");
    order->width = *options.delta;
  }
  if (options.levels) {
    require(order && order->kind == order_kind::levels && order->width == 0,
            "--levels is the number of levels at a time of --method kla");
    order->width = static_cast<double>(*options.levels);
  }
  return order;
}

void add_order_option(CLI::App& app, std::optional<std::string>& order, const std::string& help) {
  app.add_option("--order", order,
                 help +
                     ": unordered, levels:K, buckets:WIDTH, priority_per_worker, "
                     "priority_per_rank or strict")
      ->type_name("NAME")
      ->group(work_group);
}

void add_reduction_option(CLI::App& app, order_options& options) {
  app.add_flag("--no-reduction", options.no_reduction,
               "Send labels even if one at least as good was sent before")
      ->group(work_group);
}

void add_order_options(CLI::App& app, order_options& options) {
  add_order_option(app, options.order, "In what order, instead of --method");
  app.add_option("--delta", options.delta,
                 "Width of the ranges of Δ-stepping; default: from weights and degrees")
      ->type_name("WIDTH")
      ->group(work_group);
  app.add_option("--levels", options.levels, "Hops at a time of kla; default: 1")
      ->type_name("K")
      ->check(whole_number(1, std::uint64_t{1} << 31U))
      ->group(work_group);
  add_reduction_option(app, options);
}

}  // namespace orujo::cli
