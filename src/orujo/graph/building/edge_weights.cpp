// Converts the weights that readers give.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/edge_weights.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "orujo/base/error.hpp"

namespace orujo::building {

namespace {

weight_bits as_integer(double weight) {
  if (!(weight >= 0 && weight <= std::numeric_limits<weight_bits>::max())) {
    throw input_error(
        fmt::format("the weight {} does not fit into 32 bits without a sign; read "
                    "weights as real numbers with --weights real",
                    weight));
  }
  return static_cast<weight_bits>(weight);
}

weight_bits as_real(double weight) {
  if (!(weight >= 0)) {
    throw input_error(
        fmt::format("the weight {} is negative or no number; leave weights out with "
                    "--weights none",
                    weight));
  }
  if (weight > std::numeric_limits<float>::max()) {
    throw input_error(fmt::format(
        "the weight {} is too large for single precision; leave weights out with --weights none",
        weight));
  }
  return std::bit_cast<weight_bits>(static_cast<float>(std::abs(weight)));  // abs: for -0.0
}

}  // namespace

std::vector<weight_bits> stored_weights(std::span<const double> weights, weight_kind kind) {
  std::vector<weight_bits> stored(weights.size());
  if (kind == weight_kind::integer) {
    std::transform(weights.begin(), weights.end(), stored.begin(), as_integer);
  } else {
    std::transform(weights.begin(), weights.end(), stored.begin(), as_real);
  }
  return stored;
}

}  // namespace orujo::building
