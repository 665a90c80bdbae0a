// What orders of work are called.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/order_choice.hpp"

#include <array>

#include "orujo/base/error.hpp"

namespace orujo {

option_entry order_option(const std::string& help) {
  return {.name = "order",
          .type = option_type::text,
          .help = help +
                  ": unordered, levels:K, buckets:WIDTH, priority_per_worker, "
                  "priority_per_rank or strict",
          .unit = "NAME",
          .beginnings = {"unordered", "levels:", "buckets:", "priority_per_worker",
                         "priority_per_rank", "strict"}};
}

option_entry reduction_option() {
  return {.name = "no-reduction",
          .help = "Send labels even if one at least as good was sent before"};
}

std::optional<work_order> order_in(const option_values& options) {
  const std::optional<std::string> name = options.text("order");
  return name ? std::optional(order_named(*name)) : std::nullopt;
}

std::vector<method_entry> order_methods() {
  return {{.name = "auto", .help = "what suits the graph", .use_when = "always"},
          {.name = "delta",
           .help = "Δ-stepping: ranges of labels, one after the other",
           .use_when = "the best Δ is known (`--delta`)",
           .cost = "O(E) to O(E · longest path / Δ) looks",
           .order = "buckets(Δ)",
           .source = "Meyer, Sanders 2003; bucket fusion: Zhang et al. 2020"},
          {.name = "dijkstra",
           .help = "one label at a time",
           .use_when = "least work counts, not time",
           .cost = "O(E log V), a barrier per distance",
           .order = "strict",
           .source = "Dijkstra 1959"},
          {.name = "kla",
           .help = "so many hops at a time (k-level asynchronous)",
           .use_when = "few hops lead everywhere",
           .cost = "looks grow with K",
           .order = "levels(K)",
           .source = "Harshvardhan et al. 2014"},
          {.name = "chaotic",
           .help = "in no order",
           .use_when = "comparing",
           .cost = "exponential at worst",
           .order = "unordered",
           .source = "Chazan, Miranker 1969"},
          {.name = "dc",
           .help = "Distributed Control: each worker its best vertex first, no barrier",
           .use_when = "messages take long, P is large: no barrier",
           .cost = "O(E) looks in ranges of distance, and the work done in vain",
           .order = "priority per worker",
           .source = "Zalewski, Kanewala, Firoz, Lumsdaine 2014"}};
}

std::vector<option_entry> order_options() {
  return {order_option("In what order, instead of --method"),
          {.name = "delta",
           .type = option_type::real,
           .help = "Width of the ranges of Δ-stepping; default: from weights and degrees",
           .unit = "WIDTH"},
          {.name = "levels",
           .type = option_type::whole,
           .help = "Hops at a time of kla; default: 1",
           .unit = "K",
           .least = 1,
           .most = std::uint64_t{1} << 31U},
          reduction_option()};
}

std::optional<work_order> order_of(const algorithm_choices& choices) {
  // In the order of `order_methods`.
  constexpr std::array<std::optional<order_kind>, 6> kinds{
      {std::nullopt, order_kind::buckets, order_kind::strict, order_kind::levels,
       order_kind::unordered, order_kind::priority_per_worker}};
  std::optional<work_order> order = order_in(choices.options);
  require(!order || choices.method == 0, "--order says what --method does; give one of them");
  if (kinds[choices.method]) { order = work_order{.kind = *kinds[choices.method], .width = 0}; }
  if (const std::optional<double> delta = choices.options.real("delta")) {
    require(*delta == 0 || is_usable_width(*delta),
            "--delta is a number above 1e-300, or 0 to have it chosen");
    order = order.value_or(work_order{.kind = order_kind::buckets, .width = 0});
    require(order->kind == order_kind::buckets && order->width == 0,
            "--delta is the width of buckets, that of --method delta");
    order->width = *delta;
  }
  if (const std::optional<std::uint64_t> levels = choices.options.whole("levels")) {
    require(order && order->kind == order_kind::levels && order->width == 0,
            "--levels is the number of levels at a time of --method kla");
    order->width = static_cast<double>(*levels);
  }
  return order;
}

}  // namespace orujo
