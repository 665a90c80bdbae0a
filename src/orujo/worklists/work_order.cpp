// Names of orders.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/worklists/work_order.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/error.hpp"
#include "orujo/base/nearest_name.hpp"

namespace orujo {

namespace {

// In the order of enum class order_kind.
constexpr std::array<order_name, 6> names{{
    {"unordered", order_kind::unordered, "as items come"},
    {"levels", order_kind::levels, "levels:K, by hops, K at a time"},
    {"buckets", order_kind::buckets, "buckets:WIDTH, by rank, ranges of WIDTH at a time"},
    {"priority_per_worker", order_kind::priority_per_worker, "each worker its best item first"},
    {"priority_per_rank", order_kind::priority_per_rank, "each rank its best item first"},
    {"strict", order_kind::strict, "the best items of all first"},
}};

[[noreturn]] void refuse(std::string_view text, std::string_view name) {
  std::vector<std::string_view> known;
  for (const order_name& each : names) { known.push_back(each.name); }
  throw usage_error(fmt::format("an order is one of {}, not '{}'{}", fmt::join(known, ", "), text,
                                suggestion(name, known)));
}

double width_in(std::string_view digits, std::string_view text) {
  double width = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), width);
  const bool is_number = problem == std::errc() && end == digits.data() + digits.size();
  if (!is_number || (width != 0 && !is_usable_width(width))) {
    throw usage_error(fmt::format(
        "the width of an order is a number above 1e-300, as in buckets:16, or 0 to have it chosen, "
        "not '{}'",
        text));
  }
  return width;
}

}  // namespace

bool is_usable_width(double width) noexcept { return std::isfinite(width) && width >= 1e-300; }

std::span<const order_name> all_order_names() noexcept { return names; }

std::string text_of(const work_order& order) {
  const std::string_view name = names[static_cast<std::size_t>(order.kind)].name;
  return takes_width(order.kind) && order.width > 0 ? fmt::format("{}:{}", name, order.width)
                                                    : std::string(name);
}

work_order order_named(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  for (const order_name& each : names) {
    if (each.name != name) { continue; }
    if (colon == std::string_view::npos) { return {each.kind, 0}; }
    require(takes_width(each.kind),
            fmt::format("the order {} has no width; write it without ':'", name));
    const double width = width_in(text.substr(colon + 1), text);
    require(each.kind != order_kind::levels || width == std::floor(width),
            fmt::format("levels:K takes whole numbers of levels, not '{}'", text));
    return {each.kind, width};
  }
  refuse(text, name);
}

}  // namespace orujo
