// Chooses the width of weights that readers give, block by block.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/edge_weights.hpp"

#include <atomic>
#include <cmath>
#include <cstddef>
#include <limits>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo::building {

namespace {

/// Whether 32 bits hold the weight.
bool fits(std::int64_t weight) noexcept {
  return static_cast<std::uint64_t>(weight) <= std::numeric_limits<std::uint32_t>::max();
}
bool fits(double weight) noexcept {
  // A cast of what lies beyond all floats would not be defined.
  return std::abs(weight) <= double{std::numeric_limits<float>::max()} &&
         double{static_cast<float>(weight)} == weight;
}

void check_finite(std::int64_t /*weight*/) noexcept {}
void check_finite(double weight) {
  if (std::isfinite(weight)) { return; }
  throw input_error(fmt::format(
      "the weight {} is no finite number; leave weights out with --weights none", weight));
}

template <stored_weight Narrow, stored_weight Wide>
keyed_weights keys_of_list(const std::vector<Wide>& weights) {
  bool all_fit = true;
  for (const Wide weight : weights) { all_fit = all_fit && fits(weight); }
  keyed_weights keys;
  if (all_fit) {
    keys.narrow.reserve(weights.size());
    for (const Wide weight : weights) {
      keys.narrow.push_back(key_of(static_cast<Narrow>(weight + Wide{0})));  // -0 becomes 0
    }
  } else {
    keys.wide.reserve(weights.size());
    for (const Wide weight : weights) {
      check_finite(weight);
      keys.wide.push_back(key_of(weight + Wide{0}));
    }
  }
  return keys;
}

/// Whole numbers that were given as doubles.
std::vector<std::int64_t> whole_weights(const std::vector<double>& weights) {
  std::vector<std::int64_t> whole;
  whole.reserve(weights.size());
  for (const double weight : weights) {
    if (!(std::abs(weight) <= 0x1p53) || weight != std::floor(weight)) {
      throw input_error(fmt::format(
          "the weight {} is no whole number up to 2^53; give weights as real numbers", weight));
    }
    whole.push_back(static_cast<std::int64_t>(weight));
  }
  return whole;
}

template <stored_weight Narrow, stored_weight Wide>
std::optional<weight_array> narrowed_as(rank_team& team, std::span<const Wide> weights) {
  std::atomic<bool> all_fit{true};
  parallel_for(team, weights.size(), 1 << 16, [&](std::size_t first, std::size_t last) {
    if (!std::all_of(weights.begin() + static_cast<std::ptrdiff_t>(first),
                     weights.begin() + static_cast<std::ptrdiff_t>(last),
                     [](Wide weight) { return fits(weight); })) {
      all_fit.store(false, std::memory_order_relaxed);  // relaxed: read after all are joined
    }
  });
  if (all_sum(team, all_fit.load() ? 0U : 1U) > 0) { return std::nullopt; }
  auto narrow =
      run_agreed(team, [&] { return weight_array(weight_type_of<Narrow>, weights.size()); });
  const std::span<Narrow> to = narrow.template as<Narrow>();
  parallel_for(team, to.size(), 1 << 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) { to[i] = static_cast<Narrow>(weights[i]); }
  });
  return narrow;
}

}  // namespace

keyed_weights keys_of(const edge_chunk& chunk, weight_kind kind) {
  if (kind == weight_kind::real) { return keys_of_list<float>(chunk.weights); }
  return keys_of_list<std::uint32_t>(chunk.weights.empty() ? chunk.whole_weights
                                                           : whole_weights(chunk.weights));
}

std::optional<weight_array> narrowed(rank_team& team, weight_array& weights, std::uint64_t count) {
  if (kind_of(weights.type()) == weight_kind::real) {
    return narrowed_as<float>(team, std::span<const double>(weights.as<double>().first(count)));
  }
  return narrowed_as<std::uint32_t>(
      team, std::span<const std::int64_t>(weights.as<std::int64_t>().first(count)));
}

}  // namespace orujo::building
